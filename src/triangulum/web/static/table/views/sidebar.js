// @ts-check
// What the sidebar has to send: chat, typed moves, and what players can do besides moving.

import { listNotations } from "../../scene/steps.js";
import { createButton, createElement, createNameElement, elementById, replaceChildrenKeepingFocus } from "../../shared/dom.js";
import { label } from "../../shared/labels.js";
import { actingSeat } from "../queries.js";

/** @import {Commands} from "../commands/commands.js" */
/** @import {PageInfo, TableState} from "../state.js" */
/** @import {Command, LegalMoves, SeatInfo, TableInfo, You} from "../../../types" */

const MOST_SUGGESTIONS = 300;
/** Moves that are suggested to somebody who types one. */

/** Draw the buttons for what players can do besides moving.
 * @param {TableInfo} table @param {You} you @param {TableState["perspective"]} perspective @param {string[]} names
 * @param {PageInfo} page @param {Commands} commands */
export function renderGameCommands(table, you, perspective, names, page, commands) {
  const info = table.seats[actingSeat(you, perspective) ?? -1];
  const isPlaying = table.phase === "playing" && info !== undefined;
  elementById("type").hidden = !isPlaying;
  replaceChildrenKeepingFocus(elementById("dealings"), [
    ...(isPlaying ? createGameButtons(info, table, commands) : []),
    info && page.hasSecrets ? createShareButton(info, commands) : null,
    isPlaying
      ? createCommandButton(label("leave"), { do: "leave", seat: info.seat }, commands, label("leave.sure"))
      : null,
    ...createTakeOverButtons(table, you, names, commands),
  ]);
  elementById("dice").replaceChildren(...createDiceLines(table, names));
}

/** @param {SeatInfo} info @param {TableInfo} table @param {Commands} commands @returns {(HTMLElement | null)[]} */
function createGameButtons({ seat, kind }, table, commands) {
  if (kind === "bot") return [createCommandButton(label("reclaim"), { do: "reclaim", seat }, commands)];
  const isAmongPeople = table.seats.length > 1 && table.seats.every((each) => each.kind === "person");
  return [
    isAmongPeople ? createCommandButton(label("offer-draw"), { do: "offer-draw", seat }, commands) : null,
    createCommandButton(label("resign"), { do: "resign", seat }, commands, label("resign.sure")),
    createCommandButton(label("hand-over"), { do: "hand-over", seat }, commands),
  ];
}

/** @param {string} text @param {Command} command @param {Commands} commands @param {string} [question] To be confirmed.
 * @returns {HTMLElement} */
function createCommandButton(text, command, commands, question) {
  return createButton(text, () => (!question || confirm(question)) && commands.send(command), "", command.do);
}

/** @param {SeatInfo} info @param {Commands} commands @returns {HTMLElement} */
function createShareButton({ seat, shared = false }, commands) {
  const text = shared ? label("hide-hand") : label("share-hand");
  return createCommandButton(text, { do: "share", seat, on: !shared }, commands);
}

/** Offer a spectator the seats of bots.
 * @param {TableInfo} table @param {You} you @param {string[]} names @param {Commands} commands @returns {HTMLElement[]} */
function createTakeOverButtons(table, you, names, commands) {
  if (table.phase !== "playing" || !table.settings.late || you.seats.length) return [];
  return table.seats
    .filter(({ kind, alias }) => kind === "bot" && !alias)
    .map(({ seat }) => createButton(label("take-over", { name: names[seat] }), () => commands.takeOverBot(seat), "", `join-${seat}`));
}

/** Return what is known of the dice, line by line.
 * @param {TableInfo} table @param {string[]} names @returns {HTMLElement[]} */
function createDiceLines({ dice: { commitment, seed, nonces } }, names) {
  const lines = Object.entries(nonces).map(([seat, nonce]) => [label("dice-nonce", { name: names[Number(seat)] }), nonce]);
  lines.unshift([label("dice-fingerprint"), commitment]);
  if (seed) lines.push([label("dice-seed"), seed]);
  return lines.map(([title, value]) => createElement("p", "", title, " ", createNameElement("code", "", value)));
}

/** Draw the chat form, where chat is allowed and we have a name.
 * @param {TableInfo["settings"]["chat"]} policy @param {You["name"]} name @param {Commands} commands */
export function renderChatForm(policy, name, commands) {
  const allowed = name ? policy : "off";
  elementById("speak").hidden = allowed !== "open";
  const presets = elementById("presets");
  presets.hidden = allowed === "off";
  for (const button of presets.querySelectorAll("button")) {
    button.onclick = () => commands.sendChat({ preset: button.dataset.do ?? "" });
  }
}

/** Suggest moves that contain what was typed; none while nobody types.
 * @param {LegalMoves | null} moves @param {string | null} typed */
export function renderMoveSuggestions(moves, typed) {
  if (typed === null) return;
  const pattern = typed.trim().toLowerCase();
  const notations = listNotations(moves?.tree ?? []).filter((notation) => notation.toLowerCase().includes(pattern));
  const options = notations.slice(0, MOST_SUGGESTIONS).map((notation) => new Option(notation, notation));
  elementById("moves").replaceChildren(...options);
}
