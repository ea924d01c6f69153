// @ts-check
// Draws the whole page from the state. Nothing else repaints it, except that clocks tick by themselves.

import { elementById, drawIfChanged } from "../shared/dom.js";
import { formatSentence } from "../shared/text.js";
import { renderBar, renderQuestion } from "./views/bar.js";
import { arrangeBoard, findZoomOffer, renderBoard, renderCurtain } from "./views/board.js";
import { renderClocks } from "./views/clock.js";
import { renderGathering } from "./views/gathering.js";
import { createLog, renderLog } from "./views/log.js";
import { renderPlayers } from "./views/players.js";
import { canChoose, isMyTurn } from "./queries.js";
import { renderGameCommands, renderTalkForm } from "./views/sidebar.js";

/** @import {BarCommands} from "./views/bar.js" */
/** @import {BoardView} from "./views/board.js" */
/** @import {TableState} from "./state.js" */
/** @import {Connection} from "../../types" */

/** Return the function that draws a state. Views that take arguments of their own are drawn only when one of these has
 * changed; the board, the bar and the log find out by themselves.
 * @param {BoardView} board @param {BarCommands} commands @returns {(state: TableState) => void} */
export function createRender(board, commands) {
  const log = createLog();
  const drawConnection = drawIfChanged(renderConnection);
  const drawPlayers = drawIfChanged(renderPlayers);
  const drawGathering = drawIfChanged(renderGathering);
  const drawGameCommands = drawIfChanged(renderGameCommands);
  const drawTalkForm = drawIfChanged(renderTalkForm);
  const drawAnnouncement = drawIfChanged(renderAnnouncement);
  const drawCurtain = drawIfChanged((/** @type {string | null} */ name) => {
    if (renderCurtain(name, commands)) board.spots.holdsFocus = true;
  });
  const drawQuestion = drawIfChanged((/** @type {Parameters<typeof renderQuestion>} */ ...values) => {
    const wasHidden = elementById("asked").hidden;
    renderQuestion(...values);
    // A bar that has grown would cover the lowest pane.
    if (elementById("asked").hidden !== wasHidden) arrangeBoard(board);
  });

  return function render(state) {
    drawConnection(state.connection);
    const { table, you, names } = state;
    if (!table || !state.isKitSettled) return;
    const isChoosing = canChoose(state);
    drawCurtain(state.coveredSeat === null ? null : names[state.coveredSeat]);
    renderBoard(board, state);
    renderBar(state, table, commands, findZoomOffer(board, isChoosing));
    if (isChoosing) board.spots.focusButtonInstead(elementById("deeds"));
    document.body.classList.toggle("my-turn", isChoosing);
    drawGathering(table, you, state.page, commands);
    drawQuestion(table.proposal, you, names, state.lastNumber, commands);
    drawPlayers(table, you, state.presence, state.toMove, names, state.lastDeeds);
    renderClocks(state);
    drawGameCommands(table, you, state.perspective, names, state.page, commands);
    drawTalkForm(table.settings.chat, you.name, commands);
    renderLog(log, state, commands);
    drawAnnouncement(state.announcement);
    document.title = `${isMyTurn(state) ? "● Your turn – " : ""}${state.page.title} – Triangulum`;
  };
}

/** Draw a line about a connection that doesn't work; nothing about one that does.
 * @param {Connection} connection */
function renderConnection({ status, reason, hasUnansweredCommand }) {
  const line = elementById("line");
  line.hidden = status === "open" || status === "connecting";
  if (status === "refused") line.textContent = formatSentence(reason || "this table cannot be watched");
  if (status !== "lost") return;
  line.textContent = hasUnansweredCommand ? "No connection. Your move is kept." : "No connection. Trying again …";
}

/** @param {string} announcement */
function renderAnnouncement(announcement) {
  elementById("announcer").textContent = announcement;
}
