// @ts-check
// What a user does in the sidebar without sending anything: open tabs, change settings, type a move.

import { formatPerspectiveQuery } from "../queries.js";
import { saveSetting } from "../settings.js";
import { updateWinChance } from "./advice.js";
import { playChime } from "./turn_alert.js";

/** @import {Client} from "./client.js" */
/** @import {SettingName} from "../settings.js" */
/** @import {TabName} from "../state.js" */

/** Open a tab; the rules are loaded each time, since they begin with those for the present part of the game.
 * @param {Client} client @param {TabName} tab */
export async function openTab({ state, transport, requestRender }, tab) {
  state.openTab = tab;
  if (tab === "talk") state.hasUnreadChat = false;
  requestRender();
  if (tab !== "rules") return;
  const html = await transport.loadHtml(`/tables/${state.page.tableId}/guide${formatPerspectiveQuery(state)}`);
  state.guide = { html };
  requestRender();
}

/** Change a setting. Notifications stay off if the browser doesn't allow them.
 * @param {Client} client @param {SettingName} name @param {boolean} isOn */
export async function changeSetting(client, name, isOn) {
  const { state } = client;
  if (name === "playsSound" && isOn) playChime();
  const isAllowed = name !== "notifies" || !isOn || (await Notification.requestPermission()) === "granted";
  state.settings = saveSetting(state.settings, name, isOn && isAllowed);
  if (name === "showsWinChance") updateWinChance(client);
  client.requestRender();
}

/** Suggest moves that contain what is being typed; null for none.
 * @param {Client} client @param {string | null} typed */
export function suggestMoves({ state, requestRender }, typed) {
  state.typedMove = typed;
  requestRender();
}
