import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { RefusedError } from "../../../../src/triangulum/web/static/table/pending_commands.js";
import { TableSocket } from "../../../../src/triangulum/web/static/table/socket.js";
import { settlePromises, update, snapshot } from "../examples.js";

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 3;

/** A WebSocket that a test opens, feeds and closes by hand. */
class FakeWebSocket {
  static CONNECTING = CONNECTING;
  static OPEN = OPEN;
  /** @type {FakeWebSocket[]} */
  static opened = [];

  constructor(address) {
    this.address = new URL(address);
    this.readyState = CONNECTING;
    this.sent = [];
    FakeWebSocket.opened.push(this);
  }

  static get last() {
    return FakeWebSocket.opened.at(-1);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = CLOSED;
  }

  accept() {
    this.readyState = OPEN;
    this.onopen();
  }

  deliver(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }

  break(code = 1006, reason = "") {
    this.readyState = CLOSED;
    this.onclose({ code, reason });
  }
}

/** Return a connected socket of a table, with everything it has told its listener. */
function connect(seat = 0) {
  const messages = [];
  const statuses = [];
  const listener = {
    receiveMessage: (message) => messages.push(message),
    changeConnection: (connection) => statuses.push(connection),
  };
  const socket = new TableSocket("t1", seat, listener);
  socket.connect();
  FakeWebSocket.last.accept();
  return { socket, messages, statuses };
}

let windowListeners;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  windowListeners = {};
  FakeWebSocket.opened = [];
  Object.assign(globalThis, {
    WebSocket: FakeWebSocket,
    location: { protocol: "https:", host: "example.org" },
    document: { hidden: false, addEventListener: () => {}, documentElement: { lang: "en" } },
    addEventListener: (type, listener) => (windowListeners[type] = listener),
  });
});

test("a server that speaks another version is left alone, and the page asks to be reloaded", () => {
  const { messages, statuses } = connect();
  FakeWebSocket.last.deliver({ is: "welcome", protocol: 3 });
  FakeWebSocket.last.deliver(snapshot({ number: 7 }));
  FakeWebSocket.last.break(1012);
  mock.timers.tick(5000);
  FakeWebSocket.last.accept();
  const socket = FakeWebSocket.last;
  socket.deliver({ is: "welcome", protocol: 4 });
  assert.equal(socket.readyState, CLOSED);
  socket.deliver(update(8));
  assert.deepEqual(statuses.at(-1), { status: "refused", reason: "This page is outdated. Reload it to continue.", hasUnansweredCommand: false });
  assert.deepEqual(messages.map(({ is }) => is), ["snapshot"]);
  windowListeners.online();
  mock.timers.tick(60000);
  assert.equal(FakeWebSocket.last, socket, "no other socket is opened");
});

test("the address says which table, through whose eyes, and after which update", () => {
  connect(1);
  assert.equal(FakeWebSocket.last.address.href, "wss://example.org/api/tables/t1/socket?form=scene&presence=true&language=en&seat=1");
  FakeWebSocket.last.deliver(snapshot({ number: 7, perspective: null }));
  FakeWebSocket.last.break();
  mock.timers.tick(5000);
  assert.equal(FakeWebSocket.last.address.search, "?form=scene&presence=true&language=en&after=7");
});

test("updates come in order: one that comes twice is dropped, and missing ones are asked for", () => {
  const { messages } = connect();
  const web = FakeWebSocket.last;
  web.deliver(snapshot({ number: 3 }));
  web.deliver(update(3));
  web.deliver(update(4));
  web.deliver(update(6));
  assert.deepEqual(messages.map(({ number }) => number), [3, 4]);
  assert.deepEqual(web.sent.map(({ do: name, after }) => [name, after]), [["resume", 4]]);
});

test("moves for another moment of the game are dropped", () => {
  const { messages } = connect();
  FakeWebSocket.last.deliver(snapshot({ number: 3 }));
  FakeWebSocket.last.deliver({ is: "legal-moves", number: 2, seat: 0, tree: [] });
  FakeWebSocket.last.deliver({ is: "legal-moves", number: 3, seat: 0, tree: [] });
  assert.deepEqual(messages.map(({ is, number }) => [is, number]), [["snapshot", 3], ["legal-moves", 3]]);
});

