import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { copyInvitation, copyTableLink } from "../../../../../src/triangulum/web/static/table/commands/invitations.js";
import { FakeTransport, clientOf, snapshot, stateAfter } from "../../examples.js";

let copied;

beforeEach(() => {
  copied = [];
  globalThis.location = { origin: "https://example.org" };
  const clipboard = { writeText: async (text) => copied.push(text) };
  Object.defineProperty(globalThis, "navigator", { value: { clipboard }, configurable: true });
});

test("the link to the table is copied, and the state says so", async () => {
  const client = clientOf(stateAfter(snapshot()));
  await copyTableLink(client);
  assert.deepEqual(copied, ["https://example.org/tables/t1"]);
  assert.equal(client.state.copiedLink, "table");
});

test("an invitation is a link with the token of its seat", async () => {
  const tokens = [{ seat: 0, token: "no" }, { seat: 1, token: "secret" }];
  const client = clientOf(stateAfter(snapshot()), new FakeTransport({ "/api/tables/t1/tokens": tokens }));
  await copyInvitation(client, 1);
  assert.deepEqual(copied, ["https://example.org/tables/t1#seat-1=secret"]);
  assert.equal(client.state.copiedLink, 1);
});

test("where pages may not copy, the link is shown to be copied by hand", async () => {
  const client = clientOf(stateAfter(snapshot()));
  navigator.clipboard.writeText = async () => {
    throw new Error("not allowed");
  };
  globalThis.prompt = (_, link) => copied.push(link);
  await copyTableLink(client);
  assert.deepEqual(copied, ["https://example.org/tables/t1"]);
  assert.equal(client.state.copiedLink, null);
});
