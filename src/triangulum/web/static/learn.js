// @ts-check
// First steps: the board is touched as at a table, and the server says whether the task is done.

import { ask, button, byId, fill, kept, sentence } from "./dom.js";
import { arrange, low } from "./layout.js";
import { NOTHING, Painter, addressed, applied, changedKeys, naming, withBoardOf } from "./scene.js";
import { tell } from "./site.js";
import { nameOf, Steps, whatNow } from "./steps.js";
import { Touch } from "./touch.js";

/** @import {Scene} from "../types" */

const { game = "", number = "", seat = "", players = "" } = byId("learn").dataset;
const names = Array.from({ length: Number(players) }, (_, at) =>
  at === Number(seat) ? "You" : Number(players) === 2 ? "Rival" : `Rival ${at + (at < Number(seat) ? 1 : 0)}`,
);
const seats = naming(() => names);
const painter = new Painter(byId("panes"), (text, short) => addressed(seats(text, short)));
const touch = new Touch(painter);

/** @type {number[]} */
let played = [];
/** @type {Scene} */
let scene = NOTHING;
/** What a move would bring. @type {{action: number, words: string, scene: Scene} | null} */
let would = null;
/** @type {Steps | null} */
let steps = null;
let outcome = "open";

/** @param {number | null} [trying] */
const address = (trying = null) =>
  `/api/learn/${game}/${number}?played=${played.join()}${trying === null ? "" : `&would=${trying}`}`;

/** Ask where the moves have led, and show it. */
async function load() {
  tell(null);
  const stand = await ask("GET", address());
  if (stand.kit) painter.take(stand.kit);
  scene = applied(NOTHING, stand.scene);
  steps = stand.outcome === "open" ? new Steps(stand.tree) : null;
  would = null;
  outcome = stand.outcome;
  byId("said").innerHTML = stand.said;
  byId("said").className = `said ${outcome}`;
  byId("again").hidden = !played.length;
  byId("next").classList.toggle("main", outcome === "met");
  if (outcome === "met") {
    byId("hint").hidden = true;
    byId("show-hint").hidden = true;
    remember();
  }
  show();
  size();
  if (outcome === "open") return;
  (outcome === "met" ? byId("next") : byId("again")).focus({ preventScroll: true });
  byId("coach").scrollIntoView({ block: "nearest" });
}

/** Keep which lessons have been done. */
function remember() {
  const done = new Set((kept(`learned-${game}`) ?? "").split(",").filter(Boolean)).add(number);
  kept(`learned-${game}`, [...done].join());
  ticks();
}

function ticks() {
  const done = (kept(`learned-${game}`) ?? "").split(",");
  document.querySelectorAll(".lessons a").forEach((link, at) => link.classList.toggle("done", done.includes(String(at + 1))));
}

/** Draw the board as it is or would be, with what can be touched. */
function show() {
  const shown = would?.scene ?? scene;
  if (painter.scene !== shown) painter.draw(shown);
  painter.mark("preview", would ? changedKeys(scene, shown) : new Set());
  if (steps) touch.offer(scene, steps.keys, steps.others, steps.chosen);
  else touch.clear();
  bar();
}

function bar() {
  /** @type {HTMLElement[]} */
  const deeds = [];
  if (steps) {
    const now = steps;
    for (const one of now.buttons) {
      const label = one.step.type === "button" || one.step.type === "confirm" ? one.step.label || one.text || "" : "";
      const name = nameOf(one.step);
      deeds.push(button(painter.words(label, false), () => now.press(name) && chosen(), now.picks.length ? "" : "main", `press-${name}`));
    }
    if (now.turning) deeds.push(button("Turn", () => turn(1), "", "turn"));
    const { candidate } = now;
    if (candidate) deeds.push(button(candidate.action === undefined ? "Next" : "Play", accept, "main", "play"));
    if (now.begun) deeds.push(button("Undo", () => (now.back(), look()), "", "undo"));
  }
  fill(byId("deeds"), deeds);
  const title = painter.words(scene.title.slice(scene.title.indexOf(": ") + 1).trim(), false);
  byId("say").textContent = would && steps ? sentence(painter.words(would.words, false)) || whatNow(steps) : title;
  byId("bar").dataset.would = would ? String(would.action) : "";
  byId("bar").hidden = !steps;
}

/** Something was chosen: play it where nothing is left to choose, otherwise show what it would bring. */
function chosen() {
  const last = steps?.path[steps.path.length - 1];
  if (last?.action !== undefined) return play(last.action);
  return look();
}

/** Show what the choice would bring, if it is a whole one. */
async function look() {
  const action = steps?.candidate?.action;
  would = null;
  show();
  if (action === undefined) return;
  const stand = await ask("GET", address(action)).catch(() => null);
  if (!stand?.would || steps?.candidate?.action !== action) return;
  // Only the board shows what would be, so that hands can be touched where they are.
  would = { action, words: stand.words, scene: withBoardOf(scene, applied(scene, stand.would)) };
  show();
}

function accept() {
  const action = steps?.candidate?.action;
  if (action !== undefined) play(action);
  else if (steps?.accept()) chosen();
}

/** @param {number} action */
function play(action) {
  played.push(action);
  steps = null;
  touch.clear();
  bar();
  load().catch(failed);
}

/** @param {unknown} error */
function failed(error) {
  played.pop();
  tell(error);
}

/** @param {number} by */
const turn = (by) => steps?.turning && steps.turn(by) && look();

touch.ontouch = (/** @type {string} */ key) => void (steps?.touch(key) && chosen());
byId("again").addEventListener("click", () => {
  played = [];
  load().catch(tell);
});
byId("show-hint").addEventListener("click", () => {
  byId("hint").hidden = !byId("hint").hidden;
  byId("show-hint").setAttribute("aria-expanded", String(!byId("hint").hidden));
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !steps) return;
  const inside = event.target instanceof Element && event.target.closest("button, a, summary");
  if (event.key === "r" || event.key === "R") turn(event.shiftKey ? -1 : 1);
  else if (event.key === "Escape" || event.key === "u") (steps.back(), look());
  else if (event.key === "p" || (event.key === "Enter" && !inside)) accept();
});

const size = () => arrange(painter, low() ? innerHeight - 16 : Math.max(420, innerHeight - painter.root.getBoundingClientRect().top - scrollY - 90));
addEventListener("resize", size);
ticks();
load().catch(tell);
