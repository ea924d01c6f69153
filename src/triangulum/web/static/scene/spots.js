// @ts-check
// What can be touched, laid over the panes as buttons: for mouse, finger, keyboard and screen reader alike. One of them
// is reached by Tab, the others by the arrow keys, or one after the other by Page Down and Page Up.

import { createSvgElement } from "../shared/dom.js";

/** @import {PaneView} from "./pane_view.js" */
/** @import {SceneRenderer} from "./renderer.js" */
/** @import {Frame, Piece, Scene} from "../../types" */

/** A piece that can be touched. @typedef {{root: SVGGElement, key: string, pane: PaneView, piece: Piece}} Spot */

/**
 * @typedef {object} OfferedKeys
 * @property {Set<string>} open What leads on, and glows.
 * @property {Set<string>} alternatives What can be touched instead of something chosen before.
 * @property {Set<string>} chosen
 * @property {Set<string>} [hinted] What a hint points at.
 */

/**
 * @typedef {object} SpotEvents
 * @property {(key: string) => void} onTouch
 * @property {(key: string | null) => void} [onHover] Called with what the mouse is over.
 * @property {HTMLElement} [focusArea] The board and what belongs to it. If the keyboard focus was there, it returns to what
 *   can be touched.
 */

const REACH = 34;
/** Pixels by which a finger may miss. */
const DRAG_DISTANCE = 10;
/** Pixels that the mouse moves before a press is a drag. */
const SIDEWAYS_COST = 2.5;
/** Distance to the side of an arrow's direction counts this many times as much as distance along it. */

const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

export class SpotLayer {
  /** @param {SceneRenderer} renderer @param {SpotEvents} events */
  constructor(renderer, { onTouch, onHover = () => {}, focusArea = renderer.root }) {
    this.renderer = renderer;
    this.onTouch = onTouch;
    this.focusArea = focusArea;
    /** @type {Map<string, Spot>} */
    this.spots = new Map();
    /** The key of the spot that Tab leads to. */
    this.tabStop = "";
    /** Whether the keyboard was in the focus area last. */
    this.holdsFocus = false;
    const { root } = renderer;
    root.addEventListener("click", (event) => this.handleClick(event));
    root.addEventListener("pointerdown", (event) => event.pointerType === "mouse" && this.trackDrag(event));
    root.addEventListener("keydown", (event) => this.handleKey(event));
    root.addEventListener("pointerover", (event) => event.pointerType === "mouse" && onHover(findSpotKey(event.target)));
    root.addEventListener("pointerleave", () => onHover(null));
    root.addEventListener("focusin", (event) => this.setTabStop(findSpotKey(event.target)));
    document.addEventListener("focusin", ({ target }) => {
      this.holdsFocus = target instanceof Node && this.focusArea.contains(target);
    });
  }

  /** Offer pieces to be touched.
   * @param {Scene} scene Where they are. @param {OfferedKeys} keys */
  offerPieces(scene, { open, alternatives, chosen, hinted = new Set() }) {
    const keys = new Set([...open, ...alternatives, ...chosen]);
    this.removeSpotsExcept(keys);
    for (const key of keys) {
      const spot = this.placeSpot(key, scene);
      if (!spot) continue;
      const isChosen = chosen.has(key);
      const classes = ["spot", open.has(key) && "open", isChosen && "chosen", hinted.has(key) && "hinted"];
      spot.root.setAttribute("class", classes.filter(Boolean).join(" "));
      if (isChosen) spot.root.setAttribute("aria-pressed", "true");
      else spot.root.removeAttribute("aria-pressed");
    }
    this.updateTabStop(open);
    for (const pane of this.renderer.panes.values()) this.keepSpotsInView(pane);
    if (this.holdsFocus && this.spots.size && !this.focusArea.contains(document.activeElement)) this.focusTabStop();
  }

  /** Offer nothing. */
  removeSpots() {
    for (const { root, pane } of this.spots.values()) {
      root.remove();
      pane.touchArea = null;
    }
    this.spots.clear();
  }

  /** @param {Set<string>} keys */
  removeSpotsExcept(keys) {
    for (const [key, spot] of this.spots) {
      if (keys.has(key)) continue;
      spot.root.remove();
      this.spots.delete(key);
    }
  }

  /** Return the spots of a pane.
   * @param {PaneView} pane @returns {Spot[]} */
  listSpotsInPane(pane) {
    return [...this.spots.values()].filter((spot) => spot.pane === pane);
  }

