import assert from "node:assert/strict";
import { test } from "node:test";

import { findTakeBackSeat } from "../../../../../src/triangulum/web/static/table/queries.js";
import { switchToMoverPerspective, uncoverTable } from "../../../../../src/triangulum/web/static/table/commands/seats.js";
import { receiveMessage } from "../../../../../src/triangulum/web/static/table/session.js";
import { clientOf, exampleTable, stateAfter, snapshot } from "../../examples.js";

const SHARED_SEATS = [
  { seat: 0, kind: "person", name: "Ann", alias: "ann-id" },
  { seat: 1, kind: "person", name: "Bob", alias: "ann-id" },
];
const BOTH = { alias: "ann-id", name: "Ann", seats: [0, 1], host: true, muted: [] };

function sharedScreen(changes, hasSecrets) {
  const state = stateAfter(snapshot({ you: BOTH, table: exampleTable({ seats: SHARED_SEATS }), ...changes }));
  state.page = { ...state.page, hasSecrets };
  return clientOf(state);
}

test("without secrets a shared screen looks through the mover's eyes", () => {
  const client = sharedScreen({ perspective: 0, to_move: 1 }, false);
  switchToMoverPerspective(client);
  assert.deepEqual(client.transport.sent, [{ do: "change-perspective", seat: 1 }]);
  assert.equal(client.state.coveredSeat, null);
});

test("with secrets it is covered, and shows nobody's until the next player says that they are there", () => {
  const client = sharedScreen({ perspective: 0, to_move: 1 }, true);
  switchToMoverPerspective(client);
  assert.deepEqual(client.transport.sent, [{ do: "change-perspective", seat: null }]);
  assert.equal(client.state.coveredSeat, 1);
  uncoverTable(client);
  assert.deepEqual(client.transport.sent.at(-1), { do: "change-perspective", seat: 1 });
  receiveMessage(client.state, snapshot({ you: BOTH, table: exampleTable({ seats: SHARED_SEATS }), perspective: 1, to_move: 1 }));
  switchToMoverPerspective(client);
  assert.equal(client.state.coveredSeat, null);
});

test("somebody who plays alone at their screen is never covered", () => {
  const client = clientOf(stateAfter(snapshot({ to_move: 0, perspective: null })));
  client.state.page = { ...client.state.page, hasSecrets: true };
  switchToMoverPerspective(client);
  assert.deepEqual(client.transport.sent, []);
  assert.equal(client.state.coveredSeat, null);
});

test("nothing is covered while a bot is to move", () => {
  const seats = [...SHARED_SEATS, { seat: 2, kind: "bot", name: "club" }];
  const client = sharedScreen({ perspective: 0, to_move: 2, table: exampleTable({ seats }) }, true);
  switchToMoverPerspective(client);
  assert.deepEqual(client.transport.sent, []);
  assert.equal(client.state.coveredSeat, null);
});

test("a move can be taken back by who made one, unless the table or a question forbids it", () => {
  const withDeed = (changes) => {
    const state = stateAfter(snapshot({ table: exampleTable(changes) }));
    state.lastMoveTexts = new Map([[0, "Ann moves."]]);
    return state;
  };
  const settings = exampleTable().settings;
  assert.equal(findTakeBackSeat(withDeed({})), 0);
  assert.equal(findTakeBackSeat(stateAfter(snapshot())), null, "nothing was done yet");
  assert.equal(findTakeBackSeat(withDeed({ settings: { ...settings, take_backs: "none" } })), null);
  assert.equal(findTakeBackSeat(withDeed({ settings: { ...settings, take_backs: "free" } })), null, "it would have to be asked for");
  assert.equal(findTakeBackSeat(withDeed({ proposal: { seat: 1, kind: "draw", steps: 0, awaited_seats: [0] } })), null);
  assert.equal(findTakeBackSeat(withDeed({ phase: "over" })), null);
});
