// @ts-check
// A finished game as a list of scenes, and how to request it. Scenes are values, so any step can be shown after any other.

import { EMPTY_SCENE, applySceneDiff } from "../scene/diff.js";
import { label } from "../shared/labels.js";

/** @import {DiceRolls} from "./dice_check.js" */
/** @import {Kit, Scene, SceneDiff} from "../../types" */

/** @typedef {{narration: string, text?: string, seat?: number | null, scene?: SceneDiff}} ReplayFrame */

/**
 * A game as the server sends it for a replay.
 * @typedef {object} ReplayAnswer
 * @property {string} game @property {string} title @property {string[]} players @property {number[]} winners
 * @property {string} result @property {Kit} kit @property {ReplayFrame[]} frames @property {DiceRolls | null} dice
 */

/** @typedef {ReplayAnswer & {scenes: Scene[]}} ReplayGame */

/** Return a game with all its scenes, one for each frame.
 * @param {ReplayAnswer} answer @returns {ReplayGame} */
export function buildReplay(answer) {
  /** @type {Scene[]} */
  const scenes = [];
  for (const frame of answer.frames) scenes.push(applySceneDiff(scenes[scenes.length - 1] ?? EMPTY_SCENE, frame.scene));
  return { ...answer, scenes };
}

/** Return who played, and how it ended.
 * @param {ReplayGame} game @returns {string} */
export function describePlayersAndResult({ players, winners, result }) {
  const names = winners.map((seat) => players[seat]).join(", ");
  const ending = names ? label("won-by", { names }) : result === "drawn" ? label("draw") : label("unfinished");
  return label("players-and-result", { players: players.join(", "), ending });
}

/** Return the index of a step that a game has, the nearest to a wanted one.
 * @param {ReplayGame} game @param {number} index @returns {number} */
export function clampStep({ scenes }, index) {
  return Math.max(0, Math.min(scenes.length - 1, index));
}

/** Return the step that an address names after its "#"; 0 if it names none.
 * @param {string} hash @returns {number} */
export function parseStep(hash) {
  const index = Number(hash.slice(1));
  return Number.isInteger(index) ? index : 0;
}

/**
 * Which game is replayed, and from which perspective.
 * @typedef {object} ReplaySource
 * @property {string} tableId Empty for a record that was loaded from a file.
 * @property {string} record The text of that record.
 * @property {number | null} seat Null for a spectator.
 */

/** Return the path of a request about a replay, and its body if it is to be posted.
 * @param {ReplaySource} source @param {"replay" | "picture"} kind @param {Record<string, string | number | null>} [parameters]
 * @returns {{path: string, body?: Record<string, unknown>}} */
export function buildReplayRequest({ tableId, record, seat }, kind, parameters = {}) {
  if (!tableId) return { path: kind === "replay" ? "/api/replay" : "/api/replay/picture", body: { record, seat, ...parameters } };
  const values = Object.entries({ seat, ...parameters }).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
  return { path: `/api/tables/${tableId}/${kind}?${new URLSearchParams(values)}` };
}
