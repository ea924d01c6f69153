import assert from "node:assert/strict";
import { test } from "node:test";

import { formatTime } from "../../../../../src/triangulum/web/static/table/views/clock.js";

test("time is written as one reads it", () => {
  assert.deepEqual([0, 9.96, 19.9, 20, 299, 4800, 190_000].map(formatTime), ["0:00.0", "0:10.0", "0:19.9", "0:20", "4:59", "1 h 20 min", "2 d 4 h"]);
});
