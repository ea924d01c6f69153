// @ts-check
// Choosing a move and playing it: touches lead through the tree of steps to an action, which is previewed and sent.

import { StepSelection } from "../../scene/steps.js";
import { label } from "../../shared/labels.js";
import { showError, showRemark } from "./client.js";
import { clearChoice } from "../session.js";
import { saveFirstMove } from "../settings.js";

/** @import {Client} from "./client.js" */

/** Touch a piece. A complete move is played by touching its last piece once more.
 * @param {Client} client @param {string} key */
export function touchPiece(client, key) {
  const { selection, isSending, viewedNumber } = client.state;
  if (!selection || isSending || viewedNumber !== null) return;
  const last = selection.lastBranch;
  if (last?.action !== undefined && last.step.type === "pick" && last.step.key === key) confirmChoice(client);
  else if (selection.touchPiece(key)) continueChoice(client, client.state.settings.confirmsMoves);
}

/** Press a button that belongs to a move, by its name.
 * @param {Client} client @param {string} name */
export function pressMoveButton(client, name) {
  if (client.state.selection?.pressButton(name)) continueChoice(client, false);
}

/** Continue after a choice: play it if it is complete, or show it.
 * @param {Client} client @param {boolean} needsConfirmation Whether a complete move is only shown. */
function continueChoice(client, needsConfirmation) {
  const { state } = client;
  const { selection } = state;
  if (!selection) return;
  state.remark = "";
  const { candidate } = selection;
  const isComplete = candidate?.action !== undefined && candidate === selection.lastBranch;
  if (isComplete && !needsConfirmation) playAction(client, candidate.action ?? "");
  else updatePreview(client);
}

/** Show what is chosen, and what it would bring if it is a complete move.
 * @param {Client} client */
export function updatePreview(client) {
  const { state } = client;
  const action = state.selection?.candidate?.action;
  if (state.preview && state.preview.action !== action) state.preview = null;
  client.requestRender();
  if (action === undefined || state.preview) return;
  loadPreview(client, action, () => state.selection?.candidate?.action === action);
}

/** Load the preview of an action, and show it if it is still wanted.
 * @param {Client} client @param {number} action @param {() => boolean} isWanted */
async function loadPreview(client, action, isWanted) {
  const { state, transport } = client;
  const { moves } = state;
  if (!moves || state.connection.status !== "open") return;
  try {
    const answer = await transport.send({ do: "preview-move", seat: moves.seat, at: moves.number, action });
    if (answer.is !== "preview-reply" || state.moves !== moves || !isWanted()) return;
    state.preview = answer;
    client.requestRender();
  } catch {
    // A move can be played without a preview.
  }
}

/** With a mouse, show what touching a piece would bring while the mouse is over it.
 * @param {Client} client @param {string | null} key */
export function hoverPiece(client, key) {
  const { state } = client;
  const { selection, preview } = state;
  if (!selection || state.isSending || state.settings.confirmsMoves || state.viewedNumber !== null) return;
  const action = key === null ? undefined : selection.picks.find(({ step }) => step.key === key)?.action;
  state.hoveredKey = key;
  if (action !== undefined && action !== preview?.action) loadPreview(client, action, () => state.hoveredKey === key);
  else if (action === undefined && preview && preview.action !== selection.candidate?.action) {
    state.preview = null;
    client.requestRender();
  }
}

/** Play an action, by its number or in notation.
 * @param {Client} client @param {number | string} action */
export async function playAction(client, action) {
  const { state, transport } = client;
  const { moves } = state;
  if (!moves || state.isSending) {
    showRemark(client, label("not-your-turn"));
    return;
  }
  state.isSending = true;
  state.settings = saveFirstMove(state.settings);
  client.requestRender();
  try {
    await transport.send({ do: "play", seat: moves.seat, at: moves.number, action });
  } catch (error) {
    if (state.moves?.number !== moves.number) return;
    clearChoice(state);
    state.selection = new StepSelection(moves.tree);
    showError(client, error);
  }
}

/** Give the usual answer to a question that has one, unless the player wants to be asked.
 * @param {Client} client */
export function giveUsualAnswer(client) {
  const { moves, isSending, settings } = client.state;
  const usual = moves?.tree.find(({ step }) => step.type === "button" && step.usual);
  if (usual?.action !== undefined && settings.givesUsualAnswers && !isSending) playAction(client, usual.action);
}

/** Undo the last choice of a move that hasn't been sent.
 * @param {Client} client */
export function undoChoice(client) {
  const { selection, isSending } = client.state;
  if (!selection?.hasChosen || isSending) return;
  selection.undoChoice();
  updatePreview(client);
}

/** Rotate the piece that is being placed.
 * @param {Client} client @param {number} by */
export function rotatePiece(client, by) {
  const { selection, isSending } = client.state;
  if (isSending || !selection?.canRotate || !selection.rotatePiece(by)) return;
  updatePreview(client);
}

/** Play the complete move, or continue with what is complete of it.
 * @param {Client} client */
export function confirmChoice(client) {
  const { selection, isSending } = client.state;
  const candidate = selection?.candidate;
  if (!selection || !candidate || isSending) return;
  if (candidate.action !== undefined) playAction(client, candidate.action);
  else if (selection.continueFromCandidate()) continueChoice(client, false);
}
