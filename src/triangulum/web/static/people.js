// @ts-check
// Who sits where: the players beside the board, and the seats before the game begins.

import { ask, button, byId, fill, kept, listed, made, sentence } from "./dom.js";
import { called } from "./scene.js";

/** @import {Present, SeatInfo, TableInfo, Times, You} from "../types" */
/** @typedef {(command: {do: string} & Record<string, unknown>) => Promise<unknown>} Send */

/** Return what to call the seats of a table.
 * @param {TableInfo} table @returns {string[]} */
export function namesOf(table) {
  return called(table.seats.map(({ name = "" }) => name));
}

/** Show the players: who is to move, who is away, who has won, and what each did last.
 * @param {TableInfo} table @param {You} you @param {number} toMove @param {Map<number, string>} deeds
 * @param {Present | null} present */
export function showPlayers(table, you, toMove, deeds, present) {
  const names = namesOf(table);
  const items = table.seats.map((seat) => {
    const won = table.winners.includes(seat.seat);
    const item = made("li", toMove === seat.seat ? "turn" : "");
    if (toMove === seat.seat) item.setAttribute("aria-current", "true");
    const name = made("span", "name", names[seat.seat] || "a free seat");
    const tags = [
      seat.kind === "bot" ? "bot" : "",
      you.seats.includes(seat.seat) ? "you" : "",
      seat.kind === "person" && present && !present.seats.includes(seat.seat) ? "away" : "",
      seat.shared ? "shared" : "",
      won ? "won" : "",
    ];
    item.append(made("span", "face", won ? "★" : seat.kind === "bot" ? "◆" : "●"), name);
    item.firstElementChild?.setAttribute("aria-hidden", "true");
    for (const tag of tags) if (tag) item.append(" ", made("span", `tag ${tag}`, tag));
    if (toMove === seat.seat) item.append(" ", made("span", "unseen", "to move"));
    const clock = made("span", "clock");
    clock.setAttribute("role", "timer");
    clock.hidden = true;
    item.append(" ", clock);
    const deed = deeds.get(seat.seat);
    if (deed) item.append(made("span", "deed", withoutName(deed, names[seat.seat])));
    return item;
  });
  fill(byId("players"), items);
  // Whoever is still to choose a seat does not look on yet, and is not told so.
  const choosing = table.phase === "gathering" && !you.seats.length;
  const count = (present?.onlookers ?? 0) - (choosing ? 1 : 0);
  byId("onlookers").hidden = count <= 0;
  byId("onlookers").textContent = onlooking(count, !choosing && !you.seats.length);
}

/** Return how many look on, and whether we are among them.
 * @param {number} count @param {boolean} among @returns {string} */
function onlooking(count, among) {
  if (!among) return count === 1 ? "One person looks on." : `${count} people look on.`;
  if (count <= 1) return "You look on.";
  return count === 2 ? "You and one other look on." : `You and ${count - 1} others look on.`;
}

/** Return what somebody did, beside their name: "Ann lays a card." is "Lays a card."
 * @param {string} deed @param {string} name @returns {string} */
function withoutName(deed, name) {
  return name && deed.startsWith(`${name} `) ? sentence(deed.slice(name.length + 1)) : deed;
}

/** Show how much time is left, if time counts: everybody's with the players, and that which runs in the bar.
 * @param {Times} clock @param {number} passed Seconds since then. */
export function showClocks(clock, passed) {
  /** @type {NodeListOf<HTMLElement>} */
  const places = document.querySelectorAll(".players .clock");
  places.forEach((place, seat) => showClock(place, clock, seat, passed));
  showClock(byId("time"), clock, clock.running ?? -1, passed);
}

/** @param {HTMLElement} place @param {Times} clock @param {number} seat @param {number} passed */
function showClock(place, clock, seat, passed) {
  const running = clock.running === seat;
  const left = Math.max(0, (clock.left[seat] ?? 0) - (running ? passed : 0));
  const text = timeText(left);
  if (place.textContent !== text) place.textContent = text;
  place.classList.toggle("running", running);
  place.classList.toggle("short", left < 20);
  place.hidden = clock.left[seat] === undefined;
}

/** Return a time as one reads it: "2 d 5 h", "1 h 20 min", "4:59", and with tenths when it is short.
 * @param {number} left Seconds. @returns {string} */
