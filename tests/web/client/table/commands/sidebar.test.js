import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { changeSetting, openTab, suggestMoves } from "../../../../../src/triangulum/web/static/table/commands/sidebar.js";
import { showNextUpdate } from "../../../../../src/triangulum/web/static/table/session.js";
import { clientOf, snapshot, stateAfter, update } from "../../examples.js";

const CHAT = { what: "chat", alias: "bob-id", name: "Bob", text: "Hi" };

/** @type {Map<string, string>} */
let stored;

beforeEach(() => {
  stored = new Map();
  globalThis.localStorage = { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value) };
});

test("what is said while another tab is open is unread until the chat is opened", () => {
  const client = clientOf(stateAfter(snapshot(), update(2, { parts: [CHAT] }), update(3, { parts: [CHAT] })));
  showNextUpdate(client.state);
  assert.equal(client.state.hasUnreadChat, true);
  openTab(client, "talk");
  assert.equal(client.state.hasUnreadChat, false);
  showNextUpdate(client.state);
  assert.equal(client.state.hasUnreadChat, false, "it is being read");
  assert.equal(client.state.incomingChatLine?.text, "Hi");
});

test("the rules are loaded whenever their tab is opened", async () => {
  const client = clientOf(stateAfter(snapshot()));
  const paths = [];
  client.transport.loadHtml = async (path) => (paths.push(path), "<h2>Rules</h2>");
  await openTab(client, "rules");
  assert.deepEqual(client.state.guide, { html: "<h2>Rules</h2>" });
  await openTab(client, "log");
  client.transport.loadHtml = async () => null;
  await openTab(client, "rules");
  assert.deepEqual(client.state.guide, { html: null }, "they can't be reached now");
  assert.deepEqual(paths, ["/tables/t1/guide?seat=0"]);
});

test("a setting is stored, and notifications need the browser's permission", async () => {
  const client = clientOf(stateAfter(snapshot()));
  await changeSetting(client, "confirmsMoves", true);
  assert.equal(client.state.settings.confirmsMoves, true);
  assert.equal(stored.get("triangulum-ask"), "on");
  globalThis.Notification = { requestPermission: async () => "denied" };
  await changeSetting(client, "notifies", true);
  assert.equal(client.state.settings.notifies, false);
  assert.equal(stored.get("triangulum-notify"), "off");
});

test("what is typed as a move is drawn as suggestions, until nobody types", () => {
  const client = clientOf(stateAfter(snapshot()));
  suggestMoves(client, "a");
  assert.equal(client.state.typedMove, "a");
  suggestMoves(client, null);
  assert.equal(client.state.typedMove, null);
  assert.equal(client.numRenders, 2);
});
