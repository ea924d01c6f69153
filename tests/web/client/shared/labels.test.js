import assert from "node:assert/strict";
import { test } from "node:test";

import { label } from "../../../../src/triangulum/web/static/shared/labels.js";

test("a label has values where it has their names in braces", () => {
  assert.equal(label("take-back"), "Take back");
  assert.equal(label("selected", { count: 2, total: "3–5" }), "2 of 3–5 selected.");
});

test("a name may look like a part of a pattern", () => {
  assert.equal(label("curtain-turn", { name: "$& {name}" }), "Next: $& {name}");
});
