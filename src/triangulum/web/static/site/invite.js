// @ts-check
// The page with the link to a table: copying and sharing it, where the browser can.

import { elementById, inputById } from "../shared/dom.js";
import { label } from "../shared/labels.js";

const linkField = inputById("link");
const copyButton = elementById("copy");
const shareButton = elementById("share");

async function copyLink() {
  try {
    await navigator.clipboard.writeText(linkField.value);
    elementById("said").textContent = label("link-copied");
  } catch {
    linkField.focus();
    elementById("said").textContent = label("copy-selected");
  }
}

copyButton.hidden = !navigator.clipboard;
shareButton.hidden = !navigator.share;
linkField.addEventListener("focus", () => linkField.select());
copyButton.addEventListener("click", copyLink);
shareButton.addEventListener("click", () => navigator.share({ title: document.title, url: linkField.value }).catch(() => {}));
