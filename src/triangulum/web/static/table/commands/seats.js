// @ts-check
// Taking seats, and changing the perspective.

import { label } from "../../shared/labels.js";
import { saveValue } from "../../shared/storage.js";
import { sendCommand } from "./client.js";
import { isPlayedByMe, isScreenShared } from "../queries.js";

/** @import {Client} from "./client.js" */

/** Take a seat under a name; a reserved one needs its token.
 * @param {Client} client @param {number} seat @param {string} name @param {string | null} [token] */
export async function takeSeat(client, seat, name, token = null) {
  await changeNameAndReconnect(client, name);
  return sendCommand(client, { do: "sit", seat, name, ...(token ? { token } : {}) });
}

/** Take a bot's seat in a game that has begun, and see what that seat sees.
 * @param {Client} client @param {number} seat */
export async function takeOverBot(client, seat) {
  const { you, page } = client.state;
  const name = you.name || page.savedName || label("guest");
  if (await takeSeat(client, seat, name)) sendCommand(client, { do: "change-perspective", seat });
}

/** Change our name, and reconnect under it.
 * @param {Client} client @param {string} name */
async function changeNameAndReconnect({ state, transport }, name) {
  saveValue("name", name);
  if (state.you.name === name) return;
  await transport.requestJson("PUT", "/api/me", { name });
  transport.reconnect();
}

/** Switch from a spectator's perspective to that of the seat that was just taken.
 * @param {Client} client */
export function switchToOwnPerspective(client) {
  const { perspective, you, page } = client.state;
  const [seat] = you.seats;
  if (perspective !== null || seat === undefined || (you.seats.length > 1 && page.hasSecrets)) return;
  sendCommand(client, { do: "change-perspective", seat });
}

/** On a shared screen, switch to the perspective of the player to move; in a game with secrets, cover the table first.
 * @param {Client} client */
export function switchToMoverPerspective(client) {
  const { state } = client;
  const { toMove, perspective, coveredSeat } = state;
  const isMine = isPlayedByMe(state, toMove);
  if (!isScreenShared(state) || state.isPlayingQueue || state.table?.phase !== "playing" || !isMine || toMove === perspective) {
    if (coveredSeat !== null && (perspective === coveredSeat || !isMine)) state.coveredSeat = null;
  } else if (!state.page.hasSecrets) sendCommand(client, { do: "change-perspective", seat: toMove });
  else {
    if (perspective !== null) sendCommand(client, { do: "change-perspective", seat: null });
    state.coveredSeat = toMove;
  }
  client.requestRender();
}

/** Show the table to the player who has got the screen.
 * @param {Client} client */
export function uncoverTable(client) {
  sendCommand(client, { do: "change-perspective", seat: client.state.coveredSeat });
}
