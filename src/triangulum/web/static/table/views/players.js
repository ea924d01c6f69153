// @ts-check
// The players beside the board: who is to move, who is away, who has won, and what each did last.

import { createElement, elementById, replaceChildrenKeepingFocus } from "../../shared/dom.js";
import { formatSentence } from "../../shared/text.js";

/** @import {Presence, SeatInfo, TableInfo, You} from "../../../types" */

/** Draw the list of players, and how many spectators there are.
 * @param {TableInfo} table @param {You} you @param {Presence | null} presence @param {number} toMove
 * @param {string[]} names @param {Map<number, string>} lastMoveTexts */
export function renderPlayers(table, you, presence, toMove, names, lastMoveTexts) {
  const mover = table.phase === "playing" ? toMove : -1;
  const items = table.seats.map((seat) => {
    const item = createPlayerItem(seat, names[seat.seat], listTags(seat, table, you, presence), seat.seat === mover);
    const moveText = lastMoveTexts.get(seat.seat);
    if (moveText) item.append(createElement("span", "deed", removeName(moveText, names[seat.seat])));
    return item;
  });
  replaceChildrenKeepingFocus(elementById("players"), items);
  renderSpectators(table, you, presence);
}

/** @param {SeatInfo} seat @param {TableInfo} table @param {You} you @param {Presence | null} presence @returns {string[]} */
function listTags({ seat, kind, shared }, table, you, presence) {
  const tags = [
    kind === "bot" && "bot",
    you.seats.includes(seat) && "you",
    kind === "person" && presence && !presence.seats.includes(seat) && "away",
    shared && "shared",
    table.winners.includes(seat) && "won",
  ];
  return tags.filter((tag) => typeof tag === "string");
}

/** @param {SeatInfo} seat @param {string} name @param {string[]} tags @param {boolean} isMover @returns {HTMLElement} */
function createPlayerItem(seat, name, tags, isMover) {
  const face = createElement("span", "face", tags.includes("won") ? "★" : seat.kind === "bot" ? "◆" : "●");
  face.setAttribute("aria-hidden", "true");
  const item = createElement("li", isMover ? "turn" : "", face, createElement("span", "name", name || "a free seat"));
  for (const tag of tags) item.append(" ", createElement("span", `tag ${tag}`, tag));
  if (isMover) {
    item.setAttribute("aria-current", "true");
    item.append(" ", createElement("span", "unseen", "to move"));
  }
  const clock = createElement("span", "clock");
  clock.setAttribute("role", "timer");
  clock.hidden = true;
  item.append(" ", clock);
  return item;
}

/** Return a sentence without the name that stands beside it: "Ann lays a card." becomes "Lays a card."
 * @param {string} sentence @param {string} name @returns {string} */
function removeName(sentence, name) {
  return name && sentence.startsWith(`${name} `) ? formatSentence(sentence.slice(name.length + 1)) : sentence;
}

/** Say how many spectators there are. A newcomer who may still choose a seat doesn't count.
 * @param {TableInfo} table @param {You} you @param {Presence | null} presence */
function renderSpectators(table, you, presence) {
  const isChoosingSeat = table.phase === "gathering" && !you.seats.length;
  const count = (presence?.spectators ?? 0) - (isChoosingSeat ? 1 : 0);
  const place = elementById("spectators");
  place.hidden = count <= 0;
  place.textContent = describeSpectators(count, !isChoosingSeat && !you.seats.length);
}

/** Return how many spectators there are, and whether we are one of them.
 * @param {number} count @param {boolean} includesUs @returns {string} */
export function describeSpectators(count, includesUs) {
  if (!includesUs) return count === 1 ? "One spectator." : `${count} spectators.`;
  if (count <= 1) return "You are a spectator.";
  return count === 2 ? "You and one other are spectators." : `You and ${count - 1} others are spectators.`;
}
