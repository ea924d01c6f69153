// @ts-check
// A piece on the page: it glides to where it belongs, and has a label and a title.

import { createSvgElement } from "../shared/dom.js";

/** @import {Piece} from "../../types" */

const MOVE_DURATION = 260;
export const FADE_DURATION = 180;
const CAPITAL_HEIGHT = 0.729;
/** In font sizes, as in `scene/glyphs.py`. */
const LABEL_FONTS = '"DejaVu Sans",Verdana,sans-serif';
/** As in `scene/svg_style.py`. */
const MEASURED_SIZE = 100;
/** @type {CanvasRenderingContext2D | null} */
let canvas = null;
/** Measures text. */

/**
 * What all pieces of a picture share.
 * @typedef {object} PieceStyle
 * @property {string} prefix What the ids of the kit's drawings begin with.
 * @property {boolean} isAnimated Whether pieces move to their places, or are there at once.
 */

export class PieceView {
  /** @param {PieceStyle} style @param {Piece} piece */
  constructor(style, piece) {
    this.style = style;
    this.piece = piece;
    this.root = /** @type {SVGGElement} */ (createSvgElement("g", { "data-key": piece.key }));
    this.use = /** @type {SVGUseElement} */ (createSvgElement("use"));
    /** @type {SVGElement | null} */
    this.label = null;
    /** @type {Element | null} */
    this.title = null;
    /** The animation that moves or turns each element.
     * @type {Map<SVGElement, Animation>} */
    this.motions = new Map();
    this.root.append(this.use);
    this.updatePiece(piece, null);
  }

  /** Draw the piece as it is now, moving there from where the old one was.
   * @param {Piece} piece @param {Piece | null} old */
  updatePiece(piece, old) {
    this.piece = piece;
    if (piece.symbol !== old?.symbol) this.use.setAttribute("href", `#${this.style.prefix}-${piece.symbol}`);
    const animated = old !== null && this.style.isAnimated;
    if (piece.x !== old?.x || piece.y !== old?.y) this.setTransform(this.root, `translate(${piece.x}px, ${piece.y}px)`, animated);
    if (piece.turn !== old?.turn || piece.scale !== old?.scale) {
      this.setTransform(this.use, `rotate(${piece.turn}deg) scale(${piece.scale})`, animated);
    }
    if (piece.marks !== old?.marks) this.root.setAttribute("class", ["piece", ...piece.marks].join(" "));
    this.writeTexts(piece.symbol !== old?.symbol || piece.scale !== old?.scale);
  }

  /** Move or turn an element, starting from where it is seen now, which may be halfway through another motion.
   * @param {SVGElement} element @param {string} transform @param {boolean} animated */
  setTransform(element, transform, animated) {
    if (animated) {
      const motion = this.motions.get(element);
      const from = motion?.playState === "running" ? getComputedStyle(element).transform : element.style.transform;
      motion?.cancel();
      const timing = { duration: MOVE_DURATION, easing: "cubic-bezier(.3,.1,.2,1)" };
      this.motions.set(element, element.animate([{ transform: from }, { transform }], timing));
    }
    element.style.transform = transform;
  }

  /** Write label and title.
   * @param {boolean} newDrawing Whether the label needs a new element, since the drawing under it is another one. */
  writeTexts(newDrawing) {
    if (this.piece.label) this.writeLabel(newDrawing);
    else {
      this.label?.remove();
      this.label = null;
    }
    this.writeTitle(this.piece.title);
  }

  /** @param {boolean} newDrawing */
  writeLabel(newDrawing) {
    if (!this.label || newDrawing) {
      this.label?.remove();
      this.label = this.root.appendChild(this.createLabel());
    } else if (this.label.textContent === this.piece.label) return;
    this.label.textContent = this.piece.label;
    fitLabel(this.label);
  }

  /** @returns {SVGElement} */
  createLabel() {
    const { symbol, scale } = this.piece;
    const model = document.getElementById(`${this.style.prefix}_l_${symbol}`);
    const label = /** @type {SVGElement} */ (model?.cloneNode(true) ?? createSvgElement("text"));
    label.removeAttribute("id");
    label.setAttribute("aria-hidden", "true");
    if (scale !== 1) label.style.transform = `scale(${scale})`;
    return label;
  }

  /** Say what the piece is, to a screen reader and under the mouse; a piece without a title is hidden from both.
   * @param {string} title */
  writeTitle(title) {
    if (!title) {
      this.title?.remove();
      this.title = null;
      this.root.setAttribute("aria-hidden", "true");
      this.root.removeAttribute("role");
      return;
    }
    if (!this.title) {
      this.title = createSvgElement("title");
      this.root.prepend(this.title);
      this.root.removeAttribute("aria-hidden");
      this.root.setAttribute("role", "img");
    }
    if (this.title.textContent !== title) this.title.textContent = title;
  }

  /** Remove the piece from the page, fading out where pieces are animated. */
  fadeOut() {
    if (!this.style.isAnimated) {
      this.root.remove();
      return;
    }
    this.root.removeAttribute("data-key");
    this.root.setAttribute("aria-hidden", "true");
    this.root.animate([{ opacity: 1 }, { opacity: 0 }], FADE_DURATION).onfinish = () => this.root.remove();
  }
}

/** Make a label's letters so small that it fits the width that its drawing has for it.
 * @param {SVGElement} label */
function fitLabel(label) {
  const { maxWidth, fullSize = label.getAttribute("font-size") ?? "12" } = label.dataset;
  label.dataset.fullSize = fullSize;
  const size = Number(fullSize);
  const width = maxWidth ? measureText(label.textContent ?? "", label.getAttribute("font-weight") ?? "") * size : 0;
  const shrinking = width ? Math.min(1, Number(maxWidth) / width) : 1;
  label.setAttribute("font-size", String(size * shrinking));
  // The middle of the letters stays where it is.
  label.setAttribute("dy", String((-CAPITAL_HEIGHT / 2) * size * (1 - shrinking)));
}

/** Return the width of a text at font size 1.
 * @param {string} text @param {string} weight @returns {number} */
function measureText(text, weight) {
  canvas ??= document.createElement("canvas").getContext("2d");
  if (!canvas) return 0;
  canvas.font = `${weight} ${MEASURED_SIZE}px ${LABEL_FONTS}`;
  return canvas.measureText(text).width / MEASURED_SIZE;
}
