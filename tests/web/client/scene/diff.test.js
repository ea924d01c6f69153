import assert from "node:assert/strict";
import { test } from "node:test";

import { EMPTY_SCENE, applySceneDiff, findPiece, listChangedPieces, insertPreviewBoard } from "../../../../src/triangulum/web/static/scene/diff.js";
import { piece, sceneWith } from "../examples.js";

function keysOf(scene) {
  return scene.panes[0].pieces.map(({ key }) => key);
}

const BOARD = applySceneDiff(EMPTY_SCENE, sceneWith(piece("a", 1), piece("b", 2), piece("c", 3)));

test("a whole scene is a diff from the empty one", () => {
  assert.deepEqual(keysOf(BOARD), ["a", "b", "c"]);
  assert.equal(BOARD.title, "Your turn: move a ship.");
  assert.equal(findPiece(BOARD, "b")?.piece.x, 2);
  assert.equal(findPiece(BOARD, "z"), null);
});

test("without a diff the scene stays the very same", () => {
  assert.equal(applySceneDiff(BOARD, undefined), BOARD);
});

test("pieces are removed, changed, reordered and then added", () => {
  const diff = {
    name: "board",
    removed: ["b"],
    changed: [{ key: "a", x: 9 }],
    order: ["c", "a"],
    added: [[1, piece("n", 5)]],
  };
  const scene = applySceneDiff(BOARD, { panes: [diff] });
  assert.deepEqual(keysOf(scene), ["c", "n", "a"]);
  assert.equal(findPiece(scene, "a")?.piece.x, 9);
  assert.equal(findPiece(scene, "a")?.piece.title, "the a");
});

test("a piece that is removed is gone, and the others stay in order", () => {
  assert.deepEqual(keysOf(applySceneDiff(BOARD, { panes: [{ name: "board", removed: ["b"] }] })), ["a", "c"]);
});

test("pieces that stayed as they were are the same objects, so that they aren't drawn again", () => {
  const scene = applySceneDiff(BOARD, { panes: [{ name: "board", changed: [{ key: "a", x: 9 }] }] });
  assert.equal(scene.panes[0].pieces[1], BOARD.panes[0].pieces[1]);
  assert.notEqual(scene.panes[0].pieces[0], BOARD.panes[0].pieces[0]);
  assert.deepEqual(keysOf(BOARD), ["a", "b", "c"]);
});

test("a focus can be taken away, which is not the same as leaving it alone", () => {
  const focused = applySceneDiff(BOARD, { panes: [{ name: "board", focus: [1, 2, 3, 4] }] });
  assert.deepEqual(applySceneDiff(focused, { panes: [{ name: "board", title: "x" }] }).panes[0].focus, [1, 2, 3, 4]);
  assert.equal(applySceneDiff(focused, { panes: [{ name: "board", focus: null }] }).panes[0].focus, null);
});

test("pieces that came, moved, turned or look different have changed", () => {
  const changed = [{ key: "a", x: 9 }, { key: "b", label: "2" }, { key: "c", symbol: "other" }];
  const scene = applySceneDiff(BOARD, { panes: [{ name: "board", changed, added: [[3, piece("n", 0)]] }] });
  assert.deepEqual([...listChangedPieces(BOARD, scene)], ["board/a", "board/c", "board/n"]);
});

test("a preview shows the board of the future in the frame of now, with the rulers of that frame", () => {
  const ruler = ["ruler", "symbol", 0, 0, 0, 1, 0, ["frame"], "", ""];
  const now = applySceneDiff(EMPTY_SCENE, {
    title: "now",
    order: ["board", "hand"],
    panes: [
      { name: "board", frame: [0, 0, 10, 10], added: [[0, ruler], [1, piece("a", 1)]] },
      { name: "hand", frame: [0, 0, 5, 5], added: [[0, piece("card", 0)]] },
    ],
  });
  const future = applySceneDiff(now, {
    title: "then",
    panes: [
      { name: "board", frame: [-5, 0, 15, 10], changed: [{ key: "ruler", x: -5 }], added: [[2, piece("tile", -4)]] },
      { name: "hand", removed: ["card"] },
    ],
  });
  const preview = insertPreviewBoard(now, future);
  assert.equal(preview.title, "now");
  assert.deepEqual(preview.panes[0].frame, [0, 0, 10, 10]);
  assert.equal(findPiece(preview, "ruler")?.piece.x, 0);
  assert.ok(findPiece(preview, "tile"));
  assert.ok(findPiece(preview, "card"), "a hand stays whole, so that it can be touched");
});