function timeText(left) {
  const [minutes, hours, days] = [Math.floor(left / 60) % 60, Math.floor(left / 3600) % 24, Math.floor(left / 86400)];
  if (days) return `${days} d ${hours} h`;
  if (hours) return `${hours} h ${minutes} min`;
  return `${minutes}:${left < 20 ? left.toFixed(1).padStart(4, "0") : String(Math.floor(left) % 60).padStart(2, "0")}`;
}

/** Show the seats before the game, with all that can be done about them.
 * @param {HTMLElement} root @param {TableInfo} table @param {You} you @param {string[]} levels
 * @param {Send} send @param {(name: string) => Promise<void>} introduce */
export function showGathering(root, table, you, levels, send, introduce) {
  root.hidden = table.phase !== "gathering";
  if (root.hidden) {
    root.replaceChildren();
    return;
  }
  const full = table.seats.every((seat) => seat.kind === "person" || seat.kind === "bot");
  const seated = you.seats.length > 0;
  const kept = /** @type {HTMLInputElement | null} */ (root.querySelector("#my-name"))?.value;
  const nonce = /** @type {HTMLInputElement | null} */ (root.querySelector("#nonce"))?.value;
  const list = made("ol", "seats");
  for (const seat of table.seats) list.append(seatLine(seat, table, you, levels, send, introduce));
  fill(root, [
    made("h2", "", full ? "Everybody is here" : seated || you.host ? "Waiting for players" : "Take a seat"),
    seated || you.host ? null : welcome(table),
    seated ? null : nameField(you, kept),
    list,
    full || !(seated || you.host) ? null : invitation(table),
    full && (seated || you.host)
      ? made("p", "row", button("Begin", () => send({ do: "begin" }), "main", "begin"))
      : made("p", "note", full ? "Somebody at the table begins." : seated || you.host ? "Give the link to whoever should play or watch." : "Or stay here and watch."),
    seated && document.body.dataset.chance !== undefined ? nonceField(table, you, send, nonce) : null,
  ]);
}

/** Tell who has come by a link where they are, and where to read how it is played.
 * @param {TableInfo} table @returns {HTMLElement} */
function welcome(table) {
  const there = table.seats.filter(({ kind }) => kind === "person").map(({ name = "" }) => name).filter(Boolean);
  const { title = "" } = document.body.dataset;
  const link = made("a", "", "How is it played?");
  link.href = `/rules/${table.game}`;
  link.target = "_blank";
  const who = there.length ? `${listed(there)} ${there.length > 1 ? "invite" : "invites"} you to ${title}.` : `${title} is about to be played here.`;
  return made("p", "", who, " ", link);
}

/** @param {You} you @param {string | undefined} typed @returns {HTMLElement} */
function nameField(you, typed) {
  const input = made("input");
  input.id = "my-name";
  input.maxLength = 40;
  input.setAttribute("autocomplete", "nickname");
  input.value = typed ?? (you.name || kept("name") || "");
  const label = made("label", "", "Your name ");
  label.htmlFor = "my-name";
  return made("p", "row", label, input);
}

/** @param {SeatInfo} seat @param {TableInfo} table @param {You} you @param {string[]} levels
 * @param {Send} send @param {(name: string) => Promise<void>} introduce @returns {HTMLElement} */
function seatLine(seat, table, you, levels, send, introduce) {
  const mine = you.seats.includes(seat.seat);
  const free = seat.kind === "anybody" || seat.kind === "invited";
  const who = { anybody: "free", invited: "by invitation", person: seat.name ?? "", bot: `${seat.name}, a bot` }[seat.kind];
  const item = made("li", "row", made("span", "name", `Seat ${seat.seat}: ${who}${mine ? " (you)" : ""}`));
  const token = new URLSearchParams(location.hash.slice(1)).get(`seat-${seat.seat}`);
  if (!mine && (seat.kind === "anybody" || (seat.kind === "invited" && token))) {
    const sit = async () => {
      const field = /** @type {HTMLInputElement | null} */ (document.getElementById("my-name"));
      const name = field?.value.trim() || you.name || "Guest";
      await introduce(name);
      await send({ do: "sit", seat: seat.seat, name, ...(token ? { token } : {}) });
    };
    item.append(button(you.seats.length ? "Sit here too" : "Sit here", sit, you.seats.length ? "" : "main", `sit-${seat.seat}`));
  }
  if (mine) item.append(button("Get up", () => send({ do: "leave", seat: seat.seat }), "quiet", `leave-${seat.seat}`));
  if (you.host && !mine && seat.kind !== "person") item.append(arranging(seat, levels, send));
  if (you.host && seat.kind === "invited") item.append(button("Copy invitation", () => copyInvitation(table, seat.seat), "", `copy-${seat.seat}`));
  if (free) item.classList.add("free");
  return item;
}

