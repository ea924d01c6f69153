// @ts-check
// The page that replays a finished game: by slider, by keys, or by itself.

import { arrangePanes, isLowScreen } from "../scene/layout.js";
import { SceneRenderer } from "../scene/renderer.js";
import { requestJson } from "../shared/api.js";
import { createButton, createElement, elementById, inputById } from "../shared/dom.js";
import { label } from "../shared/labels.js";
import { loadSettings } from "../table/settings.js";
import { renderDiceCheck } from "./dice_check.js";
import { fieldById, showError } from "./page.js";
import { addExportListeners } from "./replay_export.js";
import { buildReplay, buildReplayRequest, clampStep, describePlayersAndResult, parseStep } from "./replay_game.js";

/** @import {ReplayFrame, ReplayGame, ReplaySource} from "./replay_game.js" */

const FIRST_DELAY = 300;
/** Milliseconds after which a replay that plays by itself takes its first step. */

const tableId = elementById("replay").dataset.table ?? "";
const slider = inputById("slider");
const perspectiveField = /** @type {HTMLSelectElement} */ (elementById("eyes"));
const log = elementById("log");
const renderer = new SceneRenderer(elementById("panes"));

/**
 * @typedef {object} ReplayState
 * @property {ReplayGame | null} game Null before it has come.
 * @property {string} record The text of a record that was loaded from a file.
 * @property {number} step The step that is shown.
 * @property {ReturnType<typeof setTimeout> | null} timer Takes the next step; null if the replay doesn't play by itself.
 */

/** @type {ReplayState} */
const state = { game: null, record: "", step: 0, timer: null };

/** @returns {ReplaySource} */
function readReplaySource() {
  const seat = perspectiveField.value === "" ? null : Number(perspectiveField.value);
  return { tableId, record: state.record, seat };
}

/** Load the game as the chosen seat saw it, and show it. */
async function loadGame() {
  stopPlaying();
  showError(null);
  const { path, body } = buildReplayRequest(readReplaySource(), "replay");
  const game = buildReplay(await requestJson(body ? "POST" : "GET", path, body));
  state.game = game;
  renderer.installKit(game.kit);
  renderGame(game);
  showStep(parseStep(location.hash), false);
  arrangeReplay();
}

/** Draw what stays the same at every step.
 * @param {ReplayGame} game */
function renderGame(game) {
  elementById("title").textContent = game.title;
  elementById("title").translate = false;
  elementById("result").textContent = describePlayersAndResult(game);
  slider.max = String(game.scenes.length - 1);
  if (perspectiveField.options.length === 1) {
    game.players.forEach((name, seat) => perspectiveField.add(new Option(name, String(seat))));
  }
  log.replaceChildren(...game.frames.map(createLogItem));
  elementById("player").hidden = false;
  elementById("dice").hidden = !game.dice;
  elementById("checked").replaceChildren();
}

/** @param {ReplayFrame} frame @param {number} index @returns {HTMLElement} */
function createLogItem(frame, index) {
  // A move that needs no words is shown as it's written.
  const isNotation = frame.narration === frame.text;
  const button = createButton(isNotation ? "" : frame.narration, () => goToStep(index), "entry quiet");
  if (frame.text && (isNotation || loadSettings().showsNotation)) button.append(" ", createElement("code", "", frame.text));
  return createElement("li", "", button);
}

/** Show a step, the nearest one there is; pieces move only from one step to the next.
 * @param {number} wantedStep @param {boolean} [isAnimated] */
function showStep(wantedStep, isAnimated = true) {
  const { game } = state;
  if (!game) return;
  const step = clampStep(game, wantedStep);
  renderer.drawScene(game.scenes[step], isAnimated && Math.abs(step - state.step) === 1);
  markLogItem(state.step, step);
  state.step = step;
  const lastStep = game.scenes.length - 1;
  slider.value = String(step);
  slider.setAttribute("aria-valuetext", label("step-of", { step, last: lastStep }));
  elementById("told").textContent = label("step-told", { step, last: lastStep, text: game.frames[step].narration });
  history.replaceState(null, "", `${location.pathname}#${step}`);
  for (const id of ["back", "first"]) fieldById(id).disabled = step === 0;
  for (const id of ["on", "last"]) fieldById(id).disabled = step === lastStep;
}

