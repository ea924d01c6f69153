import assert from "node:assert/strict";
import { test } from "node:test";

import { describeSituation } from "../../../../../src/triangulum/web/static/table/views/bar.js";
import { exampleTable, moves, pick, stateAfter, snapshot } from "../../examples.js";

test("the bar says whose turn it is, what is chosen, and how it ended", () => {
  const playing = stateAfter(snapshot());
  assert.equal(describeSituation(playing, playing.table), "Your turn: move a ship.");
  const choosing = stateAfter(snapshot(), moves(1, [pick("ship", undefined, pick("a", 1), pick("b", 2)), pick("c", 3)]));
  choosing.selection.touchPiece("ship");
  assert.equal(describeSituation(choosing, choosing.table), "Choose a highlighted piece or space next.");
  choosing.isSending = true;
  choosing.connection = { status: "lost", reason: "", hasUnansweredCommand: true };
  assert.equal(describeSituation(choosing, choosing.table), "Your move will be sent when you’re back online.");
  const over = stateAfter(snapshot({ table: exampleTable({ phase: "over", winners: [1], ending: "You resigned. Bob wins." }) }));
  assert.equal(describeSituation(over, over.table), "You resigned. Bob wins.");
  const won = stateAfter(snapshot({ table: exampleTable({ phase: "over", winners: [0] }) }));
  assert.equal(describeSituation(won, won.table), "Your turn: move a ship.", "the picture's title says who won by the rules");
});

test("a beginner is told what to touch", () => {
  const state = stateAfter(snapshot(), moves(1, [pick("ship", 1), pick("c", 3)]));
  assert.equal(describeSituation(state, state.table), "Your turn: move a ship.");
  state.settings = { ...state.settings, hasPlayed: false };
  assert.equal(describeSituation(state, state.table), "Your turn: move a ship. Choose a highlighted piece.");
});
