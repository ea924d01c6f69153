// @ts-check
// Shows the updates that have come, one after the other, so that each move is seen.

import { callPlayer } from "./alerts.js";
import { followMover, lookFromOwnSeat } from "./seats.js";
import { showNextUpdate } from "./session.js";

/** @import {Client} from "./client.js" */

const MOVE_PAUSE = 420;
/** Milliseconds in which a move is seen before the next. */
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
  followMover(client);
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
  client.state.endPause();
  while (client.state.queue.length) showUpdate(client);
}

/** Show the next update, and call the player whose turn it starts.
 * @param {Client} client */
function showUpdate(client) {
  const result = showNextUpdate(client.state);
  if (result?.hasNewTable) lookFromOwnSeat(client);
  if (result?.startsMyTurn) callPlayer(client.state);
}
