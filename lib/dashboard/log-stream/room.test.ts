import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { everything } from "../audit/audit-entry";
import { listAuditEntries } from "../audit/audit-trail";
import { newToken } from "../console-tokens/console-token.test-data";
import { listConsoleTokens, revokeConsoleToken } from "../console-tokens/console-tokens";
import { problemOf } from "../problem/problem-of";
import { openWebhookSecret } from "../secrets/dashboard-secrets";
import { clearDashboardState, pointAtService, signInAs } from "../testing/dashboard-state";
import { addSecret, addWebhook, removeOldSecret, removeWebhook } from "./webhook-writes";
import { listWebhooks, webhookRow } from "./webhooks";

/** The results of as many calls at the same moment, and the problems of those that were refused. */
async function atOnce<Result>(count: number, call: (index: number) => Promise<Result>) {
	const settled = await Promise.allSettled(Array.from({ length: count }, (_, index) => call(index)));
	return {
		results: settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])),
		problems: settled.flatMap((one) => (one.status === "rejected" ? [problemOf(one.reason, "webhook")] : [])),
	};
}

async function outcomesOf(operation: string) {
	const entries = await listAuditEntries({ ...everything, operation }, null, 100);
	return entries.map(({ outcome }) => outcome).sort();
}

const repeated = <Value>(count: number, value: Value): Value[] => Array(count).fill(value);

function guarantees(postgres?: string) {
	beforeEach(async () => {
		await pointAtService("http://127.0.0.1:9", postgres);
		signInAs("editor");
	});
	afterEach(clearDashboardState);

	const newWebhook = (index: number) =>
		addWebhook({ name: `Receiver ${index}`, url: "https://receiver.example/", kinds: ["templates"] });

	test("there are five webhooks, however many are added at once; the others are refused, in words and in the trail", async () => {
		const { results, problems } = await atOnce(14, newWebhook);
		expect([results.length, problems.length]).toEqual([5, 9]);
		expect((await listWebhooks()).map(({ id }) => id).sort()).toEqual(results.map(({ id }) => id).sort());
		const message = "There are 5 webhooks already. Remove one that is not used.";
		expect(problems).toEqual(repeated(9, { title: "Nothing was added", message }));
		expect(await outcomesOf("add_webhook")).toEqual([...repeated(5, "done"), ...repeated(9, "refused")]);
		await removeWebhook(results[0]?.id ?? "");
		expect((await atOnce(3, newWebhook)).results).toHaveLength(1);
	});

	test("fifty tokens work, however many are added at once; the others are refused, and what ended makes room", async () => {
		const { results, problems } = await atOnce(57, (index) => newToken(`Reader ${index}`));
		expect([results.length, problems.length]).toEqual([50, 7]);
		expect(problems[0]?.message).toBe("There are 50 tokens already. Revoke one that is not used.");
		const [oldest] = await listConsoleTokens();
		expect(await listConsoleTokens()).toHaveLength(50);
		expect(await outcomesOf("add_feed_token")).toEqual([...repeated(50, "done"), ...repeated(7, "refused")]);
		await revokeConsoleToken(oldest?.id ?? "");
		// By names of their own: which of the first ones is the oldest is not known.
		expect((await atOnce(3, (index) => newToken(`Next reader ${index}`))).results).toHaveLength(1);
	});

	test("of tokens of one name that are added at once one is; a name is free again once its token was revoked", async () => {
		const { results, problems } = await atOnce(5, () => newToken("SIEM"));
		expect([results.length, problems.length]).toEqual([1, 4]);
		expect(problems[0]).toMatchObject({
			title: "Nothing was added",
			message: expect.stringContaining("has this name"),
		});
		const [first] = await listConsoleTokens();
		await revokeConsoleToken(first?.id ?? "");
		await newToken("SIEM");
		expect((await listConsoleTokens()).map(({ state }) => state)).toEqual(["works", "revoked"]);
	});

	test("a secret that was shown signs until it is removed: of several that are added at once one is, and shown", async () => {
		const { id, secret: first } = await newWebhook(0);
		const stored = async () => {
			const row = await webhookRow(id);
			return Promise.all([row?.secret, row?.old_secret].map((sealed) => sealed && openWebhookSecret(sealed)));
		};
		const { results, problems } = await atOnce(4, () => addSecret(id));
		expect(results).toHaveLength(1);
		expect(await stored()).toEqual([results[0], first]);
		const message = "There are two secrets. Remove the old one first.";
		expect(problems).toEqual(repeated(3, { title: "Nothing was changed", message }));
		expect(await outcomesOf("rotate_webhook_secret")).toEqual(["done", ...repeated(3, "refused")]);
		await removeOldSecret(id);
		const next = await addSecret(id);
		expect(await stored()).toEqual([next, results[0]]);
	});
}

describe("what the log stream has few of, in SQLite", () => guarantees());

const server = process.env.TEST_DATABASE_URL;
describe.skipIf(!server)(
	`what the log stream has few of, in PostgreSQL${server ? "" : ": NOT TESTED, for want of TEST_DATABASE_URL"}`,
	() => guarantees(server),
);
