import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { planOf, recordQueries } from "@/lib/database/testing/record-queries";
import { everything } from "../audit/audit-entry";
import { listAuditEntries } from "../audit/audit-trail";
import { heldConfig } from "../config";
import { dashboardDatabase, heldDatabase } from "../store/dashboard-database";
import { pruneStore } from "../store/prune-store";
import { clearDashboardState, pointAtService, signInAs } from "../testing/dashboard-state";
import { accept, type Received, type Receiver, type Responding, startReceiver } from "../testing/webhook-receiver";
import { collectEvents } from "./collect-events";
import { FAILING_MS_MAX, LEASE_MS } from "./deliver";
import { deliveryDays, listDeliveries, sendAgain, sendTestEvent } from "./deliveries";
import { newWebhook, writeTrail } from "./log-stream.test-data";
import { logStreamRound } from "./run-log-stream";
import {
	addSecret,
	changeWebhook,
	pauseWebhook,
	removeOldSecret,
	removeWebhook,
	resumeWebhook,
} from "./webhook-writes";
import { getWebhook } from "./webhooks";

const HOUR_MS = 3_600_000;

/** A delivery as its receiver reads it. @throws WebhookVerificationError where the secret has not signed it */
function verifiedBy(secret: string, { id, timestamp, signature, body }: Received): unknown {
	const headers = { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature };
	return new Webhook(secret).verify(body, headers);
}

const withStatus =
	(status: number): Responding =>
	(response) =>
		response.writeHead(status).end();

