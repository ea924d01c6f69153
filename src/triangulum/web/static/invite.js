// @ts-check
// Copying and sharing a link, where the browser can.
import { found } from "./site.js";

const link = found("link");
const copy = found("copy");
const share = found("share");
copy.hidden = !navigator.clipboard;
share.hidden = !navigator.share;
link.addEventListener("focus", () => link.select());
copy.addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(link.value);
    found("said").textContent = "Copied.";
  } catch {
    link.focus();
    found("said").textContent = "Copy the marked link.";
  }
});
share.addEventListener("click", () => navigator.share({ title: document.title, url: link.value }).catch(() => {}));
