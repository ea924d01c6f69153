// @ts-check
// A lesson of a tutorial: the board is touched as at a table, and the server says whether the task is done.

import { EMPTY_SCENE, applySceneDiff, listChangedPieces, insertPreviewBoard } from "../scene/diff.js";
import { arrangePanes, isLowScreen } from "../scene/layout.js";
import { SceneRenderer } from "../scene/renderer.js";
import { SpotLayer } from "../scene/spots.js";
import { StepSelection, branchButtonLabel, stepButtonName, describeCompleteChoice } from "../scene/steps.js";
import { requestJson } from "../shared/api.js";
import { createButton, elementById, replaceChildrenKeepingFocus } from "../shared/dom.js";
import { label } from "../shared/labels.js";
import { loadValue, saveValue } from "../shared/storage.js";
import { showError } from "./page.js";

/** @import {Scene} from "../../types" */

const { game = "", number: lessonNumber = "" } = elementById("learn").dataset;
const renderer = new SceneRenderer(elementById("panes"));
const spots = new SpotLayer(renderer, { onTouch: touchPiece });

/**
 * @typedef {object} LessonState
 * @property {number[]} played The actions that were played.
 * @property {Scene} scene The board after them.
 * @property {StepSelection | null} selection What is chosen of the next move; null if none can be played.
 * @property {{action: number, words: string, scene: Scene} | null} preview What the chosen move would bring.
 */

/** @type {LessonState} */
const state = { played: [], scene: EMPTY_SCENE, selection: null, preview: null };

/** Return the address of the lesson after what was played, with a preview of one more action.
 * @param {number | null} [action] @returns {string} */
function buildLessonUrl(action = null) {
  return `/api/learn/${game}/${lessonNumber}?played=${state.played.join()}${action === null ? "" : `&would=${action}`}`;
}

/** Ask where the moves have led, and show it. */
async function loadLesson() {
  showError(null);
  const progress = await requestJson("GET", buildLessonUrl());
  if (progress.kit) renderer.installKit(progress.kit);
  state.scene = applySceneDiff(EMPTY_SCENE, progress.scene);
  state.selection = progress.outcome === "open" ? new StepSelection(progress.tree) : null;
  state.preview = null;
  renderVerdict(progress.outcome, progress.said);
  render();
  arrangeLesson();
  if (progress.outcome === "open") return;
  elementById(progress.outcome === "met" ? "next" : "again").focus({ preventScroll: true });
  elementById("coach").scrollIntoView({ block: "nearest" });
}

/** Show what the lesson says to the moves so far.
 * @param {string} outcome @param {string} html */
function renderVerdict(outcome, html) {
  elementById("said").innerHTML = html;
  elementById("said").className = `said ${outcome}`;
  elementById("again").hidden = !state.played.length;
  elementById("next").classList.toggle("main", outcome === "met");
  if (outcome !== "met") return;
  elementById("hint").hidden = true;
  elementById("show-hint").hidden = true;
  const lessons = loadLearnedLessons().add(lessonNumber);
  saveValue(`learned-${game}`, [...lessons].join());
  markLearnedLessons();
}

/** @returns {Set<string>} The numbers of the game's lessons that this browser has seen done. */
function loadLearnedLessons() {
  return new Set((loadValue(`learned-${game}`) ?? "").split(",").filter(Boolean));
}

function markLearnedLessons() {
  const lessons = loadLearnedLessons();
  document.querySelectorAll(".lessons a").forEach((link, index) => link.classList.toggle("done", lessons.has(String(index + 1))));
}

/** Draw the board as it is or would be, with what can be touched, and the bar. */
function render() {
  const { scene, preview, selection } = state;
  const visibleScene = preview?.scene ?? scene;
  if (renderer.scene !== visibleScene) renderer.drawScene(visibleScene);
  renderer.markPieces("preview", preview ? listChangedPieces(scene, visibleScene) : new Set());
  if (selection) {
    const { touchableKeys, alternativeKeys, chosenKeys } = selection;
    spots.offerPieces(scene, { open: touchableKeys, alternatives: alternativeKeys, chosen: chosenKeys });
  } else spots.removeSpots();
  renderBar();
}

