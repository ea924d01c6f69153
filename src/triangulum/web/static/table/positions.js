// @ts-check
// Looking back: earlier positions, and the log of what happened before we came.

import { EMPTY_SCENE, applySceneDiff } from "../scene/diff.js";
import { perspectiveQuery } from "./queries.js";
import { replaceLog } from "./session.js";

/** @import {Client} from "./client.js" */
/** @import {Update} from "../../types" */

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
  const path = `/api/tables/${state.page.tableId}/events${perspectiveQuery(state, { form: "none" })}`;
  const { events } = await transport.requestJson("GET", path).catch(() => ({ events: [] }));
  // Meanwhile it may have been requested again, through other eyes.
  if (state.updatesSinceRequest !== updates) return;
  replaceLog(state, events);
  requestRender();
}
