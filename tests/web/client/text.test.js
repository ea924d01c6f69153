import assert from "node:assert/strict";
import { test } from "node:test";

import { conjugateForYou, distinguishNames, formatSentence, insertNames, joinNames } from "../../../src/triangulum/web/static/shared/text.js";
import { describeSituation } from "../../../src/triangulum/web/static/table/bar.js";
import { formatTime } from "../../../src/triangulum/web/static/table/clock.js";
import { describeSpectators } from "../../../src/triangulum/web/static/table/players.js";
import { tellStory } from "../../../src/triangulum/web/static/table/story.js";
import { exampleTable, moves, pick, stateAfter, step, wholeView } from "./examples.js";

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

test("what repeats is told once", () => {
  const deals = ["Ann is dealt B1.", "Ann is dealt R8.", "Ann is dealt R7."].map((told) => step(0, told));
  assert.equal(tellStory(deals), "Ann is dealt B1, R8 and R7.");
  assert.equal(tellStory(Array(3).fill(step(1, "Bob is dealt a card."))), "Bob is dealt a card (3 times).");
  assert.equal(tellStory([{ what: "chat", alias: "x", name: "X", text: "Hi" }, { what: "note", narration: "The game begins." }]), "The game begins.");
});

test("time is written as one reads it", () => {
  assert.deepEqual([0, 9.96, 19.9, 20, 299, 4800, 190_000].map(formatTime), ["0:00.0", "0:10.0", "0:19.9", "0:20", "4:59", "1 h 20 min", "2 d 4 h"]);
});

test("spectators are counted, with us among them or not", () => {
  assert.deepEqual([1, 2].map((count) => describeSpectators(count, false)), ["One spectator.", "2 spectators."]);
  assert.deepEqual(
    [1, 2, 4].map((count) => describeSpectators(count, true)),
    ["You are a spectator.", "You and one other are spectators.", "You and 3 others are spectators."],
  );
});

test("the bar says whose turn it is, what is chosen, and how it ended", () => {
  const playing = stateAfter(wholeView());
  assert.equal(describeSituation(playing, playing.table), "You move.");
  const watching = stateAfter(wholeView({ you: { alias: "", name: "", seats: [], host: false, muted: [] } }));
  assert.equal(describeSituation(watching, watching.table), "Ann moves.");
  const choosing = stateAfter(wholeView(), moves(1, [pick("ship", undefined, pick("a", 1), pick("b", 2)), pick("c", 3)]));
  choosing.selection.touchPiece("ship");
  assert.equal(describeSituation(choosing, choosing.table), "The ship. What next?");
  choosing.isSending = true;
  choosing.connection = { status: "lost", reason: "", hasUnansweredCommand: true };
  assert.equal(describeSituation(choosing, choosing.table), "Your move will be sent when the connection is back.");
  const over = stateAfter(wholeView({ table: exampleTable({ phase: "over", winners: [1] }) }));
  over.ending = "Ann resigns.";
  assert.equal(describeSituation(over, over.table), "Ann resigns. Bob has won.");
});

test("a beginner is told what to touch", () => {
  const state = stateAfter(wholeView(), moves(1, [pick("ship", 1), pick("c", 3)]));
  assert.equal(describeSituation(state, state.table), "You move.");
  state.settings = { ...state.settings, hasPlayed: false };
  assert.equal(describeSituation(state, state.table), "You move. Touch what glows.");
});
