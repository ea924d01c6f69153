// @ts-check
// Words: sentences, lists of names, and names in place of seats.

/** Return words as a sentence: with a capital letter and a full stop.
 * @param {string} words @returns {string} */
export function formatSentence(words) {
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?…]$/.test(text) || !text ? text : `${text}.`;
}

/** Return names as one says them: "Ann, Bob and Eve".
 * @param {string[]} names @returns {string} */
export function joinNames(names) {
  return [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and ");
}

/** Return what to call the players: with the seat's number, as the pictures have it, where two share a name.
 * @param {string[]} players By seat. @returns {string[]} */
export function distinguishNames(players) {
  const names = players.map((name) => name.charAt(0).toUpperCase() + name.slice(1));
  const isShared = (/** @type {string} */ name) => names.filter((each) => each === name).length > 1;
  return names.map((name, seat) => (name && isShared(name) ? `${name} ${seat}` : name));
}

/** Return a text with names where it says "seat 0"; labels in a picture get short ones.
 * @param {string} text @param {string[]} names @param {boolean} isLabel @returns {string} */
export function insertNames(text, names, isLabel) {
  return shortenSeatNumbers(text).replace(/\b[Ss]eat (\d+)\b/g, (words, seat) => {
    const name = names[Number(seat)];
    if (!name) return words;
    return isLabel && name.length > 9 ? `${name.slice(0, 8)}…` : name;
  });
}

/** Return a text in which people of one name are called as everywhere on the page: "Bob (seat 1)" becomes "Bob 1".
 * @param {string} text @returns {string} */
export function shortenSeatNumbers(text) {
  return text.replace(/ \(seat (\d+)\)/g, " $1");
}

/** Return a text about "You" with the verbs that go with it: "You rolls" becomes "You roll".
 * @param {string} text @returns {string} */
export function conjugateForYou(text) {
  return text
    .replace(/\bYou( \([^)]*\))? ([a-z]+s)\b/g, (_, remark = "", verb) => `You${remark} ${secondPerson(verb)}`)
    .replace(/\bYou\b[^.;]*/g, (clause) =>
      clause.replace(/\b(and|or) (is|has|[a-z]+[^s\W]s)\b/g, (_, link, verb) => `${link} ${secondPerson(verb)}`),
    );
}

/** Return the second person of a verb in the third: "roll" of "rolls".
 * @param {string} verb @returns {string} */
function secondPerson(verb) {
  return { is: "are", has: "have" }[verb] ?? verb.slice(0, -1);
}
