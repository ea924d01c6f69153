// @ts-check
// Shows updates one after the other, so that each move is seen; and loads what was before: earlier positions, and the log
// from its beginning.

import { EMPTY_SCENE, applySceneDiff } from "../../scene/diff.js";
import { formatPerspectiveQuery } from "../queries.js";
import { switchToMoverPerspective, switchToOwnPerspective } from "./seats.js";
import { rebuildLog, showNextUpdate } from "../session.js";
import { alertPlayer } from "./turn_alert.js";

/** @import {Client} from "./client.js" */
/** @import {TableState} from "../state.js" */
/** @import {Transport, Update, UpdatePage} from "../../../types" */

const MOVE_PAUSE = 420;
/** Milliseconds between a move and the next. */
const MOST_PAUSES = 8;
/** With more moves than this waiting, they aren't shown one by one. */

/** Show all updates of the queue, with a pause after each move if another follows.
 * @param {Client} client */
export async function playQueue(client) {
  const { state } = client;
  if (state.isPlayingQueue) return;
  state.isPlayingQueue = true;
  while (state.queue.length) {
    const [update] = state.queue;
    showUpdate(client);
    const numWaiting = state.queue.length;
    if (update.scene && numWaiting && numWaiting <= MOST_PAUSES && client.canAnimate()) await pauseAfterMove(client);
  }
  state.isPlayingQueue = false;
  switchToMoverPerspective(client);
  client.requestRender();
}

/** @param {Client} client @returns {Promise<void>} */
function pauseAfterMove({ state, requestRender }) {
  requestRender();
  return new Promise((resolve) => {
    state.endPause = resolve;
    setTimeout(resolve, MOVE_PAUSE);
  });
}

/** Show all updates of the queue at once.
 * @param {Client} client */
export function skipQueue(client) {
  if (!client.state.queue.length) return;
  client.board.finishAnimations();
  client.state.endPause();
  while (client.state.queue.length) showUpdate(client);
}

/** Show the next update, and alert the player whose turn it starts.
 * @param {Client} client */
function showUpdate(client) {
  const result = showNextUpdate(client.state);
  if (result?.hasNewTable) switchToOwnPerspective(client);
  if (result?.startsMyTurn) alertPlayer(client.state);
}

// What was before.

/** Show the table as it was after an update, or as it is now.
 * @param {Client} client @param {number | null} number */
export async function viewPosition({ state, transport, requestRender }, number) {
  state.viewedNumber = number === state.lastNumber ? null : number;
  requestRender();
  if (state.viewedNumber === null || state.scenes.has(state.viewedNumber)) return;
  const query = formatPerspectiveQuery(state, { form: "scene", at: String(number) });
  const view = await transport.requestJson("GET", `/api/tables/${state.page.tableId}${query}`).catch(() => null);
  if (number === null || state.viewedNumber !== number) return;
  state.scenes.set(number, applySceneDiff(EMPTY_SCENE, view?.scene));
  requestRender();
}

/** Read the log from its beginning.
 * @param {Client} client */
export async function loadLog({ state, transport, requestRender }) {
  /** @type {Update[]} */
  const updates = [];
  state.updatesSinceRequest = updates;
  const pastUpdates = await loadUpdates(state, transport).catch(() => []);
  // Meanwhile it may have been requested again, from another seat.
  if (state.updatesSinceRequest !== updates) return;
  rebuildLog(state, pastUpdates);
  requestRender();
}

/** Load all updates so far, page by page.
 * @param {TableState} state @param {Transport} transport @returns {Promise<Update[]>} */
async function loadUpdates(state, transport) {
  /** @type {Update[]} */
  const loaded = [];
  for (let isLast = false; !isLast; ) {
    const after = String(loaded.at(-1)?.number ?? 0);
    const path = `/api/tables/${state.page.tableId}/events${formatPerspectiveQuery(state, { form: "none", after })}`;
    /** @type {UpdatePage} */
    const { updates, more } = await transport.requestJson("GET", path);
    loaded.push(...updates);
    isLast = !more;
  }
  return loaded;
}
