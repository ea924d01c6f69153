// @ts-check
// Setting up a table: seats follow the number of players, presets fill in the options.

import { loadValue, saveValue } from "../shared/storage.js";
import { ensureUserName, fieldById, openTable, showError } from "./page.js";

const form = fieldById("setup");
const nameField = fieldById("name");
const playersField = fieldById("players");
const presetField = /** @type {HTMLSelectElement | null} */ (document.getElementById("preset"));
/** @type {HTMLSelectElement[]} */
const seatFields = [...form.querySelectorAll(".seat")];
/** @type {any[]} */
const optionFields = [...form.querySelectorAll("[data-option]")];
const defaults = new Map(optionFields.map((field) => [field, readField(field)]));
const botLevel = loadValue("level") || "casual";

/** Show as many seats as there are players, and a name where one is needed. */
function updateSeatFields() {
  seatFields.forEach((field, seat) => {
    const line = /** @type {HTMLElement} */ (field.closest("li"));
    line.hidden = seat >= Number(playersField.value);
    findNeighbourField(field).hidden = field.value !== "here";
  });
}

/** Return the field for the name of another player at this screen.
 * @param {HTMLSelectElement} seatField @returns {HTMLInputElement} */
function findNeighbourField(seatField) {
  return /** @type {HTMLInputElement} */ (seatField.closest("li")?.querySelector(".beside"));
}

/** @param {any} field @returns {boolean | number | string} */
function readField(field) {
  if (field.type === "checkbox") return field.checked;
  return field.type === "number" ? Number(field.value) : field.value.trim();
}

/** @param {any} field @param {any} value */
function fillField(field, value) {
  if (field.type === "checkbox") field.checked = value;
  else field.value = value;
}

/** Return the options of the preset that is chosen, if one is.
 * @returns {Record<string, any> | undefined} */
function findChosenPreset() {
  return JSON.parse(form.dataset.presets)[presetField?.value ?? ""];
}

/** Fill in the options of the preset that was chosen. */
function applyPreset() {
  const preset = findChosenPreset();
  if (!preset) return;
  for (const field of optionFields) fillField(field, preset[field.dataset.option] ?? defaults.get(field));
}

/** Leave the preset if an option that it names has been changed; those it doesn't name are open. */
function leaveChangedPreset() {
  const preset = findChosenPreset();
  if (!presetField || !preset) return;
  const named = optionFields.filter((field) => field.dataset.option in preset);
  if (named.some((field) => readField(field) !== preset[field.dataset.option])) presetField.value = "";
}

/** Give all seats but the first to the same kind of player.
 * @param {string} kind */
function fillSeatFields(kind) {
  for (const field of seatFields.slice(1)) field.value = kind === "bot" ? `bot:${botLevel}` : kind;
  updateSeatFields();
}

/** Return whom a seat is for, as the server expects it.
 * @param {HTMLSelectElement} seatField @returns {any} */
function readSeat(seatField) {
  const [kind, bot] = seatField.value.split(":");
  if (kind === "bot") return { for: "bot", bot };
  if (kind !== "here") return { for: kind };
  const field = findNeighbourField(seatField);
  return { for: "me", name: field.value.trim() || field.dataset.name };
}

/** Return the options that were chosen; what is left empty is drawn by the server.
 * @returns {Record<string, any>} */
function readOptions() {
  const values = optionFields.map((field) => [field.dataset.option, readField(field)]);
  return { ...Object.fromEntries(values.filter(([, value]) => value !== "")), players: Number(playersField.value) };
}

/** Return the table's settings, as opposed to the game's options.
 * @returns {Record<string, any>} */
function readTableSettings() {
  /** @type {any[]} */
  const fields = [...form.querySelectorAll("[data-setting]")];
  return Object.fromEntries(fields.map((field) => [field.id, field.id === "clock" ? JSON.parse(field.value) : readField(field)]));
}

/** Open the table that was set up. */
async function submitForm() {
  showError(null);
  const seats = seatFields.slice(0, Number(playersField.value)).map(readSeat);
  try {
    saveValue("name", nameField.value.trim());
    await ensureUserName(nameField.value);
    const isInviting = seats.some((seat) => seat.for === "anybody" || seat.for === "invited");
    await openTable({ game: form.dataset.game, options: readOptions(), seats, settings: readTableSettings() }, isInviting);
  } catch (error) {
    showError(error);
  }
}

if (!nameField.value) nameField.value = loadValue("name") ?? "";
for (const field of seatFields.slice(1)) field.value = `bot:${botLevel}`;
presetField?.addEventListener("change", applyPreset);
for (const field of optionFields) field.addEventListener("change", leaveChangedPreset);
for (const button of form.querySelectorAll("[data-all]")) button.addEventListener("click", () => fillSeatFields(button.dataset.all));
form.addEventListener("change", updateSeatFields);
form.addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  submitForm();
});
updateSeatFields();