function renderBar() {
  const { scene, preview, selection } = state;
  replaceChildrenKeepingFocus(elementById("deeds"), selection ? createChoiceButtons(selection) : []);
  const description = preview && selection ? preview.words || describeCompleteChoice(selection) : scene.title;
  elementById("say").textContent = description;
  elementById("bar").dataset.would = preview ? String(preview.action) : "";
  elementById("bar").hidden = !selection;
}

/** @param {StepSelection} selection @returns {HTMLElement[]} */
function createChoiceButtons(selection) {
  const buttons = selection.buttons.map((branch) => {
    const name = stepButtonName(branch.step);
    const press = () => selection.pressButton(name) && continueChoice();
    return createButton(branchButtonLabel(branch), press, selection.picks.length ? "" : "main", `press-${name}`);
  });
  if (selection.canRotate) buttons.push(createButton(label("rotate"), () => rotatePiece(1), "", "turn"));
  const { candidate } = selection;
  if (candidate) buttons.push(createButton(candidate.action === undefined ? label("continue") : label("confirm"), confirmChoice, "main", "play"));
  if (selection.hasChosen) buttons.push(createButton(label("undo"), undoChoice, "", "undo"));
  return buttons;
}

/** @param {string} key */
function touchPiece(key) {
  if (state.selection?.touchPiece(key)) continueChoice();
}

/** Go on after a choice: play it if nothing is left to choose, otherwise show what it would bring. */
function continueChoice() {
  const action = state.selection?.lastBranch?.action;
  if (action !== undefined) playAction(action);
  else updatePreview();
}

/** Show what is chosen, and what it would bring if it is complete. */
async function updatePreview() {
  const action = state.selection?.candidate?.action;
  state.preview = null;
  render();
  if (action === undefined) return;
  const progress = await requestJson("GET", buildLessonUrl(action)).catch(() => null);
  if (!progress?.would || state.selection?.candidate?.action !== action) return;
  const scene = insertPreviewBoard(state.scene, applySceneDiff(state.scene, progress.would));
  state.preview = { action, words: progress.words, scene };
  render();
}

function confirmChoice() {
  const action = state.selection?.candidate?.action;
  if (action !== undefined) playAction(action);
  else if (state.selection?.continueFromCandidate()) continueChoice();
}

function undoChoice() {
  state.selection?.undoChoice();
  updatePreview();
}

/** @param {number} by */
function rotatePiece(by) {
  if (state.selection?.canRotate && state.selection.rotatePiece(by)) updatePreview();
}

/** @param {number} action */
async function playAction(action) {
  state.played.push(action);
  state.selection = null;
  spots.removeSpots();
  renderBar();
  try {
    await loadLesson();
  } catch (error) {
    state.played.pop();
    showError(error);
  }
}

function restartLesson() {
  state.played = [];
  loadLesson().catch(showError);
}

function toggleHint() {
  const hint = elementById("hint");
  hint.hidden = !hint.hidden;
  elementById("show-hint").setAttribute("aria-expanded", String(!hint.hidden));
}

/** @param {KeyboardEvent} event */
function handleKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || !state.selection) return;
  const isOnControl = event.target instanceof Element && event.target.closest("button, a, summary");
  if (event.key === "r" || event.key === "R") rotatePiece(event.shiftKey ? -1 : 1);
  else if (event.key === "Escape" || event.key === "u") undoChoice();
  else if (event.key === "p" || (event.key === "Enter" && !isOnControl)) confirmChoice();
}

function arrangeLesson() {
  const top = renderer.root.getBoundingClientRect().top + scrollY;
  arrangePanes(renderer, isLowScreen() ? innerHeight - 16 : Math.max(420, innerHeight - top - 90));
}

elementById("again").addEventListener("click", restartLesson);
elementById("show-hint").addEventListener("click", toggleHint);
document.addEventListener("keydown", handleKey);
addEventListener("resize", arrangeLesson);
markLearnedLessons();
loadLesson().catch(showError);
