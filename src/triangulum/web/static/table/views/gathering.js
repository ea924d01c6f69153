// @ts-check
// The seats before the game begins: who sits there, taking one, inviting others.

import { createButton, createElement, elementById, replaceChildrenKeepingFocus } from "../../shared/dom.js";
import { joinNames } from "../../shared/text.js";

/** @import {Commands} from "../commands/commands.js" */
/** @import {PageInfo, TableState} from "../state.js" */
/** @import {SeatInfo, TableInfo, You} from "../../../types" */

/** Draw the seats of a table whose game has not begun; nothing later.
 * @param {TableInfo} table @param {You} you @param {PageInfo} page @param {TableState["copiedLink"]} copiedLink
 * @param {Commands} commands */
export function renderGathering(table, you, page, copiedLink, commands) {
  const root = elementById("gathering");
  root.hidden = table.phase !== "gathering";
  if (root.hidden) {
    root.replaceChildren();
    return;
  }
  const isFull = table.seats.every(({ kind }) => kind === "person" || kind === "bot");
  const isSeated = you.seats.length > 0;
  const belongsHere = isSeated || you.host;
  // Keep what is being typed.
  const name = /** @type {HTMLInputElement | null} */ (root.querySelector("#my-name"))?.value;
  const list = createElement("ol", "seats", ...table.seats.map((seat) => createSeatLine(seat, you, page, copiedLink, commands)));
  replaceChildrenKeepingFocus(root, [
    createElement("h2", "", isFull ? "Everybody is here" : belongsHere ? "Waiting for players" : "Take a seat"),
    belongsHere ? null : createWelcome(table),
    isSeated ? null : createNameField(name ?? (you.name || page.savedName)),
    list,
    isFull || !belongsHere ? null : createTableLink(table, copiedLink, commands),
    isFull && belongsHere
      ? createElement("p", "row", createButton("Begin", () => commands.send({ do: "begin" }), "main", "begin"))
      : createElement("p", "note", describeNextStep(isFull, belongsHere)),
    isSeated && page.hasDice ? createNonceField(table, you, commands) : null,
  ]);
}

/** @param {boolean} isFull @param {boolean} belongsHere @returns {string} */
function describeNextStep(isFull, belongsHere) {
  if (isFull) return "Somebody at the table begins.";
  return belongsHere ? "Give the link to whoever should play or watch." : "Or stay here and watch.";
}

/** Welcome a newcomer: who invites them, to which game, and where its rules are.
 * @param {TableInfo} table @returns {HTMLElement} */
function createWelcome({ seats, title, game }) {
  const hosts = seats.flatMap(({ kind, name }) => (kind === "person" && name ? [name] : []));
  const link = createElement("a", "", "How is it played?");
  link.href = `/rules/${game}`;
  link.target = "_blank";
  const invitation = `${joinNames(hosts)} ${hosts.length > 1 ? "invite" : "invites"} you to ${title}.`;
  return createElement("p", "", hosts.length ? invitation : `${title} is about to be played here.`, " ", link);
}

/** @param {string} name @returns {HTMLElement} */
function createNameField(name) {
  const input = createElement("input");
  input.id = "my-name";
  input.maxLength = 40;
  input.setAttribute("autocomplete", "nickname");
  input.value = name;
  const label = createElement("label", "", "Your name ");
  label.htmlFor = "my-name";
  return createElement("p", "row", label, input);
}

/** @param {SeatInfo} info @param {You} you @param {PageInfo} page @param {TableState["copiedLink"]} copiedLink
 * @param {Commands} commands @returns {HTMLElement} */
