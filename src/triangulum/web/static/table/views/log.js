// @ts-check
// What has happened, in sentences; touching one shows the table as it was then. And what was said.

import { createButton, createElement, elementById } from "../../shared/dom.js";

/** @import {Commands} from "../commands/commands.js" */
/** @import {TableState} from "../state.js" */

/** @typedef {{number: number, story: string, notations: string[], kind: "step" | "note" | "chat"}} LogEntry An update in the log. */
/** @typedef {{alias: string, name: string, text: string, isOwn: boolean}} ChatLine Something that somebody said. */

const MOST_ENTRIES = 400;
/** Entries that are kept on the page. */
const SCROLL_MARGIN = 80;
/** Pixels: whoever has scrolled further up than this reads, and isn't disturbed. */
const HEARD_DURATION = 8000;
/** Milliseconds for which something said is shown beside the board. */

/**
 * Which entries and lines are on the page.
 * @typedef {object} LogView
 * @property {LogEntry[]} log
 * @property {number} numEntries
 * @property {ChatLine[]} chat
 * @property {number} numLines
 * @property {ChatLine | null} heardLine
 * @property {number | null} viewedNumber
 */

/** Return a view with nothing in it, and let the arrow keys lead from entry to entry.
 * @returns {LogView} */
export function createLog() {
  elementById("log").addEventListener("keydown", (event) => {
    const item = event.target instanceof Element ? event.target.closest("li") : null;
    const next = { ArrowUp: item?.previousElementSibling, ArrowDown: item?.nextElementSibling }[event.key];
    if (!next) return;
    event.preventDefault();
    next.querySelector("button")?.focus();
  });
  elementById("heard").addEventListener("click", openTalk);
  return { log: [], numEntries: 0, chat: [], numLines: 0, heardLine: null, viewedNumber: null };
}

/** Add to the log and the talk what isn't there yet.
 * @param {LogView} view @param {TableState} state @param {Commands} commands */
export function renderLog(view, state, commands) {
  if (view.log !== state.log) elementById("log").replaceChildren();
  const numEntries = view.log === state.log ? view.numEntries : 0;
  for (const entry of state.log.slice(numEntries)) addEntry(entry, commands);
  if (view.chat !== state.chat) elementById("talk").replaceChildren();
  const numLines = view.chat === state.chat ? view.numLines : 0;
  for (const line of state.chat.slice(numLines)) addChatLine(line, commands);
  if (state.heardLine && view.heardLine !== state.heardLine) showHeardLine(state.heardLine);
  if (view.viewedNumber !== state.viewedNumber || view.log !== state.log) markEntry(state.viewedNumber);
  const { log, chat, heardLine, viewedNumber } = state;
  Object.assign(view, { log, numEntries: log.length, chat, numLines: chat.length, heardLine, viewedNumber });
}

/** @param {LogEntry} entry @param {Commands} commands */
function addEntry({ number, story, notations, kind }, commands) {
  const list = elementById("log");
  const button = createButton("", () => commands.viewPosition(number), "quiet entry", `look-${number}`);
  button.append(createElement("span", "told", story));
  for (const notation of notations) button.append(" ", createElement("code", "", notation));
  // One entry is reached by Tab, the others by arrows from there.
  for (const entry of list.querySelectorAll('[tabindex="0"]')) entry.setAttribute("tabindex", "-1");
  button.tabIndex = 0;
  const item = createElement("li", kind, button);
  item.dataset.number = String(number);
  const panel = /** @type {HTMLElement} */ (list.parentElement);
  const isAtEnd = panel.scrollHeight - panel.scrollTop - panel.clientHeight < SCROLL_MARGIN;
  list.append(item);
  if (list.children.length > MOST_ENTRIES) list.firstElementChild?.remove();
  if (isAtEnd) panel.scrollTop = panel.scrollHeight;
}

/** Point at the entry whose position is shown.
 * @param {number | null} number */
function markEntry(number) {
  for (const item of /** @type {HTMLCollectionOf<HTMLElement>} */ (elementById("log").children)) {
    if (number !== null && item.dataset.number === String(number)) item.setAttribute("aria-current", "true");
    else item.removeAttribute("aria-current");
  }
}

/** @param {ChatLine} line @param {Commands} commands */
function addChatLine({ alias, name, text, isOwn }, commands) {
  const talk = elementById("talk");
  const item = createElement("li", "chat", createElement("strong", "", name), ` ${text} `);
  if (!isOwn) item.append(createButton("Mute", () => commands.mutePerson(alias, name), "quiet small"));
  talk.append(item);
  talk.scrollTop = talk.scrollHeight;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let heardTimer;

/** Point out what somebody has said; where the talk isn't in sight, on a phone usually, show it beside the board.
 * @param {ChatLine} line */
function showHeardLine({ name, text }) {
  const tab = elementById("tab-talk");
  if (tab.getAttribute("aria-selected") !== "true") tab.classList.add("news");
  const { top, bottom, height } = elementById("talk").getBoundingClientRect();
  if (height && top < innerHeight && bottom > 0) return;
  const bubble = elementById("heard");
  bubble.replaceChildren(createElement("strong", "", name), ` ${text}`);
  bubble.hidden = false;
  clearTimeout(heardTimer);
  heardTimer = setTimeout(() => (bubble.hidden = true), HEARD_DURATION);
}

/** Open the talk, and go there. */
function openTalk() {
  elementById("heard").hidden = true;
  elementById("tab-talk").click();
  elementById("panel-talk").scrollIntoView({ block: "nearest" });
}
