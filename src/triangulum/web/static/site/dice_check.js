// @ts-check
// Checks the dice of a finished game in the browser, and says what it found.

import { createElement, createNameElement } from "../shared/dom.js";
import { label } from "../shared/labels.js";
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
    place.textContent = label("dice-no-seed");
    return;
  }
  if (!globalThis.crypto?.subtle) {
    place.textContent = label("dice-insecure");
    return;
  }
  const { seed, commitment, label: diceLabel, rolls } = dice;
  const steps = rolls.map(({ weights, outcome }, counter) => ({ counter: BigInt(counter), weights: weights.map(BigInt), outcome }));
  const nonces = Object.entries(dice.nonces).map(([seat, nonce]) => ({ seat: Number(seat), nonce }));
  const fault = await findDiceFault({ seed, commitment, label: diceLabel, nonces, steps });
  place.className = fault ? "trouble" : "fair";
  place.replaceChildren(describeFault(fault, dice), createDiceFacts(dice, nonces, players));
}

/** @param {DiceFault | null} fault @param {DiceRolls} dice @returns {string} */
function describeFault(fault, { rolls }) {
  if (!fault) return label("dice-fair", { count: rolls.length });
  if (fault.fault === "commitment") return label("dice-other-seed");
  const number = fault.step ?? 1;
  return label("dice-wrong-roll", { number, roll: rolls[number - 1].text });
}

/** Return a list of everything needed to check the dice elsewhere.
 * @param {DiceRolls} dice @param {Nonce[]} nonces @param {string[]} players @returns {HTMLElement} */
function createDiceFacts({ commitment, seed, label: diceLabel }, nonces, players) {
  const nonceFacts = nonces.map(({ seat, nonce }) => [label("dice-nonce", { name: players[seat] }), String(nonce)]);
  const facts = [
    [label("dice-fingerprint"), commitment],
    [label("dice-seed"), seed ?? ""],
    [label("dice-label"), diceLabel],
    ...nonceFacts,
  ];
  const elements = facts.flatMap(([term, value]) => [createElement("dt", "", term), createNameElement("dd", "", value)]);
  return createElement("dl", "", ...elements);
}
