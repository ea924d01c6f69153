// @ts-check
// Questions about the state that several modules ask. Nothing here changes it.

import { applySceneDiff, insertPreviewBoard } from "../scene/diff.js";

/** @import {TableState} from "./state.js" */
/** @import {Scene, TableInfo, You} from "../../types" */

/** Tell whether we play a seat ourselves; where a bot plays for us, we don't.
 * @param {TableState} state @param {number} seat @returns {boolean} */
export function isPlayedByMe(state, seat) {
  return state.you.seats.includes(seat) && state.table?.seats[seat]?.kind === "person";
}

/** Tell whether it is the turn of a seat that we play.
 * @param {TableState} state @returns {boolean} */
export function isMyTurn(state) {
  return isPlayedByMe(state, state.toMove);
}

/** Tell whether we can choose a move right now: it is our turn, and we see the table as it is.
 * @param {TableState} state @returns {boolean} */
export function canChooseMove(state) {
  return state.moves !== null && state.selection !== null && state.viewedNumber === null && !state.isPlayingQueue;
}

/** Tell whether several people share this screen.
 * @param {TableState} state @returns {boolean} */
export function isScreenShared(state) {
  return state.you.seats.filter((seat) => isPlayedByMe(state, seat)).length > 1;
}

/** Return the seat for which we speak and act: the one whose view is shown, or our first; undefined for a spectator.
 * @param {You} you @param {TableState["perspective"]} perspective @returns {number | undefined} */
export function actingSeat(you, perspective) {
  const isOwn = perspective !== null && perspective !== undefined && you.seats.includes(perspective);
  return isOwn ? perspective : you.seats[0];
}

/** Return our seats after a change of the table: those with our alias, and those we had that haven't changed hands. A
 * seat that was taken on another device has another alias at first.
 * @param {You} you @param {TableInfo | null} before @param {TableInfo} after @returns {number[]} */
export function findOwnSeats(you, before, after) {
  const kept = before ? you.seats.filter((seat) => before.seats[seat].alias === after.seats[seat].alias) : you.seats;
  const own = after.seats.filter(({ alias }) => alias && alias === you.alias).map(({ seat }) => seat);
  return [...new Set([...own, ...kept])].sort((first, second) => first - second);
}

/** Return the scene that the board shows: an earlier position, what a move would bring, or the table as it is. Undefined
 * for an earlier position that hasn't come yet.
 * @param {TableState} state @returns {Scene | undefined} */
export function visibleScene(state) {
  if (state.viewedNumber !== null) return state.scenes.get(state.viewedNumber);
  const { shownScene, preview } = state;
  if (!canChooseMove(state) || !preview?.scene) return shownScene;
  return insertPreviewBoard(shownScene, applySceneDiff(shownScene, preview.scene));
}

/** Return the seat that may take a move back, or ask to; null if there is none.
 * @param {TableState} state @returns {number | null} */
export function findTakeBackSeat(state) {
  const { table, you, perspective, lastMoveTexts, freeTakeBackSeat } = state;
  if (!table || table.phase !== "playing" || table.settings.take_backs === "none" || table.proposal) return null;
  const isAnySeatShown = isScreenShared(state) && !state.page.hasSecrets;
  const seats = you.seats.filter((seat) => isAnySeatShown || seat === perspective);
  const movers = seats.filter((seat) => isPlayedByMe(state, seat) && lastMoveTexts.has(seat));
  const seat = movers.find((mover) => mover === state.lastMover) ?? movers[0] ?? null;
  return table.settings.take_backs === "free" && seat !== freeTakeBackSeat ? null : seat;
}

/** Return the query string of a request for what the shown perspective may see.
 * @param {TableState} state @param {Record<string, string>} [parameters] @returns {string} Empty, or from "?" on. */
export function formatPerspectiveQuery({ perspective }, parameters = {}) {
  const query = new URLSearchParams(parameters);
  if (perspective !== null && perspective !== undefined) query.set("seat", String(perspective));
  return query.size ? `?${query}` : "";
}
