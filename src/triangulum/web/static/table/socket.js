// @ts-check
// The socket of a table. Updates are numbered: none is missed and none comes twice. A command given while there is no
// connection waits for the next one.

import { requestJson } from "../shared/api.js";
import { label } from "../shared/labels.js";
import { PendingCommands } from "./pending_commands.js";

/** @import {Answer, Command, Connection, Message, RefusedAnswer, Transport, TransportListener} from "../../types" */

const PROTOCOL_VERSION = 3;
/** The version of the messages that this page knows; `table/messages.py` has the server's. */
const PATIENCE = 4000;
/** Milliseconds within which a working connection answers. */
const FIRST_RETRY_DELAY = 150;
const LONGEST_RETRY_DELAY = 4000;
const REFUSED_CODE = 4003;
/** The code with which the server closes a socket for good: the table isn't there, or not for us. */

/** @implements {Transport} */
export class TableSocket {
  /**
   * @param {string} tableId
   * @param {number | null} seat Whose perspective to see; null for a spectator's.
   * @param {TransportListener} listener
   */
  constructor(tableId, seat, listener) {
    this.tableId = tableId;
    this.seat = seat;
    this.listener = listener;
    /** The number of the last update; null before the first snapshot.
     * @type {number | null} */
    this.lastNumber = null;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.pending = new PendingCommands();
    this.numRetries = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.retryTimer = undefined;
  }

  /** Connect, and check the connection whenever the network comes back or the page becomes visible again. */
  connect() {
    addEventListener("online", () => this.checkConnection());
    // The socket itself may take minutes to notice.
    addEventListener("offline", () => this.replaceDeadSocket());
    document.addEventListener("visibilitychange", () => document.hidden || this.checkConnection());
    this.openSocket();
  }

  reconnect() {
    this.lastNumber = null;
    this.dropSocket();
    this.openSocket();
  }

  /** @param {Command} command @returns {Promise<Answer>} */
  send(command) {
    const { text, answer } = this.pending.addCommand(command);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    return answer;
  }

  /** @param {string} method @param {string} path @param {unknown} [body] */
  requestJson(method, path, body) {
    return requestJson(method, path, body);
  }

  /** @param {string} path @returns {Promise<string | null>} */
  async loadHtml(path) {
    const response = await fetch(path).catch(() => null);
    return response?.ok ? response.text() : null;
  }

  // The connection.

  /** Open a socket that continues after the last update, or starts with a snapshot. */
  openSocket() {
    clearTimeout(this.retryTimer);
    const socket = new WebSocket(this.buildSocketUrl());
    this.socket = socket;
    socket.onopen = () => {
      if (socket !== this.socket) return;
      this.numRetries = 0;
      this.reportStatus("open");
      for (const text of this.pending.listMessages()) socket.send(text);
    };
    socket.onmessage = ({ data }) => socket === this.socket && this.handleMessage(JSON.parse(data));
    socket.onclose = ({ code, reason }) => socket === this.socket && this.handleClose(code, reason);
  }

  /** @returns {string} */
  buildSocketUrl() {
    const query = new URLSearchParams({ form: "scene", presence: "true", language: document.documentElement.lang });
    if (this.seat !== null) query.set("seat", String(this.seat));
    if (this.lastNumber !== null) query.set("after", String(this.lastNumber));
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    return `${scheme}//${location.host}/api/tables/${this.tableId}/socket?${query}`;
  }

  /** Close the socket without waiting for its end. */
  dropSocket() {
    const { socket } = this;
    this.socket = null;
    socket?.close();
  }

  /** Drop a socket that seems dead, and open another one. */
  replaceDeadSocket() {
    if (!this.socket) return;
    this.dropSocket();
    this.handleClose(0, "");
  }

  /** Close the socket for good, and say why.
   * @param {string} reason */
  stop(reason) {
    this.dropSocket();
    this.lastNumber = null;
    this.pending.rejectQuestions();
    this.reportStatus("refused", reason);
  }

  /** After a lost connection, try again with growing delays; after a refusal, once more as a spectator.
   * @param {number} code @param {string} reason */
  handleClose(code, reason) {
    this.socket = null;
    this.pending.rejectQuestions();
    if (code !== REFUSED_CODE) {
      this.reportStatus("lost");
      const delay = Math.min(LONGEST_RETRY_DELAY, FIRST_RETRY_DELAY * 2 ** this.numRetries++) * (0.75 + Math.random() / 2);
      this.retryTimer = setTimeout(() => this.openSocket(), delay);
      return;
    }
    this.reportStatus("refused", reason);
    if (this.seat === null) return;
    this.seat = null;
    this.reconnect();
  }

  /** @param {Connection["status"]} status @param {string} [reason] */
  reportStatus(status, reason = "") {
    this.listener.changeConnection({ status, reason, hasUnansweredCommand: this.pending.hasUnansweredChange() });
  }

  /** After a sleep, find out whether the connection still works. */
  async checkConnection() {
    const { socket } = this;
    if (socket?.readyState !== WebSocket.OPEN) {
      if (socket?.readyState !== WebSocket.CONNECTING && this.lastNumber !== null) this.openSocket();
      return;
    }
    const timer = setTimeout(() => this.socket === socket && this.replaceDeadSocket(), PATIENCE);
    await this.requestMissedUpdates();
    clearTimeout(timer);
  }

  /** Ask for the updates after the last one. */
  async requestMissedUpdates() {
    await this.send({ do: "resume", after: this.lastNumber ?? 0 }).catch(() => {});
  }

  // Messages.

  /** @param {Message} message */
  handleMessage(message) {
    switch (message.is) {
      case "welcome":
        if (message.protocol !== PROTOCOL_VERSION) this.stop(label("outdated"));
        return;
      case "done":
      case "preview-reply":
      case "hint-reply":
      case "refused":
        this.handleAnswer(message);
        return;
      case "update":
        if (!this.acceptUpdate(message.number)) return;
        break;
      case "snapshot":
        this.lastNumber = message.number;
        this.seat = message.perspective;
        break;
      case "legal-moves":
        if (message.number !== this.lastNumber) return;
    }
    this.listener.receiveMessage(message);
  }

  /** Accept an update if it is the next one. One that comes twice is not; if some are missing, ask for them.
   * @param {number} number @returns {boolean} Whether it was accepted. */
  acceptUpdate(number) {
    const next = (this.lastNumber ?? 0) + 1;
    if (number > next) this.requestMissedUpdates();
    if (number === next) this.lastNumber = number;
    return number === next;
  }

  /** @param {Answer | RefusedAnswer} answer */
  handleAnswer(answer) {
    if (!this.pending.settleCommand(answer) || answer.is !== "done" || answer.number <= (this.lastNumber ?? 0)) return;
    // An update follows. If none comes, something is wrong with the connection.
    const { socket } = this;
    const { number } = answer;
    setTimeout(() => this.socket === socket && (this.lastNumber ?? 0) < number && this.replaceDeadSocket(), PATIENCE);
  }
}
