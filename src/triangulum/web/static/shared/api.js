// @ts-check
// The server's JSON API.

import { label } from "./labels.js";

/** Send a request and return the answer's JSON; throws an Error with the server's message if it is refused.
 * @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<any>} */
export async function requestJson(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message ?? label("failed"));
  return answer;
}

/** Let the game at a table begin.
 * @param {string} tableId */
export async function beginGame(tableId) {
  const id = Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join("");
  await requestJson("POST", `/api/tables/${tableId}/commands`, { do: "begin", id });
}
