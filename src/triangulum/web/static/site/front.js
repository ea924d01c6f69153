// @ts-check
// The front page: one click to play or to invite, and the games that can be continued.

import { requestJson } from "../shared/api.js";
import { elementById } from "../shared/dom.js";
import { label } from "../shared/labels.js";
import { loadValue, saveValue } from "../shared/storage.js";
import { createTableItem, ensureUserName, fieldById, openTable, showError } from "./page.js";

/** @import {TableSummary} from "../../types" */
/** @typedef {TableSummary & {yours?: boolean}} ListedTable */

const REFRESH_INTERVAL = 20_000;

const nameField = fieldById("name");
const levelField = fieldById("level");

/** Fill in what was chosen last time. */
function restoreFields() {
  if (!nameField.value) nameField.value = loadValue("name") ?? "";
  const level = loadValue("level");
  if (levelField.querySelector(`option[value="${level}"]`)) levelField.value = level;
  renderLevelDescription();
}

/** Store what is chosen now, for next time. */
function addFieldListeners() {
  nameField.addEventListener("change", () => saveValue("name", nameField.value.trim()));
  levelField.addEventListener("change", () => {
    saveValue("level", levelField.value);
    renderLevelDescription();
  });
  elementById("wishes").addEventListener("submit", (event) => event.preventDefault());
}

function renderLevelDescription() {
  elementById("level-words").textContent = levelField.selectedOptions[0].dataset.words;
}

/** Open a table of the game whose button was pressed.
 * @param {HTMLButtonElement} button */
async function openGameTable(button) {
  const card = /** @type {HTMLElement} */ (button.closest("[data-game]"));
  const isInviting = button.dataset.do === "invite";
  const opponent = isInviting ? { for: "anybody" } : { for: "bot", bot: levelField.value };
  const seats = [{ for: "me" }, ...Array(Number(card.dataset.seats) - 1).fill(opponent)];
  showError(null);
  button.disabled = true;
  try {
    await ensureUserName(nameField.value);
    const preset = button.dataset.preset ?? card.dataset.preset;
    const options = { players: seats.length, ...(preset && { preset }) };
    await openTable({ game: card.dataset.game ?? "", options, seats, settings: { hints: !isInviting } }, isInviting);
  } catch (error) {
    showError(error);
    elementById("trouble").scrollIntoView({ block: "center" });
  }
  button.disabled = false;
}

/** Load and list our own tables, and those that are open to all. */
async function loadTableLists() {
  const [ownTables, openTables] = await Promise.all([requestJson("GET", "/api/me/going-on"), requestJson("GET", "/api/tables")]);
  updateTableList("my-tables", ownTables, describeOwnTable);
  updateTableList("open-tables", openTables, describeOpenTable);
  elementById("going-on").hidden = !ownTables.length;
  elementById("no-tables").hidden = openTables.length > 0;
}

/** @param {ListedTable} table @returns {string} */
function describeOpenTable({ phase }) {
  return phase === "gathering" ? label("waiting-for-players") : label("in-progress");
}

/** @param {ListedTable} table @returns {string} */
function describeOwnTable({ yours, phase }) {
  if (yours) return label("your-turn");
  return phase === "gathering" ? label("not-begun") : label("waiting-for-others");
}

/** Put tables into a list; one that looks the same as before isn't touched, so that nobody loses their place.
 * @param {string} id @param {ListedTable[]} tables @param {(table: ListedTable) => string} describeState */
function updateTableList(id, tables, describeState) {
  const items = tables.map((table) => createTableItem(table, describeState(table)));
  const oldItems = [...elementById(id).children];
  if (oldItems.length === items.length && oldItems.every((item, index) => item.isEqualNode(items[index]))) return;
  elementById(id).replaceChildren(...items);
}

function refreshTableLists() {
  if (!document.hidden) loadTableLists().catch(() => {});
}

restoreFields();
addFieldListeners();
for (const button of document.querySelectorAll("button[data-do]")) {
  button.addEventListener("click", () => openGameTable(/** @type {HTMLButtonElement} */ (button)));
}
document.addEventListener("visibilitychange", refreshTableLists);
setInterval(refreshTableLists, REFRESH_INTERVAL);
refreshTableLists();
