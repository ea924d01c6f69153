// @ts-check
// Joins what the parts of an update say into sentences.

import { shortenSeatNumbers } from "../shared/text.js";

/** @import {UpdatePart} from "../../types" */

/** Return the narration of an update. What repeats is said once, as in `wording.py`: "Ann is dealt B1, R8 and R7. Bob
 * is dealt a card (3 times)."
 * @param {UpdatePart[]} parts @returns {string} */
export function formatNarration(parts) {
  /** @type {{opening: string, objects: string[]}[]} */
  const groups = [];
  for (const part of parts) {
    if (part.what === "chat" || !part.narration) continue;
    const sentence = shortenSeatNumbers(part.narration);
    const [, opening, object] = sentence.match(/^(.*? )((?:[A-Z]{1,2}\d* ?)+)\.$/) ?? [sentence, sentence, ""];
    const last = groups[groups.length - 1];
    if (last?.opening === opening) last.objects.push(object);
    else groups.push({ opening, objects: [object] });
  }
  return groups.map(({ opening, objects }) => mergeSentences(opening, objects)).join(" ");
}

/** Return one sentence for several that begin the same.
 * @param {string} opening @param {string[]} objects @returns {string} */
function mergeSentences(opening, objects) {
  const [first] = objects;
  const sentence = first ? `${opening}${first}.` : opening;
  if (objects.length === 1) return sentence;
  if (objects.every((object) => object === first)) return sentence.replace(/\.?$/, ` (${objects.length} times).`);
  return `${opening}${objects.slice(0, -1).join(", ")} and ${objects[objects.length - 1]}.`;
}

/** Return what was said in the chat, for a screen reader.
 * @param {UpdatePart[]} parts @returns {string[]} */
export function listChatSentences(parts) {
  return parts.flatMap((part) => (part.what === "chat" ? [`${part.name}: ${part.text ?? ""}`] : []));
}
