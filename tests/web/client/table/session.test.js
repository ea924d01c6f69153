import assert from "node:assert/strict";
import { test } from "node:test";

import { canChooseMove, isMyTurn, isScreenShared, visibleScene } from "../../../../src/triangulum/web/static/table/queries.js";
import { receiveMessage, rebuildLog, showNextUpdate } from "../../../../src/triangulum/web/static/table/session.js";
import { exampleTable, moves, pick, piece, sceneWith, stateAfter, step, update, snapshot } from "../examples.js";

const MOVE = { panes: [{ name: "board", changed: [{ key: "ship", x: 30 }] }] };

function shipX(scene) {
  return scene.panes[0].pieces[0].x;
}

test("a snapshot says who we are, whose turn it is and how the table looks", () => {
  const state = stateAfter(snapshot());
  assert.deepEqual(state.names, ["Ann", "Bob"]);
  assert.deepEqual(state.you.seats, [0]);
  assert.equal(isMyTurn(state), true);
  assert.equal(shipX(visibleScene(state)), 0);
  assert.equal(state.lastNumber, 1);
});

test("an update waits in the queue: the table looks as before until it is shown", () => {
  const state = stateAfter(snapshot(), update(2, { scene: MOVE, to_move: 1 }));
  assert.equal(shipX(state.latestScene), 30);
  assert.equal(shipX(visibleScene(state)), 0);
  assert.equal(state.toMove, 0);
  showNextUpdate(state);
  assert.equal(shipX(visibleScene(state)), 30);
  assert.equal(state.toMove, 1);
  assert.equal(showNextUpdate(state), null);
});

test("a move voids what was being chosen, and talk does not", () => {
  const offer = moves(1, [pick("a", 1), pick("b", 2)]);
  const state = stateAfter(snapshot(), offer);
  receiveMessage(state, update(2, { parts: [{ what: "chat", alias: "bob-id", name: "Bob", text: "Hi" }] }));
  assert.ok(state.selection);
  assert.equal(canChooseMove(state), true);
  receiveMessage(state, update(3, { narration: "Bob moves.", parts: [step(1)] }));
  assert.equal(state.selection, null);
  assert.equal(state.moves, null);
});

test("moves that come again after a lost connection leave the sent one on its way", () => {
  const state = stateAfter(snapshot(), moves(1, [pick("a", 1)]));
  state.isSending = true;
  receiveMessage(state, moves(1, [pick("a", 1)]));
  assert.equal(state.isSending, true);
  receiveMessage(state, moves(2, [pick("a", 1)]));
  assert.equal(state.isSending, false);
});

test("the start of our turn is announced, and that of another is not", () => {
  const state = stateAfter(
    snapshot({ to_move: 1 }),
    update(2, { narration: "Bob lays b3.", parts: [step(1, "b3")], to_move: 0 }),
    update(3, { narration: "You pass.", parts: [step(0)], to_move: 1 }),
  );
  assert.equal(showNextUpdate(state)?.startsMyTurn, true);
  assert.equal(state.announcement, "Bob lays b3. It’s your turn.");
  assert.equal(showNextUpdate(state)?.startsMyTurn, false);
  assert.equal(state.announcement, "You pass.");
});

test("a turn that goes on is not announced again", () => {
  const state = stateAfter(snapshot(), update(2, { narration: "You roll.", parts: [step(0)], to_move: 0 }));
  assert.equal(showNextUpdate(state)?.startsMyTurn, false);
});

test("the log tells each update once, with the notation of its moves", () => {
  const state = stateAfter(snapshot(), update(2, { narration: "Bob lays b3.", parts: [step(1, "b3"), step(1, "?")] }));
  showNextUpdate(state);
  assert.deepEqual(state.log.map(({ narration, notations }) => [narration, notations]), [["Bob lays b3.", ["b3"]]]);
  rebuildLog(state, [update(1, { narration: "The game begins." }), update(2, { narration: "Bob lays b3.", parts: [step(1, "b3")] })]);
  assert.deepEqual(
    state.log.map(({ number, narration, notations }) => [number, narration, notations]),
    [[1, "The game begins.", []], [2, "Bob lays b3.", ["b3"]]],
  );
  assert.equal(state.lastMoveTexts.get(1), "Bob lays b3.");
  assert.equal(state.lastMover, 1);
});

test("what happens while the log is requested is not lost", () => {
  const state = stateAfter(snapshot());
  state.updatesSinceRequest = [];
  receiveMessage(state, update(2, { narration: "You move.", parts: [step(0)] }));
  showNextUpdate(state);
  rebuildLog(state, [update(1, { narration: "The game begins." })]);
  assert.deepEqual(state.log.map(({ number }) => number), [1, 2]);
  assert.equal(state.updatesSinceRequest, null);
});

test("only what others say, and only new things, are pointed out", () => {
  const say = (alias, text) => ({ what: "chat", alias, name: "X", text });
  const state = stateAfter(snapshot());
  rebuildLog(state, [update(1, { parts: [say("bob-id", "before")] })]);
  assert.equal(state.incomingChatLine, null);
  receiveMessage(state, update(2, { parts: [say("ann-id", "mine"), { ...say("eve-id", "quiet"), muted: true }] }));
  showNextUpdate(state);
  assert.equal(state.incomingChatLine, null);
  receiveMessage(state, update(3, { parts: [say("bob-id", "hello")] }));
  showNextUpdate(state);
  assert.equal(state.incomingChatLine?.text, "hello");
  assert.deepEqual(state.chat.map(({ text, isOwn }) => [text, isOwn]), [["before", false], ["mine", true], ["hello", false]]);
});

test("a seat that we held on another device stays ours until it changes hands", () => {
  const view = snapshot();
  view.you = { ...view.you, alias: "new-id", seats: [0] };
  const state = stateAfter(view, update(2, { table: exampleTable({ phase: "over" }) }));
  showNextUpdate(state);
  assert.deepEqual(state.you.seats, [0]);
  const seats = [{ seat: 0, kind: "person", name: "Eve", alias: "eve-id" }, { seat: 1, kind: "person", name: "Ann", alias: "new-id" }];
  receiveMessage(state, update(3, { table: exampleTable({ seats }) }));
  showNextUpdate(state);
  assert.deepEqual(state.you.seats, [1]);
});

test("a screen is shared by people, not by a person and the bot that plays for them", () => {
  const you = { alias: "ann-id", name: "Ann", seats: [0, 1], host: true, muted: [] };
  const seats = [{ seat: 0, kind: "person", name: "Ann", alias: "ann-id" }, { seat: 1, kind: "person", name: "Bob", alias: "ann-id" }];
  assert.equal(isScreenShared(stateAfter(snapshot({ you, table: exampleTable({ seats }) }))), true);
  const withBot = [seats[0], { ...seats[1], kind: "bot" }];
  assert.equal(isScreenShared(stateAfter(snapshot({ you, table: exampleTable({ seats: withBot }) }))), false);
});

test("a new snapshot ends the look at an earlier position, which other eyes may not see", () => {
  const state = stateAfter(snapshot());
  state.viewedNumber = 1;
  receiveMessage(state, snapshot({ perspective: null, number: 4, scene: sceneWith(piece("ship", 7)) }));
  assert.equal(state.viewedNumber, null);
  assert.deepEqual([...state.scenes.keys()], [4]);
  assert.equal(shipX(visibleScene(state)), 7);
});
