// @ts-check
// What is seen of the table: as it is, as it was, or as it would be, and what of it can be touched.

import { ask, byId } from "./dom.js";
import { low } from "./layout.js";
import { NOTHING, applied, calm, changedKeys, withBoardOf } from "./scene.js";

/** @import {PaneView} from "./scene.js" */
/** @import {Page} from "./table.js" */

const FINGER = 40;
/** Pixels: what is smaller is hard to touch. */

/** Show the table as it was after an event, or as it is now.
 * @param {Page} page @param {number | null} number */
export async function look(page, number) {
  if (number === null || number === page.wire.number) {
    page.looking = null;
    page.log.point(null);
    page.painter.draw(page.scene);
    page.show();
    return;
  }
  page.looking = number;
  page.log.point(number);
  let scene = page.past.get(number);
  if (!scene) {
    const seat = page.eyes === null || page.eyes === undefined ? "" : `&seat=${page.eyes}`;
    const here = await ask("GET", `/api/tables/${page.id}?form=scene&at=${number}${seat}`).catch(() => null);
    if (page.looking !== number) return;
    scene = applied(NOTHING, here?.scene);
    page.past.set(number, scene);
  }
  page.painter.draw(scene);
  page.show();
}

/** Draw the table as it is or would be, with what can be touched.
 * @param {Page} page @param {boolean} mine */
export function showScene(page, mine) {
  const { steps, touch, painter } = page;
  if (!painter.prefix || page.looking !== null || page.playing) {
    touch.clear();
    painter.mark("preview", new Set());
    return;
  }
  // Only the board shows what would be: hands and counters stay, so that they can be touched where they are.
  const would = mine && page.preview?.scene ? withBoardOf(page.scene, applied(page.scene, page.preview.scene)) : page.scene;
  if (painter.scene !== would) painter.draw(would);
  painter.mark("preview", would === page.scene ? new Set() : changedKeys(page.scene, would));
  if (!mine || !steps || page.sending) {
    touch.clear();
    return;
  }
  const hinted = new Set(page.hint ? steps.chosen : []);
  touch.offer(page.scene, steps.keys, steps.others, steps.chosen, hinted);
  ensureSeen(page);
}

/** Look so many times closer, at the middle of what can be touched.
 * @param {Page} page @param {PaneView} view @param {number} times */
export function closer(page, view, times) {
  const spots = [...page.touch.spots.values()].filter(({ pane }) => pane === view);
  const boxes = (spots.length ? spots.map(({ root }) => root) : [view.svg]).map((one) => one.getBoundingClientRect());
  const [left, right] = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))];
  const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
  page.lenses.get(view)?.(times, (left + right) / 2, (top + bottom) / 2);
  page.show();
}

/** See that something to be touched next is on the screen, and note where it is small.
 * @param {Page} page */
function ensureSeen(page) {
  const open = [...page.touch.spots.values()].filter(({ root }) => root.classList.contains("open"));
  const boxes = open.map(({ root }) => root.getBoundingClientRect());
  for (const view of page.painter.panes.values()) view.root.classList.remove("tiny");
  open.forEach(({ pane }, at) => {
    if (Math.min(boxes[at].width, boxes[at].height) < FINGER) pane.root.classList.add("tiny");
  });
  const high = innerHeight - (low() ? 0 : byId("bar").offsetHeight);
  if (!open.length || boxes.some((box) => box.top >= 0 && box.bottom <= high)) return;
  // No further than it must, so that what one was looking at stays.
  open[0].root.scrollIntoView({ block: "nearest", behavior: calm() ? "auto" : "smooth" });
}
