// @ts-check
// The keys and the wheel, wherever on the page one is.

import { closer, look } from "./sight.js";

/** @import {Page} from "./table.js" */

/** @param {Page} page @param {WheelEvent} event */
export function wheel(page, event) {
  if (event.ctrlKey || !page.steps?.turning) return;
  event.preventDefault();
  if (Math.abs(event.deltaY) > 1 && event.timeStamp - page.wheeled > 120) {
    page.wheeled = event.timeStamp;
    page.turn(Math.sign(event.deltaY));
  }
}

/** @param {Page} page @param {KeyboardEvent} event */
export function keydown(page, event) {
  const inside = event.target instanceof Element ? event.target.closest("input, select, textarea, button, a, summary") : null;
  if (event.key === "Escape") {
    if (page.looking !== null) look(page, null);
    else if (page.queue.length) page.skip();
    else page.back();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || inside?.matches("input, select, textarea")) return;
  if (event.key === "r" || event.key === "R") page.turn(event.shiftKey ? -1 : 1);
  else if (event.key === "u" || event.key === "U" || event.key === "Backspace") page.back();
  else if (event.key === "p" || event.key === "P") page.accept();
  else if (event.key === "Enter" && !inside) page.accept();
  else if (event.key === "+" || event.key === "-") {
    const board = page.painter.panes.get(page.scene.panes[0]?.name);
    if (board) closer(page, board, event.key === "+" ? 1.5 : 1 / 1.5);
  }
}
