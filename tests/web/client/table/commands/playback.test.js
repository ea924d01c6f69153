import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { playQueue, skipQueue } from "../../../../../src/triangulum/web/static/table/commands/playback.js";
import { visibleScene } from "../../../../../src/triangulum/web/static/table/queries.js";
import { FakeTransport, clientOf, exampleTable, settlePromises, stateAfter, step, update, snapshot } from "../../examples.js";

const moveTo = (number, x) =>
  update(number, { parts: [step(1, "Bob moves.")], scene: { panes: [{ name: "board", changed: [{ key: "ship", x }] }] }, to_move: 1 });
const shipX = (state) => visibleScene(state).panes[0].pieces[0].x;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
});

test("a single update is shown at once", () => {
  const client = clientOf(stateAfter(snapshot(), moveTo(2, 10)), new FakeTransport(), true);
  playQueue(client);
  assert.equal(shipX(client.state), 10);
  assert.equal(client.state.isPlayingQueue, false);
  assert.ok(client.numRenders > 0);
});

test("several moves are seen one after the other, with a pause in between", async () => {
  const client = clientOf(stateAfter(snapshot(), moveTo(2, 10), moveTo(3, 20)), new FakeTransport(), true);
  playQueue(client);
  assert.equal(shipX(client.state), 10);
  assert.equal(client.state.isPlayingQueue, true);
  mock.timers.tick(420);
  await settlePromises();
  assert.equal(shipX(client.state), 20);
  assert.equal(client.state.isPlayingQueue, false);
});

test("nobody waits for motion that nobody sees", () => {
  const client = clientOf(stateAfter(snapshot(), moveTo(2, 10), moveTo(3, 20)), new FakeTransport(), false);
  playQueue(client);
  assert.equal(shipX(client.state), 20);
});

test("very many moves are not shown one by one", () => {
  const updates = Array.from({ length: 12 }, (_, index) => moveTo(index + 2, index + 1));
  const client = clientOf(stateAfter(snapshot(), ...updates), new FakeTransport(), true);
  playQueue(client);
  assert.equal(shipX(client.state), 4, "the last eight are seen");
  assert.equal(client.state.isPlayingQueue, true);
});

test("the moves that wait can be skipped", async () => {
  const client = clientOf(stateAfter(snapshot(), moveTo(2, 10), moveTo(3, 20), moveTo(4, 30)), new FakeTransport(), true);
  playQueue(client);
  skipQueue(client);
  await settlePromises();
  assert.equal(shipX(client.state), 30);
  assert.equal(client.state.isPlayingQueue, false);
});

test("a spectator who has sat down looks through the eyes of their seat", () => {
  const seats = [{ seat: 0, kind: "person", name: "Ann", alias: "ann-id" }, { seat: 1, kind: "bot", name: "club" }];
  const you = { alias: "ann-id", name: "Ann", seats: [], host: false, muted: [] };
  const free = exampleTable({ seats: [{ seat: 0, kind: "anybody" }, seats[1]] });
  const client = clientOf(stateAfter(snapshot({ perspective: null, you, table: free }), update(2, { table: exampleTable({ seats }) })));
  playQueue(client);
  assert.deepEqual(client.transport.sent, [{ do: "change-perspective", seat: 0 }]);
});
