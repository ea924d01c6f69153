// @ts-check
// The table: what has come over the wire is shown, and what is touched becomes a command.

import { weigh } from "./advice.js";
import { diceText, listMoves, openRules, openTalk, showDealings, showHeard, showTalk, tabs } from "./aside.js";
import { showBar } from "./bar.js";
import { ask, begin, button, byId, fill, kept, made, sentence } from "./dom.js";
import { keydown, wheel } from "./keys.js";
import { arrange, low } from "./layout.js";
import { lens } from "./lens.js";
import { Log, storyOf } from "./log.js";
import { namesOf, showAsked, showClocks, showGathering, showPlayers } from "./people.js";
import { NOTHING, Painter, applied, calm, naming } from "./scene.js";
import { asking, call, showSettings } from "./settings.js";
import { look, showScene } from "./sight.js";
import { Steps } from "./steps.js";
import { Touch } from "./touch.js";
import { Wire } from "./wire.js";

/** @import {Zoom} from "./lens.js" */
/** @import {PaneView} from "./scene.js" */
/** @import {Command, Here, Hinted, Moves, Present, Previewed, Scene, TableEvent, TableInfo, Times, You} from "../types" */

const PAUSE = 420;
/** Milliseconds in which one move is seen before the next. */
const HURRY = 8;
/** With more moves than this waiting, they are not shown one by one. */

const { table: id = "", title = "", seat: mySeat = "", levels = "" } = document.body.dataset;
const secrets = document.body.dataset.secrets !== undefined;

export class Page {
  constructor() {
    this.id = id;
    this.title = title;
    /** Whether the game has any. */
    this.secrets = secrets;
    this.wire = new Wire(id, mySeat === "" ? null : Number(mySeat));
    /** @type {TableInfo | null} */
    this.table = null;
    /** @type {You} */
    this.you = { who: "", name: "", seats: [], host: false, muted: [] };
    /** @type {string[]} */
    this.names = [];
    this.painter = new Painter(byId("panes"), naming(() => this.names));
    this.touch = new Touch(this.painter);
    this.log = new Log();
    this.toMove = -1;
    /** The table as it is, which may be ahead of what is shown while moves are animated. */
    this.scene = NOTHING;
    /** The table as it was after each event, as far as it came by here.
     * @type {Map<number, Scene>} */
    this.past = new Map();
    /** @type {TableEvent[]} */
    this.queue = [];
    this.playing = false;
    /** Wakes who waits until a move has been seen. */
    this.hurry = () => {};
    /** @type {Moves | null} */
    this.moves = null;
    /** @type {Steps | null} */
    this.steps = null;
    /** What would be, and of which action.
     * @type {Previewed | null} */
    this.preview = null;
    /** @type {Hinted | null} */
    this.hint = null;
    /** What a bot was asked about some moves, and what it answers. @type {{moves: Moves, answer: Promise<Hinted>} | null} */
    this.advised = null;
    /** The chance to win of who was last to move here, if a bot has said so. @type {number | null} */
    this.chance = null;
    /** The number of the event that is looked at; null for now.
     * @type {number | null} */
    this.looking = null;
    /** For whom the table is covered.
     * @type {number | null} */
    this.covered = null;
    this.sending = false;
    this.trouble = "";
    this.kit = ask("GET", `/api/tables/${id}/kit`).catch(() => null);
    this.connected = true;
    /** Through whose eyes; undefined before the table has come.
     * @type {number | null | undefined} */
    this.eyes = undefined;
    /** What the mouse is over.
     * @type {string | null} */
    this.over = null;
    this.wheeled = 0;
    /** @type {Map<PaneView, Zoom>} */
    this.lenses = new Map();
    /** The clocks, and when we heard of them.
     * @type {Times | null} */
    this.clock = null;
    this.heard = 0;
    /** Who is at the table; null before we have heard of it.
     * @type {Present | null} */
    this.present = null;
    /** What has happened while the log is being read, and may be missing in it; null if it is not.
     * @type {TableEvent[] | null} */
    this.late = null;
    /** The seat that can take its last move back without asking, if there is one.
     * @type {number | null | undefined} */
    this.free = undefined;
  }

