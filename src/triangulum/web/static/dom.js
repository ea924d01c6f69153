// @ts-check
// Small things that pages are made of.

/** Return an element that the page is known to have.
 * @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

/** Return a new element with its content.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {string} [classes] @param {...(string | Node)} content @returns {HTMLElementTagNameMap[T]} */
export function made(tag, classes = "", ...content) {
  const element = document.createElement(tag);
  if (classes) element.className = classes;
  element.append(...content);
  return element;
}

/** Return a button.
 * @param {string} label @param {() => void} does @param {string} [classes] @param {string} [key]
 * @param {string} [shortcut] @returns {HTMLButtonElement} */
export function button(label, does, classes = "", key = "", shortcut = "") {
  const element = made("button", classes, label);
  element.type = "button";
  if (key) element.dataset.do = key;
  if (shortcut) {
    element.title = `${label} (${shortcut})`;
    element.setAttribute("aria-keyshortcuts", shortcut);
  }
  element.addEventListener("click", does);
  return element;
}

/** Put children into an element, keeping the focus on the one that does the same as before.
 * @param {HTMLElement} parent @param {(HTMLElement | null)[]} children */
export function fill(parent, children) {
  const active = document.activeElement;
  const key = active instanceof HTMLElement && parent.contains(active) ? active.dataset.do : undefined;
  const there = children.filter((one) => one !== null);
  parent.replaceChildren(...there);
  if (key === undefined) return;
  const again = there.find((one) => one.dataset.do === key) ?? parent.querySelector(`[data-do="${key}"]`);
  if (again instanceof HTMLElement) again.focus();
}

/** Keep a choice, where the browser lets us.
 * @param {string} key @param {string} [value] @returns {string | null} */
export function kept(key, value) {
  try {
    if (value !== undefined) localStorage.setItem(`triangulum-${key}`, value);
    return localStorage.getItem(`triangulum-${key}`);
  } catch {
    return value ?? null;
  }
}

/** Ask the server by HTTP, and return what it answers.
 * @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<any>} */
export async function ask(method, path, body) {
  const answer = await fetch(path, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.message ?? "that did not work");
  return said;
}

/** Let the game at a table begin.
 * @param {string} table */
export async function begin(table) {
  const id = Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join("");
  await ask("POST", `/api/tables/${table}/commands`, { do: "begin", id });
}

/** Return names as one says them: "Ann, Bob and Eve".
 * @param {string[]} names @returns {string} */
export function listed(names) {
  return [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and ");
}

/** Return words as a sentence.
 * @param {string} words @returns {string} */
export function sentence(words) {
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?…]$/.test(text) || !text ? text : `${text}.`;
}
