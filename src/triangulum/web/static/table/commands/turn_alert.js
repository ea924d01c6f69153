// @ts-check
// Alerts players when it is their turn.

import { label } from "../../shared/labels.js";

/** @import {TableState} from "../state.js" */

/** Tell a player that it is their turn: by a sound, and by a notification if the page is in the background.
 * @param {TableState} state */
export function alertPlayer({ settings, page }) {
  if (settings.playsSound) playChime();
  if (!settings.notifies || !document.hidden || Notification.permission !== "granted") return;
  const notification = new Notification(page.title, { body: label("its-your-turn"), tag: page.tableId });
  notification.onclick = () => {
    focus();
    notification.close();
  };
}

/** Play two soft tones. */
export function playChime() {
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
