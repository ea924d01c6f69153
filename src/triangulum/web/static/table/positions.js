// @ts-check
// Looking back: earlier positions, and the log of what happened before we came.

import { EMPTY_SCENE, applySceneDiff } from "../scene/diff.js";
import { perspectiveQuery } from "./queries.js";
import { replaceLog } from "./session.js";

/** @import {Client} from "./client.js" */
/** @import {TableState} from "./state.js" */
/** @import {Transport, Update, UpdatePage} from "../../types" */

/** Show the table as it was after an update, or as it is now.
 * @param {Client} client @param {number | null} number */
export async function viewPosition({ state, transport, requestRender }, number) {
  state.viewedNumber = number === state.lastNumber ? null : number;
  requestRender();
  if (state.viewedNumber === null || state.scenes.has(state.viewedNumber)) return;
  const query = perspectiveQuery(state, { form: "scene", at: String(number) });
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
  replaceLog(state, pastUpdates);
  requestRender();
}

/** Load all updates so far, page by page.
 * @param {TableState} state @param {Transport} transport @returns {Promise<Update[]>} */
async function loadUpdates(state, transport) {
  /** @type {Update[]} */
  const loaded = [];
  for (let isLast = false; !isLast; ) {
    const after = String(loaded.at(-1)?.number ?? 0);
    const path = `/api/tables/${state.page.tableId}/events${perspectiveQuery(state, { form: "none", after })}`;
    /** @type {UpdatePage} */
    const { updates, more } = await transport.requestJson("GET", path);
    loaded.push(...updates);
    isLast = !more;
  }
  return loaded;
}
