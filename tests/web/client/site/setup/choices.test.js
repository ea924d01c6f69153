import assert from "node:assert/strict";
import { test } from "node:test";

import { buildSeatRequest, hasChanges, listPresetValues, rotateSeats } from "../../../../../src/triangulum/web/static/site/setup/choices.js";

const DATA = {
  presets: { long: { distance: 3, full: true }, printed: {}, quick: { limit: 9 } },
  defaults: { distance: 0, full: false, limit: 60, colour: "red" },
};

test("whoever begins gets the first seat, and the others follow in their order", () => {
  assert.deepEqual(rotateSeats(["Ann", "Bob", "Eve"], 0), ["Ann", "Bob", "Eve"]);
  assert.deepEqual(rotateSeats(["Ann", "Bob", "Eve"], 1), ["Bob", "Eve", "Ann"]);
  assert.deepEqual(rotateSeats(["Ann", "Bob", "Eve"], 2), ["Eve", "Ann", "Bob"]);
});

test("a seat is for oneself, a neighbour, a bot or somebody else", () => {
  assert.deepEqual(buildSeatRequest("me", ""), { for: "me" });
  assert.deepEqual(buildSeatRequest("here", "Bob"), { for: "me", name: "Bob" });
  assert.deepEqual(buildSeatRequest("bot:club", ""), { for: "bot", bot: "club" });
  assert.deepEqual(buildSeatRequest("anybody", ""), { for: "anybody" });
});

test("a preset fills in what any preset is about, and leaves other options alone", () => {
  assert.deepEqual(listPresetValues(DATA, "long"), { distance: 3, full: true, limit: 60 });
  assert.deepEqual(listPresetValues(DATA, "printed"), { distance: 0, full: false, limit: 60 });
  assert.deepEqual(listPresetValues(DATA, "quick"), { distance: 0, full: false, limit: 9 });
});

test("changes are those of options that the preset names", () => {
  assert.equal(hasChanges(DATA, "long", { distance: 3, full: true, limit: 60, colour: "blue" }), false);
  assert.equal(hasChanges(DATA, "long", { distance: 4, full: true, limit: 60, colour: "red" }), true);
  // A field has texts.
  assert.equal(hasChanges(DATA, "long", { distance: "3", full: true, limit: "60", colour: "red" }), false);
  // A preset may leave open what another one is about.
  assert.equal(hasChanges(DATA, "quick", { distance: 5, full: true, limit: 9, colour: "red" }), false);
});
