// @ts-check
// The picture of the table as it is, as it was or as it would be, with what can be touched.

import { listChangedPieces } from "../../scene/diff.js";
import { arrangePanes, isLowScreen } from "../../scene/layout.js";
import { SceneRenderer } from "../../scene/renderer.js";
import { SpotLayer } from "../../scene/spots.js";
import { elementById, prefersReducedMotion } from "../../shared/dom.js";
import { canChooseMove, visibleScene } from "../queries.js";
import { addZoomGestures, zoomPane } from "./zoom.js";

/** @import {Commands} from "../commands/commands.js" */
/** @import {TableState} from "../state.js" */
/** @import {PaneView} from "../../scene/pane_view.js" */
/** @import {Scene} from "../../../types" */

const FINGER_SIZE = 40;
/** Pixels: anything smaller is hard to touch. */

/**
 * The board on the page, and what of the state it was drawn from last.
 * @typedef {object} BoardView
 * @property {SceneRenderer} renderer
 * @property {SpotLayer} spots
 * @property {number | null | undefined} perspective
 * @property {string} layoutKey The snapshot and the size of the window that the panes were arranged for.
 */

/** How a pane can be zoomed by buttons; null where nothing is small enough.
 * @typedef {{canZoomOut: boolean} | null} ZoomOffer */

/** Create the board in its place on the page.
 * @param {Commands} commands @returns {BoardView} */
export function createBoard(commands) {
  const renderer = new SceneRenderer(elementById("panes"), addZoomGestures);
  const spots = new SpotLayer(renderer, {
    onTouch: commands.touchPiece,
    onHover: commands.hoverPiece,
    focusArea: /** @type {HTMLElement} */ (elementById("bar").parentElement),
  });
  return { renderer, spots, perspective: undefined, layoutKey: "" };
}

/** Draw the board.
 * @param {BoardView} board @param {TableState} state */
export function renderBoard(board, state) {
  const { renderer, spots } = board;
  if (state.kit) renderer.installKit(state.kit);
  const scene = visibleScene(state);
  if (!state.kit || !state.hasPicture) renderer.removePanes();
  // Pieces don't fly about when the perspective changes.
  else if (scene && scene !== renderer.scene) renderer.drawScene(scene, board.perspective === state.perspective);
  board.perspective = state.perspective;
  const layoutKey = `${state.numSnapshots} ${innerWidth} ${innerHeight}`;
  if (board.layoutKey !== layoutKey) arrangeBoard(board);
  board.layoutKey = layoutKey;
  const isPreview = scene !== undefined && scene !== state.shownScene && canChooseMove(state);
  renderer.markPieces("preview", isPreview ? listChangedPieces(state.shownScene, scene) : new Set());
  if (state.kit && canChooseMove(state) && !state.isSending) offerSpots(board, state);
  else spots.removeSpots();
}

/** @param {BoardView} board @param {TableState} state */
function offerSpots({ renderer, spots }, { selection, shownScene, hint }) {
  if (!selection) return;
  const { touchableKeys, alternativeKeys, chosenKeys } = selection;
  const hinted = hint ? chosenKeys : new Set();
  spots.offerPieces(shownScene, { open: touchableKeys, alternatives: alternativeKeys, chosen: chosenKeys, hinted });
  markSmallPanes(renderer, spots);
  scrollToSpots(spots);
}

/** Mark the panes on which something is too small to be touched easily.
 * @param {SceneRenderer} renderer @param {SpotLayer} spots */
function markSmallPanes(renderer, spots) {
  for (const pane of renderer.panes.values()) {
    const boxes = listOpenSpotBoxes(spots, pane);
    pane.root.classList.toggle("tiny", boxes.some(({ width, height }) => Math.min(width, height) < FINGER_SIZE));
  }
}

/** Make sure that something that can be touched is on the screen; scroll no further than needed.
 * @param {SpotLayer} spots */
