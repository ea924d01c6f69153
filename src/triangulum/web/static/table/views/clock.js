// @ts-check
// The clocks: everybody's with the players, and the one that runs in the bar.

import { elementById } from "../../shared/dom.js";
import { label } from "../../shared/labels.js";

/** @import {TableState} from "../state.js" */

const SHORT_TIME = 20;
/** Seconds: below that a clock is red, and shows tenths. */

/** Draw all clocks, as far as they have run down by now.
 * @param {TableState} state */
export function renderClocks(state) {
  if (!state.clock) return;
  /** @type {NodeListOf<HTMLElement>} */
  const places = document.querySelectorAll(".players .clock");
  places.forEach((place, seat) => renderClock(place, state, seat));
  renderClock(elementById("time"), state, state.clock.running ?? -1);
}

/** @param {HTMLElement} place @param {TableState} state @param {number} seat */
function renderClock(place, { clock, clockTime }, seat) {
  if (!clock) return;
  const isRunning = clock.running === seat;
  const elapsed = isRunning ? (performance.now() - clockTime) / 1000 : 0;
  const seconds = Math.max(0, (clock.left[seat] ?? 0) - elapsed);
  const text = formatTime(seconds);
  if (place.textContent !== text) place.textContent = text;
  place.classList.toggle("running", isRunning);
  place.classList.toggle("short", seconds < SHORT_TIME);
  place.hidden = clock.left[seat] === undefined;
}

/** Return a time as one reads it: "2 d 5 h", "1 h 20 min", "4:59", and with tenths when it is short.
 * @param {number} seconds @returns {string} */
export function formatTime(seconds) {
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  if (days) return label("clock-days", { days, hours });
  if (hours) return label("clock-hours", { hours, minutes });
  const secondsText = seconds < SHORT_TIME ? seconds.toFixed(1).padStart(4, "0") : String(Math.floor(seconds) % 60).padStart(2, "0");
  return `${minutes}:${secondsText}`;
}
