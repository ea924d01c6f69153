import assert from "node:assert/strict";
import { test } from "node:test";

import { computePanePlaces } from "../../../../src/triangulum/web/static/scene/layout.js";
import { fitIntoFrame, isCentreWithin, uniteRectangles } from "../../../../src/triangulum/web/static/scene/rectangles.js";

const SQUARE = 1;
const FLAT = 5;

/** Tell whether panes stay in their box and don't overlap. */
function checkPlaces(shapes, width, height, screen) {
  const boxes = computePanePlaces(shapes, width, height, screen).map(({ left, top, width: wide }, index) => ({
    left, top, right: left + wide, bottom: top + wide / shapes[index],
  }));
  boxes.forEach((box, index) => {
    assert.ok(box.left >= -1e-9 && box.right <= width + 1e-6, `${screen}: pane ${index} is within the width`);
    for (const next of boxes.slice(index + 1)) {
      const apart = box.right <= next.left || next.right <= box.left || box.bottom <= next.top || next.bottom <= box.top;
      assert.ok(apart, `${screen}: panes don't overlap`);
    }
  });
  return boxes;
}

test("panes stay within the width and apart from each other, whatever their shapes and the screen", () => {
  for (const screen of ["low", "portrait", "desk"]) {
    for (const shapes of [[SQUARE], [1.5, SQUARE], [1.2, FLAT], [1.2, FLAT, 0.8], [0.8, 1, 1, 6]]) {
      checkPlaces(shapes, 1000, 700, screen);
    }
  }
});

test("on a desk a squarish pane is beside the board and a flat one beneath it", () => {
  const [board, hand, counters] = checkPlaces([1.2, FLAT, SQUARE], 1000, 700, "desk");
  assert.ok(hand.top >= board.bottom);
  assert.ok(counters.left >= board.right);
  assert.ok(hand.bottom <= 700 + 1e-6);
});

test("on an upright screen the board is above all others", () => {
  const [board, ...others] = checkPlaces([1.2, SQUARE, SQUARE, SQUARE], 700, 1000, "portrait");
  assert.ok(others.every(({ top }) => top >= board.bottom));
});

test("a view contains what it should, in the frame's shape and within it", () => {
  assert.deepEqual(uniteRectangles([0, 0, 2, 2], [5, 1, 1, 4]), [0, 0, 6, 5]);
  assert.deepEqual(fitIntoFrame([40, 40, 10, 20], [0, 0, 100, 100]), [35, 40, 20, 20]);
  assert.deepEqual(fitIntoFrame([95, 95, 10, 10], [0, 0, 100, 100]), [90, 90, 10, 10]);
  assert.equal(isCentreWithin([0, 0, 2, 2], [0, 0, 4, 4]), true);
  assert.equal(isCentreWithin([0, 0, 2, 2], [2, 2, 4, 4]), false);
});
