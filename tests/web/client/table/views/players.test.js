import assert from "node:assert/strict";
import { test } from "node:test";

import { describeSpectators } from "../../../../../src/triangulum/web/static/table/views/players.js";

test("spectators are counted, with us among them or not", () => {
  assert.deepEqual([1, 2].map((count) => describeSpectators(count, false)), ["One spectator.", "2 spectators."]);
  assert.deepEqual(
    [1, 2, 4].map((count) => describeSpectators(count, true)),
    ["You are a spectator.", "You and one other are spectators.", "You and 3 others are spectators."],
  );
});
