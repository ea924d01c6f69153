// @ts-check
// Setting up a table: seats follow the number of players, presets fill in the options, and pictures follow what is chosen.

import { label } from "../shared/labels.js";
import { loadValue, saveValue } from "../shared/storage.js";
import { ensureUserName, fieldById, openTable, showError } from "./page.js";
import { buildSeatRequest, hasChanges, listPresetValues, rotateSeats } from "./setup/choices.js";
import { PictureField } from "./setup/picture_field.js";

/** @import {OptionValue, Options, PresetData} from "./setup/choices.js" */

const BY_LOT = "lot";
/** The value of the list of who begins if a lot decides. */

const form = fieldById("setup");
const nameField = fieldById("name");
const playersField = fieldById("players");
const firstField = /** @type {HTMLSelectElement} */ (fieldById("first"));
const changedNote = /** @type {HTMLElement | null} */ (document.getElementById("preset-changed"));
/** @type {HTMLInputElement[]} */
const presetFields = [...form.querySelectorAll("[name=preset]")];
/** @type {HTMLSelectElement[]} */
const seatFields = [...form.querySelectorAll(".seat")];
/** @type {any[]} */
const optionFields = [...form.querySelectorAll("[data-option]")];
const presetData = /** @type {PresetData} */ (JSON.parse(form.dataset.presets));
const pictureFields = [...form.querySelectorAll(".pictures")].map((root) => new PictureField(root, form.dataset.game));
const botLevel = loadValue("level") || "casual";

// Seats.

/** Return the lists of the seats that there are, as many as players. */
function listUsedSeatFields() {
  return seatFields.slice(0, Number(playersField.value));
}

/** Show as many seats as there are players, a name where one is needed, and who of them may begin. */
function updateSeatFields() {
  const used = listUsedSeatFields();
  for (const field of seatFields) {
    const line = /** @type {HTMLElement} */ (field.closest("li"));
    line.hidden = !used.includes(field);
    findNeighbourField(field).hidden = field.value !== "here";
  }
  updateFirstField(used);
}

/** Offer everybody as the one who begins, beside the lot.
 * @param {HTMLSelectElement[]} used */
function updateFirstField(used) {
  const { value } = firstField;
  const players = used.map((field, seat) => new Option(label("first-seat", { seat: nameSeat(field), player: namePlayer(field) }), String(seat)));
  firstField.replaceChildren(firstField.options[0], ...players);
  firstField.value = value;
  if (firstField.selectedIndex < 0) firstField.value = BY_LOT;
}

/** @param {HTMLSelectElement} seatField @returns {string} */
function nameSeat(seatField) {
  return seatField.labels?.[0]?.textContent ?? "";
}

/** @param {HTMLSelectElement} seatField @returns {string} */
function namePlayer(seatField) {
  const typedName = seatField.value === "here" ? findNeighbourField(seatField).value.trim() : "";
  return typedName || (seatField.selectedOptions[0]?.textContent ?? "");
}

/** Return the field for the name of another player at this screen.
 * @param {HTMLSelectElement} seatField @returns {HTMLInputElement} */
function findNeighbourField(seatField) {
  return /** @type {HTMLInputElement} */ (seatField.closest("li")?.querySelector(".beside"));
}

/** Give all seats but the first to the same kind of player.
 * @param {string} kind */
function fillSeatFields(kind) {
  for (const field of seatFields.slice(1)) field.value = kind === "bot" ? `bot:${botLevel}` : kind;
  updateSeatFields();
}

/** Return whom the seats are for, in the order of play; a lot may still change who begins.
 * @returns {any[]} */
function readSeats() {
  const seats = listUsedSeatFields().map((field) => {
    const neighbour = findNeighbourField(field);
    return buildSeatRequest(field.value, neighbour.value.trim() || (neighbour.dataset.name ?? ""));
  });
  return firstField.value === BY_LOT ? seats : rotateSeats(seats, Number(firstField.value));
}

// Options.

/** @param {any} field @returns {OptionValue} */
function readField(field) {
  if (field.type === "checkbox") return field.checked;
  return field.type === "number" ? Number(field.value) : field.value.trim();
}

/** @param {any} field @param {any} value */
function fillField(field, value) {
  if (field.type === "checkbox") field.checked = value;
  else field.value = value;
}

/** @returns {Options} */
function readAllOptions() {
  return Object.fromEntries(optionFields.map((field) => [field.dataset.option, readField(field)]));
}

/** Return the options that were chosen; what is left empty is drawn by the server.
 * @returns {Options} */
function readOptions() {
  const chosen = Object.entries(readAllOptions()).filter(([, value]) => value !== "");
  return { ...Object.fromEntries(chosen), players: Number(playersField.value) };
}

/** Fill in the options of a preset.
 * @param {string} id */
function applyPreset(id) {
  const values = listPresetValues(presetData, id);
  for (const field of optionFields) if (field.dataset.option in values) fillField(field, values[field.dataset.option]);
  for (const field of pictureFields) field.showValue();
  updateChangedNote();
}

/** Say whether options differ from those of the preset; it stays chosen. */
function updateChangedNote() {
  const chosen = presetFields.find(({ checked }) => checked);
  if (changedNote) changedNote.hidden = !chosen || !hasChanges(presetData, chosen.value, readAllOptions());
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
  const seats = readSeats();
  const request = {
    game: form.dataset.game,
    options: readOptions(),
    seats,
    lot: firstField.value === BY_LOT,
    settings: readTableSettings(),
  };
  try {
    saveValue("name", nameField.value.trim());
    await ensureUserName(nameField.value);
    await openTable(request, seats.some((seat) => seat.for === "anybody" || seat.for === "invited"));
  } catch (error) {
    showError(error);
  }
}

if (!nameField.value) nameField.value = loadValue("name") ?? "";
for (const field of seatFields.slice(1)) field.value = `bot:${botLevel}`;
for (const field of presetFields) field.addEventListener("change", () => applyPreset(field.value));
for (const field of optionFields) field.addEventListener("change", updateChangedNote);
for (const button of form.querySelectorAll("[data-all]")) button.addEventListener("click", () => fillSeatFields(button.dataset.all));
form.addEventListener("change", updateSeatFields);
form.addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  submitForm();
});
updateSeatFields();
updateChangedNote();
