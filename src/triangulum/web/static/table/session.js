// @ts-check
// Messages from the table's host change the state. Nothing here draws, waits or sends.

import { EMPTY_SCENE, applySceneDiff } from "../scene/diff.js";
import { StepSelection } from "../scene/steps.js";
import { label } from "../shared/labels.js";
import { findOwnSeats, isMyTurn } from "./queries.js";

/** @import {TableState} from "./state.js" */
/** @import {ChatUpdate, ClockTimes, Connection, Kit, Message, LegalMoves, TableInfo, Update, Snapshot} from "../../types" */

/** Change the state by a message. Answers to commands change nothing here: they go to the sender.
 * @param {TableState} state @param {Message} message */
export function receiveMessage(state, message) {
  switch (message.is) {
    case "snapshot":
      receiveSnapshot(state, message);
      break;
    case "update":
      receiveUpdate(state, message);
      break;
    case "legal-moves":
      storeLegalMoves(state, message);
      break;
    case "clock-update":
      setClock(state, message.clock);
      break;
    case "presence":
      state.presence = message;
      break;
  }
}

/** Start over from a snapshot.
 * @param {TableState} state @param {Snapshot} view */
function receiveSnapshot(state, view) {
  state.perspective = view.perspective;
  state.you = view.you;
  setTable(state, view.table);
  state.toMove = view.to_move;
  state.freeTakeBackSeat = view.takeback_seat ?? null;
  setClock(state, view.clock);
  state.queue = [];
  clearChoice(state);
  state.lastNumber = view.number;
  state.latestScene = applySceneDiff(EMPTY_SCENE, view.scene);
  state.shownScene = state.latestScene;
  state.scenes = new Map([[view.number, state.latestScene]]);
  // The earlier position that was shown may have been from another perspective.
  state.viewedNumber = null;
  state.hasPicture = Boolean(view.kit);
  state.numSnapshots += 1;
}

/** Put an update into the queue of those to be shown; any choice is void, unless the update is only chat.
 * @param {TableState} state @param {Update} update */
function receiveUpdate(state, update) {
  if (update.narration || !update.parts.every(({ what }) => what === "chat")) {
    state.moves = null;
    clearChoice(state);
  }
  state.lastNumber = update.number;
  state.latestScene = applySceneDiff(state.latestScene, update.scene);
  state.scenes.set(update.number, state.latestScene);
  state.queue.push(update);
}

/** Offer the legal moves. After a lost connection they come again, while one of them may already be on its way.
 * @param {TableState} state @param {LegalMoves} moves */
function storeLegalMoves(state, moves) {
  const isSending = state.isSending && state.moves?.number === moves.number;
  state.moves = moves;
  clearChoice(state);
  state.isSending = isSending;
  state.selection = new StepSelection(moves.tree);
}

/** Store the drawings, or null if they can't be loaded.
 * @param {TableState} state @param {Kit | null} kit */
export function finishKitLoading(state, kit) {
  state.kit = kit;
  state.isKitSettled = true;
}

/** @param {TableState} state @param {Connection} connection */
export function setConnection(state, connection) {
  state.connection = connection;
}

/** Show the first update of the queue: from now on, the table is as it was after that.
 * @param {TableState} state @returns {{startsMyTurn: boolean, hasNewTable: boolean} | null} Null if none waits. */
export function showNextUpdate(state) {
  const update = state.queue.shift();
  if (!update) return null;
  const moverBefore = state.toMove;
  state.toMove = update.to_move;
  state.freeTakeBackSeat = update.takeback_seat ?? null;
  if (update.clock) setClock(state, update.clock);
  appendToLog(state, update, true);
  state.updatesSinceRequest?.push(update);
  if (update.table) setTable(state, update.table);
  state.shownScene = state.scenes.get(update.number) ?? state.shownScene;
  const startsMyTurn = moverBefore !== state.toMove && isMyTurn(state);
  const sentences = [update.narration, ...listChatSentences(update), startsMyTurn ? label("its-your-turn") : ""];
  state.announcement = sentences.filter(Boolean).join(" ");
  return { startsMyTurn, hasNewTable: update.table !== undefined };
}

/** Forget what was being chosen.
 * @param {TableState} state */
export function clearChoice(state) {
  state.selection = null;
  state.preview = null;
  state.hint = null;
  state.remark = "";
  state.isSending = false;
}

/** @param {TableState} state @param {TableInfo} table */
function setTable(state, table) {
  state.you = { ...state.you, seats: findOwnSeats(state.you, state.table, table) };
  state.table = table;
  state.names = table.seats.map(({ name = "" }) => name);
}

/** @param {TableState} state @param {ClockTimes | undefined} clock */
function setClock(state, clock) {
  state.clock = clock ?? null;
  state.clockTime = performance.now();
}

// The log.

/** Rebuild the log from what the host has sent, and from what has come since it was requested.
 * @param {TableState} state @param {Update[]} updates */
export function rebuildLog(state, updates) {
  const since = state.updatesSinceRequest ?? [];
  state.updatesSinceRequest = null;
  state.log = [];
  state.chat = [];
  state.loggedNumber = 0;
  state.lastMoveTexts = new Map();
  for (const update of updates) appendToLog(state, update, false);
  for (const update of since) appendToLog(state, update, true);
}

/** Append an update to the log, unless it is there already.
 * @param {TableState} state @param {Update} update @param {boolean} isNew Whether chat lines are news. */
function appendToLog(state, update, isNew) {
  if (update.number <= state.loggedNumber) return;
  state.loggedNumber = update.number;
  const { narration } = update;
  const notations = [];
  for (const part of update.parts) {
    if (part.what === "chat") appendToChat(state, part, isNew);
    if (part.what !== "step" || part.seat === null) continue;
    if (part.notation && part.notation !== "?") notations.push(part.notation);
    const moveText = narration || (state.lastMoveTexts.get(part.seat) ?? "");
    state.lastMoveTexts = new Map(state.lastMoveTexts).set(part.seat, moveText);
    state.lastMover = part.seat;
  }
  if (!narration) return;
  const kind = update.parts.some(({ what }) => what === "step") ? "step" : "note";
  state.log.push({ number: update.number, narration, notations, kind });
}

/** Return what was said in the chat, for a screen reader.
 * @param {Update} update @returns {string[]} */
function listChatSentences({ parts }) {
  return parts.flatMap((part) => (part.what === "chat" ? [label("chat-line", { name: part.name, text: part.text ?? "" })] : []));
}

/** @param {TableState} state @param {ChatUpdate} part @param {boolean} isNew */
function appendToChat(state, { alias, name, text = "", muted }, isNew) {
  if (muted) return;
  const line = { alias, name: name || label("somebody"), text, isOwn: alias === state.you.alias };
  state.chat.push(line);
  if (!isNew || line.isOwn) return;
  state.incomingChatLine = line;
  state.hasUnreadChat = state.openTab !== "talk";
}
