import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditEntry, insertAuditEntry } from "../audit/audit-entry.test-data";
import { newToken } from "../console-tokens/console-token.test-data";
import { listConsoleTokens, revokeConsoleToken } from "../console-tokens/console-tokens";
import { requirePermission } from "../session/session";
import { dashboardDatabase } from "../store/dashboard-database";
import { logStreamMakers } from "../store/log-stream-tables";
import { clearDashboardState, pointAtService, signInAs } from "../testing/dashboard-state";
import { endSessionsOf } from "./left-by-admin";
import { newWebhook } from "./log-stream.test-data";

const KNOWS = "This user knows the secrets of what they added, which still works:";
const ENDS = "These read tokens ended with the role:";
const ADVICE = "End what no one else needs on the pages Log stream and Read tokens.";

function guarantees(postgres?: string) {
	beforeEach(async () => {
		await pointAtService("http://127.0.0.1:9", postgres);
		signInAs("editor");
	});
	afterEach(clearDashboardState);

	const trail = async () => {
		const rows = await (await dashboardDatabase())
			.selectFrom("audit_trail")
			.selectAll()
			.orderBy("id", "desc")
			.execute();
		return rows.map(({ subject, operation, name }) => [subject, operation, name]);
	};
	const working = async () => {
		const tokens = (await dashboardDatabase()).selectFrom("console_tokens").select("name");
		return (await tokens.where("revoked_at", "is", null).execute()).map(({ name }) => name);
	};

	test("the removal of an editor ends their sessions, and names the tokens and webhooks that they added", async () => {
		for (const name of ["Reader", "Revoked"]) await newToken(name, { stays: true });
		await newToken("Own");
		await newWebhook("https://receiver.example/");
		const revoked = (await listConsoleTokens()).find(({ name }) => name === "Revoked");
		await revokeConsoleToken(revoked?.id ?? "");
		expect(await endSessionsOf("viewer", false)).toEqual([]);
		await requirePermission("look");
		const before = await trail();
		const named = ["  read token “Reader”", "  webhook “Receiver”"];
		expect(await endSessionsOf("editor", false)).toEqual([KNOWS, ...named, ENDS, "  read token “Own”", ADVICE]);
		await expect(requirePermission("look")).rejects.toMatchObject({ reason: "signed-out" });
		expect(await trail()).toEqual([["command line", "revoke_feed_token", "Own"], ...before]);
		expect(await working()).toEqual(["Reader"]);
		expect(await endSessionsOf("editor", false)).toEqual([KNOWS, ...named, ADVICE]);
	});

	test("an editor with a new password keeps their tokens, and no session", async () => {
		await newToken("Own");
		expect(await endSessionsOf("editor", true)).toEqual([]);
		await expect(requirePermission("look")).rejects.toMatchObject({ reason: "signed-out" });
		expect(await working()).toEqual(["Own"]);
	});

	test("so it does with those of an older version: the trail says who added them, else no one is ruled out", async () => {
		await newToken("Reader", { stays: true });
		const { id } = await newWebhook("https://receiver.example/");
		const database = await dashboardDatabase();
		await database.schema.alterTable("console_tokens").renameTo("feed_tokens").execute();
		for (const table of ["feed_tokens", "webhooks"]) {
			await database.schema.alterTable(table).dropColumn("made_by").execute();
		}
		await insertAuditEntry(
			auditEntry({ id: "2", operation: "add_webhook", target: id, subject: "other", outcome: "refused" }),
		);
		await database.deleteFrom("audit_trail").where("operation", "=", "add_feed_token").execute();
		await logStreamMakers.up(database);
		await database.schema.alterTable("feed_tokens").renameTo("console_tokens").execute();
		const unknown = "  read token “Reader” (it is not known who added it)";
		expect(await endSessionsOf("editor", false)).toEqual([KNOWS, unknown, "  webhook “Receiver”", ADVICE]);
		expect(await endSessionsOf("other", false)).toEqual([KNOWS, unknown, ADVICE]);
	});
}

describe("what a removed editor leaves, in SQLite", () => guarantees());

const server = process.env.TEST_DATABASE_URL;
describe.skipIf(!server)(
	`what a removed editor leaves, in PostgreSQL${server ? "" : ": NOT TESTED, for want of TEST_DATABASE_URL"}`,
	() => guarantees(server),
);
