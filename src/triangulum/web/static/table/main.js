// @ts-check
// The page of a table: puts state, transport, commands and views together.

import { prefersReducedMotion } from "../shared/dom.js";
import { loadValue } from "../shared/storage.js";
import { updateWinChance } from "./commands/advice.js";
import { giveUsualAnswer } from "./commands/choice.js";
import { createBoard, finishBoardAnimations, zoomFirstPaneToSpots, zoomSmallPane } from "./views/board.js";
import { renderClocks } from "./views/clock.js";
import { createCommands } from "./commands/commands.js";
import { addInputListeners } from "./input.js";
import { loadLog, playQueue } from "./commands/playback.js";
import { canChooseMove } from "./queries.js";
import { createRenderFunction } from "./render.js";
import { switchToMoverPerspective } from "./commands/seats.js";
import { setConnection, finishKitLoading, receiveMessage } from "./session.js";
import { loadSettings } from "./settings.js";
import { TableSocket } from "./socket.js";
import { createInitialState } from "./state.js";

/** @import {Client} from "./commands/client.js" */
/** @import {PageInfo} from "./state.js" */
/** @import {Connection, Message} from "../../types" */

const CLOCK_INTERVAL = 250;

/** Return what the server wrote into the page, and the name that the browser has stored.
 * @returns {PageInfo} */
function readPageInfo() {
  const { table: tableId = "", title = "", secrets, chance } = document.body.dataset;
  return {
    tableId,
    title,
    hasSecrets: secrets !== undefined,
    hasDice: chance !== undefined,
    savedName: loadValue("name") ?? "",
  };
}

/** Return a function that runs a task soon, once for all calls until then. An animation frame would be too late: pages in
 * the background have none, and their title says whose turn it is.
 * @param {() => void} task @returns {() => void} */
function createMicrotaskScheduler(task) {
  let isRequested = false;
  return () => {
    if (isRequested) return;
    isRequested = true;
    queueMicrotask(() => {
      isRequested = false;
      task();
    });
  };
}

/** Change the state by a message, and do what follows from that.
 * @param {Client} client @param {Message} message */
function handleMessage(client, message) {
  const { state } = client;
  const { perspective, loggedNumber, numSnapshots } = state;
  receiveMessage(state, message);
  if (message.is === "update") playQueue(client);
  if (message.is === "legal-moves") {
    updateWinChance(client);
    giveUsualAnswer(client);
  }
  if (message.is === "snapshot") {
    switchToMoverPerspective(client);
    const seesOtherSecrets = perspective !== state.perspective && state.page.hasSecrets;
    if (!numSnapshots || seesOtherSecrets || loggedNumber !== message.number) loadLog(client);
  }
  client.requestRender();
}

/** @param {Client} client @param {Connection} connection */
function handleConnectionChange(client, connection) {
  setConnection(client.state, connection);
  // A new connection doesn't know which perspective the old one had.
  if (connection.status === "open" && client.state.table) switchToMoverPerspective(client);
  client.requestRender();
}

/** Load the game's drawings.
 * @param {Client} client */
async function loadKit({ state, transport, requestRender }) {
  const kit = await transport.requestJson("GET", `/api/tables/${state.page.tableId}/kit`).catch(() => null);
  finishKitLoading(state, kit);
  requestRender();
}

function startTablePage() {
  const state = createInitialState(readPageInfo(), loadSettings());
  const { seat = "" } = document.body.dataset;
  const requestRender = createMicrotaskScheduler(() => render(state));
  const canAnimate = () => !prefersReducedMotion() && !document.hidden;
  const transport = new TableSocket(state.page.tableId, seat === "" ? null : Number(seat), {
    receiveMessage: (message) => handleMessage(client, message),
    changeConnection: (connection) => handleConnectionChange(client, connection),
  });
  /** @type {Client} */
  const client = {
    state,
    transport,
    requestRender,
    canAnimate,
    board: {
      finishAnimations: () => finishBoardAnimations(board),
      zoomFirstPaneToSpots: (factor) => zoomFirstPaneToSpots(board, state.latestScene, factor),
      zoomSmallPane: (factor) => zoomSmallPane(board, canChooseMove(state), factor),
    },
  };
  const commands = createCommands(client);
  const board = createBoard(commands);
  const render = createRenderFunction(board, commands);
  addInputListeners(state, commands);
  addEventListener("resize", requestRender);
  // Settings that were changed in another tab.
  addEventListener("storage", () => {
    state.settings = loadSettings();
    requestRender();
  });
  setInterval(() => renderClocks(state), CLOCK_INTERVAL);
  loadKit(client);
  transport.connect();
}

startTablePage();
