// @ts-check
// What a player asks of the others, a draw or to take moves back, with the buttons to answer.

import { createButton, createElement, elementById, replaceChildrenKeepingFocus } from "../shared/dom.js";
import { formatSentence } from "../shared/text.js";

/** @import {Commands} from "./commands.js" */
/** @import {Proposal, You} from "../../types" */

/** Draw the question that hasn't been answered by everybody; nothing if there is none.
 * @param {Proposal | null} question @param {You} you @param {string[]} names @param {number} lastNumber
 * @param {Commands} commands */
export function renderQuestion(question, you, names, lastNumber, commands) {
  const root = elementById("asked");
  root.hidden = question === null;
  if (!question) {
    root.replaceChildren();
    return;
  }
  const seat = question.awaited_seats.find((each) => you.seats.includes(each));
  const isOwn = you.seats.includes(question.seat);
  const decline = (/** @type {number} */ each) => () => commands.send({ do: "decline", seat: each });
  replaceChildrenKeepingFocus(root, [
    createElement("p", "", formatSentence(`${names[question.seat]} ${describeRequest(question)}`)),
    seat === undefined ? null : createButton("Agree", () => commands.send({ do: "agree", seat, at: lastNumber }), "main", "agree"),
    seat === undefined ? null : createButton("Decline", decline(seat), "", "decline"),
    isOwn ? createButton("Ask no longer", decline(question.seat), "", "decline") : null,
  ]);
}

/** @param {Proposal} question @returns {string} */
function describeRequest({ kind, steps }) {
  if (kind === "draw") return "offers a draw";
  return `would like to take back ${steps === 1 ? "the last step" : `the last ${steps} steps`}`;
}
