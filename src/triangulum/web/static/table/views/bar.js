// @ts-check
// The bar below the board: a sentence about what is going on, and buttons for what can be done.

import { findPiece } from "../../scene/diff.js";
import { branchButtonLabel, stepButtonName, describeCompleteChoice } from "../../scene/steps.js";
import { createButton, createElement, elementById, updateButtons } from "../../shared/dom.js";
import { conjugateForYou, formatSentence, insertNames, joinNames } from "../../shared/text.js";
import { canChooseMove, findTakeBackSeat, visibleScene } from "../queries.js";

/** @import {ZoomOffer} from "./board.js" */
/** @import {Commands} from "../commands/commands.js" */
/** @import {TableState} from "../state.js" */
/** @import {StepSelection} from "../../scene/steps.js" */
/** @import {TableInfo} from "../../../types" */

const ZOOM_FACTOR = 1.7;

/** Draw the bar.
 * @param {TableState} state @param {TableInfo} table @param {Commands} commands @param {ZoomOffer} zoomOffer */
export function renderBar(state, table, commands, zoomOffer) {
  const buttons = [...createMainButtons(state, table, commands), ...createTakeBackButton(state, table, commands)];
  if (zoomOffer) buttons.push(...createZoomButtons(zoomOffer, commands));
  updateButtons(elementById("deeds"), buttons);
  const sentence = elementById("say");
  sentence.replaceChildren(state.remark || describeSituation(state, table));
  const notation = canChooseMove(state) && !state.remark && !state.isSending ? state.preview?.text : "";
  // The notation is for those who want to learn it; the sentence does without.
  if (notation) sentence.append(" ", createElement("code", "", notation));
  sentence.classList.toggle("trouble", state.remark !== "");
  sentence.classList.toggle("result", table.phase === "over" && state.viewedNumber === null);
  elementById("bar").classList.toggle("sending", state.isSending);
  elementById("bar").hidden = table.phase === "gathering";
  renderWinChance(state, table);
}

/** Show our chance to win, if the settings say so.
 * @param {TableState} state @param {TableInfo} table */
function renderWinChance({ winChance, settings }, table) {
  elementById("chance").hidden = winChance === null || !settings.showsWinChance || table.phase !== "playing";
  const percent = Math.round((winChance ?? 0) * 100);
  const meter = /** @type {HTMLMeterElement} */ (elementById("chance-bar"));
  const even = 100 / table.seats.length;
  // Green for better than even, red for less than half of that.
  [meter.low, meter.high, meter.optimum, meter.value] = [even / 2, even, 100, percent];
  elementById("chance-said").textContent = winChance === null ? "" : `${percent}%`;
}

// The buttons.

/** @param {TableState} state @param {TableInfo} table @param {Commands} commands @returns {HTMLElement[]} */
function createMainButtons(state, table, commands) {
  if (state.viewedNumber !== null) return [createButton("Back to now", () => commands.viewPosition(null), "main", "now")];
  if (table.phase === "over") return createEndButtons(state, table, commands);
  if (canChooseMove(state) && state.selection) return createChoiceButtons(state, state.selection, commands);
  return state.queue.length ? [createButton("Skip", commands.skipQueue, "", "skip")] : [];
}

/** @param {TableState} state @param {TableInfo} table @param {Commands} commands @returns {HTMLElement[]} */
function createEndButtons({ you, page }, table, commands) {
  const replay = createElement("a", "button", "Replay");
  replay.href = `/tables/${page.tableId}/replay`;
  if (!you.seats.length && !table.rematch) return [replay];
  const label = table.rematch ? "To the next table" : "Play again";
  return [createButton(label, commands.startRematch, "main", "rematch"), replay];
}

/** @param {TableState} state @param {StepSelection} selection @param {Commands} commands @returns {HTMLElement[]} */
function createChoiceButtons(state, selection, commands) {
  if (state.isSending) return [];
  const { candidate } = selection;
  const buttons = createStepButtons(state, selection, commands);
  if (selection.canRotate) buttons.push(createButton("Turn", () => commands.rotatePiece(1), "", "turn", "R"));
  if (candidate) {
    const label = candidate.action === undefined ? "Next" : "Play";
    buttons.push(createButton(label, commands.confirmChoice, "main", "play", "P"));
  }
  if (selection.hasChosen) buttons.push(createButton("Undo", commands.undoChoice, "", "undo", "Escape"));
  else if (state.table?.settings.hints) buttons.push(createButton("Hint", commands.showHint, "quiet", "hint"));
  return buttons;
}

