// @ts-check
// Rectangles in the units of a pane.

/** @import {Frame} from "../../types" */

/** Return the smallest rectangle that contains two others.
 * @param {Frame} first @param {Frame} second @returns {Frame} */
export function uniteRectangles([x1, y1, width1, height1], [x2, y2, width2, height2]) {
  const [left, top] = [Math.min(x1, x2), Math.min(y1, y2)];
  return [left, top, Math.max(x1 + width1, x2 + width2) - left, Math.max(y1 + height1, y2 + height2) - top];
}

/** Return a rectangle of a frame's shape, within the frame, that contains another one as far as possible.
 * @param {Frame} rectangle @param {Frame} frame @returns {Frame} */
export function fitIntoFrame([x, y, width, height], [frameX, frameY, frameWidth, frameHeight]) {
  const fitWidth = Math.min(frameWidth, Math.max(width, (height * frameWidth) / frameHeight));
  const fitHeight = (fitWidth * frameHeight) / frameWidth;
  return [
    clamp(x + (width - fitWidth) / 2, frameX, frameX + frameWidth - fitWidth),
    clamp(y + (height - fitHeight) / 2, frameY, frameY + frameHeight - fitHeight),
    fitWidth,
    fitHeight,
  ];
}

/** Tell whether the centre of one rectangle lies within another.
 * @param {Frame} rectangle @param {Frame} container @returns {boolean} */
export function isCentreWithin([x, y, width, height], [left, top, containerWidth, containerHeight]) {
  const [right, down] = [x + width / 2 - left, y + height / 2 - top];
  return right > 0 && right < containerWidth && down > 0 && down < containerHeight;
}

/** Return the number nearest to a value that isn't below or above the limits.
 * @param {number} value @param {number} least @param {number} most @returns {number} */
export function clamp(value, least, most) {
  return Math.min(Math.max(value, least), most);
}
