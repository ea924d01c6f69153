// @ts-check
// Points of an option as text, such as "45,60 130,22", and where they are in a picture.

/** @typedef {[x: number, y: number]} Point */

/**
 * Where points are in a picture.
 * @typedef {object} PointGrid
 * @property {number} left Where the point 0,0 is.
 * @property {number} top
 * @property {number} scale How many units of the picture a unit of the points is.
 * @property {number} least The least coordinate of a point.
 * @property {number} most The greatest.
 */

/** Return the points in a text; none if it is anything else.
 * @param {string} text @returns {Point[]} */
export function parsePoints(text) {
  const words = text.trim().split(/\s+/);
  if (!words.every((word) => /^\d{1,4},\d{1,4}$/.test(word))) return [];
  return words.map((word) => /** @type {Point} */ (word.split(",").map(Number)));
}

/** @param {Point[]} points @returns {string} */
export function formatPoints(points) {
  return points.map(([x, y]) => `${x},${y}`).join(" ");
}

/** Return points of which one has been moved, as far as the grid goes.
 * @param {Point[]} points @param {number} index @param {Point} target @param {PointGrid} grid @returns {Point[]} */
export function movePoint(points, index, target, grid) {
  const [x, y] = target.map((coordinate) => Math.min(Math.max(Math.round(coordinate), grid.least), grid.most));
  return points.map((point, other) => (other === index ? [x, y] : point));
}

/** Return where a point is in the picture.
 * @param {Point} point @param {PointGrid} grid @returns {Point} */
export function locatePoint([x, y], { left, top, scale }) {
  return [left + scale * x, top + scale * y];
}

/** Return the point that is at a place of the picture; between whole numbers it isn't rounded.
 * @param {Point} place @param {PointGrid} grid @returns {Point} */
export function findPointAt([x, y], { left, top, scale }) {
  return [(x - left) / scale, (y - top) / scale];
}
