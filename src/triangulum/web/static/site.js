// @ts-check
// What the pages around the table share besides dom.js: who one is, opening tables, and saying what went wrong.
import { ask, begin, byId, kept, made, sentence } from "./dom.js";

export { ask };

/** Return an element that the page is known to have, of whatever kind.
 * @param {string} id @returns {any} */
export const found = (id) => byId(id);

/** Keep what somebody chose, and return it.
 * @param {string} key @param {string} [value] @returns {string} */
export const remembered = (key, value) => kept(key, value) ?? "";

/** Show what went wrong, or nothing.
 * @param {unknown} error */
export function tell(error) {
  const place = byId("trouble");
  place.textContent = error instanceof TypeError ? "The server cannot be reached just now." : error instanceof Error ? sentence(error.message) : "";
  place.hidden = !error;
}

/** Make sure that the server knows us by a name.
 * @param {string} name */
export async function named(name) {
  const wanted = name.trim() || "Guest";
  const me = await ask("GET", "/api/me");
  if (me.name !== wanted) await ask("PUT", "/api/me", { name: wanted });
}

/** Open a table, begin if nobody is missing, and go there.
 * @param {{game: string, seats: {for: string}[], [more: string]: any}} wish @param {boolean} [inviting] */
export async function open(wish, inviting = false) {
  const { table } = await ask("POST", "/api/tables", wish);
  const full = wish.seats.every((seat) => seat.for === "me" || seat.for === "bot");
  if (full) await begin(table);
  location.assign(`/tables/${table}${inviting ? "/invite" : ""}`);
}

/** Return a line of a list of tables: which game, who plays, and how things stand.
 * @param {any} table @param {string} state @param {string} [page] Where the line leads, if not to the table itself. @returns {HTMLElement} */
export function tableLine(table, state, page = "") {
  const who = table.seats.map((/** @type {any} */ seat) => seat.name || "a free seat").join(", ");
  const standing = made("span", table.yours ? "state yours" : "state", state);
  const link = made("a", "", made("strong", "", table.title), " ", made("span", "who", who), " ", standing);
  link.href = `/tables/${table.id}${page}`;
  return made("li", "", link);
}
