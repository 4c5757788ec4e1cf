import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { heldConfig } from "../config";
import { dashboardDatabase } from "../store/dashboard-database";
import { pruneStore } from "../store/prune-store";
import { clearDashboardState, pointAtService, signInAs } from "../testing/dashboard-state";
import { accept, type Receiver, startReceiver } from "../testing/webhook-receiver";
import { collectEvents } from "./collect-events";
import { listDeliveries, sendAgain } from "./deliveries";
import { newWebhook, writeTrail } from "./log-stream.test-data";
import { readFeed } from "./read-feed";
import { logStreamRound } from "./run-log-stream";
import { changeWebhook, pauseWebhook, resumeWebhook } from "./webhook-writes";
import { getWebhook, listWebhooks } from "./webhooks";

function guarantees(postgres?: string) {
	let receiver: Receiver;
	/** What was sent to another address of the receiver. */
	let ofOther: Receiver["received"];
	beforeEach(async () => {
		vi.useFakeTimers({ toFake: ["Date"] });
		await pointAtService("http://127.0.0.1:9", postgres);
		heldConfig.set({ ...heldConfig.get(), logStreamAllow: ["127.0.0.1", "::1"] });
		signInAs("editor");
		const database = await dashboardDatabase();
		await database.updateTable("sessions").set({ expires_at: "9999-01-01", last_seen_at: "9998-01-01" }).execute();
		receiver = await startReceiver();
		ofOther = [];
		receiver.respond = (response, one, request) => {
			if (request.url === "/hook/other") ofOther.push(one);
			accept(response, one, request);
		};
	});
	afterEach(async () => {
		vi.useRealTimers();
		await receiver.close();
		await clearDashboardState();
	});

	const targetsOf = (received: Receiver["received"]) => received.map(({ body }) => JSON.parse(body).target.id);
	const set = async (table: "webhooks" | "log_events" | "audit_trail", id: string, column: string, value: string) =>
		sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where id = ${id}`.execute(
			await dashboardDatabase(),
		);
	const eventOf = async (target: string) => {
		const events = await (await dashboardDatabase()).selectFrom("log_events").selectAll().execute();
		return events.find(({ body }) => body.includes(`"${target}"`))?.id ?? "";
	};

	/** What a row holds is read in the same way on both engines: in the short run one of them is enough on PostgreSQL. */
	const some = <Case>(...cases: Case[]) => (postgres && !process.env.LONG ? cases.slice(0, 1) : cases);

	test.each(some("{", "null", "[]", '{"id":"evt_1"}'))(
		"an event whose body is %s is passed and named in the history, and those after it are sent",
		async (body) => {
			const { id } = await newWebhook(receiver.url);
			await writeTrail(1, 3);
			await collectEvents();
			const poisoned = await eventOf("vct_2");
			await set("log_events", poisoned, "body", body);
			await logStreamRound();
			expect(targetsOf(receiver.received)).toEqual(["vct_1", "vct_3"]);
			const { deliveries } = await listDeliveries(id, null);
			expect(deliveries.find(({ event_id }) => event_id === poisoned)).toMatchObject({
				attempt: 0,
				status: null,
				failure: expect.stringContaining("can't be read"),
				summary: expect.stringContaining(poisoned),
			});
			expect(await getWebhook(id)).toMatchObject({ waiting: 0, failingSince: null });
			await expect(sendAgain(id, poisoned)).rejects.toMatchObject({ title: "Nothing was sent" });
			expect(receiver.received).toHaveLength(2);
		},
	);

	test.each(some("{", "null", '{"id":"evt_1","summary":"No target"}'))(
		"an event whose body is %s does not keep the others from the feed",
		async (body) => {
			await writeTrail(1, 3);
			await collectEvents();
			await set("log_events", await eventOf("vct_2"), "body", body);
			const { entries } = await readFeed(null);
			expect(entries.map(({ event }) => event.target.id)).toEqual(["vct_3", "vct_1"]);
		},
	);

	const columns: [column: string, value: string, words: string][] = [
		["url", "no address", "URL can't be read"],
		["url", "https://", "URL can't be read"],
		["secret", "no secret", "secret can't be decrypted"],
		["secret", "a.b.c.d.e", "secret can't be decrypted"],
		["kinds", "{", "Its choice of events can't be read"],
		["kinds", "null", "Its choice of events can't be read"],
	];
	test.each(some(...columns))(
		"a webhook whose %s is %s says so on its page, and the others go on",
		async (column, value, words) => {
			const { id } = await newWebhook(receiver.url);
			await newWebhook(`${receiver.url}/other`);
			await set("webhooks", id, column, value);
			await writeTrail(1, 2);
			await logStreamRound();
			await writeTrail(3, 1);
			await logStreamRound();
			expect(targetsOf(ofOther)).toEqual(["vct_1", "vct_2", "vct_3"]);
			expect(receiver.received).toEqual(ofOther);
			const shown = (await listWebhooks()).find((webhook) => webhook.id === id);
			// Of any kind, where its kinds are not known: the two webhooks that were added as well.
			const waiting = column === "kinds" ? 5 : 3;
			expect(shown).toMatchObject({ waiting, lastResult: expect.stringContaining(words) });
			expect(shown?.failingSince).not.toBeNull();
			expect(Date.parse(shown?.nextAt ?? "")).toBeGreaterThan(Date.now());
		},
	);

	test("a webhook whose kinds could not be read is sent all that waited, at once after they are chosen again", async () => {
		const { id } = await newWebhook(receiver.url);
		await set("webhooks", id, "kinds", "{");
		await writeTrail(1, 2);
		for (let round = 0; round < 4; round += 1) {
			await logStreamRound();
			vi.setSystemTime(Date.now() + 100_000);
		}
		await logStreamRound();
		await changeWebhook(id, { kinds: ["templates"] });
		await logStreamRound();
		expect(targetsOf(receiver.received)).toEqual(["vct_1", "vct_2"]);
	});

	test.each(some("changes", "kept_values"))(
		"a row of the trail whose %s can't be read stops none after it",
		async (column) => {
			await newWebhook(receiver.url);
			await writeTrail(1, 3);
			const trail = await (await dashboardDatabase()).selectFrom("audit_trail").selectAll().execute();
			await set("audit_trail", trail.find(({ target }) => target === "vct_2")?.id ?? "", column, "{");
			await logStreamRound();
			expect(targetsOf(receiver.received)).toEqual(["vct_1", "vct_2", "vct_3"]);
		},
	);

	test("a version of a template that can't be read stops neither the comparison of others nor the deliveries", async () => {
		const database = await dashboardDatabase();
		await newWebhook(receiver.url);
		const version = {
			tenant: "http://127.0.0.1:9/api/v2",
			is_newest: 1,
			is_gone: 0,
			origin: "own",
			from_at: "",
			subject: null,
			at: new Date().toISOString(),
			audit_id: null,
			person: null,
			again_id: null,
			content: "{",
			is_compared: 0,
		};
		const rows = ["a", "b"].map((id) => ({
			...version,
			id,
			template_id: id,
			position: 1,
			requested: id === "a" ? "{" : "[]",
		}));
		await database.insertInto("template_versions").values(rows).execute();
		await writeTrail(1, 1);
		await logStreamRound();
		expect(targetsOf(receiver.received)).toEqual(["vct_1"]);
		await writeTrail(2, 1);
		await logStreamRound();
		expect(targetsOf(receiver.received)).toEqual(["vct_1", "vct_2"]);
	});

	test("a step that fails as a whole is tried again in a minute, and the others go on meanwhile", async () => {
		const database = await dashboardDatabase();
		await newWebhook(receiver.url);
		await database.schema.alterTable("template_versions").renameTo("away").execute();
		for (const number of [1, 2]) {
			await writeTrail(number, 1);
			await logStreamRound();
		}
		expect(targetsOf(receiver.received)).toEqual(["vct_1", "vct_2"]);
	});

	test("after it is resumed the first attempt is made at once, and the pauses begin anew", async () => {
		const { id } = await newWebhook(receiver.url);
		await writeTrail(1, 1);
		receiver.respond = (response) => response.writeHead(500).end();
		for (let round = 0; round < 8; round += 1) {
			await logStreamRound();
			vi.setSystemTime(Date.parse((await getWebhook(id))?.nextAt ?? ""));
		}
		await logStreamRound();
		await pauseWebhook(id);
		await resumeWebhook(id);
		const resumedAt = Date.now();
		await logStreamRound();
		const pause = Date.parse((await getWebhook(id))?.nextAt ?? "") - resumedAt;
		expect(pause).toBeGreaterThan(0);
		expect(pause).toBeLessThanOrEqual(6_000);
		// A receiver still tells a repeated event from a new one.
		expect(receiver.received.map(({ attempt }) => attempt)).toEqual(
			Array.from({ length: 10 }, (_, index) => index + 1),
		);
		receiver.respond = accept;
		vi.setSystemTime(resumedAt + 6_000);
		await logStreamRound();
		expect(await getWebhook(id)).toMatchObject({ waiting: 0, failingSince: null });
	});

	test("an attempt that is under way while it is resumed neither delays the next one nor counts", async () => {
		const { id } = await newWebhook(receiver.url);
		await writeTrail(1, 1);
		const { promise: isSent, resolve: sent } = Promise.withResolvers<void>();
		const { promise: ended, resolve: end } = Promise.withResolvers<void>();
		receiver.respond = async (response) => {
			sent();
			await ended;
			response.writeHead(410).end();
		};
		const underWay = logStreamRound();
		await isSent;
		await pauseWebhook(id);
		await resumeWebhook(id);
		receiver.respond = (response) => response.writeHead(500).end();
		await logStreamRound();
		const resumed = await getWebhook(id);
		expect(resumed).toMatchObject({ state: "active", attempts: 2, lastResult: "Status 500" });
		end();
		await underWay;
		expect(await getWebhook(id)).toEqual(resumed);
		const trail = await (await dashboardDatabase()).selectFrom("audit_trail").select("operation").execute();
		expect(trail.filter(({ operation }) => operation === "pause_webhook")).toHaveLength(1);
	});

	test("a table that can't be pruned does not keep the others from it", async () => {
		const database = await dashboardDatabase();
		await database.schema.alterTable("exchanges").renameTo("away").execute();
		await database
			.insertInto("flash_messages")
			.values({ id: "old", path: "/", message: "Done.", until: "2001-01-01" })
			.execute();
		await expect(pruneStore()).rejects.toThrow();
		expect(await database.selectFrom("flash_messages").selectAll().execute()).toEqual([]);
	});
}

describe("what can't be read of the log stream, on SQLite", () => guarantees());

const server = process.env.TEST_DATABASE_URL;
describe.skipIf(!server)(
	`what can't be read of the log stream, on PostgreSQL${server ? "" : ": NOT TESTED, for want of TEST_DATABASE_URL"}`,
	() => guarantees(server),
);
