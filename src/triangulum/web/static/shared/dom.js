// @ts-check
// Elements of a page: finding, creating and replacing them.

import { label } from "./labels.js";

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

/** Return an element that the page is known to have.
 * @param {string} id @returns {HTMLElement} */
export function elementById(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`#${id}`);
  return element;
}

/** Return an input field that the page is known to have.
 * @param {string} id @returns {HTMLInputElement} */
export function inputById(id) {
  return /** @type {HTMLInputElement} */ (elementById(id));
}

/** Return a new element with its content.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {string} [classes] @param {...(string | Node)} content @returns {HTMLElementTagNameMap[T]} */
export function createElement(tag, classes = "", ...content) {
  const element = document.createElement(tag);
  if (classes) element.className = classes;
  element.append(...content);
  return element;
}

/** Return a new element of a picture.
 * @param {string} tag @param {Record<string, string>} [attributes] @returns {SVGElement} */
export function createSvgElement(tag, attributes = {}) {
  const element = document.createElementNS(SVG_NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** Return a new element with a name that no browser translates.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {string} classes @param {string} name @returns {HTMLElementTagNameMap[T]} */
export function createNameElement(tag, classes, name) {
  const element = createElement(tag, classes, name);
  element.translate = false;
  return element;
}

/** Return a new button. Its name tells it from others, and finds it again after buttons have been replaced.
 * @param {string} text @param {() => void} onPress @param {string} [classes] @param {string} [name]
 * @param {string} [shortcut] The key that does the same. @returns {HTMLButtonElement} */
export function createButton(text, onPress, classes = "", name = "", shortcut = "") {
  const element = createElement("button", classes, text);
  element.type = "button";
  if (name) element.dataset.do = name;
  if (shortcut) {
    element.title = label("with-shortcut", { label: text, key: shortcut === "Escape" ? label("key-escape") : shortcut });
    element.setAttribute("aria-keyshortcuts", shortcut);
  }
  element.addEventListener("click", onPress);
  return element;
}

/** Replace an element's children, and keep the focus on the button that does the same as before.
 * @param {HTMLElement} parent @param {(HTMLElement | null)[]} children */
export function replaceChildrenKeepingFocus(parent, children) {
  const active = document.activeElement;
  const name = active instanceof HTMLElement && parent.contains(active) ? active.dataset.do : undefined;
  const present = children.filter((child) => child !== null);
  parent.replaceChildren(...present);
  if (name === undefined) return;
  const successor = present.find((child) => child.dataset.do === name) ?? parent.querySelector(`[data-do="${name}"]`);
  if (successor instanceof HTMLElement) successor.focus();
}

/** Replace an element's buttons unless they look the same as before: one that is just being pressed must not be replaced
 * under somebody's finger. What a button does may depend on nothing but its name.
 * @param {HTMLElement} parent @param {HTMLElement[]} buttons */
export function updateButtons(parent, buttons) {
  const { children } = parent;
  if (children.length === buttons.length && buttons.every((button, index) => button.isEqualNode(children[index]))) return;
  replaceChildrenKeepingFocus(parent, buttons);
}

/** Return a function that draws only if one of its arguments is another value (by `===`) than last time.
 * @template {unknown[]} T
 * @param {(...values: T) => void} draw @returns {(...values: T) => void} */
export function memoizeRender(draw) {
  /** @type {T | null} */
  let before = null;
  return (...values) => {
    const last = before;
    if (last && values.every((value, index) => value === last[index])) return;
    before = values;
    draw(...values);
  };
}

/** Tell whether the system is set to reduce motion.
 * @returns {boolean} */
export function prefersReducedMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
