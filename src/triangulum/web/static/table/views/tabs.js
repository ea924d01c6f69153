// @ts-check
// The tabs beside the board, and the panel with the rules.

import { elementById } from "../../shared/dom.js";
import { label } from "../../shared/labels.js";

/** @import {TabName, TableState} from "../state.js" */

/** Show the panel of the open tab, and mark the chat's tab if there is something new.
 * @param {TabName} openTab @param {boolean} hasUnreadChat */
export function renderTabs(openTab, hasUnreadChat) {
  for (const tab of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[role=tab]"))) {
    const isOpen = tab.id === `tab-${openTab}`;
    tab.setAttribute("aria-selected", String(isOpen));
    tab.tabIndex = isOpen ? 0 : -1;
    elementById(tab.getAttribute("aria-controls") ?? "").hidden = !isOpen;
  }
  elementById("tab-talk").classList.toggle("news", hasUnreadChat);
}

/** Show the rules, beginning with those for this part of the game.
 * @param {TableState["guide"]} guide */
export function renderGuide(guide) {
  if (!guide) return;
  const panel = elementById("panel-rules");
  if (guide.html === null) {
    panel.textContent = label("rules-unreachable");
    return;
  }
  panel.innerHTML = guide.html;
  const phase = panel.querySelector("[data-phase]")?.getAttribute("data-phase");
  const section = panel.querySelector(`[id="phase-${phase}"]`);
  if (section instanceof HTMLElement) panel.scrollTop = section.offsetTop - panel.offsetTop;
}
