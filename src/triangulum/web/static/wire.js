// @ts-check
// The socket of a table. Events are numbered: none is missed and none comes twice. A command is sent again with the
// same id until it is answered, so it happens once; one given while there is no connection waits for the next.

/** @import {Answer, Command, Here, Message, Moves, Present, Refused, TableEvent, Times} from "../types" */

const PATIENCE = 4000;
const ASKING = new Set(["look", "resume", "preview", "hint"]);

/** A command that was refused, with the reason. */
export class Refusal extends Error {
  /** @param {Refused} refused */
  constructor(refused) {
    super(refused.message);
    this.reason = refused.reason;
  }
}

/** @typedef {{message: string, about: boolean, done: (answer: Answer) => void, failed: (error: Refusal) => void}} Waiting */

export class Wire {
  /**
   * @param {string} table The id of the table.
   * @param {number | null} seat Through whose eyes.
   */
  constructor(table, seat) {
    this.table = table;
    this.seat = seat;
    /** The number of the last event; null before the whole table has come.
     * @type {number | null} */
    this.number = null;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<string, Waiting>} */
    this.waiting = new Map();
    this.closed = false;
    this.tries = 0;
    this.timer = 0;
    /** @type {(here: Here) => void} */
    this.onhere = () => {};
    /** @type {(event: TableEvent) => void} */
    this.onevent = () => {};
    /** @type {(moves: Moves) => void} */
    this.onmoves = () => {};
    /** @type {(clock: Times) => void} */
    this.onclock = () => {};
    /** @type {(present: Present) => void} */
    this.onpresent = () => {};
    /** Called with what is going on: "open", "lost", or "refused" with a reason.
     * @type {(state: "open" | "lost" | "refused", why: string) => void} */
    this.onstate = () => {};
    addEventListener("online", () => this.wake());
    // A socket itself may take minutes to notice.
    addEventListener("offline", () => this.fail());
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
  }

  /** Connect, from the last event on if there is one. */
  open() {
    clearTimeout(this.timer);
    this.closed = false;
    const asked = new URLSearchParams({ form: "scene", present: "true" });
    if (this.seat !== null) asked.set("seat", String(this.seat));
    if (this.number !== null) asked.set("after", String(this.number));
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/tables/${this.table}/socket?${asked}`);
    this.socket = socket;
    socket.onopen = () => {
      if (socket !== this.socket) return;
      this.tries = 0;
      this.onstate("open", "");
      for (const one of this.waiting.values()) socket.send(one.message);
    };
    socket.onmessage = ({ data }) => socket === this.socket && this.take(JSON.parse(data));
    socket.onclose = ({ code, reason }) => socket === this.socket && this.lost(code, reason);
  }

  /** Connect anew, as somebody else or from the beginning. */
  reopen() {
    this.number = null;
    this.drop();
    this.open();
  }

  /** Stop for good. */
  close() {
    this.closed = true;
    this.drop();
  }

  /** Let go of a connection without waiting for its end. */
  drop() {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  /** Give a connection up that is not good any more, and come back. */
  fail() {
    if (this.closed || !this.socket) return;
    this.drop();
    this.lost(0, "");
  }

  /** Come back after a while that grows.
   * @param {number} code @param {string} reason */
  lost(code, reason) {
    this.socket = null;
    for (const [id, one] of this.waiting) {
      if (!one.about) continue;
      this.waiting.delete(id);
      one.failed(new Refusal({ is: "refused", id, reason: "busy", message: "the connection was lost" }));
    }
    if (this.closed) return;
    if (code === 4003) {
      this.onstate("refused", reason);
      return;
    }
    this.onstate("lost", reason);
    const pause = Math.min(4000, 150 * 2 ** this.tries++) * (0.75 + Math.random() / 2);
    this.timer = setTimeout(() => this.open(), pause);
  }

  /** After a sleep, see whether the connection is still good. */
  async wake() {
    if (this.closed) return;
    if (this.socket?.readyState !== WebSocket.OPEN) {
      if (this.socket?.readyState !== WebSocket.CONNECTING && this.number !== null) this.open();
      return;
    }
    const socket = this.socket;
    const silent = setTimeout(() => {
      if (this.socket === socket) this.fail();
    }, PATIENCE);
    await this.resume().catch(() => {});
    clearTimeout(silent);
  }

  /** Ask for the events after the last one.
   * @returns {Promise<Answer>} */
  resume() {
    return this.send({ do: "resume", after: this.number ?? 0 });
  }

  /** Send a command, now or as soon as there is a connection, and return its answer; refused, it fails.
   * @param {Command} command @returns {Promise<Answer>} */
  send(command) {
    const id = crypto.getRandomValues(new Uint32Array(3)).join("-");
    const message = JSON.stringify({ id, ...command });
    return new Promise((done, failed) => {
      this.waiting.set(id, { message, about: ASKING.has(command.do), done, failed });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(message);
    });
  }

  /** How many commands wait for an answer.
   * @returns {number} */
  get unanswered() {
    return [...this.waiting.values()].filter((one) => !one.about).length;
  }

  /** @param {Message} message */
  take(message) {
    switch (message.is) {
      case "here":
        this.number = message.number;
        this.seat = message.eyes;
        this.onhere(message);
        break;
      case "event":
        this.event(message);
        break;
      case "moves":
        if (message.number === this.number) this.onmoves(message);
        break;
      case "clocked":
        this.onclock(message.clock);
        break;
      case "present":
        this.onpresent(message);
        break;
      default:
        this.answer(message);
    }
  }

  /** Take an event if it is the next one; what comes twice is dropped, and what is missing is asked for.
   * @param {TableEvent} event */
  event(event) {
    const last = this.number ?? 0;
    if (event.number <= last) return;
    if (event.number > last + 1) {
      this.resume().catch(() => {});
      return;
    }
    this.number = event.number;
    this.onevent(event);
  }

  /** @param {Answer | Refused} answer */
  answer(answer) {
    const one = this.waiting.get(answer.id ?? "");
    if (!one) return;
    this.waiting.delete(answer.id ?? "");
    if (answer.is === "refused") {
      one.failed(new Refusal(answer));
      return;
    }
    one.done(answer);
    // What is done is also told; if not, something is wrong with the connection.
    const { socket } = this;
    const number = answer.is === "done" ? answer.number : 0;
    if (number <= (this.number ?? 0)) return;
    setTimeout(() => {
      if (this.socket === socket && (this.number ?? 0) < number) this.fail();
    }, PATIENCE);
  }
}
