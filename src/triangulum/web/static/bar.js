// @ts-check
// The bar below the board: what is going on, and what can be pressed.

import { askHint } from "./advice.js";
import { button, byId, fill, kept, listed, made, sentence } from "./dom.js";
import { addressed, naming } from "./scene.js";
import { closer, look } from "./sight.js";
import { nameOf, whatNow } from "./steps.js";

/** @import {Page} from "./table.js" */
/** @import {Steps} from "./steps.js" */
/** @import {TableInfo, You} from "../types" */

/** Show what can be pressed, and what is going on.
 * @param {Page} page @param {boolean} mine */
export function showBar(page, mine) {
  const table = /** @type {TableInfo} */ (page.table);
  const { steps } = page;
  /** @type {(HTMLElement | null)[]} */
  const deeds = [];
  if (page.looking !== null) deeds.push(button("Back to now", () => look(page, null), "main", "now"));
  else if (table.phase === "over") ending(page, table, deeds);
  else if (mine && steps) choices(page, steps, deeds);
  else if (page.queue.length) deeds.push(button("Skip", () => page.skip(), "", "skip"));
  const back = takeBack(page);
  if (back !== null && page.looking === null && !steps?.begun) {
    const people = table.seats.filter(({ kind, seat }) => kind === "person" && !page.you.seats.includes(seat)).length;
    const label = people && page.free !== back ? "Ask to take back" : "Take back";
    deeds.push(button(label, () => page.send({ do: "take-back", seat: back, at: page.wire.number }), "quiet", "take-back"));
  }
  if (page.painter.root.classList.contains("small")) deeds.push(...lensButtons(page, mine));
  fill(byId("deeds"), deeds);
  byId("say").replaceChildren(page.trouble || saying(page, mine));
  const text = mine && !page.trouble && !page.sending ? page.preview?.text : "";
  // How a move is written is for those who want to learn it; the sentence does without.
  if (text) byId("say").append(" ", made("code", "", text));
  byId("say").classList.toggle("trouble", page.trouble !== "");
  byId("say").classList.toggle("result", table.phase === "over" && page.looking === null);
  byId("bar").classList.toggle("sending", page.sending);
  showChance(page, table);
}

/** Show how good one's chances are, for who wants to know.
 * @param {Page} page @param {TableInfo} table */
function showChance(page, table) {
  const { chance } = page;
  byId("chance").hidden = chance === null || kept("chance") !== "on" || table.phase !== "playing";
  const percent = Math.round((chance ?? 0) * 100);
  const bar = /** @type {HTMLMeterElement} */ (byId("chance-bar"));
  const even = 100 / table.seats.length;
  // Green for better than even, red for less than half of that.
  [bar.low, bar.high, bar.optimum, bar.value] = [even / 2, even, 100, percent];
  byId("chance-said").textContent = chance === null ? "" : `${percent}%`;
}

/** @param {Page} page @param {Steps} steps @param {(HTMLElement | null)[]} deeds */
function choices(page, steps, deeds) {
  const table = /** @type {TableInfo} */ (page.table);
  const candidate = steps.candidate;
  if (page.sending) return;
  for (const one of steps.buttons) {
    const name = nameOf(one.step);
    const label = one.step.type === "button" || one.step.type === "confirm" ? one.step.label || one.text || "" : "";
    deeds.push(
      button(
        page.painter.words(label, false),
        () => {
          steps.press(name);
          page.chosen(false);
        },
        steps.picks.length && steps.path.length === steps.skipped ? "" : "main",
        `press-${name}`,
      ),
    );
  }
  if (steps.turning) deeds.push(button("Turn", () => page.turn(1), "", "turn", "R"));
  if (candidate) deeds.push(button(candidate.action === undefined ? "Next" : "Play", () => page.accept(), "main", "play", "P"));
  if (steps.begun) deeds.push(button("Undo", () => page.back(), "", "undo", "Escape"));
  else if (table.house.hints) deeds.push(button("Hint", () => askHint(page), "quiet", "hint"));
}

/** On a phone, offer to look closer where what can be touched is small, and back again.
 * @param {Page} page @param {boolean} mine @returns {HTMLElement[]} */