  /** @param {PaneView} pane */
  keepSpotsInView(pane) {
    if (!pane.pane.focus && !pane.isZoomedByHand) return;
    pane.keepAreasInView(this.listSpotsInPane(pane).map(computeSpotArea));
  }

  /** Put a spot where its piece is in a scene, and return it; null if the scene has no such piece.
   * @param {string} key @param {Scene} scene @returns {Spot | null} */
  placeSpot(key, scene) {
    const place = this.renderer.locatePiece(scene, key);
    const old = this.spots.get(key);
    if (old && old.pane !== place?.pane) {
      old.root.remove();
      this.spots.delete(key);
    }
    if (!place) return null;
    const spot = this.spots.get(key);
    if (spot && spot.piece === place.piece) return spot;
    const attributes = { role: "button", tabindex: "-1", "data-spot": key };
    const root = spot?.root ?? /** @type {SVGGElement} */ (createSvgElement("g", attributes));
    const newSpot = { root, key, ...place };
    this.spots.set(key, newSpot);
    this.drawSpot(newSpot);
    return newSpot;
  }

  /** Draw a spot: the piece once more, invisible, to be hit; and its outline, to be seen.
   * @param {Spot} spot */
  drawSpot({ root, pane, piece }) {
    const { style } = this.renderer;
    root.setAttribute("aria-label", piece.title || piece.key);
    root.style.transform = `translate(${piece.x}px, ${piece.y}px)`;
    const drawingId = `${style.prefix}-${piece.symbol}`;
    const use = createSvgElement("use", { href: `#${drawingId}`, class: "hit" });
    const shape = createSpotOutline(drawingId, pane.pane.frame[2] / 10);
    for (const element of [use, shape]) element.style.transform = `rotate(${piece.turn}deg) scale(${piece.scale})`;
    root.replaceChildren(use, shape);
    if (root.parentNode === pane.spotLayer) return;
    const higher = [...this.spots.values()].find(
      (spot) => spot.root.parentNode === pane.spotLayer && spot.piece.layer > piece.layer,
    );
    pane.spotLayer.insertBefore(root, higher?.root ?? null);
  }

  // The keyboard.

  /** Let Tab lead to the same spot as before if it is still open, otherwise to the first one that is.
   * @param {Set<string>} openKeys */
  updateTabStop(openKeys) {
    if (!this.spots.has(this.tabStop) || !openKeys.has(this.tabStop)) {
      const keys = [...this.spots.keys()];
      this.tabStop = keys.find((key) => openKeys.has(key)) ?? keys[0] ?? "";
    }
    this.setTabStop(this.tabStop);
  }

  /** Let Tab lead to a spot.
   * @param {string | null} tabStop */
  setTabStop(tabStop) {
    if (tabStop === null) return;
    this.tabStop = tabStop;
    for (const [key, { root }] of this.spots) root.setAttribute("tabindex", key === tabStop ? "0" : "-1");
  }

  focusTabStop() {
    this.spots.get(this.tabStop)?.root.focus({ preventScroll: true });
  }

  /** Focus the first button if the keyboard was here and there is nothing to touch.
   * @param {HTMLElement} buttons */
  focusButtonIfEmpty(buttons) {
    if (!this.holdsFocus || this.spots.size || this.focusArea.contains(document.activeElement)) return;
    buttons.querySelector("button")?.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const key = findSpotKey(event.target);
    if (key === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.onTouch(key);
      return;
    }
    const direction = ARROWS[event.key];
    const offset = { PageDown: 1, PageUp: -1 }[event.key] ?? 0;
    if (!direction && !offset) return;
    event.preventDefault();
    const next = direction ? this.findSpotInDirection(key, direction) : this.findAdjacentSpot(key, offset);
    if (next === null) return;
    this.setTabStop(next);
    this.spots.get(next)?.root.focus();
  }

  /** Return the key of the next or previous spot in reading order, so that every spot can be reached.
   * @param {string} from @param {number} offset @returns {string} */
  findAdjacentSpot(from, offset) {
    const paneNames = this.renderer.scene.panes.map(({ name }) => name);
    const order = [...this.spots.values()].sort((first, second) => {
      const panes = paneNames.indexOf(first.pane.pane.name) - paneNames.indexOf(second.pane.pane.name);
      return panes || first.piece.y - second.piece.y || first.piece.x - second.piece.x;
    });
    const index = order.findIndex(({ key }) => key === from);
    return order[(index + offset + order.length) % order.length].key;
  }

