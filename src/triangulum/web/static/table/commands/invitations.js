// @ts-check
// Copies links to the table, for inviting others.

import { label } from "../../shared/labels.js";
import { showError } from "./client.js";

/** @import {Client} from "./client.js" */
/** @import {TableState} from "../state.js" */
/** @import {Invitation} from "../../../types" */

/** Copy the link to the table.
 * @param {Client} client */
export async function copyTableLink(client) {
  await copyLink(client, "table", tableUrl(client.state));
}

/** Copy the link to a reserved seat.
 * @param {Client} client @param {number} seat */
export async function copyInvitation(client, seat) {
  const { state, transport } = client;
  try {
    /** @type {Invitation[]} */
    const invitations = await transport.requestJson("GET", `/api/tables/${state.page.tableId}/tokens`);
    const token = invitations.find((invitation) => invitation.seat === seat)?.token ?? "";
    await copyLink(client, seat, `${tableUrl(state)}#seat-${seat}=${token}`);
  } catch (error) {
    showError(client, error);
  }
}

/** Copy a link; where the browser doesn't let pages do that, show it to be copied by hand.
 * @param {Client} client @param {TableState["copiedLink"]} name @param {string} url */
async function copyLink({ state, requestRender }, name, url) {
  try {
    await navigator.clipboard.writeText(url);
    state.copiedLink = name;
    requestRender();
  } catch {
    prompt(label("copy-this"), url);
  }
}

/** @param {TableState} state @returns {string} */
function tableUrl({ page }) {
  return `${location.origin}/tables/${page.tableId}`;
}
