// What several tests need: a state, a table, messages as a server sends them, and a transport that records commands.

import { createInitialState } from "../../../src/triangulum/web/static/table/state.js";
import { finishKitLoading, receiveMessage } from "../../../src/triangulum/web/static/table/session.js";

export const SETTINGS = { confirmsMoves: false, givesUsualAnswers: true, playsSound: false, notifies: false, showsWinChance: false, showsNotation: false, hasPlayed: true };
export const PAGE = { tableId: "t1", title: "Tri-Trac", hasSecrets: false, hasDice: true, savedName: "" };

/** Return a table of Ann, who is us, and Bob. */
export function exampleTable(changes = {}) {
  return {
    id: "t1",
    game: "tri-trac",
    title: "Tri-Trac",
    rules: 1,
    options: {},
    settings: { listed: false, take_backs: "agreed", hints: true, chat: "open", late: true, clock: { kind: "none" }, rated: true },
    host: "ann-id",
    phase: "playing",
    seats: [
      { seat: 0, kind: "person", name: "Ann", alias: "ann-id" },
      { seat: 1, kind: "person", name: "Bob", alias: "bob-id" },
    ],
    dice: { version: "1", label: "l", commitment: "c", nonces: {}, seed: null },
    proposal: null,
    result: "",
    winners: [],
    ending: "",
    rematch_of: null,
    rematch: null,
    ...changes,
  };
}

export function snapshot(changes = {}) {
  return {
    is: "snapshot",
    number: 1,
    perspective: 0,
    table: exampleTable(),
    you: { alias: "ann-id", name: "Ann", seats: [0], host: true, muted: [] },
    to_move: 0,
    kit: "digest",
    scene: sceneWith(piece("ship", 0)),
    ...changes,
  };
}

export function update(number, changes = {}) {
  return { is: "update", number, at: 0, narration: "", parts: [], to_move: 0, ...changes };
}

export function step(seat, notation = "") {
  return { what: "step", seat, notation, events: [] };
}

export function moves(number, tree, seat = 0) {
  return { is: "legal-moves", number, seat, tree };
}

/** Return a piece as it is sent. */
export function piece(key, x, layer = 0) {
  return [key, "symbol", x, 0, 0, 1, layer, [], "", `the ${key}`];
}

/** Return the diff from nothing to a board with some pieces. */
export function sceneWith(...pieces) {
  return {
    title: "Your turn: move a ship.",
    order: ["board"],
    panes: [{ name: "board", frame: [0, 0, 100, 50], added: pieces.map((each, index) => [index, each]) }],
  };
}

export function pick(key, action, ...then) {
  return then.length ? { step: { type: "pick", key }, then } : { step: { type: "pick", key }, action, text: `play ${key}` };
}

/** Return a state that has received messages, with the drawings there. */
export function stateAfter(...messages) {
  const state = createInitialState(PAGE, SETTINGS);
  finishKitLoading(state, { digest: "digest", prefix: "p", css: "", svg: "" });
  for (const message of messages) receiveMessage(state, message);
  return state;
}

/** A transport that keeps what is sent, and answers as a test says. */
export class FakeTransport {
  constructor(answers = {}) {
    this.answers = answers;
    this.sent = [];
    this.numReconnects = 0;
  }

  connect() {}

  reconnect() {
    this.numReconnects += 1;
  }

  async send(command) {
    this.sent.push(command);
    const answer = this.answers[command.do];
    if (answer instanceof Error) throw answer;
    return answer ?? { is: "done", id: "x", number: 0 };
  }

  async requestJson(method, path) {
    this.sent.push({ method, path });
    return this.answers[path] ?? {};
  }

  async loadHtml() {
    return null;
  }
}

/** Return a client for a state, which counts how often a new drawing was asked for. */
export function clientOf(state, transport = new FakeTransport(), canAnimate = false) {
  const client = {
    state,
    transport,
    numRenders: 0,
    requestRender: () => void (client.numRenders += 1),
    canAnimate: () => canAnimate,
    board: { finishAnimations: () => {}, zoomFirstPaneToSpots: () => {}, zoomSmallPane: () => {} },
  };
  return client;
}

/** Wait until promises that are settled have been noticed. */
export function settlePromises() {
  return new Promise((resolve) => setImmediate(resolve));
}
