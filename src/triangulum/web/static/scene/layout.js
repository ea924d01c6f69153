// @ts-check
// Where the panes of a picture go: the board as large as possible, the others beside or beneath it.

/** @import {SceneRenderer} from "./renderer.js" */

const GAP = 12;
const PHONE_WIDTH = 640;
/** Pixels: a narrower screen has all panes below each other. */
const FLAT_SHAPE = 3;
/** A pane at least so many times as wide as high goes beneath the board, not beside it. */
const COLUMN_SHARE = 0.75;
/** The panes beside the board are at least so high, in heights of the board: a hand is looked at as often as the board. */
const HAND_SHAPE = 2.5;
/** On a phone a pane of this shape, a hand for instance, follows the board, so that both are seen at once. */
const COLUMN_WIDTH = 300;
/** Pixels: the least width of the panes beside the board, where there is room. */
const NARROW_COLUMN_WIDTH = 170;
/** The same on a low screen. */
const WORTHWHILE_GAIN = 1.15;
/** On a low screen flat panes go beside the board, too, if that makes it so many times as wide. */
const PORTRAIT_BOARD_SHARE = 0.62;
/** The most of an upright screen's height that the board takes. */
const LOW_SCREEN = "(max-height: 30rem) and (min-width: 30rem) and (orientation: landscape)";

/** @typedef {{left: number, top: number, width: number}} Place */
/** @typedef {{flatShape: number, leastWidth: number, share: number}} ColumnRules */

/** Tell whether the screen is low, as that of a phone held sideways is: then the bar is beside the board.
 * @returns {boolean} */
export function isLowScreen() {
  return matchMedia(LOW_SCREEN).matches;
}

/** Give the panes their places in a box of at most this height.
 * @param {SceneRenderer} renderer @param {number} height */
export function arrangePanes({ root, panes, scene }, height) {
  const views = scene.panes.flatMap((pane) => panes.get(pane.name) ?? []);
  const shapes = views.map(({ pane }) => pane.frame[2] / pane.frame[3]);
  const isLow = isLowScreen();
  const isNarrow = root.clientWidth < PHONE_WIDTH && !isLow;
  const isStacked = isNarrow || !views.length;
  root.classList.toggle("small", isNarrow || isLow);
  root.classList.toggle("laid", !isStacked);
  const screen = isLow ? "low" : innerHeight > innerWidth ? "portrait" : "desk";
  const places = isStacked ? [] : computePanePlaces(shapes, root.clientWidth, height, screen);
  views.forEach(({ root: box }, index) => {
    const place = places[index];
    box.style.order = isStacked && index ? (shapes[index] > HAND_SHAPE ? "1" : "2") : "";
    box.style.left = place ? `${place.left}px` : "";
    box.style.top = place ? `${place.top}px` : "";
    box.style.width = place ? `${place.width}px` : "";
  });
  const bottom = Math.max(0, ...places.map(({ top, width }, index) => top + width / shapes[index]));
  root.style.height = isStacked ? "" : `${bottom}px`;
}

/** Return the place of each pane.
 * @param {number[]} shapes Width by height of each, the board's first. @param {number} width @param {number} height
 * @param {"low" | "portrait" | "desk"} screen @returns {Place[]} */
export function computePanePlaces(shapes, width, height, screen) {
  if (screen === "portrait") return computePlacesBelowBoard(shapes, width, height);
  if (screen === "low") return computeLowScreenPlaces(shapes, width, height);
  return computePlacesBesideBoard(shapes, width, height, { flatShape: FLAT_SHAPE, leastWidth: COLUMN_WIDTH, share: COLUMN_SHARE });
}

/** Place panes as on a desk, or all of them beside the board if that makes it much larger.
 * @param {number[]} shapes @param {number} width @param {number} height @returns {Place[]} */
