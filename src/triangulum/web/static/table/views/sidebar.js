// @ts-check
// What the sidebar has to send: chat, typed moves, and what players can do besides moving.

import { listNotations } from "../../scene/steps.js";
import { createButton, elementById, replaceChildrenKeepingFocus } from "../../shared/dom.js";
import { actingSeat } from "../queries.js";

/** @import {Commands} from "../commands/commands.js" */
/** @import {PageInfo, TableState} from "../state.js" */
/** @import {Command, LegalMoves, SeatInfo, TableInfo, You} from "../../../types" */

const MOST_SUGGESTIONS = 300;
/** Moves that are suggested to somebody who types one. */

/** Chat lines that have a button. */
const PRESETS = {
  hello: "Hello!",
  "good-luck": "Good luck!",
  nice: "Nice move!",
  oops: "Oops.",
  thanks: "Thank you.",
  "one-moment": "One moment, please.",
  "good-game": "Good game!",
  again: "Once more?",
};

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
      ? createCommandButton("Leave for good", { do: "leave", seat: info.seat }, commands, "A bot plays on in your seat. Leave?")
      : null,
    ...createTakeOverButtons(table, you, names, commands),
  ]);
  elementById("dice").textContent = describeDice(table);
}

/** @param {SeatInfo} info @param {TableInfo} table @param {Commands} commands @returns {(HTMLElement | null)[]} */
function createGameButtons({ seat, kind }, table, commands) {
  if (kind === "bot") return [createCommandButton("Play myself again", { do: "reclaim", seat }, commands)];
  const isAmongPeople = table.seats.length > 1 && table.seats.every((each) => each.kind === "person");
  return [
    isAmongPeople ? createCommandButton("Offer a draw", { do: "offer-draw", seat }, commands) : null,
    createCommandButton("Resign", { do: "resign", seat }, commands, "Give the game up?"),
    createCommandButton("Let a bot play for me", { do: "hand-over", seat }, commands),
  ];
}

/** @param {string} label @param {Command} command @param {Commands} commands @param {string} [question] To be confirmed.
 * @returns {HTMLElement} */
function createCommandButton(label, command, commands, question) {
  return createButton(label, () => (!question || confirm(question)) && commands.send(command), "", command.do);
}

/** @param {SeatInfo} info @param {Commands} commands @returns {HTMLElement} */
function createShareButton({ seat, shared = false }, commands) {
  const label = shared ? "Let nobody look over my shoulder" : "Let others look over my shoulder";
  return createCommandButton(label, { do: "share", seat, on: !shared }, commands);
}

/** Offer a spectator the seats of bots.
 * @param {TableInfo} table @param {You} you @param {string[]} names @param {Commands} commands @returns {HTMLElement[]} */
function createTakeOverButtons(table, you, names, commands) {
  if (table.phase !== "playing" || !table.settings.late || you.seats.length) return [];
  return table.seats
    .filter(({ kind, alias }) => kind === "bot" && !alias)
    .map(({ seat }) => createButton(`Play on for ${names[seat]}`, () => commands.takeOverBot(seat), "", `join-${seat}`));
}

/** @param {TableInfo} table @returns {string} */
function describeDice({ dice: { commitment, seed, nonces } }) {
  const additions = Object.entries(nonces).map(([seat, nonce]) => `seat ${seat}: ${nonce}`);
  const sentences = [`Committed to ${commitment}.`, additions.length ? `Added: ${additions.join("; ")}.` : "", seed ? `Seed: ${seed}.` : ""];
  return sentences.join(" ");
}

/** Draw the chat form, where chat is allowed and we have a name.
 * @param {TableInfo["settings"]["chat"]} policy @param {You["name"]} name @param {Commands} commands */
export function renderChatForm(policy, name, commands) {
  const allowed = name ? policy : "off";
  elementById("speak").hidden = allowed !== "open";
  const presets = elementById("presets");
  presets.hidden = allowed === "off";
  if (presets.children.length) return;
  const buttons = Object.entries(PRESETS).map(([preset, words]) =>
    createButton(words, () => commands.sendChat({ preset }), "small", preset),
  );
  presets.append(...buttons);
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
