// @ts-check
// The curtain that covers the table while two people who share a screen change places.

import { createButton, createElement, elementById } from "../../shared/dom.js";
import { label } from "../../shared/labels.js";

/** @import {Commands} from "../commands/commands.js" */

/** Draw the curtain for the player who gets the screen next; open it if there is none.
 * @param {string | null} name @param {Commands} commands @returns {boolean} Whether it was opened while its button had the focus. */
export function renderCurtain(name, commands) {
  const root = elementById("curtain");
  const hadFocus = root.contains(document.activeElement);
  root.hidden = name === null;
  if (name === null) {
    root.replaceChildren();
    return hadFocus;
  }
  const button = createButton(label("curtain-ready", { name }), commands.uncoverTable, "main", "uncover");
  root.replaceChildren(
    createElement("p", "big", label("curtain-turn", { name })),
    createElement("p", "", label("curtain-pass", { name })),
    button,
  );
  button.focus();
  return false;
}