/** @param {SeatInfo} seat @param {string[]} levels @param {Send} send @returns {HTMLElement} */
function arranging(seat, levels, send) {
  const choice = made("select");
  choice.dataset.do = `arrange-${seat.seat}`;
  choice.setAttribute("aria-label", `Who plays seat ${seat.seat}`);
  for (const [value, label] of [["", "anybody"], ["+", "by invitation"], ...levels.map((level) => [level, `bot: ${level}`])]) {
    choice.append(new Option(label, value));
  }
  choice.value = seat.kind === "invited" ? "+" : (seat.kind === "bot" && seat.name) || "";
  choice.addEventListener("change", () => {
    const { value } = choice;
    send({ do: "arrange", seat: seat.seat, ...(value === "+" ? { invited: true } : value ? { bot: value } : {}) });
  });
  return choice;
}

/** @param {TableInfo} table @returns {HTMLElement} */
function invitation(table) {
  const link = made("input");
  link.readOnly = true;
  link.value = `${location.origin}/tables/${table.id}`;
  link.setAttribute("aria-label", "Link to this table");
  link.addEventListener("focus", () => link.select());
  const code = made("a", "button", "QR code");
  code.href = `/tables/${table.id}/invite`;
  return made("p", "row invite", link, button("Copy link", () => copy(link.value, "copy-link"), "", "copy-link"), code);
}

/** @param {TableInfo} table @param {number} seat */
async function copyInvitation(table, seat) {
  /** @type {{seat: number, token: string}[]} */
  const tokens = await ask("GET", `/api/tables/${table.id}/tokens`);
  const token = tokens.find((one) => one.seat === seat)?.token ?? "";
  await copy(`${location.origin}/tables/${table.id}#seat-${seat}=${token}`, `copy-${seat}`);
}

/** Copy a text, and say so on the button that was pressed.
 * @param {string} text @param {string} key */
async function copy(text, key) {
  const pressed = document.querySelector(`[data-do="${key}"]`);
  try {
    await navigator.clipboard.writeText(text);
    if (pressed) pressed.textContent = "Copied";
  } catch {
    prompt("Copy this link", text);
  }
}

/** @param {TableInfo} table @param {You} you @param {Send} send @param {string | undefined} typed @returns {HTMLElement} */
function nonceField(table, you, send, typed) {
  const seat = you.seats[0];
  const given = table.dice.nonces[String(seat)];
  const input = made("input");
  input.id = "nonce";
  input.maxLength = 64;
  input.value = typed ?? given ?? "";
  input.dataset.do = "nonce";
  const label = made("label", "", "Something of your own, mixed into the dice ");
  label.htmlFor = "nonce";
  const form = made("form", "row", label, input, made("button", "", given === undefined ? "Add" : "Change"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send({ do: "give-nonce", seat, nonce: input.value });
  });
  const details = made("details", "", made("summary", "", "Fair dice"), form);
  details.append(made("p", "note", `The dice are committed to ${table.dice.commitment.slice(0, 16)}…; the seed is shown at the end.`));
  details.open = typed !== undefined && /** @type {HTMLDetailsElement | null} */ (document.querySelector("#gathering details"))?.open === true;
  return details;
}

/** Show what somebody asks of the others.
 * @param {HTMLElement} root @param {TableInfo} table @param {You} you @param {number} number @param {Send} send */
export function showAsked(root, table, you, number, send) {
  const asked = table.asked;
  root.hidden = asked === null;
  if (!asked) {
    root.replaceChildren();
    return;
  }
  const name = namesOf(table)[asked.seat];
  const steps = asked.steps === 1 ? "the last step" : `the last ${asked.steps} steps`;
  const wish = asked.matter === "draw" ? "offers a draw" : `would like to take back ${steps}`;
  const seat = asked.missing.find((one) => you.seats.includes(one));
  const own = you.seats.includes(asked.seat);
  fill(root, [
    made("p", "", sentence(`${name} ${wish}`)),
    seat === undefined ? null : button("Agree", () => send({ do: "agree", seat, at: number }), "main", "agree"),
    seat === undefined ? null : button("Decline", () => send({ do: "decline", seat }), "", "decline"),
    own ? button("Ask no longer", () => send({ do: "decline", seat: asked.seat }), "", "decline") : null,
  ]);
}
