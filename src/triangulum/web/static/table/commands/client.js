// @ts-check
// What every command works with: the state, the transport to the table's host, the board, and how to request a render.

/** @import {TableState} from "../state.js" */
/** @import {Answer, Command, Transport} from "../../../types" */

/**
 * @typedef {object} Client
 * @property {TableState} state
 * @property {Transport} transport
 * @property {() => void} requestRender Draw the state soon; everything that changes it ends with this.
 * @property {() => boolean} canAnimate Whether anybody would see pieces move.
 * @property {BoardControl} board
 */

/**
 * What commands do to the board that the state knows nothing of: zooming, and motion that is going on.
 * @typedef {object} BoardControl
 * @property {() => void} finishAnimations
 * @property {(factor: number) => void} zoomFirstPaneToSpots
 * @property {(factor: number) => void} zoomSmallPane
 */

/** Send a command and return its answer; if it is refused, say why and return null.
 * @param {Client} client @param {Command} command @returns {Promise<Answer | null>} */
export async function sendCommand(client, command) {
  try {
    return await client.transport.send(command);
  } catch (error) {
    showError(client, error);
    return null;
  }
}

/** Show why something didn't work, until something else happens.
 * @param {Client} client @param {unknown} error */
export function showError(client, error) {
  showRemark(client, /** @type {Error} */ (error).message);
}

/** Show a remark in the bar, until something else happens.
 * @param {Client} client @param {string} remark */
export function showRemark({ state, requestRender }, remark) {
  state.remark = remark;
  requestRender();
}