function computeLowScreenPlaces(shapes, width, height) {
  const leastWidth = NARROW_COLUMN_WIDTH;
  const deskPlaces = computePlacesBesideBoard(shapes, width, height, { flatShape: FLAT_SHAPE, leastWidth, share: COLUMN_SHARE });
  const columnPlaces = computePlacesBesideBoard(shapes, width, height, { flatShape: Infinity, leastWidth, share: 0 });
  return columnPlaces[0].width > WORTHWHILE_GAIN * deskPlaces[0].width ? columnPlaces : deskPlaces;
}

/** Place squarish panes in a column beside the board, flat ones beneath it.
 * @param {number[]} shapes @param {number} width @param {number} height @param {ColumnRules} rules @returns {Place[]} */
function computePlacesBesideBoard(shapes, width, height, rules) {
  const isBeside = shapes.map((shape, index) => index > 0 && shape < rules.flatShape);
  const { boardWidth, columnWidth } = computeColumnWidths(shapes, isBeside, width, height, rules);
  const left = (width - boardWidth - (columnWidth ? columnWidth + GAP : 0)) / 2;
  let [boardTop, columnTop] = [0, 0];
  return shapes.map((shape, index) => {
    if (isBeside[index]) {
      const place = { left: left + boardWidth + GAP, top: columnTop, width: columnWidth };
      columnTop += columnWidth / shape + GAP;
      return place;
    }
    const place = { left, top: boardTop, width: boardWidth };
    boardTop += boardWidth / shape + GAP;
    return place;
  });
}

/** Return how wide the board and the column beside it are; the column has no width if nothing goes there.
 * @param {number[]} shapes @param {boolean[]} isBeside @param {number} width @param {number} height
 * @param {ColumnRules} rules @returns {{boardWidth: number, columnWidth: number}} */
function computeColumnWidths(shapes, isBeside, width, height, { leastWidth, share }) {
  const numBeside = isBeside.filter(Boolean).length;
  /** Sum of heights of the panes below each other, in widths of them. */
  const sumHeights = (/** @type {boolean} */ beside) =>
    shapes.reduce((sum, shape, index) => sum + (isBeside[index] === beside ? 1 / shape : 0), 0);
  const tallestBoard = (height - GAP * (shapes.length - numBeside - 1)) / sumHeights(false);
  if (!numBeside) return { boardWidth: Math.min(width, tallestBoard), columnWidth: 0 };
  const columnHeight = sumHeights(true);
  const widestColumn = (height - GAP * (numBeside - 1)) / columnHeight;
  const room = width - GAP;
  const boardShare = share / shapes[0];
  const evenColumn = (boardShare * room - GAP * (numBeside - 1)) / (boardShare + columnHeight);
  const wantedColumn = Math.min(Math.max(leastWidth, width * 0.3, evenColumn), widestColumn);
  const boardWidth = Math.min(room - wantedColumn, tallestBoard);
  return { boardWidth, columnWidth: Math.min(room - boardWidth, widestColumn) };
}

/** Place the board above and the others in two columns below it.
 * @param {number[]} shapes @param {number} width @param {number} height @returns {Place[]} */
function computePlacesBelowBoard(shapes, width, height) {
  const boardWidth = Math.min(width, height * PORTRAIT_BOARD_SHARE * shapes[0]);
  const boardLeft = (width - boardWidth) / 2;
  const isSingle = shapes.length === 2;
  const columnWidth = isSingle ? boardWidth : (width - GAP) / 2;
  const top = boardWidth / shapes[0] + GAP;
  const columnTops = [top, top];
  return shapes.map((shape, index) => {
    if (index === 0) return { left: boardLeft, top: 0, width: boardWidth };
    const column = isSingle || columnTops[0] <= columnTops[1] ? 0 : 1;
    const left = isSingle ? boardLeft : column * (columnWidth + GAP);
    const place = { left, top: columnTops[column], width: columnWidth };
    columnTops[column] += columnWidth / shape + GAP;
    return place;
  });
}
