// @ts-check
// Where the panes of a board go: the main one as large as can be, others beside or beneath it.

/** @import {Painter} from "./scene.js" */

const GAP = 12;
const PHONE = 640;
/** Pixels: what is narrower has all panes below each other. */
const FLAT = 3;
/** A pane at least so many times as wide as high goes beneath the board, not beside it. */
const SHARE = 0.75;
/** What is beside the board is at least so high, in heights of the board: a hand is looked at as often as the board. */
const LOW = 2.5;
/** On a phone such a pane, a hand for instance, comes right after the board, so that both are seen at once. */
const SIDE = 300;
/** Pixels: what is beside the board is at least so wide, where there is room. */
const SLIM = 170;
/** On a low screen so much is enough. */
const WORTH_IT = 1.15;
/** On a low screen flat panes go beside the board, too, if that makes it so many times as wide. */
const FLAT_SCREEN = matchMedia("(max-height: 30rem) and (min-width: 30rem) and (orientation: landscape)");

/** Tell whether the screen is low, as that of a phone held across is: then the bar is beside the board.
 * @returns {boolean} */
export function low() {
  return FLAT_SCREEN.matches;
}

/** @typedef {{left: number, top: number, wide: number}} Place */

/** Give the panes their places in a box that may be so high.
 * @param {Painter} painter @param {number} high */
export function arrange({ root, panes, scene }, high) {
  const wide = root.clientWidth;
  const views = scene.panes.flatMap((pane) => panes.get(pane.name) ?? []);
  const shapes = views.map(({ pane }) => pane.frame[2] / pane.frame[3]);
  const narrow = wide < PHONE && !low();
  const phone = narrow || !views.length;
  root.classList.toggle("small", narrow || low());
  root.classList.toggle("laid", !phone);
  /** @type {Place[]} */
  let places;
  if (phone) places = [];
  else if (low()) places = beside(shapes, wide, high);
  else if (innerHeight > innerWidth) places = upright(shapes, wide, high);
  else places = across(shapes, wide, high, FLAT, SIDE, SHARE);
  views.forEach(({ root: box }, at) => {
    const place = places[at];
    box.style.order = phone && at ? (shapes[at] > LOW ? "1" : "2") : "";
    box.style.left = place ? `${place.left}px` : "";
    box.style.top = place ? `${place.top}px` : "";
    box.style.width = place ? `${place.wide}px` : "";
  });
  const bottom = Math.max(0, ...places.map(({ top, wide: own }, at) => top + own / shapes[at]));
  root.style.height = phone ? "" : `${bottom}px`;
}

/** On a low screen: as on a desk, or all panes beside the board, if that leaves it much larger.
 * @param {number[]} shapes @param {number} wide @param {number} high @returns {Place[]} */
function beside(shapes, wide, high) {
  const usual = across(shapes, wide, high, FLAT, SLIM, SHARE);
  const slim = across(shapes, wide, high, Infinity, SLIM, 0);
  return slim[0].wide > WORTH_IT * usual[0].wide ? slim : usual;
}

/** On a desk: squarish panes in a column beside the board, flat ones beneath it.
 * @param {number[]} shapes @param {number} wide @param {number} high @param {number} flat @param {number} least
 * @param {number} share @returns {Place[]} */
function across(shapes, wide, high, flat, least, share) {
  const beside = shapes.map((shape, at) => at > 0 && shape < flat);
  const many = beside.filter(Boolean).length;
  const rows = shapes.reduce((sum, shape, at) => sum + (beside[at] ? 0 : 1 / shape), 0);
  const steep = shapes.reduce((sum, shape, at) => sum + (beside[at] ? 1 / shape : 0), 0);
  const tallest = (high - GAP * (shapes.length - many - 1)) / rows;
  let main = Math.min(wide, tallest);
  let side = 0;
  if (many) {
    const most = (high - GAP * (many - 1)) / steep;
    const room = wide - GAP;
    const even = ((share / shapes[0]) * room - GAP * (many - 1)) / (share / shapes[0] + steep);
    main = Math.min(room - Math.min(Math.max(least, wide * 0.3, even), most), tallest);
    side = Math.min(wide - main - GAP, most);
  }
  const left = (wide - main - (many ? side + GAP : 0)) / 2;
  let [near, far] = [0, 0];
  return shapes.map((shape, at) => {
    const place = beside[at] ? { left: left + main + GAP, top: far, wide: side } : { left, top: near, wide: main };
    if (beside[at]) far += side / shape + GAP;
    else near += main / shape + GAP;
    return place;
  });
}

/** On a screen that stands upright: the board above, the others in two columns below.
 * @param {number[]} shapes @param {number} wide @param {number} high @returns {Place[]} */
function upright(shapes, wide, high) {
  const main = Math.min(wide, high * 0.62 * shapes[0]);
  const single = shapes.length === 2;
  const half = single ? main : (wide - GAP) / 2;
  const below = main / shapes[0] + GAP;
  const columns = [below, below];
  return shapes.map((shape, at) => {
    if (at === 0) return { left: (wide - main) / 2, top: 0, wide: main };
    const column = single || columns[0] <= columns[1] ? 0 : 1;
    const place = { left: single ? (wide - main) / 2 : column * (half + GAP), top: columns[column], wide: half };
    columns[column] += half / shape + GAP;
    return place;
  });
}
