// @ts-check
// The log, whose entries lead to the table as it was then; and the chat.

import { createButton, createElement, createNameElement, elementById } from "../../shared/dom.js";
import { label } from "../../shared/labels.js";

/** @import {Commands} from "../commands/commands.js" */
/** @import {ChatLine, LogEntry, TableState} from "../state.js" */

const MOST_ENTRIES = 400;
/** Entries that are kept on the page. */
const SCROLL_MARGIN = 80;
/** Pixels: somebody who has scrolled further up than this is reading, so the log doesn't scroll. */
const BUBBLE_DURATION = 8000;
/** Milliseconds for which a chat line is shown beside the board. */

/**
 * Which entries and lines are on the page.
 * @typedef {object} LogView
 * @property {LogEntry[]} log
 * @property {number} numEntries
 * @property {ChatLine[]} chat
 * @property {number} numLines
 * @property {ChatLine | null} incomingChatLine
 * @property {number | null} viewedNumber
 * @property {ReturnType<typeof setTimeout> | undefined} bubbleTimer Hides the bubble with the incoming line.
 * @property {boolean} scrollsToChat Whether the bubble was touched, so that the chat comes into view.
 */

/** Return a view with nothing in it; let the arrow keys lead from entry to entry, and the bubble to the chat.
 * @param {Commands} commands @returns {LogView} */
export function createLogView(commands) {
  elementById("log").addEventListener("keydown", (event) => {
    const item = event.target instanceof Element ? event.target.closest("li") : null;
    const next = { ArrowUp: item?.previousElementSibling, ArrowDown: item?.nextElementSibling }[event.key];
    if (!next) return;
    event.preventDefault();
    next.querySelector("button")?.focus();
  });
  /** @type {LogView} */
  const view = {
    log: [],
    numEntries: 0,
    chat: [],
    numLines: 0,
    incomingChatLine: null,
    viewedNumber: null,
    bubbleTimer: undefined,
    scrollsToChat: false,
  };
  elementById("heard").addEventListener("click", () => {
    elementById("heard").hidden = true;
    view.scrollsToChat = true;
    commands.openTab("talk");
  });
  return view;
}

/** Add to the log and the chat what isn't there yet.
 * @param {LogView} view @param {TableState} state @param {Commands} commands */
export function renderLog(view, state, commands) {
  elementById("log").classList.toggle("plain", !state.settings.showsNotation);
  if (view.log !== state.log) elementById("log").replaceChildren();
  const numEntries = view.log === state.log ? view.numEntries : 0;
  for (const entry of state.log.slice(numEntries)) appendLogEntry(entry, commands);
  if (view.chat !== state.chat) elementById("talk").replaceChildren();
  const numLines = view.chat === state.chat ? view.numLines : 0;
  for (const line of state.chat.slice(numLines)) appendChatLine(line, commands);
  if (state.incomingChatLine && view.incomingChatLine !== state.incomingChatLine) showChatBubble(view, state.incomingChatLine);
  if (view.scrollsToChat) elementById("panel-talk").scrollIntoView({ block: "nearest" });
  view.scrollsToChat = false;
  if (view.viewedNumber !== state.viewedNumber || view.log !== state.log) markViewedEntry(state.viewedNumber);
  const { log, chat, incomingChatLine, viewedNumber } = state;
  Object.assign(view, { log, numEntries: log.length, chat, numLines: chat.length, incomingChatLine, viewedNumber });
}

/** @param {LogEntry} entry @param {Commands} commands */
function appendLogEntry({ number, narration, notations, kind }, commands) {
  const list = elementById("log");
  const button = createButton("", () => commands.viewPosition(number), "quiet entry", `look-${number}`);
  button.append(createElement("span", "told", narration));
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

/** Mark the entry whose position is shown.
 * @param {number | null} number */
function markViewedEntry(number) {
  for (const item of /** @type {HTMLCollectionOf<HTMLElement>} */ (elementById("log").children)) {
    if (number !== null && item.dataset.number === String(number)) item.setAttribute("aria-current", "true");
    else item.removeAttribute("aria-current");
  }
}

/** @param {ChatLine} line @param {Commands} commands */
function appendChatLine({ alias, name, text, isOwn }, commands) {
  const talk = elementById("talk");
  const item = createElement("li", "chat", createNameElement("strong", "", name), ` ${text} `);
  if (!isOwn) item.append(createButton(label("mute"), () => commands.mutePerson(alias, name), "quiet small"));
  talk.append(item);
  talk.scrollTop = talk.scrollHeight;
}

/** Show in a bubble beside the board what somebody has said, unless the chat is in sight.
 * @param {LogView} view @param {ChatLine} line */
function showChatBubble(view, { name, text }) {
  const { top, bottom, height } = elementById("talk").getBoundingClientRect();
  if (height && top < innerHeight && bottom > 0) return;
  const bubble = elementById("heard");
  bubble.replaceChildren(createNameElement("strong", "", name), ` ${text}`);
  bubble.hidden = false;
  clearTimeout(view.bubbleTimer);
  view.bubbleTimer = setTimeout(() => (bubble.hidden = true), BUBBLE_DURATION);
}
