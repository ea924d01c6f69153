// @ts-check
// What can be touched, laid over the panes as buttons: for mouse, finger, keyboard and screen reader alike. One of them
// is reached by Tab, the others by the arrow keys, or one after the other by Page Down and Page Up.

import { element } from "./scene.js";

/** @import {Painter, PaneView} from "./scene.js" */
/** @import {Frame, Scene, Piece} from "../types" */

/** @typedef {{root: SVGGElement, key: string, pane: PaneView, piece: Piece}} Spot */

const REACH = 34;
/** In pixels: a finger that misses by less than this has not missed. */

const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

export class Touch {
  /** @param {Painter} painter */
  constructor(painter) {
    this.painter = painter;
    /** @type {Map<string, Spot>} */
    this.spots = new Map();
    /** Which spot Tab leads to. */
    this.current = "";
    /** The board with what belongs to it: whoever was there with the keyboard is led back to what can be touched.
     * @type {HTMLElement} */
    this.around = painter.root;
    this.held = false;
    /** @type {(key: string) => void} */
    this.ontouch = () => {};
    /** Called with what the mouse is over, or null.
     * @type {(key: string | null) => void} */
    this.onhover = () => {};
    painter.root.addEventListener("click", (event) => this.click(event));
    painter.root.addEventListener("pointerdown", (event) => event.pointerType === "mouse" && this.drag(event));
    painter.root.addEventListener("keydown", (event) => this.keydown(event));
    painter.root.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.hover(event));
    painter.root.addEventListener("pointerleave", () => this.onhover(null));
    painter.root.addEventListener("focusin", (event) => this.focused(event));
    document.addEventListener("focusin", ({ target }) => {
      this.held = target instanceof Node && this.around.contains(target);
    });
  }

  /** Offer pieces to be touched.
   * @param {Scene} scene Where they are.
   * @param {Set<string>} keys What leads on, which is shown.
   * @param {Set<string>} others What can be touched instead of something chosen before.
   * @param {Set<string>} chosen What has been chosen.
   * @param {Set<string>} [hinted] What a hint points at. */
  offer(scene, keys, others, chosen, hinted = new Set()) {
    const all = new Set([...keys, ...others, ...chosen]);
    for (const [key, spot] of this.spots) {
      if (all.has(key)) continue;
      spot.root.remove();
      this.spots.delete(key);
    }
    for (const key of all) {
      const spot = this.spot(key, scene);
      if (!spot) continue;
      const on = chosen.has(key);
      spot.root.setAttribute("class", `spot${keys.has(key) ? " open" : ""}${on ? " chosen" : ""}${hinted.has(key) ? " hinted" : ""}`);
      if (on) spot.root.setAttribute("aria-pressed", "true");
      else spot.root.removeAttribute("aria-pressed");
    }
    this.rove(keys);
    for (const pane of this.painter.panes.values()) this.need(pane);
    if (this.held && this.spots.size && !this.around.contains(document.activeElement)) this.focus();
  }

  /** See to it that what is offered in a pane is looked at, where that may be less than the whole.
   * @param {PaneView} pane */
  need(pane) {
    if (!pane.pane.focus && !pane.own) return;
    pane.need([...this.spots.values()].filter((spot) => spot.pane === pane).map(extent));
  }

  /** Offer nothing. */
  clear() {
    for (const { root, pane } of this.spots.values()) {
      root.remove();
      pane.needed = null;
    }
    this.spots.clear();
  }

  /** Return the spot of a piece, where it lies in a scene.
   * @param {string} key @param {Scene} scene @returns {Spot | null} */
  spot(key, scene) {
    const found = this.painter.find(key, scene);
    const known = this.spots.get(key);
    if (!found || (known && known.pane !== found.pane)) {
      known?.root.remove();
      this.spots.delete(key);
      if (!found) return null;
    }
    let spot = this.spots.get(key);
    if (!spot || spot.piece !== found.piece) {
      const root = spot?.root ?? /** @type {SVGGElement} */ (element("g", { role: "button", tabindex: "-1", "data-spot": key }));
      spot = { root, key, ...found };
      this.spots.set(key, spot);
      this.draw(spot);
    }
    return spot;
  }

  /** Draw a spot: the piece once more, unseen, to be hit; and the outline of what it is drawn from, to be seen.
   * @param {Spot} spot */
  draw({ root, pane, piece }) {
    root.setAttribute("aria-label", this.painter.words(piece.title || piece.key, false));
    root.style.transform = `translate(${piece.x}px, ${piece.y}px)`;
    const name = `${this.painter.prefix}-${piece.symbol}`;
    const use = /** @type {SVGUseElement} */ (element("use", { href: `#${name}`, class: "hit" }));
    const shape = outline(name, pane.pane.frame[2] / 10);
    for (const part of [use, shape]) part.style.transform = `rotate(${piece.turn}deg) scale(${piece.scale})`;
    root.replaceChildren(use, shape);
    if (root.parentNode === pane.spots) return;
    const above = [...this.spots.values()].find(
      (other) => other.root.parentNode === pane.spots && other.piece.layer > piece.layer,
    );
    pane.spots.insertBefore(root, above?.root ?? null);
  }

  /** Let Tab lead to one spot, the same as before if it is still there.
   * @param {Set<string>} keys */
  rove(keys) {
    if (!this.spots.has(this.current) || !keys.has(this.current)) {
      this.current = [...this.spots.keys()].find((key) => keys.has(key)) ?? [...this.spots.keys()][0] ?? "";
    }
    for (const [key, spot] of this.spots) spot.root.setAttribute("tabindex", key === this.current ? "0" : "-1");
  }

  /** Go to the current spot with the keyboard. */
  focus() {
    this.spots.get(this.current)?.root.focus({ preventScroll: true });
  }

  /** Go with the keyboard to the first thing that can be pressed, where there is nothing to touch.
   * @param {HTMLElement} deeds */
  lead(deeds) {
    if (!this.held || this.spots.size || this.around.contains(document.activeElement)) return;
    deeds.querySelector("button")?.focus({ preventScroll: true });
  }

  /** @param {MouseEvent} event */
  click(event) {
    const key = keyOf(event.target) ?? this.near(event);
    if (key === null) return;
    this.current = key;
    this.ontouch(key);
  }

  /** With a mouse, a piece can also be dragged to where it goes: that touches the one and then the other.
   * @param {PointerEvent} down */
  drag(down) {
    const from = keyOf(down.target);
    if (from === null) return;
    let dragging = false;
    const ending = new AbortController();
    /** @param {PointerEvent} event */
    const move = (event) => {
      if (dragging || Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < 10) return;
      dragging = true;
      if (!this.spots.get(from)?.root.classList.contains("chosen")) this.ontouch(from);
    };
    /** @param {PointerEvent} event */
    const up = (event) => {
      ending.abort();
      const to = dragging ? keyOf(document.elementFromPoint(event.clientX, event.clientY)) : null;
      if (to === null || to === from) return;
      this.current = to;
      this.ontouch(to);
    };
    addEventListener("pointermove", move, { signal: ending.signal });
    addEventListener("pointerup", up, { signal: ending.signal });
  }

  /** @param {PointerEvent} event */
  hover(event) {
    this.onhover(keyOf(event.target));
  }

  /** Return the nearest spot within reach; null if there is none.
   * @param {MouseEvent} event @returns {string | null} */
  near(event) {
    if (event.target instanceof Element && event.target.closest("button")) return null;
    let least = REACH;
    let found = null;
    for (const [key, spot] of this.spots) {
      const [x, y] = middle(spot);
      const far = Math.hypot(x - event.clientX, y - event.clientY);
      if (far < least) [least, found] = [far, key];
    }
    return found;
  }

  /** @param {KeyboardEvent} event */
  keydown(event) {
    const key = keyOf(event.target);
    if (key === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.ontouch(key);
      return;
    }
    const way = ARROWS[event.key];
    const by = { PageDown: 1, PageUp: -1 }[event.key] ?? 0;
    if (!way && !by) return;
    event.preventDefault();
    const next = way ? this.next(key, way) : this.following(key, by);
    if (!next) return;
    this.current = next;
    this.rove(new Set([next]));
    this.spots.get(next)?.root.focus();
  }

  /** Return the next spot or the one before, as they are read; so each is reached from every other.
   * @param {string} from @param {number} by @returns {string} */
  following(from, by) {
    const panes = this.painter.scene.panes.map(({ name }) => name);
    const order = [...this.spots.values()].sort((one, other) => {
      const pane = panes.indexOf(one.pane.pane.name) - panes.indexOf(other.pane.pane.name);
      return pane || one.piece.y - other.piece.y || one.piece.x - other.piece.x;
    });
    const at = order.findIndex(({ key }) => key === from);
    return order[(at + by + order.length) % order.length].key;
  }

  /** Return the nearest spot in a direction; what lies aside counts as further away.
   * @param {string} from @param {[number, number]} way @returns {string | null} */
  next(from, [right, down]) {
    const spot = this.spots.get(from);
    if (!spot) return null;
    const [x, y] = middle(spot);
    let least = Infinity;
    let found = null;
    for (const [key, other] of this.spots) {
      const [ox, oy] = middle(other);
      const along = (ox - x) * right + (oy - y) * down;
      const aside = Math.abs((ox - x) * down) + Math.abs((oy - y) * right);
      if (key === from || along < 2) continue;
      const far = along + 2.5 * aside;
      if (far < least) [least, found] = [far, key];
    }
    return found;
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const key = keyOf(event.target);
    if (key === null) return;
    this.current = key;
    for (const [other, spot] of this.spots) spot.root.setAttribute("tabindex", other === key ? "0" : "-1");
  }
}

