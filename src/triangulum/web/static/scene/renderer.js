// @ts-check
// Draws scenes into an element, a box for each pane.

import { EMPTY_SCENE, findPiece } from "./diff.js";
import { PaneView } from "./pane_view.js";
import { prefersReducedMotion } from "../shared/dom.js";

/** @import {PieceStyle} from "./piece_view.js" */
/** @import {Kit, Piece, Scene} from "../../types" */

export class SceneRenderer {
  /**
   * @param {HTMLElement} root Where the panes go.
   * @param {(pane: PaneView) => void} [onPaneAdded]
   */
  constructor(root, onPaneAdded = () => {}) {
    this.root = root;
    this.onPaneAdded = onPaneAdded;
    /** @type {PieceStyle} */
    this.style = { prefix: "", isAnimated: false };
    /** @type {Map<string, PaneView>} */
    this.panes = new Map();
    /** The scene that is drawn. */
    this.scene = EMPTY_SCENE;
    /** @type {CSSStyleSheet | null} */
    this.styleSheet = null;
    /** @type {Element | null} */
    this.drawings = null;
  }

  /** Add a game's drawings and style sheet to the document, once.
   * @param {Kit} kit */
  installKit(kit) {
    if (this.style.prefix === kit.prefix) return;
    this.removePanes();
    this.style.prefix = kit.prefix;
    const styleSheet = new CSSStyleSheet();
    styleSheet.replaceSync(kit.css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((sheet) => sheet !== this.styleSheet), styleSheet];
    this.styleSheet = styleSheet;
    const drawings = new DOMParser().parseFromString(kit.svg, "image/svg+xml").documentElement;
    drawings.classList.add("kit");
    this.drawings?.remove();
    this.drawings = document.importNode(drawings, true);
    document.body.append(this.drawings);
  }

  /** Leave the element empty. */
  removePanes() {
    this.panes.clear();
    this.root.replaceChildren();
    this.scene = EMPTY_SCENE;
  }

  /** Draw a scene.
   * @param {Scene} scene @param {boolean} [isAnimated] Whether pieces move there from where they are. */
  drawScene(scene, isAnimated = true) {
    this.style.isAnimated = isAnimated && !prefersReducedMotion() && !document.hidden && this.scene !== EMPTY_SCENE;
    this.removePanesExcept(new Set(scene.panes.map((pane) => pane.name)));
    const roots = scene.panes.map((pane) => {
      const view = this.panes.get(pane.name) ?? this.addPane(new PaneView(this.style, pane, this.root));
      if (view.isEmpty || view.pane !== pane) view.drawPane(pane);
      return view.root;
    });
    if (roots.some((root, index) => this.root.children[index] !== root)) this.root.replaceChildren(...roots);
    this.scene = scene;
  }

  /** @param {PaneView} pane @returns {PaneView} */
  addPane(pane) {
    this.panes.set(pane.pane.name, pane);
    this.onPaneAdded(pane);
    return pane;
  }

  /** @param {Set<string>} names */
  removePanesExcept(names) {
    for (const [name, view] of this.panes) {
      if (names.has(name)) continue;
      view.root.remove();
      this.panes.delete(name);
    }
  }

  /** Move all pieces at once to where they are going. */
  finishAnimations() {
    for (const animation of this.root.getAnimations({ subtree: true })) animation.finish();
  }

  /** Add a class to the pieces with these keys ("pane/key"), and take it from all others.
   * @param {string} className @param {Set<string>} keys */
  markPieces(className, keys) {
    for (const pane of this.panes.values()) {
      for (const [key, view] of pane.pieces) view.root.classList.toggle(className, keys.has(`${pane.pane.name}/${key}`));
    }
  }

  /** Return a piece of a scene with the view of its pane; null if there is none.
   * @param {Scene} scene @param {string} key @returns {{pane: PaneView, piece: Piece} | null} */
  locatePiece(scene, key) {
    const place = findPiece(scene, key);
    const pane = place && this.panes.get(place.pane.name);
    return pane ? { pane, piece: place.piece } : null;
  }
}
