// @ts-check
// The bar below the board: a sentence about what is going on, and buttons for what can be done.

import { branchButtonLabel, stepButtonName, describeCompleteChoice } from "../../scene/steps.js";
import { createButton, createElement, elementById, updateButtons } from "../../shared/dom.js";
import { label } from "../../shared/labels.js";
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
  const notation = (canChooseMove(state) && !state.remark && !state.isSending && state.preview?.text) || "";
  if (notation && state.settings.showsNotation) sentence.append(" ", createElement("code", "", notation));
  elementById("bar").dataset.notation = notation;
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
  elementById("chance-said").textContent = winChance === null ? "" : label("percent", { percent });
}

// The buttons.

/** @param {TableState} state @param {TableInfo} table @param {Commands} commands @returns {HTMLElement[]} */
function createMainButtons(state, table, commands) {
  if (state.viewedNumber !== null) return [createButton(label("back-to-game"), () => commands.viewPosition(null), "main", "now")];
  if (table.phase === "over") return createEndButtons(state, table, commands);
  if (canChooseMove(state) && state.selection) return createChoiceButtons(state, state.selection, commands);
  return state.queue.length ? [createButton(label("skip"), commands.skipQueue, "", "skip")] : [];
}

/** @param {TableState} state @param {TableInfo} table @param {Commands} commands @returns {HTMLElement[]} */
function createEndButtons({ you, page }, table, commands) {
  const replay = createElement("a", "button", label("replay"));
  replay.href = `/tables/${page.tableId}/replay`;
  if (!you.seats.length && !table.rematch) return [replay];
  const text = table.rematch ? label("accept-rematch") : label("rematch");
  return [createButton(text, commands.startRematch, "main", "rematch"), replay];
}

/** @param {TableState} state @param {StepSelection} selection @param {Commands} commands @returns {HTMLElement[]} */
function createChoiceButtons(state, selection, commands) {
  if (state.isSending) return [];
  const { candidate } = selection;
  const buttons = createStepButtons(selection, commands);
  if (selection.canRotate) buttons.push(createButton(label("rotate"), () => commands.rotatePiece(1), "", "turn", "R"));
  if (candidate) {
    const text = candidate.action === undefined ? label("continue") : label("confirm");
    buttons.push(createButton(text, commands.confirmChoice, "main", "play", "P"));
  }
  if (selection.hasChosen) buttons.push(createButton(label("undo"), commands.undoChoice, "", "undo", "Escape"));
  else if (state.table?.settings.hints) buttons.push(createButton(label("hint"), commands.showHint, "quiet", "hint"));
  return buttons;
}

/** @param {StepSelection} selection @param {Commands} commands @returns {HTMLElement[]} */
function createStepButtons(selection, commands) {
  const isAlternative = selection.picks.length > 0 && selection.path.length === selection.numForcedSteps;
  return selection.buttons.map((branch) => {
    const name = stepButtonName(branch.step);
    const press = () => commands.pressMoveButton(name);
    return createButton(branchButtonLabel(branch), press, isAlternative ? "" : "main", `press-${name}`);
  });
}

/** @param {TableState} state @param {TableInfo} table @param {Commands} commands @returns {HTMLElement[]} */
function createTakeBackButton(state, table, commands) {
  const seat = findTakeBackSeat(state);
  if (seat === null || state.viewedNumber !== null || state.selection?.hasChosen) return [];
  const hasOpponents = table.seats.some(({ kind, seat: each }) => kind === "person" && !state.you.seats.includes(each));
  const text = hasOpponents && state.freeTakeBackSeat !== seat ? label("ask-take-back") : label("take-back");
  return [createButton(text, commands.takeBackMove, "quiet", "take-back")];
}

/** @param {NonNullable<ZoomOffer>} offer @param {Commands} commands @returns {HTMLElement[]} */
function createZoomButtons({ canZoomOut }, commands) {
  const zoomIn = createButton("+", () => commands.zoomSmallPane(ZOOM_FACTOR), "quiet lens", "closer");
  zoomIn.setAttribute("aria-label", label("zoom-in"));
  if (!canZoomOut) return [zoomIn];
  const zoomOut = createButton("−", () => commands.zoomSmallPane(1 / ZOOM_FACTOR), "quiet lens", "further");
  zoomOut.setAttribute("aria-label", label("zoom-out"));
  return [zoomIn, zoomOut];
}

// The sentence.

/** Return what is going on.
 * @param {TableState} state @param {TableInfo} table @returns {string} */
export function describeSituation(state, table) {
  if (state.viewedNumber !== null) return label("earlier-position");
  if (state.isSending) return state.connection.status === "open" ? label("sending") : label("sent-later");
  if (table.phase === "over" && table.ending) return table.ending;
  return (canChooseMove(state) && describeChoice(state)) || describeTurn(state);
}

/** Return what is chosen so far, or what it would bring; empty if nothing is.
 * @param {TableState} state @returns {string} */
function describeChoice(state) {
  const { selection } = state;
  const description = describePreview(state);
  if (description || !selection?.hasChosen) return description;
  if (selection.gatherProgress) return label("selected", selection.gatherProgress);
  return selection.picks.length ? label("choose-next") : label("choose-action");
}

/** Return what the move would bring that is chosen or pointed at; empty if there is nothing to say of it.
 * @param {TableState} state @returns {string} */
function describePreview({ preview, selection, hint, settings }) {
  if (!preview) return "";
  if (hint?.action === preview.action) return hint.words;
  const { words } = preview;
  if (!selection || selection.candidate?.action !== preview.action) return words;
  return words && settings.hasPlayed ? words : `${words} ${describeCompleteChoice(selection)}`.trim();
}

/** Return what the picture's title says: whose turn it is, or how the game has ended; with advice for beginners.
 * @param {TableState} state @returns {string} */
function describeTurn(state) {
  const title = visibleScene(state)?.title ?? "";
  if (!canChooseMove(state) || state.settings.hasPlayed) return title;
  const advice = state.selection?.picks.length ? label("choose-highlighted") : label("choose-below");
  return `${title} ${advice}`.trim();
}
