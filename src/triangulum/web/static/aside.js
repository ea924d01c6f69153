// @ts-check
// What is beside the board: talk, rules, moves to be typed, and what one can do besides moving.

import { button, byId, fill, kept, made } from "./dom.js";
import { leaves } from "./steps.js";

/** @import {Page} from "./table.js" */
/** @import {Command, TableInfo} from "../types" */

const TYPED = 300;
/** Moves that are listed where one types. */

const HEARD = 8000;
/** Milliseconds for which what somebody says is seen beside the board. */

const SAYINGS = {
  hello: "Hello!",
  "good-luck": "Good luck!",
  nice: "Nice move!",
  oops: "Oops.",
  thanks: "Thank you.",
  "one-moment": "One moment, please.",
  "good-game": "Good game!",
  again: "Once more?",
};

/** Offer what one can do besides moving.
 * @param {Page} page */
export function showDealings(page) {
  const { table, you } = page;
  if (!table) return;
  const seat = page.eyes !== null && page.eyes !== undefined && you.seats.includes(page.eyes) ? page.eyes : you.seats[0];
  const people = table.seats.filter((one) => one.kind === "person").length;
  const at = table.seats[seat ?? -1];
  const playing = table.phase === "playing" && at !== undefined;
  /** @type {(label: string, command: Command, question?: string) => HTMLElement} */
  const deal = (label, command, question) =>
    button(label, () => (!question || confirm(question)) && page.send(command), "", command.do);
  byId("type").hidden = !playing;
  fill(byId("dealings"), [
    playing && at.kind === "person" && people === table.seats.length && people > 1
      ? deal("Offer a draw", { do: "offer-draw", seat })
      : null,
    playing && at.kind === "person" ? deal("Resign", { do: "resign", seat }, "Give the game up?") : null,
    playing && at.kind === "person" ? deal("Let a bot play for me", { do: "hand-over", seat }) : null,
    playing && at.kind === "bot" ? deal("Play myself again", { do: "reclaim", seat }) : null,
    at && page.secrets ? deal(at.shared ? "Let nobody look over my shoulder" : "Let others look over my shoulder", { do: "share", seat, on: !at.shared }) : null,
    playing ? deal("Leave for good", { do: "leave", seat }, "A bot plays on in your seat. Leave?") : null,
    ...table.seats
      .filter((one) => table.phase === "playing" && one.kind === "bot" && !one.who && table.house.late && !you.seats.length)
      .map((one) => button(`Play on for ${page.names[one.seat]}`, () => join(page, one.seat), "", `join-${one.seat}`)),
  ]);
}

/** Take a bot's seat in a game that has begun.
 * @param {Page} page @param {number} seat */
async function join(page, seat) {
  const name = page.you.name || kept("name") || "Guest";
  await page.introduce(name);
  if (await page.send({ do: "sit", seat, name })) page.send({ do: "look", seat });
}

/** Offer what can be said here.
 * @param {Page} page */
export function showTalk(page) {
  const { table, you } = page;
  const policy = you.name ? table?.house.chat : "off";
  byId("speak").hidden = policy !== "open";
  const presets = byId("presets");
  presets.hidden = policy === "off";
  if (presets.childElementCount) return;
  for (const [preset, words] of Object.entries(SAYINGS)) {
    presets.append(button(words, () => page.send({ do: "say", preset, ...page.speaker() }), "small", preset));
  }
}

let hush = 0;

/** Show what somebody has said beside the board for a while, unless the talk is in sight: on a phone it seldom is.
 * @param {string} name @param {string} words */
export function showHeard(name, words) {
  const { top, bottom, height } = byId("talk").getBoundingClientRect();
  if (height && top < innerHeight && bottom > 0) return;
  const heard = byId("heard");
  heard.replaceChildren(made("strong", "", name), ` ${words}`);
  heard.hidden = false;
  clearTimeout(hush);
  hush = setTimeout(() => (heard.hidden = true), HEARD);
}

/** Open the talk, and go there. */
export function openTalk() {
  byId("heard").hidden = true;
  byId("tab-talk").click();
  byId("panel-talk").scrollIntoView({ block: "nearest" });
}

/** List moves that contain what was typed.
 * @param {Page} page @param {string} typed */
export function listMoves(page, typed) {
  const wanted = typed.trim().toLowerCase();
  const all = page.moves ? leaves(page.moves.tree) : [];
  const fitting = all.filter(({ text }) => text.toLowerCase().includes(wanted)).slice(0, TYPED);
  byId("moves").replaceChildren(...fitting.map(({ text }) => new Option(text, text)));
}

/** @param {Page} page */
export async function openRules(page) {
  const seat = page.eyes === null || page.eyes === undefined ? "" : `?seat=${page.eyes}`;
  const answer = await fetch(`/tables/${page.id}/guide${seat}`).catch(() => null);
  const panel = byId("panel-rules");
  if (!answer?.ok) {
    panel.textContent = "The rules cannot be reached just now.";
    return;
  }
  panel.innerHTML = await answer.text();
  const phase = panel.querySelector("[data-phase]")?.getAttribute("data-phase");
  const section = panel.querySelector(`[id="phase-${phase}"]`);
  if (section instanceof HTMLElement) panel.scrollTop = section.offsetTop - panel.offsetTop;
}

/** @param {TableInfo} table @returns {string} */
export function diceText(table) {
  const { commitment, seed, nonces } = table.dice;
  const given = Object.entries(nonces).map(([seat, nonce]) => `seat ${seat}: ${nonce}`);
  return [`Committed to ${commitment}.`, given.length ? `Added: ${given.join("; ")}.` : "", seed ? `Seed: ${seed}.` : ""].join(" ");
}

/** Let one panel of several be seen; the arrow keys go from tab to tab.
 * @param {(name: string) => void} opened */
export function tabs(opened) {
  const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[role=tab]")]);
  /** @param {HTMLElement} chosen */
  const choose = (chosen) => {
    for (const tab of all) {
      const on = tab === chosen;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      byId(tab.getAttribute("aria-controls") ?? "").hidden = !on;
    }
    chosen.classList.remove("news");
    opened(chosen.id.replace("tab-", ""));
  };
  all.forEach((tab, at) => {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      const next = all[(at + by + all.length) % all.length];
      choose(next);
      next.focus();
    });
  });
}
