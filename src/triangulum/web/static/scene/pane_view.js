// @ts-check
// A pane on the page: its pieces in order, and the part of it that is in view.

import { FADE_DURATION, PieceView } from "./piece_view.js";
import { fitIntoFrame, isCentreWithin, uniteRectangles } from "./rectangles.js";
import { createSvgElement } from "../shared/dom.js";

/** @import {PieceStyle} from "./piece_view.js" */
/** @import {Frame, Pane, Piece} from "../../types" */

const SMALL_WIDTH = 600;
/** Pixels: on a narrower screen a pane shows its focus, where that is less than everything. */

export class PaneView {
  /** @param {PieceStyle} style @param {Pane} pane @param {HTMLElement} container */
  constructor(style, pane, container) {
    this.style = style;
    this.pane = pane;
    this.container = container;
    /** @type {Map<string, PieceView>} */
    this.pieces = new Map();
    this.root = document.createElement("div");
    this.root.className = "pane-box";
    this.root.dataset.pane = pane.name;
    this.svg = /** @type {SVGSVGElement} */ (
      createSvgElement("svg", { class: `pane ${style.prefix}`, role: "group", "data-pane": pane.name })
    );
    this.background = createSvgElement("g", { "aria-hidden": "true" });
    this.pieceLayer = createSvgElement("g");
    this.spotLayer = createSvgElement("g", { class: "spots" });
    this.svg.append(this.background, this.pieceLayer, this.spotLayer);
    this.root.append(this.svg);
    /** Whether nothing has been drawn yet. */
    this.isEmpty = true;
    /** The part in view; null before anything was drawn.
     * @type {Frame | null} */
    this.viewBox = null;
    /** Whether the user has zoomed, so that the view doesn't follow what can be touched. */
    this.isZoomedByHand = false;
    /** The smallest rectangle around all that can be touched; null if nothing can.
     * @type {Frame | null} */
    this.touchArea = null;
  }

  /** Draw a pane; pieces that are the same objects as before are left alone.
   * @param {Pane} pane */
  drawPane(pane) {
    const old = this.isEmpty ? null : this.pane;
    this.isEmpty = false;
    this.pane = pane;
    if (String([pane.frame, pane.focus]) !== String([old?.frame, old?.focus])) this.fitViewBox();
    if (pane.title !== old?.title) this.svg.setAttribute("aria-label", pane.title);
    if (pane.still.join() !== old?.still.join()) this.drawBackground();
    this.removePiecesExcept(new Set(pane.pieces.map((piece) => piece.key)));
    for (const piece of pane.pieces) this.drawPiece(piece);
    this.sortPieces();
  }

  drawBackground() {
    const names = this.pane.still;
    this.background.replaceChildren(...names.map((name) => createSvgElement("use", { href: `#${this.style.prefix}-${name}` })));
  }

  /** @param {Set<string>} keys */
  removePiecesExcept(keys) {
    for (const [key, view] of this.pieces) {
      if (keys.has(key)) continue;
      view.fadeOut();
      this.pieces.delete(key);
    }
  }

  /** @param {Piece} piece */
  drawPiece(piece) {
    const view = this.pieces.get(piece.key);
    if (view) {
      if (view.piece !== piece) view.updatePiece(piece, view.piece);
      return;
    }
    const newView = new PieceView(this.style, piece);
    this.pieces.set(piece.key, newView);
    this.pieceLayer.append(newView.root);
    if (this.style.isAnimated) newView.root.animate([{ opacity: 0 }, {}], FADE_DURATION);
  }

  /** Stack the pieces by layer. Only those out of place are moved in the document, since browsers redraw whatever is
   * moved; those that are fading out don't matter. */
  sortPieces() {
    const roots = new Set([...this.pieces.values()].map(({ root }) => root));
    /** @param {ChildNode | null} node @returns {ChildNode | null} */
    const skipFading = (node) => {
      while (node && !roots.has(/** @type {SVGGElement} */ (node))) node = node.nextSibling;
      return node;
    };
    let next = skipFading(this.pieceLayer.firstChild);
    for (const piece of this.pane.pieces.toSorted((first, second) => first.layer - second.layer)) {
      const { root } = /** @type {PieceView} */ (this.pieces.get(piece.key));
      // A piece that was lifted to a higher layer is passed over here, and moved when its turn comes.
      if (next && next !== root && skipFading(next.nextSibling) === root) next = root;
      if (next === root) next = skipFading(root.nextSibling);
      else this.pieceLayer.insertBefore(root, next);
    }
  }

  /** Show the whole frame; on a small screen the focus and what can be touched; or what the user has zoomed to. */
  fitViewBox() {
    const { frame, focus } = this.pane;
    const isSmall = focus && this.container.clientWidth < SMALL_WIDTH;
    if (this.isZoomedByHand && this.viewBox) this.setViewBox(fitIntoFrame(this.viewBox, frame));
    else if (isSmall) this.setViewBox(fitIntoFrame(this.touchArea ? uniteRectangles(focus, this.touchArea) : focus, frame));
    else this.setViewBox(frame);
    this.root.style.aspectRatio = `${frame[2]} / ${frame[3]}`;
  }

  /** Make sure that everything that can be touched is in view, or some of it if the user has zoomed.
   * @param {Frame[]} areas */
  keepAreasInView(areas) {
    const { viewBox } = this;
    const touchArea = areas.length ? areas.reduce(uniteRectangles) : null;
    const isOutOfView = this.isZoomedByHand && viewBox && areas.length && !areas.some((area) => isCentreWithin(area, viewBox));
    if (!isOutOfView && String(touchArea) === String(this.touchArea)) return;
    if (isOutOfView) this.isZoomedByHand = false;
    this.touchArea = touchArea;
    this.fitViewBox();
  }

  /** @param {Frame} viewBox */
  setViewBox(viewBox) {
    this.viewBox = viewBox;
    this.svg.setAttribute("viewBox", viewBox.join(" "));
    this.root.classList.toggle("zoomed", viewBox[2] < this.pane.frame[2] * 0.99);
  }
}
