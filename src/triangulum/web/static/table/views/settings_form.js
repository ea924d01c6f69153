// @ts-check
// The form with what players set for themselves.

import { createElement, elementById } from "../../shared/dom.js";
import { SETTING_KEYS } from "../settings.js";

/** @import {Commands} from "../commands/commands.js" */
/** @import {SettingName, Settings} from "../settings.js" */

/** What it says beside each setting's box.
 * @type {[SettingName, string][]} */
const LABELS = [
  ["confirmsMoves", "Look at a move before it is sent"],
  ["playsSound", "A sound when it is my turn"],
  ["notifies", "A notification when it is my turn"],
  ["showsWinChance", "My chance to win, at tables with hints"],
];

/** Draw a box to check for each setting.
 * @param {Settings} settings @param {Commands} commands */
export function renderSettingsForm(settings, commands) {
  const form = elementById("settings");
  if (!form.children.length) form.append(...LABELS.map(([name, label]) => createSettingRow(name, label, commands)));
  for (const [name] of LABELS) {
    /** @type {HTMLInputElement} */ (elementById(`set-${SETTING_KEYS[name]}`)).checked = settings[name];
  }
}

/** @param {SettingName} name @param {string} label @param {Commands} commands @returns {HTMLElement} */
function createSettingRow(name, label, commands) {
  const box = createElement("input");
  box.type = "checkbox";
  box.id = `set-${SETTING_KEYS[name]}`;
  box.addEventListener("change", () => commands.changeSetting(name, box.checked));
  const text = createElement("label", "", label);
  text.htmlFor = box.id;
  return createElement("p", "row", box, text);
}
