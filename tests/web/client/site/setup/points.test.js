import assert from "node:assert/strict";
import { test } from "node:test";

import { findPointAt, formatPoints, locatePoint, movePoint, parsePoints } from "../../../../../src/triangulum/web/static/site/setup/points.js";

const GRID = { left: 80, top: 40, scale: 4, least: 1, most: 299 };

test("points are read from a text and written again", () => {
  const text = "45,60 130,22 299,1";
  assert.deepEqual(parsePoints(text), [[45, 60], [130, 22], [299, 1]]);
  assert.equal(formatPoints(parsePoints(`  ${text} `)), text);
});

test("a text that is no list of points has none", () => {
  for (const text of ["", "42", "45,60 nonsense", "1,2,3", "-4,5", "12345,1"]) assert.deepEqual(parsePoints(text), [], text);
});

test("a point is where the grid has it, and what is there is that point", () => {
  assert.deepEqual(locatePoint([10, 20], GRID), [120, 120]);
  assert.deepEqual(findPointAt([120, 120], GRID), [10, 20]);
});

test("a point moves to whole numbers within the grid, and the others stay", () => {
  const points = [[10, 20], [30, 40]];
  assert.deepEqual(movePoint(points, 1, [50.4, 60.6], GRID), [[10, 20], [50, 61]]);
  assert.deepEqual(movePoint(points, 0, [-7, 1000], GRID), [[1, 299], [30, 40]]);
  assert.deepEqual(points, [[10, 20], [30, 40]], "nothing is changed in place");
});
