import assert from "node:assert/strict";
import { test } from "node:test";

import { StepSelection, branchButtonLabel, findBranchPath, listNotations } from "../../../../src/triangulum/web/static/scene/steps.js";
import { pick } from "../examples.js";

const set = (action, ...keys) => ({ step: { type: "set", keys }, action, text: keys.join(" ") });
const rotation = (action, key, way) => ({ step: { type: "cycle", key, way }, action, text: `${key} ${way}` });
const button = (action, name, label = "") => ({ step: { type: "button", name, label }, action, text: `do ${name}` });

const TILES = [
  pick("tile", undefined, pick("north", undefined, rotation(1, "north", "up"), rotation(2, "north", "down")), pick("south", 3)),
  pick("card", 4),
  button(5, "pass"),
];

test("a piece leads to what can follow it", () => {
  const selection = new StepSelection(TILES);
  assert.deepEqual([...selection.touchableKeys], ["tile", "card"]);
  assert.equal(selection.hasChosen, false);
  selection.touchPiece("tile");
  assert.deepEqual([...selection.touchableKeys], ["north", "south"]);
  assert.deepEqual([...selection.chosenKeys], ["tile"]);
  assert.deepEqual([...selection.alternativeKeys], ["tile", "card"]);
  assert.equal(selection.candidate, null);
});

test("a piece that can lie in several ways is rotated by touching it", () => {
  const selection = new StepSelection(TILES);
  selection.touchPiece("tile");
  selection.touchPiece("north");
  assert.equal(selection.candidate?.action, 1);
  assert.equal(selection.canRotate, true);
  selection.touchPiece("north");
  assert.equal(selection.candidate?.action, 2);
  selection.rotatePiece(1);
  assert.equal(selection.candidate?.action, 1);
});

test("another piece can be chosen instead, from any earlier step", () => {
  const selection = new StepSelection(TILES);
  selection.touchPiece("tile");
  selection.touchPiece("south");
  assert.equal(selection.candidate?.action, 3);
  selection.touchPiece("card");
  assert.equal(selection.candidate?.action, 4);
  assert.deepEqual([...selection.chosenKeys], ["card"]);
});

test("a touch that means nothing changes nothing", () => {
  const selection = new StepSelection(TILES);
  assert.equal(selection.touchPiece("elsewhere"), false);
  assert.equal(selection.hasChosen, false);
});

test("a player who gathers cards is told how many", () => {
  const progress = (touched) => {
    const selection = new StepSelection([set(1, "a", "b", "c"), set(2, "b", "c", "d"), set(3, "a", "b"), set(4, "e")]);
    for (const key of touched) selection.touchPiece(key);
    const { count = 0, total = "" } = selection.gatherProgress ?? {};
    return [count, total, selection.candidate?.action ?? null];
  };
  assert.deepEqual(progress(""), [0, "", null]);
  assert.deepEqual(progress("a"), [1, "2–3", null]);
  assert.deepEqual(progress("cd"), [2, "3", null]);
  assert.deepEqual(progress("ab"), [2, "2–3", 3]);
  assert.deepEqual(progress("cdb"), [3, "3", 2]);
  assert.deepEqual(progress("cdc"), [1, "3", null], "touched again, a card is put away");
});

test("steps without a choice are taken by themselves, and not undone", () => {
  const selection = new StepSelection([pick("only", undefined, pick("x", 1), pick("y", 2))]);
  assert.deepEqual([...selection.touchableKeys], ["x", "y"]);
  assert.equal(selection.hasChosen, false);
  selection.touchPiece("x");
  assert.equal(selection.hasChosen, true);
  selection.undoChoice();
  assert.equal(selection.hasChosen, false);
  assert.deepEqual([...selection.chosenKeys], ["only"]);
});

test("undo takes back one choice at a time", () => {
  const selection = new StepSelection(TILES);
  selection.touchPiece("tile");
  selection.touchPiece("north");
  selection.undoChoice();
  assert.deepEqual([...selection.chosenKeys], ["tile"]);
  selection.undoChoice();
  assert.equal(selection.hasChosen, false);
});

test("a button completes a move; without a label it shows the notation", () => {
  const selection = new StepSelection(TILES);
  assert.deepEqual(selection.buttons.map(branchButtonLabel), ["do pass"]);
  assert.equal(selection.pressButton("pass"), true);
  assert.equal(selection.candidate?.action, 5);
  assert.equal(selection.pressButton("nothing"), false);
});

test("the way to an action can be chosen at once, as a hint does", () => {
  for (const action of [1, 2, 3, 4, 5]) {
    const selection = new StepSelection(TILES);
    assert.equal(selection.chooseAction(action), true);
    assert.equal(selection.candidate?.action, action);
  }
  const selection = new StepSelection(TILES);
  selection.chooseAction(1);
  assert.deepEqual([...selection.chosenKeys], ["tile", "north"]);
  assert.equal(selection.canRotate, true, "it can be changed as if it had been touched");
  assert.equal(new StepSelection(TILES).chooseAction(99), false);
  assert.equal(findBranchPath(TILES, 99), null);
});

test("a set that leads on is continued by hand", () => {
  const cards = { step: { type: "set", keys: ["a", "b"] }, then: [pick("x", 1), pick("y", 2)] };
  const selection = new StepSelection([cards, set(3, "c")]);
  assert.equal(selection.continueFromCandidate(), false);
  selection.touchPiece("a");
  selection.touchPiece("b");
  assert.equal(selection.candidate?.action, undefined);
  assert.equal(selection.continueFromCandidate(), true);
  assert.deepEqual([...selection.touchableKeys], ["x", "y"]);
});

test("all moves of a tree are listed in notation", () => {
  assert.deepEqual(listNotations(TILES), ["north up", "north down", "play south", "play card", "do pass"]);
});
