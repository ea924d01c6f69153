// @ts-check
// Looking closer at a pane: two fingers, dragging, the wheel with Ctrl, or whatever calls what is returned.

/** @import {PaneView} from "./scene.js" */
/** @import {Frame} from "../types" */

const CLOSEST = 5;

/** @typedef {(times: number, x: number, y: number) => void} Zoom So many times closer, around a point of the screen. */

/** Let a pane be looked at closer.
 * @param {PaneView} view @returns {Zoom} */
export function lens(view) {
  /** @type {Map<number, {x: number, y: number}>} */
  const fingers = new Map();
  let dragged = 0;
  const { svg } = view;

  /** Look at the part that is so many times smaller around a point of the screen.
   * @param {number} times @param {number} x @param {number} y @param {number} [dx] @param {number} [dy] */
  function zoom(times, x, y, dx = 0, dy = 0) {
    const [fx, fy, fw, fh] = view.pane.frame;
    const [sx, sy, sw, sh] = view.seen ?? view.pane.frame;
    const box = svg.getBoundingClientRect();
    const wide = Math.min(fw, Math.max(fw / CLOSEST, sw / times));
    const high = (wide * fh) / fw;
    const across = (x - box.x) / box.width;
    const down = (y - box.y) / box.height;
    const left = sx + across * sw - across * wide - (dx / box.width) * wide;
    const top = sy + down * sh - down * high - (dy / box.height) * high;
    /** @type {Frame} */
    const seen = [
      Math.min(Math.max(left, fx), fx + fw - wide),
      Math.min(Math.max(top, fy), fy + fh - high),
      wide,
      high,
    ];
    view.own = wide < fw;
    view.look(seen);
  }

  svg.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    dragged = 0;
  });
  svg.addEventListener("pointermove", (event) => {
    const from = fingers.get(event.pointerId);
    if (!from) return;
    const to = { x: event.clientX, y: event.clientY };
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const before = Math.hypot(from.x - other.x, from.y - other.y);
      const after = Math.hypot(to.x - other.x, to.y - other.y);
      if (before > 8) zoom(after / before, (to.x + other.x) / 2, (to.y + other.y) / 2, dx / 2, dy / 2);
      dragged = 99;
    } else if (view.root.classList.contains("zoomed")) {
      dragged += Math.hypot(dx, dy);
      if (dragged > 6) {
        if (!svg.hasPointerCapture(event.pointerId)) svg.setPointerCapture(event.pointerId);
        zoom(1, to.x, to.y, dx, dy);
      }
    }
    fingers.set(event.pointerId, to);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    svg.addEventListener(end, (event) => fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
  }
  // What ends a drag is no touch.
  svg.addEventListener("click", (event) => dragged > 6 && event.stopPropagation(), true);
  svg.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, event.clientX, event.clientY);
    },
    { passive: false },
  );

  return zoom;
}