/** @param {TableState} state @param {StepSelection} selection @param {Commands} commands @returns {HTMLElement[]} */
function createStepButtons({ names }, selection, commands) {
  const isAlternative = selection.picks.length > 0 && selection.path.length === selection.numForcedSteps;
  return selection.buttons.map((branch) => {
    const name = stepButtonName(branch.step);
    const label = insertNames(branchButtonLabel(branch), names, false);
    return createButton(label, () => commands.pressStepButton(name), isAlternative ? "" : "main", `press-${name}`);
  });
}

/** @param {TableState} state @param {TableInfo} table @param {Commands} commands @returns {HTMLElement[]} */
function createTakeBackButton(state, table, commands) {
  const seat = findTakeBackSeat(state);
  if (seat === null || state.viewedNumber !== null || state.selection?.hasChosen) return [];
  const hasOpponents = table.seats.some(({ kind, seat: each }) => kind === "person" && !state.you.seats.includes(each));
  const label = hasOpponents && state.freeTakeBackSeat !== seat ? "Ask to take back" : "Take back";
  return [createButton(label, commands.takeBackMove, "quiet", "take-back")];
}

/** @param {NonNullable<ZoomOffer>} offer @param {Commands} commands @returns {HTMLElement[]} */
function createZoomButtons({ canZoomOut }, commands) {
  const zoomIn = createButton("+", () => commands.zoomSmallPane(ZOOM_FACTOR), "quiet lens", "closer");
  zoomIn.setAttribute("aria-label", "Look closer");
  if (!canZoomOut) return [zoomIn];
  const zoomOut = createButton("−", () => commands.zoomSmallPane(1 / ZOOM_FACTOR), "quiet lens", "further");
  zoomOut.setAttribute("aria-label", "Look from further away");
  return [zoomIn, zoomOut];
}

// The sentence.

/** Return what is going on.
 * @param {TableState} state @param {TableInfo} table @returns {string} */
export function describeSituation(state, table) {
  if (state.viewedNumber !== null) return "An earlier position.";
  if (table.phase === "over") return `${state.ending} ${describeResult(state, table)}`.trim();
  if (table.phase === "gathering") return "The game has not begun.";
  if (state.isSending) {
    return state.connection.status === "open" ? "Sending …" : "Your move will be sent when the connection is back.";
  }
  return (canChooseMove(state) && describeChoice(state)) || describeTurn(state);
}

/** Return what is chosen so far, or what it would bring; empty if nothing is.
 * @param {TableState} state @returns {string} */
function describeChoice(state) {
  const { selection, latestScene, names } = state;
  const description = describePreview(state) || selection?.gatherProgress;
  if (description || !selection?.hasChosen) return description ?? "";
  const lastKey = [...selection.chosenKeys].pop();
  const title = lastKey === undefined ? "" : findPiece(latestScene, lastKey)?.piece.title;
  return title ? `${formatSentence(insertNames(title, names, false))} What next?` : "";
}

/** Return what the move would bring that is chosen or pointed at; empty if there is nothing to say of it.
 * @param {TableState} state @returns {string} */
function describePreview({ preview, selection, hint, names, settings }) {
  if (!preview) return "";
  const words = preview.words ? formatSentence(insertNames(preview.words, names, false)) : "";
  const winChance = hint?.best.find(({ action }) => action === preview.action)?.win;
  if (winChance !== undefined) return `A bot would play this – about ${Math.round(winChance * 100)}% to win. ${words}`.trim();
  if (!selection || selection.candidate?.action !== preview.action) return words;
  return words && settings.hasPlayed ? words : `${words} ${describeCompleteChoice(selection)}`.trim();
}

/** Return whose turn it is, as the picture's title says after the game's name; with advice for beginners.
 * @param {TableState} state @returns {string} */
function describeTurn(state) {
  const title = visibleScene(state)?.title ?? "";
  const turn = addressPlayer(state, formatSentence(title.slice(title.indexOf(": ") + 1).trim()));
  if (!canChooseMove(state) || state.settings.hasPlayed) return turn;
  return `${turn} ${state.selection?.picks.length ? "Touch what glows." : "Choose here."}`;
}

/** Return a sentence with names, or "You" for the only player at this screen.
 * @param {TableState} state @param {string} sentence @returns {string} */
function addressPlayer({ you, names }, sentence) {
  const [ownSeat, secondSeat] = you.seats;
  const calledNames = names.map((name, seat) => (seat === ownSeat && secondSeat === undefined ? "You" : name));
  return conjugateForYou(insertNames(sentence, calledNames, false));
}

/** Return how the game has ended.
 * @param {TableState} state @param {TableInfo} table @returns {string} */
function describeResult({ you, names }, { winners }) {
  if (!winners.length) return "The game is drawn.";
  if (winners.length === 1 && you.seats.length === 1 && you.seats[0] === winners[0]) return "You have won!";
  return `${joinNames(winners.map((seat) => names[seat]))} ${winners.length > 1 ? "have" : "has"} won.`;
}
