// @ts-check
// The account page. Every form sends one request; what follows is named in the form.

import { requestJson } from "../shared/api.js";
import { createElement, elementById } from "../shared/dom.js";
import { label } from "../shared/labels.js";
import { saveValue } from "../shared/storage.js";
import { createTableItem, fieldById, showError } from "./page.js";

/** @import {TableSummary} from "../../types" */

const DESTINATIONS = { here: "/me", front: "/" };

/** Say that something went well; empty for nothing.
 * @param {string} words */
function showSuccess(words) {
  elementById("good").textContent = words;
  elementById("good").hidden = !words;
}

/** Show recovery codes, this once; the page is reloaded when they have been saved.
 * @param {string[]} codes */
function showRecoveryCodes(codes) {
  const text = codes.join("\n");
  elementById("code-list").replaceChildren(...codes.map((code) => createElement("li", "", createElement("code", "", code))));
  fieldById("save-codes").href = `data:text/plain;charset=utf-8,${encodeURIComponent(`${label("codes-file", { host: location.host })}\n${text}\n`)}`;
  elementById("copy-codes").onclick = () => copyRecoveryCodes(text);
  elementById("kept-codes").onclick = () => location.replace("/me");
  for (const part of document.querySelectorAll("#me > :not(#codes, h1, #trouble, #good)")) part.setAttribute("hidden", "");
  elementById("codes").hidden = false;
  elementById("codes").focus();
}

/** @param {string} text */
async function copyRecoveryCodes(text) {
  try {
    await navigator.clipboard.writeText(text);
    showSuccess(label("codes-copied"));
  } catch {
    showError(new Error(label("cannot-copy")));
  }
}

/** Send a form to the server, and show what follows.
 * @param {HTMLFormElement} form @param {HTMLElement | null} submitter The button that was pressed. */
async function submitForm(form, submitter) {
  const { ask: path = "", sure: question } = form.dataset;
  showError(null);
  showSuccess("");
  if (question && !confirm(question)) return;
  const buttons = [...form.querySelectorAll("button")];
  buttons.forEach((button) => (button.disabled = true));
  try {
    const answer = await requestJson("POST", path, readFormValues(form, submitter));
    if (answer.name) saveValue("name", answer.name);
    showFormOutcome(form, answer);
  } catch (error) {
    showError(error);
    elementById("trouble").scrollIntoView({ block: "center" });
  }
  buttons.forEach((button) => (button.disabled = false));
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} submitter @returns {Record<string, string | boolean>} */
function readFormValues(form, submitter) {
  const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  return submitter instanceof HTMLButtonElement && submitter.name ? { ...values, [submitter.name]: true } : values;
}

/** Show new codes, go to another page, or say the words that the form has for it.
 * @param {HTMLFormElement} form @param {any} answer */
function showFormOutcome(form, answer) {
  const { then = "here" } = form.dataset;
  if (then === "codes") showRecoveryCodes(answer.codes);
  else if (then === "here" || then === "front") location.replace(DESTINATIONS[then]);
  else {
    showSuccess(then);
    form.reset();
  }
}

/** Load and list our games, newest first; those that are over lead to their replay. */
async function showMyGames() {
  /** @type {TableSummary[]} */
  const tables = await requestJson("GET", "/api/me/tables");
  elementById("my-games").hidden = !tables.length;
  const items = tables.map((table) => createTableItem(table, describeGamePhase(table), table.phase === "over" ? "/replay" : ""));
  elementById("games-list").replaceChildren(...items);
}

/** @param {TableSummary} table @returns {string} */
function describeGamePhase({ phase, opened }) {
  const date = new Date(opened * 1000).toLocaleDateString(document.documentElement.lang, { day: "numeric", month: "numeric" });
  const state = { over: label("finished"), gathering: label("not-begun"), playing: label("in-progress") }[phase];
  return label("game-on", { date, state });
}

for (const form of document.querySelectorAll("form[data-ask]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submitForm(/** @type {HTMLFormElement} */ (form), /** @type {SubmitEvent} */ (event).submitter);
  });
}
if (document.querySelector("a[href='/api/me/export']")) showMyGames().catch(showError);
