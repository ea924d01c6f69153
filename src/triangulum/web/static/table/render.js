// @ts-check
// Draws the whole page from the state. Nothing else does, except that clocks tick by themselves.

import { elementById, memoizeRender } from "../shared/dom.js";
import { label } from "../shared/labels.js";
import { canChooseMove, isMyTurn } from "./queries.js";
import { renderBar } from "./views/bar.js";
import { arrangeBoard, findZoomOffer, focusBarIfBoardIsEmpty, renderBoard, returnFocusToBoard } from "./views/board.js";
import { renderClocks } from "./views/clock.js";
import { renderCurtain } from "./views/curtain.js";
import { renderGathering } from "./views/gathering.js";
import { createLogView, renderLog } from "./views/log.js";
import { renderPlayers } from "./views/players.js";
import { renderProposal } from "./views/proposal.js";
import { renderSettingsForm } from "./views/settings_form.js";
import { renderChatForm, renderGameCommands, renderMoveSuggestions } from "./views/sidebar.js";
import { renderGuide, renderTabs } from "./views/tabs.js";

/** @import {Commands} from "./commands/commands.js" */
/** @import {TableState} from "./state.js" */
/** @import {BoardView} from "./views/board.js" */
/** @import {Connection} from "../../types" */

/** Return the function that draws a state. Views that take arguments of their own are drawn only when one of these has
 * changed; the board, the bar and the log find out for themselves.
 * @param {BoardView} board @param {Commands} commands @returns {(state: TableState) => void} */
export function createRenderFunction(board, commands) {
  const log = createLogView(commands);
  const drawConnection = memoizeRender(renderConnection);
  const drawTabs = memoizeRender(renderTabs);
  const drawGuide = memoizeRender(renderGuide);
  const drawSettingsForm = memoizeRender(renderSettingsForm);
  const drawPlayers = memoizeRender(renderPlayers);
  const drawGathering = memoizeRender(renderGathering);
  const drawGameCommands = memoizeRender(renderGameCommands);
  const drawChatForm = memoizeRender(renderChatForm);
  const drawMoveSuggestions = memoizeRender(renderMoveSuggestions);
  const drawAnnouncement = memoizeRender(renderAnnouncement);
  const drawCurtain = memoizeRender((/** @type {string | null} */ name) => {
    if (renderCurtain(name, commands)) returnFocusToBoard(board);
  });
  const drawProposal = memoizeRender((/** @type {Parameters<typeof renderProposal>} */ ...values) => {
    const hasToggled = renderProposal(...values);
    // A bar that has grown would cover the lowest pane.
    if (hasToggled) arrangeBoard(board);
  });

  return function render(state) {
    drawConnection(state.connection);
    drawTabs(state.openTab, state.hasUnreadChat);
    drawGuide(state.guide);
    drawSettingsForm(state.settings, commands);
    const { table, you, names } = state;
    if (!table || !state.isKitSettled) return;
    const isChoosing = canChooseMove(state);
    drawCurtain(state.coveredSeat === null ? null : names[state.coveredSeat]);
    renderBoard(board, state);
    renderBar(state, table, commands, findZoomOffer(board, isChoosing));
    if (isChoosing) focusBarIfBoardIsEmpty(board);
    document.body.classList.toggle("my-turn", isChoosing);
    drawGathering(table, you, state.page, state.copiedLink, commands);
    drawProposal(table.proposal, you, state.lastNumber, commands);
    drawPlayers(table, you, state.presence, state.toMove, state.lastMoveTexts);
    renderClocks(state);
    drawGameCommands(table, you, state.perspective, names, state.page, commands);
    drawMoveSuggestions(state.moves, state.typedMove);
    drawChatForm(table.settings.chat, you.name, commands);
    renderLog(log, state, commands);
    drawAnnouncement(state.announcement);
    const title = isMyTurn(state) ? label("title-turn", { title: state.page.title }) : state.page.title;
    document.title = `${title} – Triangulum`;
  };
}

/** Draw a line about a connection that doesn't work; nothing about one that does.
 * @param {Connection} connection */
function renderConnection({ status, reason, hasUnansweredCommand }) {
  const line = elementById("line");
  line.hidden = status === "open" || status === "connecting";
  if (status === "refused") line.textContent = reason || label("no-watching");
  if (status !== "lost") return;
  line.textContent = hasUnansweredCommand ? label("offline-kept") : label("offline");
}

/** @param {string} announcement */
function renderAnnouncement(announcement) {
  elementById("announcer").textContent = announcement;
}
