// @ts-check
// Everything that a user can do at a table, as views and input call it.

import { beginGame } from "../../shared/api.js";
import { label } from "../../shared/labels.js";
import { showHint } from "./advice.js";
import { confirmChoice, hoverPiece, playAction, pressMoveButton, rotatePiece, touchPiece, undoChoice } from "./choice.js";
import { sendCommand, showRemark } from "./client.js";
import { copyInvitation, copyTableLink } from "./invitations.js";
import { skipQueue, viewPosition } from "./playback.js";
import { actingSeat, findTakeBackSeat } from "../queries.js";
import { takeOverBot, takeSeat, uncoverTable } from "./seats.js";
import { changeSetting, openTab, suggestMoves } from "./sidebar.js";

/** @import {Client} from "./client.js" */
/** @import {SettingName} from "../settings.js" */
/** @import {TabName} from "../state.js" */
/** @import {Command} from "../../../types" */

/** @typedef {ReturnType<typeof createCommands>} Commands */

/** Return the commands of a client.
 * @param {Client} client */
export function createCommands(client) {
  const { state, board, requestRender } = client;
  return {
    /** @param {string} key */
    touchPiece: (key) => touchPiece(client, key),
    /** @param {string | null} key */
    hoverPiece: (key) => hoverPiece(client, key),
    /** @param {string} name */
    pressMoveButton: (name) => pressMoveButton(client, name),
    /** @param {number} by */
    rotatePiece: (by) => rotatePiece(client, by),
    /** @param {string} notation */
    playNotation: (notation) => playAction(client, notation),
    undoChoice: () => undoChoice(client),
    confirmChoice: () => confirmChoice(client),
    showHint: () => showHint(client),

    skipQueue: () => skipQueue(client),
    /** @param {number | null} number */
    viewPosition: (number) => viewPosition(client, number),
    takeBackMove: () => takeBackMove(client),
    startRematch: () => startRematch(client),

    /** @param {number} seat @param {string} name @param {string | null} [token] */
    takeSeat: (seat, name, token) => takeSeat(client, seat, name, token),
    /** @param {number} seat */
    takeOverBot: (seat) => takeOverBot(client, seat),
    copyTableLink: () => copyTableLink(client),
    /** @param {number} seat */
    copyInvitation: (seat) => copyInvitation(client, seat),
    uncoverTable: () => uncoverTable(client),
    /** @param {string} alias @param {string} name */
    mutePerson: (alias, name) => mutePerson(client, alias, name),
    /** @param {{text: string} | {preset: string}} words */
    sendChat: (words) => sendCommand(client, { do: "say", ...words, seat: actingSeat(state.you, state.perspective) ?? null }),
    /** @param {Command} command */
    send: (command) => sendCommand(client, command),

    /** @param {SettingName} name @param {boolean} isOn */
    changeSetting: (name, isOn) => changeSetting(client, name, isOn),
    /** @param {TabName} tab */
    openTab: (tab) => openTab(client, tab),
    /** @param {string | null} typed */
    suggestMoves: (typed) => suggestMoves(client, typed),

    /** @param {number} factor */
    zoomFirstPaneToSpots: (factor) => {
      board.zoomFirstPaneToSpots(factor);
      requestRender();
    },
    /** @param {number} factor */
    zoomSmallPane: (factor) => {
      board.zoomSmallPane(factor);
      requestRender();
    },
  };
}

/** @param {Client} client */
function takeBackMove(client) {
  const seat = findTakeBackSeat(client.state);
  if (seat !== null) sendCommand(client, { do: "take-back", seat, at: client.state.lastNumber });
}

/** Mute somebody in the chat.
 * @param {Client} client @param {string} alias @param {string} name */
async function mutePerson(client, alias, name) {
  if (await sendCommand(client, { do: "mute", alias })) showRemark(client, label("muted", { name }));
}

/** Open a table to play again, or go to the one that somebody else has opened.
 * @param {Client} client */
async function startRematch(client) {
  const { table, you } = client.state;
  if (table?.rematch) {
    location.assign(`/tables/${table.rematch}`);
    return;
  }
  const answer = await sendCommand(client, { do: "rematch" });
  if (answer?.is !== "done" || !answer.table) return;
  // Where nobody else has to come, don't wait. If it doesn't begin, there is a button at the next table.
  const isComplete = table?.seats.every(({ kind, seat }) => kind === "bot" || you.seats.includes(seat));
  if (isComplete) await beginGame(answer.table).catch(() => {});
  location.assign(`/tables/${answer.table}`);
}
