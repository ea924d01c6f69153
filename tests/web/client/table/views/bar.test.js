import assert from "node:assert/strict";
import { test } from "node:test";

import { describeSituation } from "../../../../../src/triangulum/web/static/table/views/bar.js";
import { exampleTable, moves, pick, stateAfter, snapshot } from "../../examples.js";

test("the bar says whose turn it is, what is chosen, and how it ended", () => {
  const playing = stateAfter(snapshot());
  assert.equal(describeSituation(playing, playing.table), "You move.");
  const watching = stateAfter(snapshot({ you: { alias: "", name: "", seats: [], host: false, muted: [] } }));
  assert.equal(describeSituation(watching, watching.table), "Ann moves.");
  const choosing = stateAfter(snapshot(), moves(1, [pick("ship", undefined, pick("a", 1), pick("b", 2)), pick("c", 3)]));
  choosing.selection.touchPiece("ship");
  assert.equal(describeSituation(choosing, choosing.table), "The ship. What next?");
  choosing.isSending = true;
  choosing.connection = { status: "lost", reason: "", hasUnansweredCommand: true };
  assert.equal(describeSituation(choosing, choosing.table), "Your move will be sent when the connection is back.");
  const over = stateAfter(snapshot({ table: exampleTable({ phase: "over", winners: [1] }) }));
  over.ending = "Ann resigns.";
  assert.equal(describeSituation(over, over.table), "Ann resigns. Bob has won.");
});

test("a beginner is told what to touch", () => {
  const state = stateAfter(snapshot(), moves(1, [pick("ship", 1), pick("c", 3)]));
  assert.equal(describeSituation(state, state.table), "You move.");
  state.settings = { ...state.settings, hasPlayed: false };
  assert.equal(describeSituation(state, state.table), "You move. Touch what glows.");
});
