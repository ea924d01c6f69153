// @ts-check
// What follows from the choices in the form, without the form itself: who begins, and what a preset fills in.

/** @typedef {boolean | number | string} OptionValue */
/** @typedef {Record<string, OptionValue>} Options Values by the names of options. */

/**
 * A game's presets, and the values that its options have without one.
 * @typedef {object} PresetData
 * @property {Record<string, Options>} presets By id.
 * @property {Options} defaults
 */

/** Return the seats in the order of play if one of them begins: the others follow as before.
 * @template T
 * @param {T[]} seats @param {number} first @returns {T[]} */
export function rotateSeats(seats, first) {
  return [...seats.slice(first), ...seats.slice(0, first)];
}

/** Return whom a seat is for, from the value of its list: "me", "bot:club", "anybody" and so on.
 * @param {string} value @param {string} name Of another player at this screen. @returns {any} As the server expects it. */
export function buildSeatRequest(value, name) {
  const [kind, bot] = value.split(":");
  if (kind === "bot") return { for: "bot", bot };
  return kind === "here" ? { for: "me", name } : { for: kind };
}

/** Return the options that the game's presets are about, with the values that one of them gives them. Other options stay as
 * they are, whichever preset is chosen.
 * @param {PresetData} data @param {string} id @returns {Options} */
export function listPresetValues({ presets, defaults }, id) {
  const names = new Set(Object.values(presets).flatMap((preset) => Object.keys(preset)));
  return Object.fromEntries([...names].map((name) => [name, presets[id]?.[name] ?? defaults[name]]));
}

/** Tell whether options are other than a preset has them. Whatever it doesn't name, it leaves open.
 * @param {PresetData} data @param {string} id @param {Options} values @returns {boolean} */
export function hasChanges({ presets }, id, values) {
  return Object.entries(presets[id] ?? {}).some(([name, value]) => String(values[name]) !== String(value));
}
