// The process that delivers is killed, and the next one goes on with the same store: once in the short run, at a delivery that has
// no response yet; in the long run on both engines, at random moments.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { endOf, go, readyOf, startChild } from "@/lib/database/testing/run-child";
import { createTestDatabase } from "@/lib/database/testing/test-database";
import { forgetProcessWideValues } from "@/lib/process/process-wide";
import { heldConfig, readConfig } from "../config";
import { sealWebhookSecret } from "../secrets/dashboard-secrets";
import { dashboardDatabase } from "../store/dashboard-database";
import { type Receiver, startReceiver } from "../testing/webhook-receiver";
import { eventKinds } from "./event-types";
import { writeTrail } from "./log-stream.test-data";
import { newWebhookSecret } from "./webhook-signature";

const LONG = process.env.LONG !== undefined;
const KILLS = LONG ? 30 : 1;
/** More than the processes that are killed can deliver. */
const EVENTS = LONG ? 600 : 12;
const KILLED_AT_DELIVERY = 5;
const CHILD = "lib/dashboard/log-stream/testing/deliver-until-killed.ts";

const server = process.env.TEST_DATABASE_URL;
let undo: (() => unknown)[] = [];
afterEach(async () => {
	for (const each of undo.toReversed()) await each();
	undo = [];
});

/** Works on the store while no other process has it. */
async function withStore<Result>(settings: object, work: () => Promise<Result>): Promise<Result> {
	forgetProcessWideValues();
	heldConfig.set(readConfig({ ...settings }));
	try {
		return await work();
	} finally {
		await (await dashboardDatabase()).destroy();
		forgetProcessWideValues();
	}
}

async function addWebhookTo({ url }: Receiver): Promise<void> {
	const database = await dashboardDatabase();
	const secret = await sealWebhookSecret(newWebhookSecret());
	const texts = { created_at: "", state: "active", next_at: "", lease_until: "", kinds: JSON.stringify(eventKinds) };
	await database
		.insertInto("webhooks")
		.values({ id: "w", name: "W", url, secret, ...texts, cursor: 0, attempts: 0 })
		.execute();
}

describe.each(LONG && server ? ["SQLite", "PostgreSQL"] : ["SQLite"])("on %s", (engine) => {
	test("kills lose no event, keep the order, and mark what is sent again", async () => {
		const folder = await mkdtemp(join(tmpdir(), "identity-console-killed-"));
		undo.push(() => rm(folder, { recursive: true, force: true }));
		const database = engine === "PostgreSQL" && server ? await createTestDatabase(server) : null;
		if (database) undo.push(database.drop);
		const receiver = await startReceiver();
		undo.push(receiver.close);
		const address = { MANAGEMENT_BASE_URL: "https://t.example/api/v2", AUTH_BASE_URL: "https://t.example" };
		const client = {
			MANAGEMENT_CLIENT_ID: "m",
			MANAGEMENT_CLIENT_SECRET: "s",
			SIGN_IN_CLIENT_ID: "s",
			SIGN_IN_CLIENT_SECRET: "s",
		};
		const settings = {
			...address,
			...client,
			APP_URL: "https://console.example",
			SESSION_SECRET: "s".repeat(32),
			EDITORS: "ann",
			DATA_DIR: folder,
			LOG_STREAM_ALLOW: "127.0.0.1,::1",
			...(database && { DATABASE_URL: database.url }),
		};
		const certificate = join(folder, "receiver.pem");
		await writeFile(certificate, receiver.certificate);
		await withStore(settings, async () => {
			await writeTrail(1, EVENTS);
			await addWebhookTo(receiver);
		});
		receiver.respond = async (response) => {
			if (LONG) await delay(Math.random() * 20);
			else if (receiver.received.length === KILLED_AT_DELIVERY) return;
			response.writeHead(204).end();
		};
		const isDone = () => new Set(receiver.received.map(({ id }) => id)).size === EVENTS;
		for (let kills = 0; kills <= KILLS; kills += 1) {
			const child = startChild(CHILD, JSON.stringify(settings), certificate);
			await readyOf(child);
			const ended = endOf(child);
			const awaited = LONG ? receiver.received.length + 1 : KILLED_AT_DELIVERY;
			const isTime = () => (kills === KILLS ? isDone() : receiver.received.length >= awaited);
			go(child);
			while (!isTime() && child.exitCode === null) await delay(5);
			if (LONG && kills < KILLS) await delay(Math.random() * 150);
			child.kill("SIGKILL");
			expect((await ended).errors).toBe("");
			// The time after which another process takes over has passed.
			await withStore(settings, async () => {
				const store = await dashboardDatabase();
				await store.updateTable("webhooks").set({ lease_until: "", next_at: "" }).execute();
			});
		}
		if (!LONG) expect(receiver.received).toHaveLength(EVENTS + 1);
		const numbers = receiver.received.map(({ body }) => JSON.parse(body).sequence);
		expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
		expect([...new Set(numbers)]).toEqual(Array.from({ length: EVENTS }, (_, index) => index + 1));
		for (const [index, { id, attempt, body }] of receiver.received.entries()) {
			const earlier = receiver.received.slice(0, index).findLast((one) => one.id === id);
			if (!earlier) continue;
			expect(attempt).toBeGreaterThan(earlier.attempt);
			expect(body).toBe(earlier.body);
		}
	});
});
