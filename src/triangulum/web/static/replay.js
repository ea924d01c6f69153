// @ts-check
// Goes through a finished game: by slider, keys or by itself. Scenes are values, so every step is as near as the next.
import { verdict } from "./dice.js";
import { button, listed, made } from "./dom.js";
import { arrange, low } from "./layout.js";
import { applied, called, naming, NOTHING, Painter } from "./scene.js";
import { ask, found, tell } from "./site.js";

/** @typedef {{told: string, text?: string, seat?: number | null, scene?: any}} Step */

const root = found("replay");
const table = root.dataset.table;
const slider = found("slider");
const eyes = found("eyes");
const log = found("log");
const painter = new Painter(found("panes"), naming(() => game?.players ?? []));

/** @type {any} */
let game = null;
/** @type {import("../types").Scene[]} */
let scenes = [];
let record = "";
let at = 0;
let running = 0;

/** Where a replay is asked for, and with what. @param {string} what @param {Record<string, any>} given */
function wish(what, given) {
  const seat = eyes.value === "" ? null : Number(eyes.value);
  if (!table) return { path: `/api/replay${what}`, body: { record, seat, ...given } };
  const query = new URLSearchParams(Object.entries({ seat, ...given }).flatMap(([k, v]) => (v === null ? [] : [[k, String(v)]])));
  return { path: `/api/tables/${table}${what || "/replay"}?${query}`, body: undefined };
}

async function load() {
  stop();
  tell(null);
  const { path, body } = wish("", {});
  game = await ask(body ? "POST" : "GET", path, body);
  painter.take(game.kit);
  scenes = [];
  let scene = NOTHING;
  for (const step of game.frames) scenes.push((scene = applied(scene, step.scene)));
  game.players = called(game.players);
  found("title").textContent = game.title;
  const winners = game.winners.map((/** @type {number} */ seat) => game.players[seat]);
  const ending = winners.length ? `${listed(winners)} won.` : game.result === "drawn" ? "A draw." : "Not finished.";
  found("result").textContent = `${game.players.join(", ")}. ${ending}`;
  slider.max = String(scenes.length - 1);
  if (eyes.options.length === 1) {
    game.players.forEach((/** @type {string} */ name, /** @type {number} */ seat) => eyes.add(new Option(name, String(seat))));
  }
  log.replaceChildren(...game.frames.map(entry));
  found("player").hidden = false;
  found("dice").hidden = !game.dice;
  found("checked").replaceChildren();
  const wanted = location.hash === "" ? 0 : Number(location.hash.slice(1));
  show(Number.isInteger(wanted) ? wanted : 0, false);
  size();
}

const size = () => arrange(painter, low() ? innerHeight - 16 : Math.max(420, innerHeight - painter.root.getBoundingClientRect().top - scrollY - 16));
addEventListener("resize", size);

/** @param {Step} step @param {number} number */
function entry(step, number) {
  const line = button(painter.words(step.told, false), () => (stop(), show(number)), "entry quiet");
  if (step.text) line.append(" ", made("code", "", step.text));
  return made("li", "", line);
}

/** Show a step. @param {number} number @param {boolean} [lively] */
function show(number, lively = true) {
  const wanted = Math.max(0, Math.min(scenes.length - 1, number));
  log.children[at]?.firstElementChild?.removeAttribute("aria-current");
  painter.draw(scenes[wanted], lively && Math.abs(wanted - at) === 1);
  at = wanted;
  slider.value = String(at);
  slider.setAttribute("aria-valuetext", `step ${at} of ${scenes.length - 1}`);
  found("told").textContent = `${at} of ${scenes.length - 1}: ${painter.words(game.frames[at].told, false)}`;
  const line = /** @type {HTMLElement} */ (log.children[at]);
  line.firstElementChild?.setAttribute("aria-current", "step");
  log.scrollTop = line.offsetTop - log.clientHeight / 2;
  history.replaceState(null, "", `${location.pathname}#${at}`);
  found("back").disabled = found("first").disabled = at === 0;
  found("on").disabled = found("last").disabled = at === scenes.length - 1;
}

function stop() {
  clearTimeout(running);
  running = 0;
  found("run").setAttribute("aria-label", "Play");
  found("run").firstElementChild.textContent = "▶";
}

function run() {
  if (running) return stop();
  if (at === scenes.length - 1) show(0);
  found("run").setAttribute("aria-label", "Pause");
  found("run").firstElementChild.textContent = "❚❚";
  const next = () => {
    if (at === scenes.length - 1) return stop();
    show(at + 1);
    running = setTimeout(next, Number(found("speed").value));
  };
  running = setTimeout(next, 300);
}

