// @ts-check
// The curtain between two people who share a screen.

import { createButton, createElement, elementById, replaceChildrenKeepingFocus } from "../shared/dom.js";

/** @import {Commands} from "./commands.js" */

/** Draw the curtain for the player to whom the screen is passed; open it if there is none.
 * @param {string | null} name @param {Commands} commands @returns {boolean} Whether it was opened by the keyboard. */
export function renderCurtain(name, commands) {
  const root = elementById("curtain");
  const hadFocus = root.contains(document.activeElement);
  root.hidden = name === null;
  if (name === null) {
    root.replaceChildren();
    return hadFocus;
  }
  const button = createButton(`I am ${name}`, commands.uncoverTable, "main", "uncover");
  replaceChildrenKeepingFocus(root, [
    createElement("p", "big", `${name}’s turn`),
    createElement("p", "", "Pass the screen on. Nobody else should look."),
    button,
  ]);
  button.focus();
  return false;
}