  start() {
    const { wire, painter, touch, log } = this;
    wire.onhere = (here) => this.here(here);
    wire.onevent = (event) => this.happen(event);
    wire.onmoves = (moves) => this.offer(moves);
    wire.onclock = (clock) => this.setClock(clock);
    wire.onpresent = (present) => {
      this.present = present;
      this.players();
    };
    setInterval(() => this.tick(), 250);
    wire.onstate = (state, why) => this.state(state, why);
    painter.onpane = (pane) => this.lenses.set(pane, lens(pane));
    touch.around = /** @type {HTMLElement} */ (byId("bar").parentElement);
    touch.ontouch = (key) => this.touched(key);
    touch.onhover = (key) => this.hovered(key);
    log.onlook = (number) => look(this, number);
    log.onmute = (who, name) => this.mute(who, name);
    log.onheard = showHeard;
    byId("heard").addEventListener("click", openTalk);
    addEventListener("resize", () => this.arrange());
    document.addEventListener("keydown", (event) => keydown(this, event));
    painter.root.addEventListener("wheel", (event) => wheel(this, event), { passive: false });
    painter.root.addEventListener("pointerdown", () => this.skip());
    tabs((name) => name === "rules" && openRules(this));
    showSettings(this);
    const words = /** @type {HTMLInputElement} */ (byId("words"));
    byId("speak").addEventListener("submit", (event) => {
      event.preventDefault();
      if (words.value.trim()) this.send({ do: "say", text: words.value.trim(), ...this.speaker() });
      words.value = "";
    });
    const move = /** @type {HTMLInputElement} */ (byId("move"));
    for (const when of ["focus", "input"]) move.addEventListener(when, () => listMoves(this, move.value));
    byId("type").addEventListener("submit", (event) => {
      event.preventDefault();
      if (move.value.trim()) this.play(move.value.trim());
      move.value = "";
    });
    wire.open();
  }

  // What comes over the wire.

  /** @param {Here} here */
  async here(here) {
    const first = this.table === null;
    const anew = this.eyes !== here.eyes;
    this.eyes = here.eyes;
    this.you = here.you;
    this.log.own = here.you.who;
    this.setTable(here.table);
    this.toMove = here.to_move;
    this.free = here.undo;
    this.setClock(here.clock);
    this.queue = [];
    this.forget();
    this.past.clear();
    this.scene = applied(NOTHING, here.scene);
    this.past.set(here.number, this.scene);
    const kit = await this.kit;
    if (kit) this.painter.take(kit);
    if (this.past.get(here.number) !== this.scene) return;
    if (here.kit) this.painter.draw(this.scene, !anew);
    else this.painter.root.replaceChildren();
    this.arrange();
    this.show();
    this.showAround();
    this.curtain();
    if (first || (anew && secrets) || this.log.last !== here.number) this.readLog();
  }

  /** @param {TableInfo} table */
  setTable(table) {
    const before = this.table;
    // What was held on another device first bears somebody else's word; it stays ours until it changes hands.
    const stays = this.you.seats.filter((seat) => before?.seats[seat].who === table.seats[seat].who);
    const own = table.seats.filter(({ who }) => who && who === this.you.who).map(({ seat }) => seat);
    this.you.seats = [...new Set([...own, ...(before ? stays : this.you.seats)])].sort((one, other) => one - other);
    this.table = table;
    this.names = namesOf(table);
    this.painter.rename();
  }

  /** @param {Times | undefined} clock */
  setClock(clock) {
    this.clock = clock ?? null;
    this.heard = performance.now();
    this.tick();
  }

  tick() {
    if (this.clock) showClocks(this.clock, (performance.now() - this.heard) / 1000);
  }

  /** Write down what has happened before we came. */
  async readLog() {
    const seat = this.eyes === null || this.eyes === undefined ? "" : `&seat=${this.eyes}`;
    /** @type {TableEvent[]} */
    const late = [];
    this.late = late;
    const { events } = await ask("GET", `/api/tables/${id}/events?form=none${seat}`).catch(() => ({ events: [] }));
    if (this.late !== late) return;
    this.late = null;
    this.log.clear();
    for (const event of events) this.log.add(event, false);
    for (const event of late) this.log.add(event, true);
    this.log.over = this.table?.phase === "over";
    this.players();
    this.show();
  }

