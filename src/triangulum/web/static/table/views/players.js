// @ts-check
// The players beside the board: who is to move, who is away, who has won, and what each did last.

import { createElement, createNameElement, elementById, replaceChildrenKeepingFocus } from "../../shared/dom.js";
import { label } from "../../shared/labels.js";

/** @import {Presence, SeatInfo, TableInfo, You} from "../../../types" */

/** Draw the list of players, and how many spectators there are.
 * @param {TableInfo} table @param {You} you @param {Presence | null} presence @param {number} toMove
 * @param {Map<number, string>} lastMoveTexts */
export function renderPlayers(table, you, presence, toMove, lastMoveTexts) {
  const mover = table.phase === "playing" ? toMove : -1;
  const items = table.seats.map((seat) => {
    const item = createPlayerItem(seat, listTags(seat, table, you, presence), seat.seat === mover);
    const moveText = lastMoveTexts.get(seat.seat);
    if (moveText) item.append(createElement("span", "deed", moveText));
    return item;
  });
  replaceChildrenKeepingFocus(elementById("players"), items);
  elementById("spectators").hidden = !presence?.text;
  elementById("spectators").textContent = presence?.text ?? "";
}

/** What each tag says. */
const TAGS = {
  bot: () => label("tag-bot"),
  you: () => label("tag-you"),
  away: () => label("tag-away"),
  shared: () => label("tag-shared"),
  won: () => label("tag-won"),
};

/** @typedef {keyof typeof TAGS} Tag */

/** @param {SeatInfo} seat @param {TableInfo} table @param {You} you @param {Presence | null} presence @returns {Tag[]} */
function listTags({ seat, kind, alias, shared }, table, you, presence) {
  const isTagged = {
    // Other bots are called so.
    bot: kind === "bot" && Boolean(alias),
    you: you.seats.includes(seat),
    away: kind === "person" && presence !== null && !presence.seats.includes(seat),
    shared: Boolean(shared),
    won: table.winners.includes(seat),
  };
  return /** @type {Tag[]} */ (Object.keys(TAGS)).filter((tag) => isTagged[tag]);
}

/** @param {SeatInfo} seat @param {Tag[]} tags @param {boolean} isMover @returns {HTMLElement} */
function createPlayerItem({ kind, name }, tags, isMover) {
  const face = createElement("span", "face", tags.includes("won") ? "★" : kind === "bot" ? "◆" : "●");
  face.setAttribute("aria-hidden", "true");
  const nameElement = name ? createNameElement("span", "name", name) : createElement("span", "name", label("free-seat"));
  const item = createElement("li", isMover ? "turn" : "", face, nameElement);
  for (const tag of tags) item.append(" ", createElement("span", `tag ${tag}`, TAGS[tag]()));
  if (isMover) {
    item.setAttribute("aria-current", "true");
    item.append(" ", createElement("span", "unseen", label("to-move")));
  }
  const clock = createElement("span", "clock");
  clock.setAttribute("role", "timer");
  clock.hidden = true;
  item.append(" ", clock);
  return item;
}
