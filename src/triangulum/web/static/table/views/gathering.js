// @ts-check
// The seats before the game begins: who sits there, taking one, inviting others.

import { createButton, createElement, createNameElement, elementById, replaceChildrenKeepingFocus } from "../../shared/dom.js";
import { label } from "../../shared/labels.js";

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
  const list = createElement("ol", "seats", ...table.seats.map((seat) => createSeatLine(seat, you, copiedLink, commands)));
  replaceChildrenKeepingFocus(root, [
    createElement("h2", "", isFull ? label("everyone-here") : belongsHere ? label("waiting-for-players") : label("take-a-seat")),
    belongsHere ? null : createWelcome(table),
    isSeated ? null : createNameField(name ?? (you.name || page.savedName)),
    list,
    table.lot ? createElement("p", "note", label("lot-note")) : null,
    isFull || !belongsHere ? null : createTableLink(table, copiedLink, commands),
    isFull && belongsHere
      ? createElement("p", "row", createButton(label("begin"), () => commands.send({ do: "begin" }), "main", "begin"))
      : createElement("p", "note", describeNextStep(isFull, belongsHere)),
    isSeated && page.hasDice ? createNonceField(table, you, commands) : null,
  ]);
}

/** @param {boolean} isFull @param {boolean} belongsHere @returns {string} */
function describeNextStep(isFull, belongsHere) {
  if (isFull) return label("others-begin");
  return belongsHere ? label("share-link") : label("or-watch");
}

/** Welcome a newcomer: who invites them, to which game, and where its rules are.
 * @param {TableInfo} table @returns {HTMLElement} */
function createWelcome({ seats, host, title, game }) {
  const name = seats.find(({ kind, alias }) => kind === "person" && alias === host)?.name;
  const link = createElement("a", "", label("how-to-play"));
  link.href = `/rules/${game}`;
  link.target = "_blank";
  const welcome = name ? label("invites-you", { name, game: title }) : label("about-to-begin", { game: title });
  return createElement("p", "", welcome, " ", link);
}

/** @param {string} name @returns {HTMLElement} */
function createNameField(name) {
  const input = createElement("input");
  input.id = "my-name";
  input.maxLength = 40;
  input.setAttribute("autocomplete", "nickname");
  input.value = name;
  const caption = createElement("label", "", label("your-name"));
  caption.htmlFor = "my-name";
  return createElement("p", "row", caption, input);
}

/** @param {SeatInfo} info @param {You} you @param {TableState["copiedLink"]} copiedLink @param {Commands} commands
 * @returns {HTMLElement} */
function createSeatLine(info, you, copiedLink, commands) {
  const { seat, kind } = info;
  const isMine = you.seats.includes(seat);
  const item = createElement("li", "row", createSeatName(info, isMine));
  const token = new URLSearchParams(location.hash.slice(1)).get(`seat-${seat}`);
  if (!isMine && (kind === "anybody" || (kind === "invited" && token))) item.append(createSitButton(seat, you, token, commands));
  if (isMine) item.append(createButton(label("leave-seat"), () => commands.send({ do: "leave", seat }), "quiet", `leave-${seat}`));
  if (you.host && !isMine && kind !== "person") item.append(createSeatHolderSelect(info, commands));
  if (you.host && kind === "invited") {
    const text = copiedLink === seat ? label("copied") : label("copy-invitation");
    item.append(createButton(text, () => commands.copyInvitation(seat), "", `copy-${seat}`));
  }
  if (kind === "anybody" || kind === "invited") item.classList.add("free");
  return item;
}

/** @param {SeatInfo} seat @param {boolean} isMine @returns {HTMLElement} */
function createSeatName({ kind, name = "" }, isMine) {
  if (kind === "anybody") return createElement("span", "name", label("free-seat"));
  if (kind === "invited") return createElement("span", "name", label("invited-seat"));
  return isMine ? createElement("span", "name", label("name-you", { name })) : createNameElement("span", "name", name);
}

/** @param {number} seat @param {You} you @param {string | null} token @param {Commands} commands @returns {HTMLElement} */
function createSitButton(seat, you, token, commands) {
  const sitDown = () => {
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById("my-name"));
    commands.takeSeat(seat, field?.value.trim() || you.name || label("guest"), token);
  };
  const isSeated = you.seats.length > 0;
  return createButton(isSeated ? label("sit-too") : label("sit"), sitDown, isSeated ? "" : "main", `sit-${seat}`);
}

/** Return the list from which the host chooses who may sit in a seat.
 * @param {SeatInfo} info @param {Commands} commands @returns {HTMLElement} */
function createSeatHolderSelect({ seat, kind, name = "" }, commands) {
  const kinds = /** @type {HTMLTemplateElement} */ (elementById("seat-kinds"));
  const select = createElement("select", "", kinds.content.cloneNode(true));
  select.dataset.do = `arrange-${seat}`;
  select.setAttribute("aria-label", label("seat-for"));
  select.value = kind === "invited" ? "+" : "";
  if (kind === "bot") {
    // Which of the bots it is, only its name says.
    const current = new Option(name, "bot", true, true);
    current.hidden = true;
    select.prepend(current);
  }
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
  link.setAttribute("aria-label", label("link"));
  link.addEventListener("focus", () => link.select());
  const qrCode = createElement("a", "button", label("qr-code"));
  qrCode.href = `/tables/${table.id}/invite`;
  const text = copiedLink === "table" ? label("copied") : label("copy-link");
  return createElement("p", "row invite", link, createButton(text, commands.copyTableLink, "", "copy-link"), qrCode);
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
  const caption = createElement("label", "", label("nonce"));
  caption.htmlFor = "nonce";
  const button = createElement("button", "", nonce === undefined ? label("nonce-add") : label("nonce-change"));
  const form = createElement("form", "row", caption, input, button);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    commands.send({ do: "give-nonce", seat, nonce: input.value });
  });
  const note = label("dice-note", { fingerprint: `${table.dice.commitment.slice(0, 16)}…` });
  const summary = createElement("summary", "", label("fair-dice"));
  const details = createElement("details", "", summary, form, createElement("p", "note", note));
  details.open = old?.open === true;
  return details;
}
