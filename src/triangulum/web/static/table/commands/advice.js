// @ts-check
// Advice from a bot that knows no more than we do: hints, and our chance to win.

import { label } from "../../shared/labels.js";
import { updatePreview } from "./choice.js";
import { showError, showRemark } from "./client.js";

/** @import {Client} from "./client.js" */
/** @import {HintReply, LegalMoves} from "../../../types" */

/** Ask for a hint, and choose the move it names.
 * @param {Client} client */
export async function showHint(client) {
  const { state } = client;
  const { moves } = state;
  if (!moves) return;
  showRemark(client, label("thinking"));
  try {
    const hint = await requestHint(client, moves);
    if (state.moves !== moves) return;
    state.remark = "";
    state.hint = hint;
    state.winChance = findWinChance(hint);
    state.selection?.chooseAction(hint.action);
    updatePreview(client);
  } catch (error) {
    showError(client, error);
  }
}

/** Ask a bot for our chance to win, if the table and the settings allow it.
 * @param {Client} client */
export async function updateWinChance(client) {
  const { state } = client;
  const { moves } = state;
  if (!moves || !state.table?.settings.hints || !state.settings.showsWinChance) return;
  try {
    const hint = await requestHint(client, moves);
    if (state.moves === moves) state.winChance = findWinChance(hint);
  } catch {
    // A busy bot is no problem: the last estimate stays.
  }
  client.requestRender();
}

/** Return a bot's advice; the same moves are asked about only once.
 * @param {Client} client @param {LegalMoves} moves @returns {Promise<HintReply>} */
function requestHint({ state, transport }, moves) {
  if (state.hintRequest?.moves === moves) return state.hintRequest.answer;
  const command = { do: /** @type {const} */ ("hint"), seat: moves.seat, at: moves.number };
  const answer = /** @type {Promise<HintReply>} */ (transport.send(command));
  state.hintRequest = { moves, answer };
  answer.catch(() => {
    if (state.hintRequest?.answer === answer) state.hintRequest = null;
  });
  return answer;
}

/** @param {HintReply} hint @returns {number | null} */
function findWinChance(hint) {
  return hint.best.find(({ action }) => action === hint.action)?.win ?? null;
}
