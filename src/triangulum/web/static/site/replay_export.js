// @ts-check
// Exports a replay as a record, as pictures, or as a link.

import { createElement, elementById } from "../shared/dom.js";
import { label } from "../shared/labels.js";
import { buildReplayRequest } from "./replay_game.js";

/** @import {ReplaySource} from "./replay_game.js" */

const SVG_TYPE = "image/svg+xml";

/** @typedef {{game: string, step: number}} ExportedStep */

/** Let the buttons save what is shown.
 * @param {() => ReplaySource} getSource @param {() => ExportedStep} getStep */
export function addExportListeners(getSource, getStep) {
  const name = () => `${getStep().game}-${getStep().step}`;
  const drawStep = () => loadPicture(getSource(), getStep().step);
  addSaveListener("save-tri", async () => downloadFile(`${getStep().game}.tri`, await loadRecord(getSource()), "text/plain"));
  addSaveListener("save-svg", async () => downloadFile(`${name()}.svg`, await drawStep(), SVG_TYPE));
  addSaveListener("save-png", async () => downloadFile(`${name()}.png`, await convertToPng(await drawStep()), "image/png"));
  addSaveListener("save-moving", async () => downloadFile(`${getStep().game}.svg`, await loadPicture(getSource(), null), SVG_TYPE));
  addSaveListener("link", async () => navigator.clipboard.writeText(location.href));
}

/** Let a button save something, and say whether it worked.
 * @param {string} id @param {() => Promise<void>} save */
function addSaveListener(id, save) {
  const status = elementById("saved");
  elementById(id).addEventListener("click", async () => {
    status.textContent = label("one-moment");
    try {
      await save();
      status.textContent = label("done");
    } catch {
      status.textContent = label("failed");
    }
  });
}

/** @param {string} name @param {string | Blob} content @param {string} type */
function downloadFile(name, content, type) {
  const link = createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Return the record of the game.
 * @param {ReplaySource} source @returns {Promise<string>} */
async function loadRecord({ tableId, record }) {
  return tableId ? (await fetch(`/api/tables/${tableId}/record`)).text() : record;
}

/** Return a picture of a step as SVG, or of all steps, moving.
 * @param {ReplaySource} source @param {number | null} step @returns {Promise<string>} */
async function loadPicture(source, step) {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const { path, body } = buildReplayRequest(source, "picture", { frame: step, ground: isDark ? "dark" : "light" });
  const headers = { "content-type": "application/json" };
  const response = await fetch(path, body ? { method: "POST", headers, body: JSON.stringify(body) } : {});
  if (!response.ok) throw new Error("no-picture");
  return response.text();
}

/** @param {string} svg @returns {Promise<Blob>} */
async function convertToPng(svg) {
  const image = new Image();
  image.src = `data:${SVG_TYPE};charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no-picture")))));
}