test("a command is answered by the message with its id, and a refusal says why", async () => {
  const { socket, messages } = connect();
  const played = socket.send({ do: "play", seat: 0, at: 1, action: 5 });
  const resigned = socket.send({ do: "resign", seat: 0 });
  const [play, resign] = FakeWebSocket.last.sent;
  assert.notEqual(play.id, resign.id);
  FakeWebSocket.last.deliver({ is: "refused", id: resign.id, reason: "not-now", message: "not yet" });
  FakeWebSocket.last.deliver({ is: "done", id: play.id, number: 0 });
  assert.equal((await played).is, "done");
  await assert.rejects(resigned, (error) => error instanceof RefusedError && error.reason === "not-now" && error.message === "not yet");
  assert.deepEqual(messages, []);
});

test("a move made without a connection is sent with the next one, and once more with the same id until it is answered", () => {
  const { socket, statuses } = connect();
  FakeWebSocket.last.break();
  socket.send({ do: "play", seat: 0, at: 1, action: 5 });
  mock.timers.tick(300);
  const first = FakeWebSocket.last;
  first.accept();
  first.break();
  mock.timers.tick(600);
  const second = FakeWebSocket.last;
  second.accept();
  assert.notEqual(first, second);
  assert.equal(first.sent.length, 1);
  assert.deepEqual(first.sent, second.sent);
  assert.deepEqual(statuses.map(({ status }) => status), ["open", "lost", "open", "lost", "open"]);
  assert.deepEqual(statuses.map(({ hasUnansweredCommand }) => hasUnansweredCommand), [false, false, true, true, true]);
});

test("a question is given up with the connection on which it was asked", async () => {
  const { socket } = connect();
  const preview = socket.send({ do: "preview-move", seat: 0, at: 1, action: 5 });
  FakeWebSocket.last.break();
  await assert.rejects(preview, RefusedError);
  mock.timers.tick(300);
  FakeWebSocket.last.accept();
  assert.deepEqual(FakeWebSocket.last.sent, []);
});

test("the longer a connection is lost, the longer the pauses between tries, up to some seconds", () => {
  connect();
  const pauses = [];
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const before = FakeWebSocket.opened.length;
    FakeWebSocket.last.break();
    let milliseconds = 0;
    while (FakeWebSocket.opened.length === before) {
      mock.timers.tick(10);
      milliseconds += 10;
    }
    pauses.push(milliseconds);
  }
  assert.ok(pauses[0] <= 200, String(pauses));
  assert.ok(pauses[3] > 2 * pauses[0], String(pauses));
  assert.ok(Math.max(...pauses) <= 5010, String(pauses));
});

test("somebody who may not look through a seat's eyes becomes a spectator, and a table that isn't there stays closed", () => {
  const { statuses } = connect(1);
  FakeWebSocket.last.break(4003, "that seat is not yours");
  assert.equal(FakeWebSocket.opened.length, 2);
  assert.equal(FakeWebSocket.last.address.searchParams.get("seat"), null);
  FakeWebSocket.last.break(4003, "there is no such table");
  mock.timers.tick(10_000);
  assert.equal(FakeWebSocket.opened.length, 2);
  assert.equal(statuses.at(-1).reason, "there is no such table");
});

test("a network that goes away is noticed at once, and one that comes back is used", () => {
  const { statuses } = connect();
  FakeWebSocket.last.deliver(snapshot());
  windowListeners.offline();
  assert.equal(statuses.at(-1).status, "lost");
  windowListeners.online();
  assert.equal(FakeWebSocket.opened.length, 2);
});

test("a connection that doesn't answer after a sleep is given up", async () => {
  connect();
  FakeWebSocket.last.deliver(snapshot());
  windowListeners.online();
  assert.equal(FakeWebSocket.last.sent.at(-1).do, "resume");
  mock.timers.tick(4100);
  await settlePromises();
  mock.timers.tick(300);
  assert.equal(FakeWebSocket.opened.length, 2);
});

test("a command that was done without its update coming means that the connection is broken", async () => {
  const { socket } = connect();
  FakeWebSocket.last.deliver(snapshot({ number: 1 }));
  socket.send({ do: "resign", seat: 0 });
  FakeWebSocket.last.deliver({ is: "done", id: FakeWebSocket.last.sent[0].id, number: 2 });
  mock.timers.tick(4100);
  mock.timers.tick(300);
  assert.equal(FakeWebSocket.opened.length, 2);
});

test("whoever reconnects gets a snapshot", () => {
  const { socket } = connect();
  FakeWebSocket.last.deliver(snapshot({ number: 5 }));
  const old = FakeWebSocket.last;
  socket.reconnect();
  assert.equal(FakeWebSocket.last.address.searchParams.get("after"), null);
  old.deliver(snapshot({ number: 6 }));
  assert.equal(socket.lastNumber, null, "what still comes on the old socket is ignored");
});
