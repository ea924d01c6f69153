import assert from "node:assert/strict";
import { test } from "node:test";

import { conjugateForYou, distinguishNames, formatSentence, insertNames, joinNames } from "../../../../src/triangulum/web/static/shared/text.js";

test("names are listed as one says them", () => {
  assert.deepEqual([[], ["Ann"], ["Ann", "Bob"], ["Ann", "Bob", "Eve"]].map(joinNames), ["", "Ann", "Ann and Bob", "Ann, Bob and Eve"]);
});

test("a sentence begins with a capital letter and ends with a full stop", () => {
  assert.equal(formatSentence("not yet"), "Not yet.");
  assert.equal(formatSentence("You have won!"), "You have won!");
  assert.equal(formatSentence(""), "");
});

test("players of one name are told apart by their seats", () => {
  assert.deepEqual(distinguishNames(["ann", "greedy", "greedy", ""]), ["Ann", "Greedy 1", "Greedy 2", ""]);
});

test("names stand where a text says seats, and are short in labels", () => {
  assert.equal(insertNames("Seat 0 follows seat 1.", ["Ann", "Bob"], false), "Ann follows Bob.");
  assert.equal(insertNames("seat 0", ["Maximiliana"], true), "Maximili…");
  assert.equal(insertNames("seat 5", ["Ann"], false), "seat 5");
  assert.equal(insertNames("Bob (seat 1) moves.", [], false), "Bob 1 moves.");
});

test("verbs agree with You", () => {
  assert.equal(conjugateForYou("You rolls and moves."), "You roll and move.");
  assert.equal(conjugateForYou("You (orange) is to move; Bob rolls."), "You (orange) are to move; Bob rolls.");
});