  /** @param {TableEvent} event */
  happen(event) {
    // Talk interrupts nobody who is choosing.
    if (event.happened.some(({ what }) => what !== "chat")) {
      this.moves = null;
      this.forget();
    }
    if (event.scene) this.scene = applied(this.scene, event.scene);
    this.past.set(event.number, this.scene);
    this.queue.push(event);
    if (!this.playing) this.playAll();
  }

  /** Show the events that wait, one after the other. */
  async playAll() {
    this.playing = true;
    while (this.queue.length) {
      const event = /** @type {TableEvent} */ (this.queue.shift());
      this.shown(event);
      const seen = event.scene && this.queue.length && this.queue.length <= HURRY && !calm() && !document.hidden;
      if (!seen) continue;
      await new Promise((done) => {
        this.hurry = () => done(null);
        setTimeout(done, PAUSE);
      });
    }
    this.playing = false;
    this.show();
    this.showAround();
    this.curtain();
  }

  /** Show one event.
   * @param {TableEvent} event */
  shown(event) {
    const before = this.toMove;
    this.toMove = event.to_move;
    this.free = event.undo;
    if (event.clock) this.setClock(event.clock);
    this.log.add(event, true);
    this.late?.push(event);
    this.log.over = (event.table ?? this.table)?.phase === "over";
    if (event.table) {
      this.setTable(event.table);
      this.settle();
    }
    const said = event.happened.map((one) => (one.what === "chat" ? `${one.name}: ${one.text ?? ""}` : ""));
    const told = [storyOf(event.happened), ...said];
    if (before !== this.toMove && this.isMine(this.toMove)) told.push("It is your turn.");
    byId("announcer").textContent = told.filter(Boolean).join(" ");
    const scene = this.past.get(event.number);
    if (scene && this.looking === null && this.painter.prefix) this.painter.draw(scene);
    if (before !== this.toMove && this.isMine(this.toMove)) call(this);
    if (!this.queue.length) return;
    this.show();
    this.players();
  }

  /** Show all moves that wait at once. */
  skip() {
    if (!this.queue.length) return;
    this.hurry();
    this.painter.skip();
    while (this.queue.length) this.shown(/** @type {TableEvent} */ (this.queue.shift()));
  }

  /** @param {Moves} moves */
  offer(moves) {
    // After a lost connection the same moves come again, while one of them is already on its way.
    const sending = this.sending && this.moves?.number === moves.number;
    this.moves = moves;
    this.forget();
    this.sending = sending;
    this.steps = new Steps(moves.tree);
    this.show();
    weigh(this);
  }

  /** @param {"open" | "lost" | "refused"} state @param {string} why */
  state(state, why) {
    this.connected = state === "open";
    const line = byId("line");
    line.hidden = this.connected;
    // Whose eyes one wanted to look through was forgotten with the connection.
    if (this.connected && this.table) this.curtain();
    if (state === "refused") {
      line.textContent = sentence(why || "this table cannot be watched");
      if (this.wire.seat !== null) {
        this.wire.seat = null;
        this.wire.reopen();
      }
    } else if (state === "lost") {
      line.textContent = this.wire.unanswered ? "No connection. Your move is kept." : "No connection. Trying again …";
    }
  }

  // Who one is.

  /** @param {number} seat @returns {boolean} */
  isMine(seat) {
    return this.you.seats.includes(seat) && this.table?.seats[seat]?.kind === "person";
  }

  /** Whether several people play in turn at this very screen.
   * @returns {boolean} */
  get shared() {
    return this.you.seats.filter((seat) => this.isMine(seat)).length > 1;
  }

  /** @returns {{seat?: number}} */
  speaker() {
    const seat = this.eyes ?? this.you.seats[0];
    return seat !== undefined && this.you.seats.includes(seat) ? { seat } : {};
  }