function scrollToSpots(spots) {
  const bottom = innerHeight - (isLowScreen() ? 0 : elementById("bar").offsetHeight);
  const boxes = listOpenSpotBoxes(spots);
  if (!boxes.length || boxes.some((box) => box.top >= 0 && box.bottom <= bottom)) return;
  const [first] = listOpenSpots(spots);
  first.scrollIntoView({ block: "nearest", behavior: prefersReducedMotion() ? "auto" : "smooth" });
}

/** @param {SpotLayer} spots @param {PaneView} [pane] @returns {SVGGElement[]} */
function listOpenSpots({ spots }, pane) {
  const roots = [...spots.values()].filter((spot) => !pane || spot.pane === pane).map(({ root }) => root);
  return roots.filter((root) => root.classList.contains("open"));
}

/** @param {SpotLayer} spots @param {PaneView} [pane] @returns {DOMRect[]} */
function listOpenSpotBoxes(spots, pane) {
  return listOpenSpots(spots, pane).map((root) => root.getBoundingClientRect());
}

/** Give the panes their places between the top of the page and the bar; on a low screen the bar is beside them.
 * @param {BoardView} board */
export function arrangeBoard({ renderer }) {
  const top = document.querySelector(".top")?.clientHeight ?? 0;
  const room = innerHeight - elementById("bar").offsetHeight - 28;
  arrangePanes(renderer, isLowScreen() ? innerHeight - top - 10 : Math.max(room - top, Math.min(420, room)));
}

/** Put the focus on the board when there is something to touch, as if the keyboard had been there.
 * @param {BoardView} board */
export function returnFocusToBoard({ spots }) {
  spots.holdsFocus = true;
}

/** Focus the bar's first button if the keyboard was on the board and nothing there can be touched.
 * @param {BoardView} board */
export function focusBarIfBoardIsEmpty({ spots }) {
  spots.focusButtonIfEmpty(elementById("deeds"));
}

/** Move all pieces at once to where they are going.
 * @param {BoardView} board */
export function finishBoardAnimations({ renderer }) {
  renderer.finishAnimations();
}

// Zooming by buttons and keys.

/** Return how the board can be zoomed by buttons, on a phone where something is hard to touch.
 * @param {BoardView} board @param {boolean} isChoosing @returns {ZoomOffer} */
export function findZoomOffer({ renderer }, isChoosing) {
  if (!renderer.root.classList.contains("small")) return null;
  const pane = findPaneToZoom(renderer, isChoosing);
  return pane ? { canZoomOut: pane.root.classList.contains("zoomed") } : null;
}

/** Return the first pane that is zoomed or hard to touch.
 * @param {SceneRenderer} renderer @param {boolean} isChoosing @returns {PaneView | undefined} */
function findPaneToZoom(renderer, isChoosing) {
  return [...renderer.panes.values()].find(({ root }) => root.matches(isChoosing ? ".tiny, .zoomed" : ".zoomed"));
}

/** Zoom the pane for which the bar has buttons.
 * @param {BoardView} board @param {boolean} isChoosing @param {number} factor */
export function zoomSmallPane(board, isChoosing, factor) {
  const pane = findPaneToZoom(board.renderer, isChoosing);
  if (pane) zoomToSpots(board, pane, factor);
}

/** Zoom the first pane.
 * @param {BoardView} board @param {Scene} scene @param {number} factor */
export function zoomFirstPaneToSpots(board, scene, factor) {
  const pane = board.renderer.panes.get(scene.panes[0]?.name);
  if (pane) zoomToSpots(board, pane, factor);
}

/** Zoom towards the middle of what can be touched in a pane.
 * @param {BoardView} board @param {PaneView} pane @param {number} factor */
function zoomToSpots({ spots }, pane, factor) {
  const roots = spots.listSpotsInPane(pane).map(({ root }) => root);
  const boxes = (roots.length ? roots : [pane.svg]).map((element) => element.getBoundingClientRect());
  const [left, right] = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))];
  const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
  zoomPane(pane, { factor, x: (left + right) / 2, y: (top + bottom) / 2 });
}