function lensButtons(page, mine) {
  const view = [...page.painter.panes.values()].find(({ root }) => root.matches(mine ? ".tiny, .zoomed" : ".zoomed"));
  if (!view) return [];
  const nearer = button("+", () => closer(page, view, 1.7), "quiet lens", "closer");
  nearer.setAttribute("aria-label", "Look closer");
  if (!view.root.classList.contains("zoomed")) return [nearer];
  const further = button("−", () => closer(page, view, 1 / 1.7), "quiet lens", "further");
  further.setAttribute("aria-label", "Look from further away");
  return [nearer, further];
}

/** @param {Page} page @param {TableInfo} table @param {(HTMLElement | null)[]} deeds */
function ending(page, table, deeds) {
  if (page.you.seats.length || table.rematch) {
    deeds.push(button(table.rematch ? "To the next table" : "Play again", () => page.rematch(), "main", "rematch"));
  }
  const replay = made("a", "button", "Replay");
  replay.href = `/tables/${page.id}/replay`;
  deeds.push(replay);
}

/** Return the seat that may take a move back, or ask to; null if there is none.
 * @param {Page} page @returns {number | null} */
function takeBack(page) {
  const { table } = page;
  if (!table || table.phase !== "playing" || table.house.take_backs === "none" || table.asked) return null;
  const seats = page.shared && !page.secrets ? page.you.seats : page.you.seats.filter((seat) => seat === page.eyes);
  const done = seats.filter((seat) => page.isMine(seat) && page.log.deeds.has(seat));
  const found = done.find((seat) => seat === page.log.mover) ?? done[0] ?? null;
  return table.house.take_backs === "free" && found !== page.free ? null : found;
}

/** Return what is going on, in a sentence.
 * @param {Page} page @param {boolean} mine @returns {string} */
function saying(page, mine) {
  const table = /** @type {TableInfo} */ (page.table);
  if (page.looking !== null) return "An earlier position.";
  if (table.phase === "over") return `${page.log.beside} ${outcome(table, page.names, page.you)}`.trim();
  if (table.phase === "gathering") return "The game has not begun.";
  if (page.sending) return page.connected ? "Sending …" : "Your move will be sent when the connection is back.";
  const would = mine ? wouldBring(page) : "";
  if (would) return would;
  const gathered = mine && page.steps ? page.steps.gathering : "";
  if (gathered) return gathered;
  const last = mine && page.steps?.begun ? [...page.steps.chosen].pop() : undefined;
  const piece = last === undefined ? null : page.painter.find(last, page.scene)?.piece;
  if (piece?.title) return `${sentence(page.painter.words(piece.title, false))} What next?`;
  const going = address(page, afterColon(page.painter.scene.title));
  if (!mine || kept("played")) return going;
  return `${going} ${page.steps?.picks.length ? "Touch what glows." : "Choose here."}`;
}

/** Return what the move that is chosen or pointed at would bring; nothing if there is none, or nothing to say of it.
 * @param {Page} page @returns {string} */
function wouldBring(page) {
  const { preview, steps, hint } = page;
  if (!preview) return "";
  const words = preview.words ? sentence(page.painter.words(preview.words, false)) : "";
  const win = hint?.best.find((one) => one.action === preview.action)?.win;
  if (win !== undefined) return `A bot would play this – about ${Math.round(win * 100)}% to win. ${words}`.trim();
  if (steps?.candidate?.action !== preview.action) return words;
  return words && kept("played") ? words : `${words} ${whatNow(steps)}`.trim();
}

/** Return a sentence with names, or "You" for who plays alone at this screen.
 * @param {Page} page @param {string} words @returns {string} */
function address(page, words) {
  const [own, another] = page.you.seats;
  const names = page.names.map((name, seat) => (seat === own && another === undefined ? "You" : name));
  return addressed(naming(() => names)(words, false));
}

/** Return what a title says after the name of the game.
 * @param {string} words @returns {string} */
function afterColon(words) {
  return sentence(words.slice(words.indexOf(": ") + 1).trim());
}

/** Return how a game has ended.
 * @param {TableInfo} table @param {string[]} names @param {You} you @returns {string} */
function outcome(table, names, you) {
  const { winners } = table;
  if (!winners.length) return "The game is drawn.";
  if (winners.length === 1 && you.seats.length === 1 && you.seats[0] === winners[0]) return "You have won!";
  return `${listed(winners.map((seat) => names[seat]))} ${winners.length > 1 ? "have" : "has"} won.`;
}