  /** Be known by a name, and come back as that person.
   * @param {string} name */
  async introduce(name) {
    kept("name", name);
    if (this.you.name === name) return;
    await ask("PUT", "/api/me", { name });
    this.wire.reopen();
  }

  /** Whoever has just sat down looks through the eyes of that seat. */
  settle() {
    const [seat] = this.you.seats;
    if (this.eyes !== null || seat === undefined || (this.you.seats.length > 1 && secrets)) return;
    this.send({ do: "look", seat });
  }

  /** Where several play at one screen, look through the mover's eyes; secrets are covered until they say so. */
  curtain() {
    const root = byId("curtain");
    const mover = this.toMove;
    if (!this.shared || this.playing || this.table?.phase !== "playing" || !this.isMine(mover) || mover === this.eyes) {
      if (this.covered !== null && (this.eyes === this.covered || !this.isMine(mover))) this.uncover();
      return;
    }
    if (!secrets) {
      this.send({ do: "look", seat: mover });
      return;
    }
    if (this.eyes !== null) this.send({ do: "look", seat: null });
    if (this.covered === mover) return;
    this.covered = mover;
    const name = this.names[mover];
    const show = button(`I am ${name}`, () => this.send({ do: "look", seat: mover }), "main", "uncover");
    fill(root, [made("p", "big", `${name}’s turn`), made("p", "", "Pass the screen on. Nobody else should look."), show]);
    root.hidden = false;
    show.focus();
  }

  uncover() {
    this.covered = null;
    const root = byId("curtain");
    const inside = root.contains(document.activeElement);
    root.hidden = true;
    root.replaceChildren();
    if (inside) this.touch.held = true;
  }

  // What is touched.

  /** Forget what was being chosen. */
  forget() {
    this.steps = null;
    this.preview = null;
    this.hint = null;
    this.trouble = "";
    this.sending = false;
  }

  /** @param {string} key */
  touched(key) {
    const { steps } = this;
    if (!steps || this.sending || this.looking !== null) return;
    const last = steps.path[steps.path.length - 1];
    // What is complete is played by touching it once more.
    if (last?.action !== undefined && last.step.type === "pick" && last.step.key === key) this.accept();
    else if (steps.touch(key)) this.chosen(true);
  }

  /** Go on after a choice: play it if it is complete and nothing is to be looked at first.
   * @param {boolean} picked Whether a piece was touched, rather than a button pressed. */
  chosen(picked) {
    const steps = this.steps;
    if (!steps) return;
    this.trouble = "";
    const candidate = steps.candidate;
    const last = steps.path[steps.path.length - 1];
    if (candidate?.action !== undefined && candidate === last && !(picked && asking())) {
      this.play(candidate.action);
      return;
    }
    this.refresh();
  }

  /** Show what has been chosen, and what it would bring. */
  async refresh() {
    const action = this.steps?.candidate?.action;
    if (this.preview && this.preview.action !== action) this.preview = null;
    this.show();
    if (action !== undefined && !this.preview) await this.previewOf(action, () => this.steps?.candidate?.action === action);
  }

  /** Ask what an action would bring, and show it if that is still wanted.
   * @param {number} action @param {() => boolean} wanted */
  async previewOf(action, wanted) {
    const moves = this.moves;
    if (!moves || !this.connected) return;
    try {
      const answer = await this.wire.send({ do: "preview", seat: moves.seat, at: moves.number, action });
      if (answer.is !== "previewed" || this.moves !== moves || !wanted()) return;
      this.preview = answer;
      this.show();
    } catch {
      // A move that is shown without a preview can be played all the same.
    }
  }

  /** With a mouse, what a touch would bring is shown before it.
   * @param {string | null} key */
  hovered(key) {
    const steps = this.steps;
    if (!steps || this.sending || asking() || this.looking !== null) return;
    const leaf = key === null ? undefined : steps.picks.find((one) => one.step.key === key);
    const action = leaf?.action;
    this.over = key;
    if (action !== undefined && action !== this.preview?.action) this.previewOf(action, () => this.over === key);
    else if (action === undefined && this.preview && this.preview.action !== steps.candidate?.action) {
      this.preview = null;
      this.show();
    }
  }

