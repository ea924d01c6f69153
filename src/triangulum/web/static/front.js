// @ts-check
// The front page: one click to play or to invite, and the games one can go on with.
import { made } from "./dom.js";
import { ask, found, named, open, remembered, tell } from "./site.js";

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

/** Lists the tables at which somebody sits who has been here before. */
async function goOn() {
  const tables = await ask("GET", "/api/me/going-on");
  const list = found("my-tables");
  list.replaceChildren(...tables.map(line));
  found("going-on").hidden = !tables.length;
}

/** @param {any} table */
function line(table) {
  const who = table.seats.map((/** @type {any} */ seat) => seat.name || "a free seat").join(", ");
  const state = table.yours ? "your turn" : table.phase === "gathering" ? "not begun" : "waiting for others";
  const link = made("a", "", made("strong", "", table.title), " ", made("span", "who", who), " ", made("span", table.yours ? "state yours" : "state", state));
  link.href = `/tables/${table.id}`;
  return made("li", "", link);
}

goOn().catch(() => {});
