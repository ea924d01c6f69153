// @ts-check
// A field whose values are offered as pictures, beside one of the user's own that is typed, or made by moving points. The
// text field always has the value; the cards fill it in.

import { requestJson } from "../../shared/api.js";
import { PointEditor } from "./point_editor.js";
import { formatPoints, parsePoints } from "./points.js";

const TYPING_PAUSE = 350;
/** Milliseconds after a key before the picture follows. */

export class PictureField {
  /** @param {HTMLElement} root @param {string} gameId */
  constructor(root, gameId) {
    this.gameId = gameId;
    this.input = /** @type {HTMLInputElement} */ (root.querySelector("[data-option]"));
    this.option = this.input.dataset.option ?? "";
    this.cards = /** @type {HTMLInputElement[]} */ ([...root.querySelectorAll("input[type=radio]")]);
    this.ownCard = /** @type {HTMLInputElement} */ (root.querySelector("[data-own]"));
    this.ownPart = /** @type {HTMLElement} */ (root.querySelector(".own"));
    this.picture = /** @type {HTMLImageElement} */ (root.querySelector(".point-editor img"));
    this.trouble = /** @type {HTMLElement} */ (root.querySelector(".trouble"));
    this.editor = this.createEditor(root);
    this.numRequests = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.typingTimer = undefined;
    for (const card of this.cards) card.addEventListener("change", () => this.chooseCard(card));
    this.input.addEventListener("input", () => this.updateLater());
    this.showValue();
  }

  /** @param {HTMLElement} root @returns {PointEditor | null} */
  createEditor(root) {
    const { points, point = "" } = root.dataset;
    if (!points) return null;
    const editor = /** @type {HTMLElement} */ (root.querySelector(".point-editor"));
    return new PointEditor(editor, { ...JSON.parse(points), label: point }, (moved) => this.setOwnValue(formatPoints(moved)));
  }

  /** Show which card has the value of the text field; if none has, it is the user's own. */
  showValue() {
    const card = this.cards.find(({ value }) => value === this.input.value && value !== this.ownCard.value) ?? this.ownCard;
    card.checked = true;
    this.ownPart.hidden = card !== this.ownCard;
    if (card === this.ownCard) this.update();
  }

  /** @param {HTMLInputElement} card */
  async chooseCard(card) {
    this.ownPart.hidden = card !== this.ownCard;
    if (card === this.ownCard) await this.startOwnValue();
    else this.setValue(card.value);
  }

  /** Begin the user's own value with the one that was chosen before; instead of the first, which may be random, with the second.
   * What the user types or chooses in the meantime stays. */
  async startOwnValue() {
    const [first, second] = this.cards;
    const { value } = this.input;
    const start = value === first.value ? second.value : value;
    const options = await this.requestSetup(start).catch(() => null);
    if (this.input.value === value && this.ownCard.checked) this.setOwnValue(String(options?.[this.option] ?? start));
  }

  /** @param {string} value */
  setOwnValue(value) {
    this.setValue(value);
    this.update();
  }

  /** Fill in the text field, and let the form know.
   * @param {string} value */
  setValue(value) {
    this.input.value = value;
    this.input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  updateLater() {
    clearTimeout(this.typingTimer);
    this.typingTimer = setTimeout(() => this.update(), TYPING_PAUSE);
  }

  /** Show the picture of the user's own value, or what is wrong with it. Of several requests only the last one counts. */
  async update() {
    const { value } = this.input;
    const number = ++this.numRequests;
    const isLast = () => number === this.numRequests;
    this.editor?.setPoints(parsePoints(value), false);
    try {
      const options = await this.requestSetup(value);
      if (!isLast()) return;
      this.trouble.hidden = true;
      this.picture.src = `/pictures/${this.gameId}/setup.svg?${this.buildQuery(value)}`;
      this.editor?.setPoints(parsePoints(String(options[this.option])));
    } catch (error) {
      if (!isLast()) return;
      this.trouble.textContent = error instanceof Error ? error.message : "";
      this.trouble.hidden = false;
    }
  }

  /** Return what all options become with a value of this one; throws an Error with the server's words if it is impossible.
   * @param {string} value @returns {Promise<Record<string, unknown>>} */
  async requestSetup(value) {
    return (await requestJson("GET", `/api/setups/${this.gameId}?${this.buildQuery(value)}`)).options;
  }

  /** @param {string} value @returns {URLSearchParams} */
  buildQuery(value) {
    return new URLSearchParams({ [this.option]: value, language: document.documentElement.lang });
  }
}
