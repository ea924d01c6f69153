// @ts-check
// Commands that wait for their answers, by id. A command is sent again with the same id until it is answered, so it
// happens once.

import { label } from "../shared/labels.js";

/** @import {Answer, Command, RefusedAnswer} from "../../types" */

/** @type {Set<Command["do"]>} */
const QUESTIONS = new Set(["change-perspective", "resume", "preview-move", "hint"]);
/** Commands that change nothing. They aren't sent again on another connection. */

/** A command was refused, and why. */
export class RefusedError extends Error {
  /** @param {Pick<RefusedAnswer, "reason" | "message">} refused */
  constructor({ reason, message }) {
    super(message);
    this.reason = reason;
  }
}

/** @typedef {{text: string, isQuestion: boolean, resolve: (answer: Answer) => void, reject: (error: RefusedError) => void}} PendingCommand */

export class PendingCommands {
  constructor() {
    /** @type {Map<string, PendingCommand>} */
    this.commands = new Map();
  }

  /** Add a command, and return the message to be sent with the promise of its answer.
   * @param {Command} command @returns {{text: string, answer: Promise<Answer>}} */
  addCommand(command) {
    const id = crypto.getRandomValues(new Uint32Array(3)).join("-");
    const text = JSON.stringify({ id, ...command });
    /** @type {Promise<Answer>} */
    const answer = new Promise((resolve, reject) => {
      this.commands.set(id, { text, isQuestion: QUESTIONS.has(command.do), resolve, reject });
    });
    return { text, answer };
  }

  /** Settle the command that an answer is for.
   * @param {Answer | RefusedAnswer} answer @returns {boolean} Whether it was done; false if refused, or nobody has asked. */
  settleCommand(answer) {
    const id = answer.id ?? "";
    const command = this.commands.get(id);
    if (!command) return false;
    this.commands.delete(id);
    if (answer.is === "refused") {
      command.reject(new RefusedError(answer));
      return false;
    }
    command.resolve(answer);
    return true;
  }

  /** Give up on questions, since the connection on which they were asked is lost. */
  rejectQuestions() {
    for (const [id, command] of this.commands) {
      if (!command.isQuestion) continue;
      this.commands.delete(id);
      command.reject(new RefusedError({ reason: "busy", message: label("offline") }));
    }
  }

  /** Return the messages that have to be sent again on a new connection.
   * @returns {string[]} */
  listMessages() {
    return [...this.commands.values()].map(({ text }) => text);
  }

  /** Tell whether a command that changes something waits for an answer.
   * @returns {boolean} */
  hasUnansweredChange() {
    return [...this.commands.values()].some(({ isQuestion }) => !isQuestion);
  }
}