function guarantees(postgres?: string) {
	let receiver: Receiver;
	beforeEach(async () => {
		vi.useFakeTimers({ toFake: ["Date"] });
		await pointAtService("http://127.0.0.1:9", postgres);
		heldConfig.set({ ...heldConfig.get(), logStreamAllow: ["127.0.0.1", "::1"] });
		signInAs("editor");
		const database = await dashboardDatabase();
		await database.updateTable("sessions").set({ expires_at: "9999-01-01", last_seen_at: "9998-01-01" }).execute();
		receiver = await startReceiver();
	});
	afterEach(async () => {
		vi.useRealTimers();
		await receiver.close();
		await clearDashboardState();
	});

	const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);
	const targets = () => receiver.received.map(({ body }) => JSON.parse(body).target.id);
	const attempts = () => receiver.received.map(({ attempt }) => attempt);
	const rowOf = async (id: string) =>
		(await dashboardDatabase()).selectFrom("webhooks").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

	test("events are sent in their order, each once, signed, and those from before the webhook are not", async () => {
		await writeTrail(1, 2);
		await collectEvents();
		const { secret } = await newWebhook(receiver.url);
		await writeTrail(3, 5);
		await logStreamRound();
		await logStreamRound();
		expect(targets()).toEqual(["vct_3", "vct_4", "vct_5", "vct_6", "vct_7"]);
		expect(attempts()).toEqual([1, 1, 1, 1, 1]);
		for (const one of receiver.received) {
			expect(Number(one.timestamp)).toBe(Math.floor(Date.now() / 1000));
			const event = { id: one.id, type: "template.changed", outcome: "done" };
			expect(verifiedBy(secret, one)).toMatchObject(event);
		}
	});

	test("a failed delivery is repeated later and later, with the same id and body, and nothing overtakes it", async () => {
		const { id } = await newWebhook(receiver.url);
		await writeTrail(1, 2);
		receiver.respond = withStatus(500);
		const pauses: number[] = [];
		for (let round = 0; round < 14; round += 1) {
			await logStreamRound();
			const nextAt = Date.parse((await rowOf(id)).next_at);
			pauses.push(nextAt - Date.now());
			vi.setSystemTime(nextAt - 1);
			await logStreamRound();
			vi.setSystemTime(nextAt);
		}
		expect(attempts()).toEqual(Array.from({ length: 14 }, (_, index) => index + 1));
		for (const [index, pause] of pauses.entries()) {
			const expected = Math.min(HOUR_MS, 5_000 * 2 ** index);
			expect(pause).toBeGreaterThanOrEqual(Math.floor(expected * 0.8));
			expect(pause).toBeLessThanOrEqual(expected * 1.2);
		}
		expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
		expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
		expect(await getWebhook(id)).toMatchObject({ waiting: 2, attempts: 14, lastResult: "Status 500" });
		receiver.respond = accept;
		await logStreamRound();
		expect(targets().slice(-2)).toEqual(["vct_1", "vct_2"]);
		expect(attempts().slice(-2)).toEqual([15, 1]);
		expect(await getWebhook(id)).toMatchObject({ waiting: 0, attempts: 0, failingSince: null, nextAt: null });
	});

	test.each<[string, Responding]>([
		["redirects", (response) => response.writeHead(302, { location: "https://elsewhere.example/" }).end()],
		["closes the connection", (response) => response.destroy()],
		["sends what is not HTTP", (response) => response.socket?.end("gone\r\n")],
		["refuses", withStatus(403)],
	])("a receiver that %s has not accepted", async (_, respond) => {
		const { id } = await newWebhook(receiver.url);
		await writeTrail(1, 1);
		receiver.respond = respond;
		await logStreamRound();
		expect(await getWebhook(id)).toMatchObject({ waiting: 1, attempts: 1, failingSince: new Date().toISOString() });
	});

	test("a process that is killed before it sends, or before it notes the acceptance, leaves an event that is sent again, marked", async () => {
		const { id } = await newWebhook(receiver.url);
		await writeTrail(1, 2);
		await collectEvents();
		const database = await dashboardDatabase();
		// As after the claim, whether the event was sent or not.
		const lease_until = new Date(Date.now() + LEASE_MS).toISOString();
		await database.updateTable("webhooks").set({ lease: "killed", lease_until, attempts: 1 }).execute();
		pass(LEASE_MS - 1);
		await logStreamRound();
		expect(receiver.received).toEqual([]);
		pass(1);
		await logStreamRound();
		expect(targets()).toEqual(["vct_1", "vct_2"]);
		expect(attempts()).toEqual([2, 1]);
		expect(await getWebhook(id)).toMatchObject({ waiting: 0 });
	});

	test("of several processes one delivers; a slow one that has lost its lease changes nothing any more", async () => {
		const { id } = await newWebhook(receiver.url);
		await writeTrail(1, 3);
		await collectEvents();
		await Promise.all([logStreamRound(), logStreamRound(), logStreamRound()]);
		await logStreamRound();
		expect(targets()).toEqual(["vct_1", "vct_2", "vct_3"]);
		await writeTrail(4, 2);
		let isFirst = true;
		receiver.respond = async (response) => {
			if (isFirst) {
				isFirst = false;
				// Meanwhile the lease ends, and another process takes over and is done.
				pass(LEASE_MS);
				await logStreamRound();
				response.writeHead(500).end();
			} else response.writeHead(204).end();
		};
		await logStreamRound();
		expect(targets().slice(3)).toEqual(["vct_4", "vct_4", "vct_5"]);
		expect(attempts().slice(3)).toEqual([1, 2, 1]);
		expect(await getWebhook(id)).toMatchObject({ waiting: 0, attempts: 0, failingSince: null });
	});

	test("410 pauses at once, three days without acceptance pause then; resuming goes on where it stopped", async () => {
		const { id } = await newWebhook(receiver.url);
		await writeTrail(1, 2);
		receiver.respond = withStatus(410);
		await logStreamRound();
		expect(await getWebhook(id)).toMatchObject({ state: "gone", waiting: 2 });
		const rows = await listAuditEntries({ ...everything, operation: "pause_webhook" }, null, 2);
		expect(rows).toMatchObject([{ personName: "This console", target: id, outcome: "done" }]);
		await resumeWebhook(id);
		receiver.respond = withStatus(503);
		await logStreamRound();
		pass(FAILING_MS_MAX);
		await logStreamRound();
		expect(await getWebhook(id)).toMatchObject({ state: "active" });
		pass(HOUR_MS);
		await logStreamRound();
		expect(await getWebhook(id)).toMatchObject({ state: "failing", waiting: 2 });
		pass(24 * HOUR_MS);
		await logStreamRound();
		expect(receiver.received).toHaveLength(4);
		await resumeWebhook(id);
		receiver.respond = accept;
		await logStreamRound();
		expect(targets().slice(-2)).toEqual(["vct_1", "vct_2"]);
		expect(await getWebhook(id)).toMatchObject({ state: "active", waiting: 0 });
	});

	test("a paused webhook is sent nothing, and afterwards all that happened meanwhile", async () => {
		const { id } = await newWebhook(receiver.url);
		await pauseWebhook(id);
		await writeTrail(1, 2);
		await logStreamRound();
		expect(receiver.received).toEqual([]);
		await resumeWebhook(id);
		await logStreamRound();
		expect(targets()).toEqual(["vct_1", "vct_2"]);
	});

	test("only the kinds of events that were chosen are sent", async () => {
		const { id } = await newWebhook(receiver.url, ["applications"]);
		await writeTrail(1, 2);
		await writeTrail(3, 1, { operation: "patch_clients_by_id", target: "app" });
		await writeTrail(4, 1);
		await logStreamRound();
		expect(targets()).toEqual(["app"]);
		expect(await getWebhook(id)).toMatchObject({ waiting: 0 });
		await changeWebhook(id, { kinds: ["templates"] });
		await writeTrail(5, 1);
		await logStreamRound();
		expect(targets()).toEqual(["app", "vct_5"]);
	});

	test("while a secret is rotated both sign, the newer one first, until the old one is removed", async () => {
		const { id, secret } = await newWebhook(receiver.url);
		const added = await addSecret(id);
		const signedBy = (...secrets: string[]) => {
			const sent = receiver.received.at(-1) ?? expect.fail();
			const signatures = sent.signature.split(" ");
			expect(signatures).toHaveLength(secrets.length);
			for (const [index, signature] of signatures.entries()) verifiedBy(secrets[index] ?? "", { ...sent, signature });
		};
		await sendTestEvent(id);
		signedBy(added, secret);
		expect(await getWebhook(id)).toMatchObject({ hasOldSecret: true });
		await removeOldSecret(id);
		await sendTestEvent(id);
		signedBy(added);
		expect(added).not.toBe(secret);
	});

	test("a test event is sent at once, beside the order, and its result returned", async () => {
		const { id } = await newWebhook(receiver.url);
		await writeTrail(1, 1);
		expect(await sendTestEvent(id)).toMatchObject({ status: 204, failure: null });
		expect(JSON.parse(receiver.received[0]?.body ?? "")).toMatchObject({ type: "log_stream.test", sequence: null });
		receiver.respond = withStatus(500);
		expect(await sendTestEvent(id)).toMatchObject({ status: 500 });
		expect(await getWebhook(id)).toMatchObject({ state: "active", attempts: 0, failingSince: null });
		await expect(sendTestEvent("wh_none")).rejects.toMatchObject({ kind: "not-found" });
	});

	test("an event that was sent can be sent again, with its id and a further attempt; another one can't", async () => {
		const { id } = await newWebhook(receiver.url);
		await writeTrail(1, 1);
		await logStreamRound();
		const eventId = receiver.received[0]?.id ?? "";
		expect(await sendAgain(id, eventId)).toMatchObject({ status: 204 });
		expect(await sendAgain(id, eventId)).toMatchObject({ status: 204 });
		expect(receiver.received.map(({ id, attempt }) => [id, attempt])).toEqual(
			[1, 2, 3].map((number) => [eventId, number]),
		);
		expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
		await writeTrail(2, 1);
		await pauseWebhook(id);
		await collectEvents();
		const database = await dashboardDatabase();
		const unsent = await database.selectFrom("log_events").select("id").orderBy("sequence", "desc").executeTakeFirst();
		for (const other of [unsent?.id ?? "", "evt_none"])
			await expect(sendAgain(id, other)).rejects.toMatchObject({ title: "Nothing was sent" });
		expect(receiver.received).toHaveLength(3);
	});

	test("the history has each attempt, with status or reason, and nothing that the receiver wrote", async () => {
		const { id } = await newWebhook(receiver.url);
		await writeTrail(1, 1, { name: "Age check" });
		receiver.respond = (response) => response.writeHead(500, { "x-secret": "receiver" }).end("receiver's secret");
		await logStreamRound();
		receiver.respond = (response) => response.destroy();
		pass(HOUR_MS);
		await logStreamRound();
		receiver.respond = accept;
		pass(HOUR_MS);
		await logStreamRound();
		const { deliveries } = await listDeliveries(id, null);
		expect(deliveries).toMatchObject([
			{ attempt: 3, status: 204, failure: null },
			{ attempt: 2, status: null, failure: "The connection was closed." },
			{
				attempt: 1,
				status: 500,
				failure: null,
				type: "template.changed",
				summary: "edda@example.com changed template “Age check”",
			},
		]);
		expect(JSON.stringify(deliveries)).not.toContain("secret");
	});

	test("the attempts of each day are counted by an index that holds nothing of what was sent", async () => {
		vi.setSystemTime(Date.parse("2026-03-01T23:59:59.999Z"));
		const { id } = await newWebhook(receiver.url);
		await sendTestEvent(id);
		pass(1);
		await sendTestEvent(id);
		for (const status of [500, 410, 302]) {
			receiver.respond = withStatus(status);
			await sendTestEvent(id);
		}
		await receiver.close();
		await sendTestEvent(id);
		const other = await newWebhook(receiver.url);
		await sendTestEvent(other.id);
		const database = await dashboardDatabase();
		const recorder = recordQueries(database);
		heldDatabase.set(Promise.resolve(recorder.database));
		const days = [...(await deliveryDays(id, "2026-03-01"))].toSorted();
		expect(days).toEqual([
			["2026-03-01", { accepted: 1, failed: 0 }],
			["2026-03-02", { accepted: 1, failed: 4 }],
		]);
		const [statement] = recorder.take().filter(({ sql }) => sql.includes("webhook_deliveries"));
		const plan = statement ? await planOf(database, statement) : [];
		expect(plan.join()).toMatch(/(COVERING INDEX|Index Only Scan using) webhook_deliveries_days/);
		expect([...(await deliveryDays(id, "2026-03-03"))]).toEqual([]);
		receiver = await startReceiver();
	});

	test("events that fall out of the retention before they are accepted are said in the history", async () => {
		const { id } = await newWebhook(receiver.url);
		await pauseWebhook(id);
		await writeTrail(1, 3);
		await collectEvents();
		pass(91 * 24 * HOUR_MS);
		await writeTrail(4, 1);
		await collectEvents();
		await pruneStore();
		expect(await getWebhook(id)).toMatchObject({ removed: expect.any(Number), waiting: 1 });
		await resumeWebhook(id);
		await logStreamRound();
		pass(1);
		await logStreamRound();
		expect(targets()).toEqual(["vct_4"]);
		const { deliveries } = await listDeliveries(id, null);
		expect(deliveries.at(-1)).toMatchObject({ attempt: 0, failure: "Older than the audit trail is kept." });
	});

	test("a webhook that was removed, also during a delivery, is sent nothing more", async () => {
		const { id } = await newWebhook(receiver.url);
		await writeTrail(1, 2);
		receiver.respond = async (response) => {
			await removeWebhook(id);
			response.writeHead(204).end();
		};
		await logStreamRound();
		expect(receiver.received).toHaveLength(1);
		await expect(getWebhook(id)).rejects.toMatchObject({ kind: "not-found" });
	});
}

describe("webhooks in SQLite", () => guarantees());

const server = process.env.TEST_DATABASE_URL;
describe.skipIf(!server)(`webhooks in PostgreSQL${server ? "" : ": NOT TESTED, for want of TEST_DATABASE_URL"}`, () =>
	guarantees(server),
);
