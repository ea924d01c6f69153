import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { showHint, updateWinChance } from "../../../../../src/triangulum/web/static/table/commands/advice.js";
import { confirmChoice, giveUsualAnswer, hoverPiece, playAction, touchPiece, undoChoice } from "../../../../../src/triangulum/web/static/table/commands/choice.js";
import { FakeTransport, clientOf, moves, pick, settlePromises, stateAfter, snapshot } from "../../examples.js";

const TREE = [pick("ship", undefined, pick("north", 1), pick("south", 2)), pick("pass", 3)];
const PREVIEW = { is: "preview-reply", id: "x", action: 1, text: "ship north", words: "Sails north." };

function choosingClient(answers = {}, settings = {}) {
  const state = stateAfter(snapshot(), moves(1, TREE));
  state.connection = { status: "open", reason: "", hasUnansweredCommand: false };
  state.settings = { ...state.settings, ...settings };
  return clientOf(state, new FakeTransport(answers));
}

beforeEach(() => {
  globalThis.localStorage = { getItem: () => null, setItem: () => {} };
});

test("the last touch of a move plays it", () => {
  const client = choosingClient();
  touchPiece(client, "ship");
  assert.deepEqual(client.transport.sent, []);
  touchPiece(client, "south");
  assert.deepEqual(client.transport.sent, [{ do: "play", seat: 0, at: 1, action: 2 }]);
  assert.equal(client.state.isSending, true);
});

test("where moves are confirmed, a complete one is shown first and played by touching it again", async () => {
  const client = choosingClient({ "preview-move": PREVIEW }, { confirmsMoves: true });
  touchPiece(client, "ship");
  touchPiece(client, "north");
  await settlePromises();
  assert.deepEqual(client.transport.sent.map((command) => command.do), ["preview-move"]);
  assert.equal(client.state.preview?.text, "ship north");
  touchPiece(client, "north");
  assert.deepEqual(client.transport.sent.map((command) => command.do), ["preview-move", "play"]);
});

test("a preview that comes when something else is chosen is not shown", async () => {
  const client = choosingClient({ "preview-move": PREVIEW }, { confirmsMoves: true });
  touchPiece(client, "ship");
  touchPiece(client, "north");
  undoChoice(client);
  await settlePromises();
  assert.equal(client.state.preview, null);
});

test("the mouse shows what a touch would bring, until it goes elsewhere", async () => {
  const client = choosingClient({ "preview-move": PREVIEW });
  touchPiece(client, "ship");
  hoverPiece(client, "north");
  await settlePromises();
  assert.equal(client.state.preview?.action, 1);
  hoverPiece(client, null);
  assert.equal(client.state.preview, null);
});

test("a move that is refused can be chosen again, and the bar says why", async () => {
  const client = choosingClient({ play: new Error("That is against the rules.") });
  await playAction(client, 3);
  assert.equal(client.state.remark, "That is against the rules.");
  assert.equal(client.state.isSending, false);
  assert.ok(client.state.selection);
});

test("the usual answer is given once, unless the player wants to be asked", () => {
  const button = (name, action, usual) => ({ step: { type: "button", name, label: name, usual }, action });
  const tree = [button("choose", 4, false), button("old-first", 5, true)];
  const client = clientOf(stateAfter(snapshot(), moves(1, tree)));
  giveUsualAnswer(client);
  giveUsualAnswer(client);
  assert.deepEqual(client.transport.sent, [{ do: "play", seat: 0, at: 1, action: 5 }]);
  const asked = clientOf(stateAfter(snapshot(), moves(1, tree)));
  asked.state.settings = { ...asked.state.settings, givesUsualAnswers: false };
  giveUsualAnswer(asked);
  assert.deepEqual(asked.transport.sent, []);
  const without = choosingClient();
  giveUsualAnswer(without);
  assert.deepEqual(without.transport.sent, []);
});

test("nothing is played twice, or out of turn", () => {
  const client = choosingClient();
  playAction(client, 3);
  playAction(client, 3);
  touchPiece(client, "pass");
  confirmChoice(client);
  assert.equal(client.transport.sent.length, 1);
  const spectator = clientOf(stateAfter(snapshot()));
  playAction(spectator, "a1");
  assert.equal(spectator.state.remark, "It isn’t your turn.");
  assert.deepEqual(spectator.transport.sent, []);
});

test("while an earlier position is viewed, a touch means nothing", () => {
  const client = choosingClient();
  client.state.viewedNumber = 0;
  touchPiece(client, "pass");
  assert.deepEqual(client.transport.sent, []);
});

test("a hint chooses the move that a bot would play, and the same moves are asked about once", async () => {
  const hint = { is: "hint-reply", id: "x", number: 1, bot: "club", action: 2, text: "", best: [{ action: 2, text: "", win: 0.6 }] };
  const client = choosingClient({ hint, preview: { ...PREVIEW, action: 2 } }, { showsWinChance: true });
  await updateWinChance(client);
  assert.equal(client.state.winChance, 0.6);
  await showHint(client);
  assert.equal(client.state.selection?.candidate?.action, 2);
  assert.deepEqual(client.transport.sent.filter((command) => command.do === "hint").length, 1);
});

test("a bot isn't asked how likely we win unless somebody wants to know", async () => {
  const client = choosingClient();
  await updateWinChance(client);
  assert.deepEqual(client.transport.sent, []);
});
