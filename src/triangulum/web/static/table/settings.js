// @ts-check
// What players set for themselves, kept by their browser.

import { loadValue, saveValue } from "../shared/storage.js";

/**
 * @typedef {object} Settings
 * @property {boolean} confirmsMoves Whether a move is looked at before it is sent.
 * @property {boolean} givesUsualAnswers Whether questions that have a usual answer get it without asking.
 * @property {boolean} playsSound Whether a sound announces our turn.
 * @property {boolean} notifies Whether a notification does, too.
 * @property {boolean} showsWinChance
 * @property {boolean} showsNotation Whether moves are also written in notation.
 * @property {boolean} hasPlayed Whether this browser has ever played a move; until then the page explains more.
 */

/** @typedef {Exclude<keyof Settings, "hasPlayed">} SettingName */

/** Under which key each setting is stored.
 * @type {Record<SettingName, string>} */
export const SETTING_KEYS = {
  confirmsMoves: "ask",
  givesUsualAnswers: "usual",
  playsSound: "sound",
  notifies: "notify",
  showsWinChance: "chance",
  showsNotation: "notation",
};

/** Return the settings of this browser. On touch screens, moves are confirmed by default.
 * @returns {Settings} */
export function loadSettings() {
  const isTouchScreen = matchMedia("(pointer: coarse)").matches;
  return {
    confirmsMoves: (loadValue(SETTING_KEYS.confirmsMoves) ?? (isTouchScreen ? "on" : "off")) === "on",
    givesUsualAnswers: (loadValue(SETTING_KEYS.givesUsualAnswers) ?? "on") === "on",
    playsSound: loadValue(SETTING_KEYS.playsSound) === "on",
    notifies: loadValue(SETTING_KEYS.notifies) === "on",
    showsWinChance: loadValue(SETTING_KEYS.showsWinChance) === "on",
    showsNotation: loadValue(SETTING_KEYS.showsNotation) === "on",
    hasPlayed: loadValue("played") !== null,
  };
}

/** Store a setting, and return the settings with it.
 * @param {Settings} settings @param {SettingName} name @param {boolean} isOn @returns {Settings} */
export function saveSetting(settings, name, isOn) {
  saveValue(SETTING_KEYS[name], isOn ? "on" : "off");
  return { ...settings, [name]: isOn };
}

/** Store that a move has been played, and return the settings that say so.
 * @param {Settings} settings @returns {Settings} */
export function saveFirstMove(settings) {
  if (settings.hasPlayed) return settings;
  saveValue("played", "yes");
  return { ...settings, hasPlayed: true };
}
