// @ts-check
// The page about oneself. Every form asks the server for one thing; what comes after it is named in the form.
import { made } from "./dom.js";
import { ask, found, remembered, tableLine, tell } from "./site.js";

const THERE = { here: "/me", front: "/" };

/** Say that something went well, or nothing.
 * @param {string} words */
function rejoice(words) {
  found("good").textContent = words;
  found("good").hidden = !words;
}

/** Show codes this once; the page is made anew when they are kept.
 * @param {string[]} codes */
function showCodes(codes) {
  const text = codes.join("\n");
  found("code-list").replaceChildren(...codes.map((code) => made("li", "", made("code", "", code))));
  found("save-codes").href = `data:text/plain;charset=utf-8,${encodeURIComponent(`Recovery codes for ${location.host}\n${text}\n`)}`;
  found("copy-codes").onclick = async () => {
    try {
      await navigator.clipboard.writeText(text);
      rejoice("The codes are copied.");
    } catch {
      tell(new Error("this browser does not let pages copy; save them as a file"));
    }
  };
  found("kept-codes").onclick = () => location.replace("/me");
  for (const other of document.querySelectorAll("#me > :not(#codes, h1, #trouble, #good)")) other.setAttribute("hidden", "");
  found("codes").hidden = false;
  found("codes").focus();
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} by */
async function send(form, by) {
  const { ask: path = "", then = "here", sure } = form.dataset;
  tell(null);
  rejoice("");
  if (sure && !confirm(sure)) return;
  const given = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const body = by instanceof HTMLButtonElement && by.name ? { ...given, [by.name]: true } : given;
  const buttons = [...form.querySelectorAll("button")];
  buttons.forEach((one) => (one.disabled = true));
  try {
    const said = await ask("POST", path, body);
    if (said.name) remembered("name", said.name);
    if (then === "codes") showCodes(said.codes);
    else if (then === "here" || then === "front") location.replace(THERE[then]);
    else {
      rejoice(then);
      form.reset();
    }
  } catch (error) {
    tell(error);
    found("trouble").scrollIntoView({ block: "center" });
  }
  buttons.forEach((one) => (one.disabled = false));
}

for (const form of document.querySelectorAll("form[data-ask]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(/** @type {HTMLFormElement} */ (form), /** @type {SubmitEvent} */ (event).submitter);
  });
}

/** List one's games, newest first; those that are over are there to be replayed. */
async function list() {
  const tables = await ask("GET", "/api/me/tables");
  found("my-games").hidden = !tables.length;
  found("games-list").replaceChildren(
    ...tables.map((/** @type {any} */ table) => {
      const over = table.phase === "over";
      const day = new Date(table.opened * 1000).toLocaleDateString(undefined, { day: "numeric", month: "short" });
      const state = over ? `${day}, over` : table.phase === "gathering" ? `${day}, not begun` : `${day}, going on`;
      return tableLine(table, state, over ? "/replay" : "");
    }),
  );
}

if (document.querySelector("a[href='/api/me/export']")) list().catch(tell);
