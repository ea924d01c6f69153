// @ts-check
// Turns keys, wheel, pointer, tabs and forms into commands.

import { elementById, inputById } from "../shared/dom.js";

/** @import {Commands} from "./commands/commands.js" */
/** @import {TabName, TableState} from "./state.js" */

const ZOOM_FACTOR = 1.5;
const WHEEL_PAUSE = 120;
/** Milliseconds: wheel events that follow sooner belong to the same turn of the wheel. */

/** Listen to all input except buttons and pieces.
 * @param {TableState} state @param {Commands} commands */
export function addInputListeners(state, commands) {
  document.addEventListener("keydown", (event) => handleKey(state, commands, event));
  const panes = elementById("panes");
  panes.addEventListener("pointerdown", commands.skipQueue);
  addWheelListener(panes, state, commands);
  addSubmitListener("speak", "words", (text) => commands.sendChat({ text }));
  addSubmitListener("type", "move", (notation) => commands.playNotation(notation));
  const move = inputById("move");
  for (const type of ["focus", "input"]) move.addEventListener(type, () => commands.suggestMoves(move.value));
  move.addEventListener("blur", () => commands.suggestMoves(null));
  addTabListeners(commands);
}

/** @param {TableState} state @param {Commands} commands @param {KeyboardEvent} event */
export function handleKey(state, commands, event) {
  const control = event.target instanceof Element ? event.target.closest("input, select, textarea, button, a, summary") : null;
  if (event.key === "Escape") {
    handleEscape(state, commands);
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || control?.matches("input, select, textarea")) return;
  switch (event.key) {
    case "r":
    case "R":
      commands.rotatePiece(event.shiftKey ? -1 : 1);
      break;
    case "u":
    case "U":
    case "Backspace":
      commands.undoChoice();
      break;
    case "p":
    case "P":
      commands.confirmChoice();
      break;
    case "Enter":
      if (!control) commands.confirmChoice();
      break;
    case "+":
    case "-":
      commands.zoomFirstPaneToSpots(event.key === "+" ? ZOOM_FACTOR : 1 / ZOOM_FACTOR);
  }
}

/** Leave an earlier position, skip moves that are being shown, or undo a choice.
 * @param {TableState} state @param {Commands} commands */
function handleEscape(state, commands) {
  if (state.viewedNumber !== null) commands.viewPosition(null);
  else if (state.queue.length) commands.skipQueue();
  else commands.undoChoice();
}

/** Let the wheel rotate a piece that is being placed.
 * @param {HTMLElement} element @param {TableState} state @param {Commands} commands */
function addWheelListener(element, state, commands) {
  let lastTime = 0;
  /** @param {WheelEvent} event */
  const rotate = (event) => {
    if (event.ctrlKey || !state.selection?.canRotate) return;
    event.preventDefault();
    if (Math.abs(event.deltaY) <= 1 || event.timeStamp - lastTime <= WHEEL_PAUSE) return;
    lastTime = event.timeStamp;
    commands.rotatePiece(Math.sign(event.deltaY));
  };
  element.addEventListener("wheel", rotate, { passive: false });
}

/** Call a function with what is typed into a form's field when the form is sent, and empty the field.
 * @param {string} formId @param {string} fieldId @param {(text: string) => void} onSubmit */
function addSubmitListener(formId, fieldId, onSubmit) {
  const field = inputById(fieldId);
  elementById(formId).addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text) onSubmit(text);
    field.value = "";
  });
}

/** Open tabs by clicks, and lead from tab to tab by the arrow keys.
 * @param {Commands} commands */
function addTabListeners(commands) {
  const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[role=tab]")]);
  const open = (/** @type {HTMLElement} */ tab) => commands.openTab(/** @type {TabName} */ (tab.id.replace("tab-", "")));
  tabs.forEach((tab, index) => {
    tab.addEventListener("click", () => open(tab));
    tab.addEventListener("keydown", (event) => {
      const offset = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!offset) return;
      const next = tabs[(index + offset + tabs.length) % tabs.length];
      open(next);
      next.focus();
    });
  });
}
