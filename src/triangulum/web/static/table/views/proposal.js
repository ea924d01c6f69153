// @ts-check
// What a player proposes to the others, above the bar: a draw, or to take moves back.

import { createButton, createElement, elementById, replaceChildrenKeepingFocus } from "../../shared/dom.js";
import { label } from "../../shared/labels.js";

/** @import {Commands} from "../commands/commands.js" */
/** @import {Proposal, You} from "../../../types" */

/** Draw the proposal that some players still have to answer; nothing if there is none.
 * @param {Proposal | null} proposal @param {You} you @param {number} lastNumber
 * @param {Commands} commands @returns {boolean} hasToggled: whether it has appeared or disappeared. */
export function renderProposal(proposal, you, lastNumber, commands) {
  const root = elementById("asked");
  const hasToggled = root.hidden !== (proposal === null);
  root.hidden = proposal === null;
  if (!proposal) {
    root.replaceChildren();
    return hasToggled;
  }
  const seat = proposal.awaited_seats.find((each) => you.seats.includes(each));
  const isOwn = you.seats.includes(proposal.seat);
  const decline = (/** @type {number} */ each) => () => commands.send({ do: "decline", seat: each });
  replaceChildrenKeepingFocus(root, [
    createElement("p", "", proposal.text),
    seat === undefined ? null : createButton(label("agree"), () => commands.send({ do: "agree", seat, at: lastNumber }), "main", "agree"),
    seat === undefined ? null : createButton(label("decline"), decline(seat), "", "decline"),
    isOwn ? createButton(label("withdraw"), decline(proposal.seat), "", "decline") : null,
  ]);
  return hasToggled;
}
