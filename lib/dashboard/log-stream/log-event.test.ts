import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { auditEntry } from "../audit/audit-entry.test-data";
import { eventKinds, TEST_EVENT, typesOfKinds } from "./event-types";
import { bodyOf, eventOfWrite, testEvent } from "./log-event";
import { newWebhookSecret, signatureHeaders } from "./webhook-signature";

const guide = readFileSync("docs/guides/log-stream.md", "utf8");
const blocks = (language: string) =>
	[...guide.matchAll(RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"))].map(([, text = ""]) => text);

const ann = { subject: "auth0|5f7c8ec7c33c6c004bbafe82", person: "ann@example.com", personName: "Ann Berg" };
const at = "2026-03-10T12:00:00.000Z";
const changed = auditEntry({
	...ann,
	id: `${at}-4f1c22ab`,
	at,
	reference: "4f1c22ab",
	reason: "SUP-4711",
	target: "vct_2b6d",
	name: "Age check",
	changes: ["+portrait", "-birth_date", "~name"],
	values: [{ part: "name", before: "Age", after: "Age check" }],
	digestBefore: "digest",
	digestAfter: "digest",
	status: 200,
});

test("an event is what the guide shows, and has nothing of the row beyond that", () => {
	const event = eventOfWrite(changed, "");
	expect(JSON.parse(bodyOf(event ?? expect.fail(), 7))).toEqual(JSON.parse(blocks("json")[0] ?? ""));
});

test("all events have the same members, a test event too", () => {
	const members = Object.keys(JSON.parse(blocks("json")[0] ?? ""));
	const test = testEvent({ id: "wh_1", name: "Receiver" }, { subject: "ann", name: "Ann" });
	expect(Object.keys(JSON.parse(bodyOf(test, null)))).toEqual(members);
	for (const example of blocks("json")) expect(Object.keys(JSON.parse(example))).toEqual(members);
});

test("the guide lists each type of event", () => {
	const listed = [...guide.matchAll(/^\| `([a-z_]+\.[a-z_]+)` \|/gm)].map(([, type]) => type);
	expect(listed.toSorted()).toEqual([...typesOfKinds(eventKinds), TEST_EVENT].toSorted());
});

test.each([
	["done", "", "Ann Berg blocked user “Max”"],
	["unknown", "", "Ann Berg tried to block user “Max”: whether it was done is not known"],
	["not-done", "unknown", "Ann Berg tried to block user “Max”: it was not carried out"],
] as const)("a write with the outcome %s is said in words", (outcome, before, summary) => {
	const blocked = { operation: "patch_users_by_id", changes: ["+blocked"], name: "Max", outcome };
	expect(eventOfWrite(auditEntry({ ...ann, ...blocked }), before)).toMatchObject({ type: "user.blocked", summary });
});

test("an event of what was saved by a proposal names both, and one of an emergency says so", () => {
	const accepted = { ...changed, proposal: { id: "p_1", by: "Bo Lind" } };
	expect(eventOfWrite(accepted, "")).toMatchObject({
		summary: "Ann Berg changed template “Age check”, proposed by Bo Lind",
		actor: { name: "Ann Berg" },
		proposal: "p_1",
		proposed_by: "Bo Lind",
		emergency: false,
	});
	expect(eventOfWrite({ ...changed, isEmergency: true }, "")).toMatchObject({ proposal: null, emergency: true });
});

test("names of another direction are isolated in the sentence, and as they are everywhere else", () => {
	const blocked = { operation: "patch_users_by_id", changes: ["+blocked"], name: "שלום" };
	expect(eventOfWrite(auditEntry({ ...ann, ...blocked, personName: "مينا" }), "")).toMatchObject({
		summary: "\u2068مينا\u2069 blocked user “\u2068שלום\u2069”",
		actor: { name: "مينا" },
		target: { name: "שלום" },
	});
});

test("switching an identity provider for applications changes it, and names them", () => {
	const switched = { operation: "patch_connection_clients", changes: ["+clients cli_1"], name: "Acme" };
	expect(eventOfWrite(auditEntry({ ...ann, ...switched }), "")).toMatchObject({
		type: "identity_provider.changed",
		summary: "Ann Berg changed the applications of identity provider “Acme”",
	});
});

test("the guide's program accepts deliveries by each of two secrets, and nothing that was changed, is old, or of another", () => {
	const [program = ""] = blocks("js");
	const [newer, older] = [newWebhookSecret(), newWebhookSecret()];
	const timestamp = 1_800_000_000;
	const body = '{"id":"evt_1","summary":"“Ä”"}';
	const headers = signatureHeaders({ id: "evt_1", timestamp, body }, [newer, older]);
	const calls = [
		[headers, body, newer, timestamp],
		[headers, body, older, timestamp + 299],
		[headers, body, older, timestamp - 299],
		[headers, body, newWebhookSecret(), timestamp],
		[headers, `${body} `, newer, timestamp],
		[{ ...headers, "webhook-id": "evt_2" }, body, newer, timestamp],
		[{ ...headers, "webhook-timestamp": String(timestamp + 1) }, body, newer, timestamp],
		[headers, body, newer, timestamp + 301],
		[headers, body, newer, timestamp - 301],
		[{ ...headers, "webhook-signature": "v1,AAAA" }, body, newer, timestamp],
		[{}, body, newer, timestamp],
	];
	const run = `${program}\nconsole.log(JSON.stringify(${JSON.stringify(calls)}.map((call) => isAuthentic(...call))));`;
	const output = execFileSync(process.execPath, ["--input-type=module", "--eval", run], { encoding: "utf8" });
	expect(JSON.parse(output)).toEqual(calls.map((_, index) => index < 3));
});