/** Return the outline of a drawing: its first shape, which games give the size of what can be touched.
 * @param {string} name @param {number} small How large something is around which a ring looks better than a box.
 * @returns {SVGElement} */
function outline(name, small) {
  const first = document.querySelector(`#${CSS.escape(name)} > :not(g):not(title)`) ?? document.querySelector(`#${CSS.escape(name)} :not(g)`);
  const shape = /** @type {SVGElement} */ (first?.cloneNode(true) ?? element("circle", { r: "12" }));
  for (const attribute of ["fill", "opacity", "stroke-width", "stroke-dasharray"]) shape.removeAttribute(attribute);
  shape.setAttribute("class", "shape");
  if (shape.tagName === "rect" && first?.getAttribute("opacity") === "0") {
    const [wide, high] = ["width", "height"].map((side) => Number(shape.getAttribute(side)));
    if (Math.max(wide, high) < small && wide < high * 1.6 && high < wide * 1.6) shape.classList.add("round");
  }
  return shape;
}

/** @param {EventTarget | null} target @returns {string | null} */
function keyOf(target) {
  return target instanceof Element ? (target.closest("[data-spot]")?.getAttribute("data-spot") ?? null) : null;
}

/** Return the part of its pane that a spot takes.
 * @param {Spot} spot @returns {Frame} */
function extent({ root, piece }) {
  const { width, height } = /** @type {SVGGraphicsElement} */ (root.lastElementChild).getBBox();
  const side = Math.max(width, height) * piece.scale;
  return [piece.x - side / 2, piece.y - side / 2, side, side];
}

/** @param {Spot} spot @returns {[number, number]} */
function middle(spot) {
  const { x, y, width, height } = /** @type {Element} */ (spot.root.lastElementChild).getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}
