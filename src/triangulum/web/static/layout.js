// @ts-check
// Where the panes of a board go: the main one as large as can be, others beside or beneath it.

/** @import {Painter} from "./scene.js" */

const GAP = 12;
const FLAT = 3;
/** A pane at least so many times as wide as high goes beneath the board, not beside it. */

/** Give the panes their places in a box that may be so high.
 * @param {Painter} painter @param {number} high */
export function arrange({ root, panes, scene }, high) {
  const wide = root.clientWidth;
  root.classList.toggle("stacked", wide < 640);
  const views = scene.panes.flatMap((pane) => panes.get(pane.name) ?? []);
  if (!views.length || wide < 640) {
    root.style.gridTemplate = "";
    for (const view of views) view.root.style.gridArea = "";
    return;
  }
  const shapes = views.map(({ pane }) => pane.frame[2] / pane.frame[3]);
  const beside = shapes.map((shape, at) => at > 0 && shape < FLAT);
  const many = beside.filter(Boolean).length;
  const rows = shapes.reduce((sum, shape, at) => sum + (beside[at] ? 0 : 1 / shape), 0);
  const steep = shapes.reduce((sum, shape, at) => sum + (beside[at] ? 1 / shape : 0), 0);
  const tallest = (high - GAP * (shapes.length - many)) / rows;
  let main = Math.min(wide, tallest);
  let side = 0;
  if (many) {
    const narrowest = (high - GAP * many) / steep;
    side = Math.min(wide * 0.42, narrowest);
    main = Math.min(wide - side - GAP, tallest);
    side = Math.min(wide - main - GAP, narrowest);
  }
  const lines = Math.max(1, many);
  root.style.gridTemplate = `${lines > 1 ? `repeat(${lines - 1}, auto) ` : ""}1fr / ${main}px${many ? ` ${side}px` : ""}`;
  let row = 1;
  let beneath = lines + 1;
  views.forEach((view, at) => {
    if (at === 0) view.root.style.gridArea = `1 / 1 / span ${lines} / auto`;
    else view.root.style.gridArea = beside[at] ? `${row++} / 2` : `${beneath++} / 1`;
  });
}