  /** Return the key of the nearest spot in a direction; null if there is none.
   * @param {string} from @param {[number, number]} direction @returns {string | null} */
  findSpotInDirection(from, [right, down]) {
    const start = this.spots.get(from);
    if (!start) return null;
    const [startX, startY] = computeSpotCentre(start);
    return this.findNearestSpot((spot) => {
      const [x, y] = computeSpotCentre(spot);
      const ahead = (x - startX) * right + (y - startY) * down;
      const sideways = Math.abs((x - startX) * down) + Math.abs((y - startY) * right);
      return spot === start || ahead < 2 ? Infinity : ahead + SIDEWAYS_COST * sideways;
    }, Infinity);
  }

  /** Return the key of the nearest spot by a measure of distance; null if all are too far away.
   * @param {(spot: Spot) => number} distanceOf @param {number} limit @returns {string | null} */
  findNearestSpot(distanceOf, limit) {
    let least = limit;
    let nearest = null;
    for (const [key, spot] of this.spots) {
      const distance = distanceOf(spot);
      if (distance < least) [least, nearest] = [distance, key];
    }
    return nearest;
  }

  // Mouse and finger.

  /** @param {MouseEvent} event */
  handleClick(event) {
    const key = findSpotKey(event.target) ?? this.findSpotNearPointer(event);
    if (key === null) return;
    this.tabStop = key;
    this.onTouch(key);
  }

  /** Return the key of the spot that a pointer has narrowly missed; null if there is none.
   * @param {MouseEvent} event @returns {string | null} */
  findSpotNearPointer(event) {
    if (event.target instanceof Element && event.target.closest("button")) return null;
    return this.findNearestSpot((spot) => {
      const [x, y] = computeSpotCentre(spot);
      return Math.hypot(x - event.clientX, y - event.clientY);
    }, REACH);
  }

  /** With a mouse, a piece can also be dragged to where it goes: that touches the piece and then the place.
   * @param {PointerEvent} down */
  trackDrag(down) {
    const from = findSpotKey(down.target);
    if (from === null) return;
    let isDragging = false;
    const listeners = new AbortController();
    /** @param {PointerEvent} event */
    const move = (event) => {
      if (isDragging || Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < DRAG_DISTANCE) return;
      isDragging = true;
      if (!this.spots.get(from)?.root.classList.contains("chosen")) this.onTouch(from);
    };
    /** @param {PointerEvent} event */
    const drop = (event) => {
      listeners.abort();
      const to = isDragging ? findSpotKey(document.elementFromPoint(event.clientX, event.clientY)) : null;
      if (to === null || to === from) return;
      this.tabStop = to;
      this.onTouch(to);
    };
    addEventListener("pointermove", move, { signal: listeners.signal });
    addEventListener("pointerup", drop, { signal: listeners.signal });
  }
}

/** Return the outline of a drawing: its first shape, which games give the size of what can be touched.
 * @param {string} drawingId @param {number} roundSize Smaller than this, a ring looks better around it than a box.
 * @returns {SVGElement} */
function createSpotOutline(drawingId, roundSize) {
  const id = CSS.escape(drawingId);
  const model = document.querySelector(`#${id} > :not(g):not(title)`) ?? document.querySelector(`#${id} :not(g)`);
  const shape = /** @type {SVGElement} */ (model?.cloneNode(true) ?? createSvgElement("circle", { r: "12" }));
  for (const attribute of ["fill", "opacity", "stroke-width", "stroke-dasharray"]) shape.removeAttribute(attribute);
  shape.setAttribute("class", "shape");
  if (shape.tagName === "rect" && model?.getAttribute("opacity") === "0") {
    const [width, height] = ["width", "height"].map((side) => Number(shape.getAttribute(side)));
    if (Math.max(width, height) < roundSize && width < height * 1.6 && height < width * 1.6) shape.classList.add("round");
  }
  return shape;
}

/** @param {EventTarget | null} target @returns {string | null} */
function findSpotKey(target) {
  return target instanceof Element ? (target.closest("[data-spot]")?.getAttribute("data-spot") ?? null) : null;
}

/** Return the part of its pane that a spot covers.
 * @param {Spot} spot @returns {Frame} */
function computeSpotArea({ root, piece }) {
  const { width, height } = /** @type {SVGGraphicsElement} */ (root.lastElementChild).getBBox();
  const side = Math.max(width, height) * piece.scale;
  return [piece.x - side / 2, piece.y - side / 2, side, side];
}

/** Return the centre of a spot on the screen.
 * @param {Spot} spot @returns {[number, number]} */
function computeSpotCentre({ root }) {
  const { x, y, width, height } = /** @type {Element} */ (root.lastElementChild).getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}
