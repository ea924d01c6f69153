// @ts-check
// The labels that scripts show by themselves. They come with the page, in the reader's language; all other text comes
// from the server as it is shown.

/** @type {Record<string, string> | null} */
let labels = null;

/** Return a label by its id, with values where it has their names in braces.
 * @param {string} id @param {Record<string, string | number>} [values] @returns {string} */
export function label(id, values = {}) {
  labels ??= readLabels();
  let text = labels[id] ?? id;
  for (const [name, value] of Object.entries(values)) text = text.replaceAll(`{${name}}`, () => String(value));
  return text;
}

/** Return the labels that were sent with the page; none where there is no page, as in tests.
 * @returns {Record<string, string>} */
function readLabels() {
  return JSON.parse(globalThis.document?.getElementById("labels")?.textContent ?? "{}");
}

/** Use these labels instead of those of the page.
 * @param {Record<string, string>} replacements */
export function setLabels(replacements) {
  labels = replacements;
}
