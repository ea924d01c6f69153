// @ts-check
// What a bot thinks that knows what we know: hints, and how good our chances are.

import { kept, sentence } from "./dom.js";

/** @import {Page} from "./table.js" */
/** @import {Hinted, Moves} from "../types" */

/** Ask a bot that knows what we know, once for the same moves.
 * @param {Page} page @param {Moves} moves @returns {Promise<Hinted>} */
function advice(page, moves) {
  if (page.advised?.moves === moves) return page.advised.answer;
  const answer = /** @type {Promise<Hinted>} */ (page.wire.send({ do: "hint", seat: moves.seat, at: moves.number }));
  page.advised = { moves, answer };
  answer.catch(() => {
    if (page.advised?.answer === answer) page.advised = null;
  });
  return answer;
}

/** Ask for a hint, and show it as if it had been chosen.
 * @param {Page} page */
export async function askHint(page) {
  const moves = page.moves;
  if (!moves) return;
  page.say("Thinking …");
  try {
    const hint = await advice(page, moves);
    if (page.moves !== moves) return;
    page.trouble = "";
    page.hint = hint;
    weighed(page, hint);
    page.steps?.go(hint.action);
    page.refresh();
  } catch (error) {
    page.say(sentence(/** @type {Error} */ (error).message));
  }
}

/** Find out how good our chances are, where the table allows it and we want to know.
 * @param {Page} page */
export async function weigh(page) {
  const moves = page.moves;
  if (!moves || !page.table?.house.hints || kept("chance") !== "on") return;
  try {
    const hint = await advice(page, moves);
    if (page.moves === moves) weighed(page, hint);
  } catch {
    // A bot that is busy is no trouble of ours: what was known before stays.
  }
  page.show();
}

/** @param {Page} page @param {Hinted} hint */
function weighed(page, hint) {
  page.chance = hint.best.find(({ action }) => action === hint.action)?.win ?? null;
}
