// @ts-check
// What the browser remembers between visits: name and settings.

const PREFIX = "triangulum-";

/** Return a remembered value; null if there is none, or the browser keeps nothing.
 * @param {string} key @returns {string | null} */
export function loadValue(key) {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** Remember a value, where the browser lets us.
 * @param {string} key @param {string} value */
export function saveValue(key, value) {
  try {
    localStorage.setItem(PREFIX + key, value);
  } catch {
    // Browsers may forbid it; then nothing is remembered.
  }
}
