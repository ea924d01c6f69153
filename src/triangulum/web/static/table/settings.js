// @ts-check
// What everybody sets for themselves, kept by their browser; and how they are called when it is their turn.

import { createElement, elementById } from "../shared/dom.js";
import { loadValue, saveValue } from "../shared/storage.js";

/** @import {Commands} from "./commands/commands.js" */
/** @import {TableState} from "./state.js" */

/**
 * @typedef {object} Settings
 * @property {boolean} confirmsMoves Whether a move is looked at before it is sent.
 * @property {boolean} playsSound Whether a sound says that it is one's turn.
 * @property {boolean} notifies Whether a notification does.
 * @property {boolean} showsWinChance
 * @property {boolean} hasPlayed Whether this browser has ever played a move; until then the page explains more.
 */

/** @typedef {Exclude<keyof Settings, "hasPlayed">} SettingName */

/** Under which key each setting is kept, and what it says beside its box.
 * @type {[SettingName, string, string][]} */
const SETTINGS = [
  ["confirmsMoves", "ask", "Look at a move before it is sent"],
  ["playsSound", "sound", "A sound when it is my turn"],
  ["notifies", "notify", "A notification when it is my turn"],
  ["showsWinChance", "chance", "My chance to win, at tables with hints"],
];

/** Return the settings of this browser. Where fingers touch, moves are confirmed unless somebody says otherwise.
 * @returns {Settings} */
export function loadSettings() {
  const isTouchScreen = matchMedia("(pointer: coarse)").matches;
  return {
    confirmsMoves: (loadValue("ask") ?? (isTouchScreen ? "on" : "off")) === "on",
    playsSound: loadValue("sound") === "on",
    notifies: loadValue("notify") === "on",
    showsWinChance: loadValue("chance") === "on",
    hasPlayed: loadValue("played") !== null,
  };
}

/** Keep a setting, and return the settings with it.
 * @param {Settings} settings @param {SettingName} name @param {boolean} isOn @returns {Settings} */
export function changeSetting(settings, name, isOn) {
  const key = SETTINGS.find(([each]) => each === name)?.[1] ?? name;
  saveValue(key, isOn ? "on" : "off");
  return { ...settings, [name]: isOn };
}

/** Keep that a move has been played, and return the settings that say so.
 * @param {Settings} settings @returns {Settings} */
export function rememberFirstMove(settings) {
  if (settings.hasPlayed) return settings;
  saveValue("played", "yes");
  return { ...settings, hasPlayed: true };
}

/** Show a box to check for each setting.
 * @param {Settings} settings @param {Commands} commands */
export function addSettingsForm(settings, commands) {
  for (const [name, key, label] of SETTINGS) {
    const box = createElement("input");
    box.type = "checkbox";
    box.id = `set-${key}`;
    box.checked = settings[name];
    box.addEventListener("change", async () => {
      if (name === "playsSound" && box.checked) playChime();
      if (name === "notifies" && box.checked) box.checked = (await Notification.requestPermission()) === "granted";
      commands.changeSetting(name, box.checked);
    });
    const text = createElement("label", "", label);
    text.htmlFor = box.id;
    elementById("settings").append(createElement("p", "row", box, text));
  }
}

/** Tell a player that it is their turn: by a sound, and by a notification if they are elsewhere.
 * @param {TableState} state */
export function callPlayer({ settings, page }) {
  if (settings.playsSound) playChime();
  if (!settings.notifies || !document.hidden || Notification.permission !== "granted") return;
  const notification = new Notification(page.title, { body: "It is your turn.", tag: page.tableId });
  notification.onclick = () => {
    focus();
    notification.close();
  };
}

/** Play two soft tones. */
function playChime() {
  const audio = new AudioContext();
  [660, 880].forEach((frequency, index) => {
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    const start = audio.currentTime + index * 0.12;
    tone.frequency.value = frequency;
    loudness.gain.setValueAtTime(0.08, start);
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + 0.3);
    tone.connect(loudness).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.3);
  });
}
