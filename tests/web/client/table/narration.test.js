import assert from "node:assert/strict";
import { test } from "node:test";

import { formatNarration } from "../../../../src/triangulum/web/static/table/narration.js";
import { step } from "../examples.js";

test("what repeats is told once", () => {
  const deals = ["Ann is dealt B1.", "Ann is dealt R8.", "Ann is dealt R7."].map((told) => step(0, told));
  assert.equal(formatNarration(deals), "Ann is dealt B1, R8 and R7.");
  assert.equal(formatNarration(Array(3).fill(step(1, "Bob is dealt a card."))), "Bob is dealt a card (3 times).");
  assert.equal(formatNarration([{ what: "chat", alias: "x", name: "X", text: "Hi" }, { what: "note", narration: "The game begins." }]), "The game begins.");
});