  /** @param {number | string} action */
  async play(action) {
    const moves = this.moves;
    if (!moves || this.sending) {
      this.say("It is not your turn.");
      return;
    }
    this.sending = true;
    kept("played", "yes");
    this.show();
    try {
      await this.wire.send({ do: "play", seat: moves.seat, at: moves.number, action });
    } catch (error) {
      if (this.moves?.number !== moves.number) return;
      this.forget();
      this.steps = new Steps(moves.tree);
      this.say(sentence(/** @type {Error} */ (error).message));
    }
  }

  /** Undo the last choice before it is sent. */
  back() {
    if (!this.steps?.begun || this.sending) return;
    this.steps.back();
    this.refresh();
  }

  /** @param {number} by */
  turn(by) {
    if (this.sending || !this.steps?.turning || !this.steps.turn(by)) return false;
    this.refresh();
    return true;
  }

  /** Play what is complete, or go on with it. */
  accept() {
    const candidate = this.steps?.candidate;
    if (!candidate || this.sending) return;
    if (candidate.action !== undefined) this.play(candidate.action);
    else if (this.steps?.accept()) this.chosen(false);
  }

  // Doing things.

  /** Send a command; what is refused is said.
   * @param {Command} command @returns {Promise<any>} */
  async send(command) {
    try {
      return await this.wire.send(command);
    } catch (error) {
      this.say(sentence(/** @type {Error} */ (error).message));
      return null;
    }
  }

  /** Say what is amiss, until something else happens.
   * @param {string} words */
  say(words) {
    this.trouble = words;
    this.show();
  }

  async rematch() {
    const { table, you } = this;
    const answer = table?.rematch ? { table: table.rematch } : await this.send({ do: "rematch" });
    if (!answer?.table) return;
    // Where nobody else has to come, nobody is waited for; if it does not begin, there is a button at the next table.
    if (!table?.rematch && table?.seats.every(({ kind, seat }) => kind === "bot" || you.seats.includes(seat))) {
      await begin(answer.table).catch(() => {});
    }
    location.assign(`/tables/${answer.table}`);
  }

  /** @param {string} who @param {string} name */
  async mute(who, name) {
    if (await this.send({ do: "mute", who })) this.say(`You hear ${name} no longer.`);
  }

  // What is shown.

  /** Show what can be touched and pressed, and what it would bring. */
  show() {
    const { table, steps } = this;
    if (!table) return;
    const mine = this.moves !== null && steps !== null && this.looking === null && !this.playing;
    showScene(this, mine);
    showBar(this, mine);
    if (mine) this.touch.lead(byId("deeds"));
    document.body.classList.toggle("my-turn", mine);
  }

  /** Show what is around the board, which changes when something has happened. */
  showAround() {
    const { table } = this;
    if (!table) return;
    this.players();
    showGathering(byId("gathering"), table, this.you, levels.split(" "), (command) => this.send(command), (name) => this.introduce(name));
    const asked = byId("asked");
    const silent = asked.hidden;
    showAsked(asked, table, this.you, this.wire.number ?? 0, (command) => this.send(command));
    byId("bar").hidden = table.phase === "gathering";
    // A bar that has grown would cover the lowest pane.
    if (asked.hidden !== silent) this.arrange();
    showDealings(this);
    showTalk(this);
    const turn = this.isMine(this.toMove) ? "● Your turn – " : "";
    document.title = `${turn}${title} – Triangulum`;
    byId("dice").textContent = diceText(table);
  }

  players() {
    const { table, you, log, present } = this;
    if (table) showPlayers(table, you, table.phase === "playing" ? this.toMove : -1, log.deeds, present);
    this.tick();
  }

  /** Give the panes their places, between the head of the page and the bar; on a screen that is not high, such as a phone
   * held across, above the bar alone. */
  arrange() {
    const top = document.querySelector(".top")?.clientHeight ?? 0;
    const room = innerHeight - byId("bar").offsetHeight - 28;
    arrange(this.painter, low() ? innerHeight - top - 10 : Math.max(room - top, Math.min(420, room)));
  }
}

new Page().start();
