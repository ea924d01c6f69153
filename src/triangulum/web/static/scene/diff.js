// @ts-check
// Scenes as values. A scene is never changed: a diff leads to another one that shares all pieces that stayed as they
// were. So any scene can be drawn after any other, and only what differs is touched.

/** @import {Pane, PaneDiff, Piece, Scene, SceneDiff, WirePiece} from "../../types" */

/** The scene without panes, from which a whole scene is a diff.
 * @type {Scene} */
export const EMPTY_SCENE = { title: "", panes: [] };

/** Return the scene that a diff leads to; the same one if there is no diff.
 * @param {Scene} scene @param {SceneDiff | undefined} diff @returns {Scene} */
export function applySceneDiff(scene, diff) {
  if (!diff) return scene;
  const panes = new Map(scene.panes.map((pane) => [pane.name, pane]));
  for (const paneDiff of diff.panes ?? []) {
    panes.set(paneDiff.name, applyPaneDiff(panes.get(paneDiff.name) ?? createEmptyPane(paneDiff.name), paneDiff));
  }
  const names = diff.order ?? scene.panes.map((pane) => pane.name);
  return { title: diff.title ?? scene.title, panes: names.flatMap((name) => panes.get(name) ?? []) };
}

/** @param {string} name @returns {Pane} */
function createEmptyPane(name) {
  return { name, frame: [0, 0, 0, 0], focus: null, still: [], title: "", pieces: [] };
}

/** @param {Pane} pane @param {PaneDiff} diff @returns {Pane} */
function applyPaneDiff(pane, diff) {
  return {
    name: pane.name,
    frame: diff.frame ?? pane.frame,
    focus: diff.focus === undefined ? pane.focus : diff.focus,
    still: diff.still ?? pane.still,
    title: diff.title ?? pane.title,
    pieces: applyPieceDiffs(pane.pieces, diff),
  };
}

/** Return the pieces that a pane's diff leads to: remove, change, reorder, then add.
 * @param {Piece[]} pieces @param {PaneDiff} diff @returns {Piece[]} */
function applyPieceDiffs(pieces, diff) {
  const removed = new Set(diff.removed);
  const changes = new Map((diff.changed ?? []).map((change) => [change.key, change]));
  let row = pieces.filter((piece) => !removed.has(piece.key));
  row = row.map((piece) => (changes.has(piece.key) ? { ...piece, ...changes.get(piece.key) } : piece));
  if (diff.order?.length) {
    const byKey = new Map(row.map((piece) => [piece.key, piece]));
    row = diff.order.flatMap((key) => byKey.get(key) ?? []);
  }
  for (const [index, piece] of diff.added ?? []) row.splice(index, 0, decodePiece(piece));
  return row;
}

/** Return the piece that was sent as a list of its fields.
 * @param {WirePiece} fields @returns {Piece} */
function decodePiece([key, symbol, x, y, turn, scale, layer, marks, label, title]) {
  return { key, symbol, x, y, turn, scale, layer, marks, label, title };
}

/** Return a piece of a scene with its pane; null if there is none.
 * @param {Scene} scene @param {string} key @returns {{pane: Pane, piece: Piece} | null} */
export function findPiece(scene, key) {
  for (const pane of scene.panes) {
    const piece = pane.pieces.find((each) => each.key === key);
    if (piece) return { pane, piece };
  }
  return null;
}

/** Return the keys, as "pane/key", of all pieces that were added, moved, turned or look different.
 * @param {Scene} before @param {Scene} after @returns {Set<string>} */
export function listChangedPieces(before, after) {
  const oldPieces = new Map(before.panes.map((pane) => [pane.name, new Map(pane.pieces.map((piece) => [piece.key, piece]))]));
  const keys = after.panes.flatMap(({ name, pieces }) =>
    pieces.filter((piece) => !hasSameLook(oldPieces.get(name)?.get(piece.key), piece)).map((piece) => `${name}/${piece.key}`),
  );
  return new Set(keys);
}

/** @param {Piece | undefined} old @param {Piece} piece @returns {boolean} */
function hasSameLook(old, piece) {
  return old !== undefined && old.x === piece.x && old.y === piece.y && old.turn === piece.turn && old.symbol === piece.symbol;
}

/** Return a scene whose board, the first pane, is that of a preview. Its frame stays: a map that grew during a choice
 * would move under the player's finger. Hands stay whole, so that they can still be touched.
 * @param {Scene} scene @param {Scene} preview @returns {Scene} */
export function insertPreviewBoard(scene, preview) {
  const [board] = preview.panes;
  return { ...scene, panes: scene.panes.map((pane) => (pane.name === board?.name ? movePreviewIntoFrame(pane, board) : pane)) };
}

/** Return the pane of a preview in the present frame, with the rulers and whatever else belongs to that frame.
 * @param {Pane} pane @param {Pane} preview @returns {Pane} */
function movePreviewIntoFrame({ frame, focus, pieces }, preview) {
  if (String(frame) === String(preview.frame)) return { ...preview, focus };
  const belongsToFrame = (/** @type {Piece} */ { marks }) => marks.includes("frame");
  const previewed = preview.pieces.filter((piece) => !belongsToFrame(piece));
  return { ...preview, frame, focus, pieces: [...previewed, ...pieces.filter(belongsToFrame)] };
}
