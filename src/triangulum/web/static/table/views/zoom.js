// @ts-check
// Zooming into a pane: with two fingers, by dragging, or with the wheel and Ctrl.

import { clamp } from "../../scene/rectangles.js";

/** @import {PaneView} from "../../scene/pane_view.js" */

const LARGEST_ZOOM = 5;
const WHEEL_FACTOR = 1.2;
const DRAG_DISTANCE = 6;
/** Pixels that a finger moves before a touch is a drag. */
const LEAST_PINCH = 8;
/** Pixels between two fingers, below which they say nothing about a size. */

/**
 * @typedef {object} ZoomMotion
 * @property {number} factor How many times larger everything becomes.
 * @property {number} x The point on the screen that stays where it is.
 * @property {number} y
 * @property {number} [moveX] Pixels by which the picture is dragged besides.
 * @property {number} [moveY]
 */

/** Zoom into a pane, or out of it, within its frame.
 * @param {PaneView} view @param {ZoomMotion} motion */
export function zoomPane(view, { factor, x, y, moveX = 0, moveY = 0 }) {
  const [frameX, frameY, frameWidth, frameHeight] = view.pane.frame;
  const [oldX, oldY, oldWidth, oldHeight] = view.viewBox ?? view.pane.frame;
  const box = view.svg.getBoundingClientRect();
  const width = clamp(oldWidth / factor, frameWidth / LARGEST_ZOOM, frameWidth);
  const height = (width * frameHeight) / frameWidth;
  const [across, down] = [(x - box.x) / box.width, (y - box.y) / box.height];
  const left = oldX + across * (oldWidth - width) - (moveX / box.width) * width;
  const top = oldY + down * (oldHeight - height) - (moveY / box.height) * height;
  view.isZoomedByHand = width < frameWidth;
  view.setViewBox([
    clamp(left, frameX, frameX + frameWidth - width),
    clamp(top, frameY, frameY + frameHeight - height),
    width,
    height,
  ]);
}

/** Let fingers and the wheel zoom into a pane.
 * @param {PaneView} view */
export function addZoomGestures(view) {
  /** Where each finger is on the screen.
   * @type {Map<number, {x: number, y: number}>} */
  const fingers = new Map();
  let dragDistance = 0;
  const { svg } = view;

  svg.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    dragDistance = 0;
  });
  svg.addEventListener("pointermove", (event) => {
    const from = fingers.get(event.pointerId);
    if (!from) return;
    const to = { x: event.clientX, y: event.clientY };
    const still = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    fingers.set(event.pointerId, to);
    if (still) {
      pinchPane(view, from, to, still);
      dragDistance = Infinity;
    } else if (view.root.classList.contains("zoomed")) {
      dragDistance += Math.hypot(to.x - from.x, to.y - from.y);
      if (dragDistance <= DRAG_DISTANCE) return;
      if (!svg.hasPointerCapture(event.pointerId)) svg.setPointerCapture(event.pointerId);
      zoomPane(view, { factor: 1, ...to, moveX: to.x - from.x, moveY: to.y - from.y });
    }
  });
  for (const type of /** @type {const} */ (["pointerup", "pointercancel"])) {
    svg.addEventListener(type, (event) => fingers.delete(event.pointerId));
  }
  // The click that ends a drag touches nothing.
  svg.addEventListener("click", (event) => dragDistance > DRAG_DISTANCE && event.stopPropagation(), true);
  svg.addEventListener("wheel", (event) => zoomByWheel(view, event), { passive: false });
}

/** Zoom as two fingers move apart or together.
 * @param {PaneView} view @param {DOMPointInit} from Where one finger was. @param {DOMPointInit} to Where it is now.
 * @param {DOMPointInit} still Where the other finger is. */
function pinchPane(view, from, to, still) {
  const [{ x: fromX = 0, y: fromY = 0 }, { x: toX = 0, y: toY = 0 }, { x: stillX = 0, y: stillY = 0 }] = [from, to, still];
  const before = Math.hypot(fromX - stillX, fromY - stillY);
  if (before <= LEAST_PINCH) return;
  zoomPane(view, {
    factor: Math.hypot(toX - stillX, toY - stillY) / before,
    x: (toX + stillX) / 2,
    y: (toY + stillY) / 2,
    moveX: (toX - fromX) / 2,
    moveY: (toY - fromY) / 2,
  });
}

/** @param {PaneView} view @param {WheelEvent} event */
function zoomByWheel(view, event) {
  if (!event.ctrlKey) return;
  event.preventDefault();
  zoomPane(view, { factor: event.deltaY < 0 ? WHEEL_FACTOR : 1 / WHEEL_FACTOR, x: event.clientX, y: event.clientY });
}
