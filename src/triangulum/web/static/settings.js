// @ts-check
// What everybody chooses for themselves, kept by their browser; and being called when it is one's turn.

import { weigh } from "./advice.js";
import { byId, kept, made } from "./dom.js";

/** @import {Page} from "./table.js" */

/** @param {Page} page */
export function showSettings(page) {
  const coarse = matchMedia("(pointer: coarse)").matches;
  /** @type {[string, string, boolean][]} */
  const choices = [
    ["ask", "Look at a move before it is sent", coarse],
    ["sound", "A sound when it is my turn", false],
    ["notify", "A notification when it is my turn", false],
    ["chance", "My chance to win, at tables with hints", false],
  ];
  for (const [key, label, usual] of choices) {
    const box = made("input");
    box.type = "checkbox";
    box.id = `set-${key}`;
    box.checked = (kept(key) ?? (usual ? "on" : "off")) === "on";
    const text = made("label", "", label);
    text.htmlFor = box.id;
    box.addEventListener("change", async () => {
      kept(key, box.checked ? "on" : "off");
      if (key === "sound" && box.checked) chime();
      if (key === "notify" && box.checked && (await Notification.requestPermission()) !== "granted") {
        box.checked = false;
        kept(key, "off");
      }
      if (key === "chance") weigh(page);
      page.show();
    });
    byId("settings").append(made("p", "row", box, text));
  }
}

/** Whether moves are looked at before they are sent.
 * @returns {boolean} */
export function asking() {
  return (kept("ask") ?? (matchMedia("(pointer: coarse)").matches ? "on" : "off")) === "on";
}

/** Tell that it is our turn, as far as that is wanted.
 * @param {Page} page */
export function call(page) {
  if (kept("sound") === "on") chime();
  if (document.hidden && kept("notify") === "on" && Notification.permission === "granted") {
    const note = new Notification(page.title, { body: "It is your turn.", tag: page.id });
    note.onclick = () => {
      focus();
      note.close();
    };
  }
}

/** Two soft tones. */
function chime() {
  const audio = new AudioContext();
  [660, 880].forEach((pitch, at) => {
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    const begin = audio.currentTime + at * 0.12;
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.08, begin);
    loudness.gain.exponentialRampToValueAtTime(0.0001, begin + 0.3);
    tone.connect(loudness).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + 0.3);
  });
}
