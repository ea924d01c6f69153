// @ts-check
// Who one is at the table, and through whose eyes one looks.

import { saveValue } from "../../shared/storage.js";
import { sendCommand } from "./client.js";
import { isMySeat, isScreenShared } from "../queries.js";

/** @import {Client} from "./client.js" */

/** Take a seat under a name; with its token also one that is kept for somebody.
 * @param {Client} client @param {number} seat @param {string} name @param {string | null} [token] */
export async function takeSeat(client, seat, name, token = null) {
  await changeName(client, name);
  return sendCommand(client, { do: "sit", seat, name, ...(token ? { token } : {}) });
}

/** Take a bot's seat in a game that has begun, and see what that seat sees.
 * @param {Client} client @param {number} seat */
export async function takeOverBot(client, seat) {
  const { you, page } = client.state;
  const name = you.name || page.savedName || "Guest";
  if (await takeSeat(client, seat, name)) sendCommand(client, { do: "change-perspective", seat });
}

/** Be known by a name, and come back as that person.
 * @param {Client} client @param {string} name */
async function changeName({ state, transport }, name) {
  saveValue("name", name);
  if (state.you.name === name) return;
  await transport.requestJson("PUT", "/api/me", { name });
  transport.reconnect();
}

/** Let a spectator who has just sat down look through the eyes of that seat.
 * @param {Client} client */
export function switchToOwnPerspective(client) {
  const { perspective, you, page } = client.state;
  const [seat] = you.seats;
  if (perspective !== null || seat === undefined || (you.seats.length > 1 && page.hasSecrets)) return;
  sendCommand(client, { do: "change-perspective", seat });
}

/** Where several play at one screen, look through the mover's eyes; with secrets, cover the table until they are there.
 * @param {Client} client */
export function switchToMoverPerspective(client) {
  const { state } = client;
  const { toMove, perspective, coveredSeat } = state;
  const isMine = isMySeat(state, toMove);
  if (!isScreenShared(state) || state.isPlayingQueue || state.table?.phase !== "playing" || !isMine || toMove === perspective) {
    if (coveredSeat !== null && (perspective === coveredSeat || !isMine)) state.coveredSeat = null;
  } else if (!state.page.hasSecrets) sendCommand(client, { do: "change-perspective", seat: toMove });
  else {
    if (perspective !== null) sendCommand(client, { do: "change-perspective", seat: null });
    state.coveredSeat = toMove;
  }
  client.requestRender();
}

/** Uncover the table for the player to whom the screen was passed.
 * @param {Client} client */
export function uncoverTable(client) {
  sendCommand(client, { do: "change-perspective", seat: client.state.coveredSeat });
}