/** @type {Record<string, () => void>} */
const doing = {
  ArrowLeft: () => (stop(), show(at - 1)),
  ArrowRight: () => (stop(), show(at + 1)),
  PageUp: () => (stop(), show(at - 10)),
  PageDown: () => (stop(), show(at + 10)),
  Home: () => (stop(), show(0)),
  End: () => (stop(), show(scenes.length - 1)),
  " ": run,
};
for (const [id, key] of [["first", "Home"], ["back", "ArrowLeft"], ["run", " "], ["on", "ArrowRight"], ["last", "End"]]) {
  found(id).addEventListener("click", doing[key]);
}
document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const typing = target.matches("select, summary, button, input:not([type=range])");
  const act = doing[event.key];
  if (!game || !act || event.ctrlKey || event.altKey || event.metaKey || (typing && (event.key === " " || target.matches("select")))) return;
  event.preventDefault();
  act();
});
slider.addEventListener("input", () => (stop(), show(Number(slider.value), false)));
eyes.addEventListener("change", () => load().catch(tell));
addEventListener("hashchange", () => game && show(Number(location.hash.slice(1)) || 0));

// Taking it along.

/** @param {string} name @param {string | Blob} content @param {string} kind */
function download(name, content, kind) {
  const link = made("a");
  link.href = URL.createObjectURL(new Blob([content], { type: kind }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** @param {string} words */
const saved = (words) => (found("saved").textContent = words);
const SVG = "image/svg+xml";
const dark = () => matchMedia("(prefers-color-scheme: dark)").matches;

/** Return a picture as text. @param {number | null} frame @returns {Promise<string>} */
async function picture(frame) {
  const { path, body } = wish("/picture", { frame, ground: dark() ? "dark" : "light" });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(path, body ? { method: "POST", headers, body: JSON.stringify(body) } : {});
  if (!answer.ok) throw new Error("no picture");
  return answer.text();
}

/** @param {string} text @returns {Promise<Blob>} */
async function asPng(text) {
  const image = new Image();
  image.src = `data:${SVG};charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture")))));
}

/** @param {string} id @param {() => Promise<void>} work */
function saving(id, work) {
  found(id).addEventListener("click", async () => {
    saved("One moment …");
    try {
      await work();
      saved("Done.");
    } catch {
      saved("That did not work; please try again.");
    }
  });
}

const name = () => `${game.game}-${at}`;
saving("save-tri", async () => {
  const text = table ? await (await fetch(`/api/tables/${table}/record`)).text() : record;
  download(`${game.game}.tri`, text, "text/plain");
});
saving("save-svg", async () => download(`${name()}.svg`, await picture(at), SVG));
saving("save-png", async () => download(`${name()}.png`, await asPng(await picture(at)), "image/png"));
saving("save-moving", async () => download(`${game.game}.svg`, await picture(null), SVG));
saving("link", async () => navigator.clipboard.writeText(location.href));
if (!table) found("link").hidden = true;

// The dice.

found("check").addEventListener("click", async () => {
  const { dice } = game;
  const say = found("checked");
  if (!dice.seed) {
    say.textContent = "The seed has not been shown, because the game is not over.";
    return;
  }
  if (!globalThis.crypto?.subtle) {
    say.textContent = "Browsers check dice only on pages that come by https, or from this very machine. The record can be checked with: triangulum verify.";
    return;
  }
  const steps = dice.rolls.map((/** @type {any} */ roll, /** @type {number} */ counter) => ({ counter: BigInt(counter), weights: roll.weights.map(BigInt), outcome: roll.outcome }));
  const nonces = Object.entries(dice.nonces).map(([seat, nonce]) => ({ seat: Number(seat), nonce: String(nonce) }));
  const wrong = await verdict({ ...dice, nonces, steps });
  const roll = wrong?.step ? dice.rolls[wrong.step - 1] : null;
  say.className = wrong ? "trouble" : "fair";
  say.replaceChildren(
    wrong
      ? wrong.fault === "commitment"
        ? "No: the seed is not the one that was committed to."
        : `No: chance step ${wrong.step} (${roll.text}) does not follow from the seed.`
      : `Yes: all ${steps.length} chance steps follow from the seed that was committed to before the game.`,
  );
  const facts = made("dl");
  for (const [term, value] of [["Commitment", dice.commitment], ["Seed", dice.seed], ["Label", dice.label], ...nonces.map((n) => [`Nonce of ${game.players[n.seat]}`, n.nonce])]) {
    facts.append(made("dt", "", term), made("dd", "", value));
  }
  say.append(facts);
});

// A record that somebody brings along.

const file = document.getElementById("file");
file?.addEventListener("change", async () => {
  const chosen = /** @type {HTMLInputElement} */ (file).files?.[0];
  if (!chosen) return;
  record = await chosen.text();
  eyes.length = 1;
  found("player").hidden = true;
  history.replaceState(null, "", location.pathname);
  load().catch(tell);
});
if (table) load().catch(tell);
