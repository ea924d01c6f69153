// @ts-check
// Handles over a picture, with which the points of an option are moved: by mouse, finger or arrow keys.

import { createSvgElement } from "../../shared/dom.js";
import { findPointAt, locatePoint, movePoint } from "./points.js";

/** @import {Point, PointGrid} from "./points.js" */

const RING_RADIUS = 40;
/** In units of the picture, which is some 1200 wide. */
const TOUCH_RADIUS = 62;
/** The same for what reacts to a finger, which covers more than a ring on a phone. */
const KEY_STEP = 5;
/** By how much an arrow key moves a point; with Shift it is one. */
const ARROWS = /** @type {Record<string, Point>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

export class PointEditor {
  /**
   * @param {HTMLElement} root The element with the picture.
   * @param {{width: number, height: number, grid: PointGrid, label: string}} map The picture's size, where points are in it,
   *   and what a point is called, with {number} for its number.
   * @param {(points: Point[]) => void} onMove Called when a point has been moved.
   */
  constructor(root, { width, height, grid, label }, onMove) {
    this.grid = grid;
    this.label = label;
    this.onMove = onMove;
    /** @type {Point[]} */
    this.points = [];
    /** @type {SVGElement[]} */
    this.handles = [];
    this.svg = /** @type {SVGSVGElement} */ (createSvgElement("svg", { viewBox: `0 0 ${width} ${height}`, class: "handles" }));
    root.append(this.svg);
  }

  /** Show handles at these points.
   * @param {Point[]} points @param {boolean} [isInPicture] Whether the picture shows them; if not, handles have numbers. */
  setPoints(points, isInPicture = true) {
    this.svg.classList.toggle("numbered", !isInPicture);
    this.points = points;
    while (this.handles.length > points.length) this.handles.pop()?.remove();
    while (this.handles.length < points.length) this.handles.push(this.createHandle(this.handles.length));
    this.handles.forEach((handle, index) => this.placeHandle(handle, index));
  }

  /** @param {number} index @returns {SVGElement} */
  createHandle(index) {
    const handle = createSvgElement("g", { class: "handle", role: "button", tabindex: "0" });
    const number = createSvgElement("text", { "text-anchor": "middle", dy: "0.35em", "aria-hidden": "true" });
    number.textContent = String(index + 1);
    const touch = createSvgElement("circle", { class: "touch", r: String(TOUCH_RADIUS) });
    handle.append(touch, createSvgElement("circle", { r: String(RING_RADIUS) }), number);
    handle.addEventListener("pointerdown", (event) => this.startDrag(event, handle, index));
    handle.addEventListener("keydown", (event) => this.handleKey(event, index));
    this.svg.append(handle);
    return handle;
  }

  /** @param {SVGElement} handle @param {number} index */
  placeHandle(handle, index) {
    const point = this.points[index];
    const [x, y] = locatePoint(point, this.grid);
    handle.setAttribute("transform", `translate(${x} ${y})`);
    handle.setAttribute("aria-label", `${this.label.replace("{number}", String(index + 1))}: ${point.join(", ")}`);
  }

  /** Let a handle follow the pointer until it is let go.
   * @param {PointerEvent} event @param {SVGElement} handle @param {number} index */
  startDrag(event, handle, index) {
    event.preventDefault();
    handle.focus();
    handle.setPointerCapture(event.pointerId);
    handle.classList.add("moving");
    const follow = (/** @type {PointerEvent} */ { clientX, clientY }) => this.dragTo(handle, index, this.findPlace(clientX, clientY));
    const drop = () => {
      handle.removeEventListener("pointermove", follow);
      handle.classList.remove("moving");
      this.onMove(this.points);
    };
    handle.addEventListener("pointermove", follow);
    for (const end of ["pointerup", "pointercancel"]) handle.addEventListener(end, drop, { once: true });
  }

  /** @param {SVGElement} handle @param {number} index @param {Point} place */
  dragTo(handle, index, place) {
    this.points = movePoint(this.points, index, findPointAt(place, this.grid), this.grid);
    this.placeHandle(handle, index);
  }

  /** Return which place of the picture is at a place of the window.
   * @param {number} clientX @param {number} clientY @returns {Point} */
  findPlace(clientX, clientY) {
    const box = this.svg.getBoundingClientRect();
    const { width, height } = this.svg.viewBox.baseVal;
    return [((clientX - box.left) * width) / box.width, ((clientY - box.top) * height) / box.height];
  }

  /** @param {KeyboardEvent} event @param {number} index */
  handleKey(event, index) {
    const direction = ARROWS[event.key];
    if (!direction) return;
    event.preventDefault();
    const step = event.shiftKey ? 1 : KEY_STEP;
    const [x, y] = this.points[index];
    this.points = movePoint(this.points, index, [x + step * direction[0], y + step * direction[1]], this.grid);
    this.placeHandle(this.handles[index], index);
    this.onMove(this.points);
  }
}
