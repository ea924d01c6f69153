// @ts-check
// The front page: one click to play or to invite, and the games one can go on with.
import { ask, found, named, open, remembered, tableLine, tell } from "./site.js";

const name = found("name");
const level = found("level");
if (!name.value) name.value = remembered("name");
if (level.querySelector(`option[value="${remembered("level")}"]`)) level.value = remembered("level");
const describe = () => (found("level-words").textContent = level.selectedOptions[0].dataset.words);
level.addEventListener("change", () => (remembered("level", level.value), describe()));
describe();
name.addEventListener("change", () => remembered("name", name.value.trim()));
found("wishes").addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());

/** @param {HTMLButtonElement} button */
async function sitDown(button) {
  const card = /** @type {HTMLElement} */ (button.closest("[data-game]"));
  const inviting = button.dataset.do === "invite";
  const others = Number(card.dataset.seats) - 1;
  const other = inviting ? { for: "anybody" } : { for: "bot", bot: level.value };
  tell(null);
  button.disabled = true;
  try {
    await named(name.value);
    const seats = [{ for: "me" }, ...Array(others).fill(other)];
    const options = { players: seats.length };
    await open({ game: card.dataset.game || "", options, seats, house: { hints: !inviting } }, inviting);
  } catch (error) {
    tell(error);
    found("trouble").scrollIntoView({ block: "center" });
  }
  button.disabled = false;
}

for (const button of document.querySelectorAll("button[data-do]")) {
  button.addEventListener("click", () => sitDown(/** @type {HTMLButtonElement} */ (button)));
}

/** List the tables at which one sits, and those that are open to all. */
async function list() {
  const [mine, open] = await Promise.all([ask("GET", "/api/me/going-on"), ask("GET", "/api/tables")]);
  fill("my-tables", mine, (one) => (one.yours ? "your turn" : one.phase === "gathering" ? "not begun" : "waiting for others"));
  fill("open-tables", open, (one) => (one.phase === "gathering" ? "waiting for players" : "being played"));
  found("going-on").hidden = !mine.length;
  found("no-tables").hidden = open.length > 0;
}

/** Put tables into a list; one that stays as it is is not touched, so that nobody loses their place.
 * @param {string} id @param {any[]} tables @param {(table: any) => string} stateOf */
function fill(id, tables, stateOf) {
  const lines = tables.map((table) => tableLine(table, stateOf(table)));
  const there = [...found(id).children];
  if (there.length === lines.length && there.every((one, at) => one.isEqualNode(lines[at]))) return;
  found(id).replaceChildren(...lines);
}

const look = () => document.hidden || list().catch(() => {});
document.addEventListener("visibilitychange", look);
setInterval(look, 20_000);
look();
