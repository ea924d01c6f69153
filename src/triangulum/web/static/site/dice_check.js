// @ts-check
// Checks the dice of a finished game in the browser, and says what it found.

import { createElement } from "../shared/dom.js";
import { findDiceFault } from "./dice.js";

/** @import {DiceFault, Nonce} from "./dice.js" */

/**
 * The dice of a game as the server sends them.
 * @typedef {object} DiceRolls
 * @property {string | null} seed @property {string} commitment @property {string} label
 * @property {Record<string, string>} nonces By seat.
 * @property {{weights: number[], outcome: number, text: string}[]} rolls
 */

/** Roll all dice of a game again, and write into an element whether they were fair.
 * @param {HTMLElement} place @param {DiceRolls} dice @param {string[]} players */
export async function renderDiceCheck(place, dice, players) {
  if (!dice.seed) {
    place.textContent = "The seed has not been shown, because the game is not over.";
    return;
  }
  if (!globalThis.crypto?.subtle) {
    place.textContent = "Browsers check dice only on pages that come by https, or from this very machine. The record can be checked with: triangulum verify.";
    return;
  }
  const { seed, commitment, label, rolls } = dice;
  const steps = rolls.map(({ weights, outcome }, counter) => ({ counter: BigInt(counter), weights: weights.map(BigInt), outcome }));
  const nonces = Object.entries(dice.nonces).map(([seat, nonce]) => ({ seat: Number(seat), nonce }));
  const fault = await findDiceFault({ seed, commitment, label, nonces, steps });
  place.className = fault ? "trouble" : "fair";
  place.replaceChildren(describeFault(fault, dice), createDiceFacts(dice, nonces, players));
}

/** @param {DiceFault | null} fault @param {DiceRolls} dice @returns {string} */
function describeFault(fault, { rolls }) {
  if (!fault) return `Yes: all ${rolls.length} chance steps follow from the seed that was committed to before the game.`;
  if (fault.fault === "commitment") return "No: the seed is not the one that was committed to.";
  return `No: chance step ${fault.step} (${rolls[(fault.step ?? 1) - 1].text}) does not follow from the seed.`;
}

/** Return a list of everything needed to check the dice elsewhere.
 * @param {DiceRolls} dice @param {Nonce[]} nonces @param {string[]} players @returns {HTMLElement} */
function createDiceFacts({ commitment, seed, label }, nonces, players) {
  const nonceFacts = nonces.map(({ seat, nonce }) => [`Nonce of ${players[seat]}`, String(nonce)]);
  const facts = [["Commitment", commitment], ["Seed", seed ?? ""], ["Label", label], ...nonceFacts];
  const elements = facts.flatMap(([term, value]) => [createElement("dt", "", term), createElement("dd", "", value)]);
  return createElement("dl", "", ...elements);
}
