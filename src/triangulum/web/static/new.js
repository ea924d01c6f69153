// @ts-check
// Setting up a table: seats follow the number of players, presets fill in the options.
import { found, named, open, remembered, tell } from "./site.js";

const form = found("setup");
const name = found("name");
const players = found("players");
const preset = document.getElementById("preset");
/** @type {Record<string, Record<string, any>>} */
const presets = JSON.parse(form.dataset.presets);
/** @type {HTMLSelectElement[]} */
const seats = [...form.querySelectorAll(".seat")];
/** @type {any[]} */
const options = [...form.querySelectorAll("[data-option]")];
if (!name.value) name.value = remembered("name");
const level = remembered("level") || "casual";
for (const seat of seats.slice(1)) seat.value = `bot:${level}`;

/** Shows as many seats as there are players, and a name where one is needed. */
function arrange() {
  seats.forEach((seat, at) => {
    const line = /** @type {HTMLElement} */ (seat.closest("li"));
    line.hidden = at >= Number(players.value);
    /** @type {HTMLElement} */ (line.querySelector(".beside")).hidden = seat.value !== "here";
  });
}

/** @param {any} field */
const chosen = (field) => (field.type === "checkbox" ? field.checked : field.type === "number" ? Number(field.value) : field.value.trim());

/** @param {any} field @param {any} value */
function choose(field, value) {
  if (field.type === "checkbox") field.checked = value;
  else field.value = value;
}

const defaults = new Map(options.map((field) => [field, chosen(field)]));
preset?.addEventListener("change", () => {
  const wanted = presets[/** @type {HTMLSelectElement} */ (preset).value];
  if (!wanted) return;
  for (const field of options) choose(field, wanted[field.dataset.option] ?? defaults.get(field));
});
for (const field of options) {
  field.addEventListener("change", () => preset && (/** @type {HTMLSelectElement} */ (preset).value = ""));
}
for (const button of form.querySelectorAll("[data-all]")) {
  button.addEventListener("click", () => {
    const who = button.dataset.all === "bot" ? `bot:${level}` : button.dataset.all;
    for (const seat of seats.slice(1)) seat.value = who;
    arrange();
  });
}
form.addEventListener("change", arrange);
arrange();

/** @param {HTMLSelectElement} seat */
function wish(seat) {
  const [who, bot] = seat.value.split(":");
  if (who === "bot") return { for: "bot", bot };
  if (who !== "here") return { for: who };
  const beside = /** @type {HTMLInputElement} */ (seat.parentElement?.querySelector(".beside")).value.trim();
  return { for: "me", name: beside || `Seat ${seats.indexOf(seat)}` };
}

form.addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  tell(null);
  const given = Object.fromEntries(options.map((field) => [field.dataset.option, chosen(field)]).filter(([, value]) => value !== ""));
  const sitting = seats.slice(0, Number(players.value)).map(wish);
  const house = Object.fromEntries(
    [...form.querySelectorAll("[data-house]")].map((field) => [field.id, field.id === "clock" ? JSON.parse(field.value) : chosen(field)]),
  );
  try {
    remembered("name", name.value.trim());
    await named(name.value);
    const inviting = sitting.some((seat) => seat.for === "anybody" || seat.for === "invited");
    await open({ game: form.dataset.game, options: { ...given, players: Number(players.value) }, seats: sitting, house }, inviting);
  } catch (error) {
    tell(error);
  }
});