function createSeatLine(info, you, page, copiedLink, commands) {
  const { seat, kind } = info;
  const isMine = you.seats.includes(seat);
  const item = createElement("li", "row", createElement("span", "name", `Seat ${seat}: ${describeSeatHolder(info)}${isMine ? " (you)" : ""}`));
  const token = new URLSearchParams(location.hash.slice(1)).get(`seat-${seat}`);
  if (!isMine && (kind === "anybody" || (kind === "invited" && token))) item.append(createSitButton(seat, you, token, commands));
  if (isMine) item.append(createButton("Get up", () => commands.send({ do: "leave", seat }), "quiet", `leave-${seat}`));
  if (you.host && !isMine && kind !== "person") item.append(createSeatHolderSelect(info, page.botLevels, commands));
  if (you.host && kind === "invited") {
    const label = copiedLink === seat ? "Copied" : "Copy invitation";
    item.append(createButton(label, () => commands.copyInvitation(seat), "", `copy-${seat}`));
  }
  if (kind === "anybody" || kind === "invited") item.classList.add("free");
  return item;
}

/** @param {SeatInfo} seat @returns {string} */
function describeSeatHolder({ kind, name = "" }) {
  return { anybody: "free", invited: "by invitation", person: name, bot: `${name}, a bot` }[kind];
}

/** @param {number} seat @param {You} you @param {string | null} token @param {Commands} commands @returns {HTMLElement} */
function createSitButton(seat, you, token, commands) {
  const sitDown = () => {
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById("my-name"));
    commands.takeSeat(seat, field?.value.trim() || you.name || "Guest", token);
  };
  const isSeated = you.seats.length > 0;
  return createButton(isSeated ? "Sit here too" : "Sit here", sitDown, isSeated ? "" : "main", `sit-${seat}`);
}

/** Return the list from which the host chooses who may sit in a seat.
 * @param {SeatInfo} info @param {string[]} botLevels @param {Commands} commands @returns {HTMLElement} */
function createSeatHolderSelect({ seat, kind, name }, botLevels, commands) {
  const select = createElement("select");
  select.dataset.do = `arrange-${seat}`;
  select.setAttribute("aria-label", `Who plays seat ${seat}`);
  const bots = botLevels.map((level) => new Option(`bot: ${level}`, level));
  select.append(new Option("anybody", ""), new Option("by invitation", "+"), ...bots);
  select.value = kind === "invited" ? "+" : (kind === "bot" && name) || "";
  select.addEventListener("change", () => {
    const { value } = select;
    commands.send({ do: "arrange", seat, ...(value === "+" ? { invited: true } : value ? { bot: value } : {}) });
  });
  return select;
}

/** Return the link to the table, with ways to share it.
 * @param {TableInfo} table @param {TableState["copiedLink"]} copiedLink @param {Commands} commands @returns {HTMLElement} */
function createTableLink(table, copiedLink, commands) {
  const link = createElement("input");
  link.readOnly = true;
  link.value = `${location.origin}/tables/${table.id}`;
  link.setAttribute("aria-label", "Link to this table");
  link.addEventListener("focus", () => link.select());
  const qrCode = createElement("a", "button", "QR code");
  qrCode.href = `/tables/${table.id}/invite`;
  const label = copiedLink === "table" ? "Copied" : "Copy link";
  return createElement("p", "row invite", link, createButton(label, commands.copyTableLink, "", "copy-link"), qrCode);
}

/** Return the form with which a player adds a nonce to the dice.
 * @param {TableInfo} table @param {You} you @param {Commands} commands @returns {HTMLElement} */
function createNonceField(table, you, commands) {
  const seat = you.seats[0];
  const nonce = table.dice.nonces[String(seat)];
  const old = /** @type {HTMLDetailsElement | null} */ (document.querySelector("#gathering details"));
  const input = createElement("input");
  input.id = "nonce";
  input.maxLength = 64;
  input.value = old?.querySelector("input")?.value ?? nonce ?? "";
  input.dataset.do = "nonce";
  const label = createElement("label", "", "Something of your own, mixed into the dice ");
  label.htmlFor = "nonce";
  const form = createElement("form", "row", label, input, createElement("button", "", nonce === undefined ? "Add" : "Change"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    commands.send({ do: "give-nonce", seat, nonce: input.value });
  });
  const note = `The dice are committed to ${table.dice.commitment.slice(0, 16)}…; the seed is shown at the end.`;
  const details = createElement("details", "", createElement("summary", "", "Fair dice"), form, createElement("p", "note", note));
  details.open = old?.open === true;
  return details;
}