/** @param {number} oldStep @param {number} step */
function markLogItem(oldStep, step) {
  log.children[oldStep]?.firstElementChild?.removeAttribute("aria-current");
  const item = /** @type {HTMLElement} */ (log.children[step]);
  item.firstElementChild?.setAttribute("aria-current", "step");
  log.scrollTop = item.offsetTop - log.clientHeight / 2;
}

/** Go to a step by hand.
 * @param {number} step @param {boolean} [isAnimated] */
function goToStep(step, isAnimated = true) {
  stopPlaying();
  showStep(step, isAnimated);
}

/** @returns {boolean} */
function isAtEnd() {
  return state.step === (state.game?.scenes.length ?? 0) - 1;
}

function stopPlaying() {
  if (state.timer !== null) clearTimeout(state.timer);
  state.timer = null;
  renderPlayButton();
}

/** Let the replay play by itself, or pause. */
function togglePlaying() {
  if (state.timer !== null) {
    stopPlaying();
    return;
  }
  if (isAtEnd()) showStep(0);
  state.timer = setTimeout(playNextStep, FIRST_DELAY);
  renderPlayButton();
}

function playNextStep() {
  if (isAtEnd()) {
    stopPlaying();
    return;
  }
  showStep(state.step + 1);
  state.timer = setTimeout(playNextStep, Number(fieldById("speed").value));
}

function renderPlayButton() {
  const isPlaying = state.timer !== null;
  const button = elementById("run");
  button.setAttribute("aria-label", isPlaying ? label("pause") : label("play"));
  if (button.firstElementChild) button.firstElementChild.textContent = isPlaying ? "❚❚" : "▶";
}

/** What each key does.
 * @type {Record<string, () => void>} */
const KEY_COMMANDS = {
  ArrowLeft: () => goToStep(state.step - 1),
  ArrowRight: () => goToStep(state.step + 1),
  PageUp: () => goToStep(state.step - 10),
  PageDown: () => goToStep(state.step + 10),
  Home: () => goToStep(0),
  End: () => goToStep(Infinity),
  " ": togglePlaying,
};
const BUTTON_KEYS = { first: "Home", back: "ArrowLeft", run: " ", on: "ArrowRight", last: "End" };

/** @param {KeyboardEvent} event */
function handleKey(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const command = KEY_COMMANDS[event.key];
  if (!state.game || !command || event.ctrlKey || event.altKey || event.metaKey) return;
  // Space presses a button that has the focus, and a list of choices needs all keys.
  const isControl = target.matches("select, summary, button, input:not([type=range])");
  if (isControl && (event.key === " " || target.matches("select"))) return;
  event.preventDefault();
  command();
}

/** Load the record file that was chosen.
 * @param {Event} event */
async function loadRecordFile(event) {
  const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
  if (!file) return;
  state.record = await file.text();
  perspectiveField.length = 1;
  elementById("player").hidden = true;
  history.replaceState(null, "", location.pathname);
  loadGame().catch(showError);
}

function arrangeReplay() {
  const top = renderer.root.getBoundingClientRect().top + scrollY;
  arrangePanes(renderer, isLowScreen() ? innerHeight - 16 : Math.max(420, innerHeight - top - 16));
}

function checkDice() {
  const { dice, players } = /** @type {ReplayGame} */ (state.game);
  if (dice) renderDiceCheck(elementById("checked"), dice, players);
}

for (const [id, key] of Object.entries(BUTTON_KEYS)) elementById(id).addEventListener("click", KEY_COMMANDS[key]);
document.addEventListener("keydown", handleKey);
slider.addEventListener("input", () => goToStep(Number(slider.value), false));
perspectiveField.addEventListener("change", () => loadGame().catch(showError));
addEventListener("hashchange", () => showStep(parseStep(location.hash)));
addEventListener("resize", arrangeReplay);
addExportListeners(readReplaySource, () => ({ game: state.game?.game ?? "", step: state.step }));
elementById("link").hidden = !tableId;
elementById("check").addEventListener("click", checkDice);
document.getElementById("file")?.addEventListener("change", loadRecordFile);
if (tableId) loadGame().catch(showError);
