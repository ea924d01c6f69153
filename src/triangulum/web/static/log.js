// @ts-check
// What has happened, in sentences; touching one shows the table as it was then. And what was said.

import { button, byId, made } from "./dom.js";
import { numbered } from "./scene.js";

/** @import {Happening, TableEvent} from "../types" */

const MOST = 400;
/** Lines that are kept on the page. */

export class Log {
  constructor() {
    this.list = byId("log");
    this.talk = byId("talk");
    this.tab = byId("tab-talk");
    /** @type {(number: number) => void} */
    this.onlook = () => {};
    /** @type {(who: string, name: string) => void} */
    this.onmute = () => {};
    /** Who we are: nobody mutes themselves. */
    this.own = "";
    /** Called with what somebody else has just said.
     * @type {(name: string, words: string) => void} */
    this.onheard = () => {};
    /** The last deed of each seat.
     * @type {Map<number, string>} */
    this.deeds = new Map();
    /** Who moved last.
     * @type {number | null} */
    this.mover = null;
    /** What happened last at the table, if it was no move: a clock that ran out, or somebody who resigned. */
    this.beside = "";
    /** Whether the game is over, so that what happens now did not end it. */
    this.over = false;
    this.last = 0;
    this.list.addEventListener("keydown", (event) => {
      const item = event.target instanceof Element ? event.target.closest("li") : null;
      const next = { ArrowUp: item?.previousElementSibling, ArrowDown: item?.nextElementSibling }[event.key];
      if (!next) return;
      event.preventDefault();
      next.querySelector("button")?.focus();
    });
  }

  /** Begin anew. */
  clear() {
    this.list.replaceChildren();
    this.talk.replaceChildren();
    this.deeds.clear();
    this.beside = "";
    this.over = false;
    this.last = 0;
  }

  /** Write an event down.
   * @param {TableEvent} event @param {boolean} heard Whether it is new, so that talk is pointed out. */
  add(event, heard) {
    if (event.number <= this.last) return;
    this.last = event.number;
    const told = storyOf(event.happened);
    const texts = [];
    for (const one of event.happened) {
      if (one.what === "chat") this.said(one, heard);
      if (one.what !== "step" || one.seat === null) continue;
      if (one.text && one.text !== "?") texts.push(one.text);
      this.deeds.set(one.seat, numbered(one.told) || (this.deeds.get(one.seat) ?? ""));
      this.mover = one.seat;
    }
    if (told && !this.over) this.beside = event.happened.some(({ what }) => what === "step") ? "" : told;
    if (told) this.write(event.number, told, texts, event.happened[0].what);
  }

  /** @param {number} number @param {string} told @param {string[]} texts @param {string} kind */
  write(number, told, texts, kind) {
    const entry = button("", () => this.onlook(number), "quiet entry", `look-${number}`);
    entry.append(made("span", "told", told));
    for (const text of texts) entry.append(" ", made("code", "", text));
    // One entry is reached by Tab, the others by arrows from there.
    for (const other of this.list.querySelectorAll('[tabindex="0"]')) other.setAttribute("tabindex", "-1");
    entry.tabIndex = 0;
    const item = made("li", kind, entry);
    item.dataset.number = String(number);
    const panel = /** @type {HTMLElement} */ (this.list.parentElement);
    const low = panel.scrollHeight - panel.scrollTop - panel.clientHeight < 80;
    this.list.append(item);
    if (this.list.children.length > MOST) this.list.firstElementChild?.remove();
    if (low) panel.scrollTop = panel.scrollHeight;
  }

  /** @param {Extract<Happening, {what: "chat"}>} one @param {boolean} heard */
  said(one, heard) {
    if (one.muted) return;
    const name = one.name || "Somebody";
    const item = made("li", "chat", made("strong", "", name), ` ${one.text ?? ""} `);
    const own = one.who === this.own;
    if (!own) item.append(button("Mute", () => this.onmute(one.who, name), "quiet small"));
    this.talk.append(item);
    this.talk.scrollTop = this.talk.scrollHeight;
    if (!heard || own) return;
    if (this.tab.getAttribute("aria-selected") !== "true") this.tab.classList.add("news");
    this.onheard(name, one.text ?? "");
  }

  /** Point at the entry whose position is shown.
   * @param {number | null} number */
  point(number) {
    for (const item of this.list.children) {
      const here = number !== null && item instanceof HTMLElement && Number(item.dataset.number) === number;
      if (here) item.setAttribute("aria-current", "true");
      else item.removeAttribute("aria-current");
    }
  }
}

/** Return what happened in sentences, what follows itself told once, as stories tell it (``wording.py``): "Ann is dealt B1,
 * R8 and R7. Bob is dealt a card (3 times)."
 * @param {Happening[]} happened @returns {string} */
export function storyOf(happened) {
  /** @type {{head: string, things: string[]}[]} */
  const runs = [];
  for (const one of happened) {
    if (one.what === "chat" || !one.told) continue;
    const told = numbered(one.told);
    const [, head, thing] = told.match(/^(.*? )((?:[A-Z]{1,2}\d* ?)+)\.$/) ?? [told, told, ""];
    const last = runs[runs.length - 1];
    if (last?.head === head) last.things.push(thing);
    else runs.push({ head, things: [thing] });
  }
  return runs.map(({ head, things }) => toldOnce(head, things)).join(" ");
}

/** @param {string} head @param {string[]} things @returns {string} */
function toldOnce(head, things) {
  const [first] = things;
  const whole = first ? `${head}${first}.` : head;
  if (things.length === 1) return whole;
  if (things.every((thing) => thing === first)) return whole.replace(/\.?$/, ` (${things.length} times).`);
  return `${head}${things.slice(0, -1).join(", ")} and ${things[things.length - 1]}.`;
}
