import assert from "node:assert/strict";
import { test } from "node:test";

import { findPiece } from "../../../../src/triangulum/web/static/scene/diff.js";
import { buildReplay, buildReplayRequest, clampStep, describePlayersAndResult, parseStep } from "../../../../src/triangulum/web/static/site/replay_game.js";
import { piece, sceneWith } from "../examples.js";

const ANSWER = {
  game: "tri-trac",
  title: "Tri-Trac",
  players: ["Bob 1", "Bob 2", "Eve"],
  winners: [2],
  result: "won",
  kit: { digest: "", prefix: "", css: "", svg: "" },
  dice: null,
  frames: [
    { narration: "The beginning.", scene: sceneWith(piece("ship", 0)) },
    { narration: "Bob 1 moves.", scene: { panes: [{ name: "board", changed: [{ key: "ship", x: 5 }] }] } },
    { narration: "Bob 2 passes." },
  ],
};

test("every step has its scene, and one in which nothing moves has the same as before", () => {
  const { scenes } = buildReplay(ANSWER);
  assert.deepEqual(scenes.map((scene) => findPiece(scene, "ship")?.piece.x), [0, 5, 5]);
  assert.equal(scenes[1], scenes[2]);
});

test("a game is described by its players and its end", () => {
  const game = buildReplay(ANSWER);
  assert.equal(describePlayersAndResult(game), "Bob 1, Bob 2, Eve. Won by Eve.");
  assert.equal(describePlayersAndResult({ ...game, winners: [], result: "drawn" }), "Bob 1, Bob 2, Eve. Draw.");
  assert.equal(describePlayersAndResult({ ...game, winners: [], result: "" }), "Bob 1, Bob 2, Eve. Not finished.");
});

test("a step before the first or after the last is the first or last one", () => {
  const game = buildReplay(ANSWER);
  assert.deepEqual([-10, 1, Infinity].map((index) => clampStep(game, index)), [0, 1, 2]);
});

test("an address names a step", () => {
  assert.deepEqual(["#5", "", "#", "#x", "#1.5"].map(parseStep), [5, 0, 0, 0, 0]);
});

test("a game at a table is asked for by address, and one's own record is sent along", () => {
  const atTable = { tableId: "t1", record: "", seat: 1 };
  assert.deepEqual(buildReplayRequest(atTable, "replay"), { path: "/api/tables/t1/replay?seat=1" });
  assert.deepEqual(buildReplayRequest({ ...atTable, seat: null }, "picture", { frame: 3 }), { path: "/api/tables/t1/picture?frame=3" });
  const own = { tableId: "", record: "Triangulum …", seat: null };
  assert.deepEqual(buildReplayRequest(own, "replay"), { path: "/api/replay", body: { record: "Triangulum …", seat: null } });
  assert.deepEqual(buildReplayRequest(own, "picture", { frame: null }).path, "/api/replay/picture");
});
