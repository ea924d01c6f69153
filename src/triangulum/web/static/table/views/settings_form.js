// @ts-check
// The boxes for what players set for themselves.

import { inputById } from "../../shared/dom.js";

/** @import {Commands} from "../commands/commands.js" */
/** @import {SettingName, Settings} from "../settings.js" */

/** The id of each setting's box.
 * @type {Record<SettingName, string>} */
const BOX_IDS = {
  confirmsMoves: "set-confirm",
  givesUsualAnswers: "set-usual",
  playsSound: "set-sound",
  notifies: "set-notify",
  showsWinChance: "set-chance",
  showsNotation: "set-notation",
};
const BOXES = /** @type {[SettingName, string][]} */ (Object.entries(BOX_IDS));

/** Check the boxes of the settings that are on.
 * @param {Settings} settings @param {Commands} commands */
export function renderSettingsForm(settings, commands) {
  for (const [name, id] of BOXES) {
    const box = inputById(id);
    box.checked = settings[name];
    box.onchange = () => commands.changeSetting(name, box.checked);
  }
}
