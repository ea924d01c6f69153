// @ts-check
// What the pages around the table share: opening tables, lists of tables, and saying what went wrong.

import { beginGame, requestJson } from "../shared/api.js";
import { createElement, createNameElement, elementById } from "../shared/dom.js";
import { label } from "../shared/labels.js";

/** @import {TableSummary, TableRequest} from "../../types" */

/** Return a form field that the page is known to have, of whatever kind.
 * @param {string} id @returns {any} */
export function fieldById(id) {
  return elementById(id);
}

/** Show what went wrong; null for nothing.
 * @param {unknown} error */
export function showError(error) {
  const place = elementById("trouble");
  const isUnreachable = error instanceof TypeError;
  place.textContent = isUnreachable ? label("unreachable") : error instanceof Error ? error.message : "";
  place.hidden = !error;
}

/** Make sure that the server knows us by a name.
 * @param {string} name */
export async function ensureUserName(name) {
  const wantedName = name.trim() || label("guest");
  const me = await requestJson("GET", "/api/me");
  if (me.name !== wantedName) await requestJson("PUT", "/api/me", { name: wantedName });
}

/** Open a table and go there; begin the game if nobody else has to come.
 * @param {TableRequest} request @param {boolean} [isInviting] Whether to show the page with the link for others first. */
export async function openTable(request, isInviting = false) {
  const { table } = await requestJson("POST", "/api/tables", request);
  const isFull = request.seats?.every((seat) => seat.for === "me" || seat.for === "bot");
  if (isFull) await beginGame(table);
  location.assign(`/tables/${table}${isInviting ? "/invite" : ""}`);
}

/** Return an item of a list of tables: which game, who plays, and a word on its state.
 * @param {TableSummary & {yours?: boolean}} table @param {string} state
 * @param {string} [subpage] Where the item leads, if not to the table itself. @returns {HTMLElement} */
export function createTableItem(table, state, subpage = "") {
  const players = table.seats.flatMap(({ name }, index) => [
    index ? ", " : "",
    name ? createNameElement("span", "", name) : createElement("span", "", label("free-seat")),
  ]);
  const stateElement = createElement("span", table.yours ? "state yours" : "state", state);
  const title = createNameElement("strong", "", table.title);
  const link = createElement("a", "", title, " ", createElement("span", "who", ...players), " ", stateElement);
  link.href = `/tables/${table.id}${subpage}`;
  return createElement("li", "", link);
}
