import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { presentationOf } from "@/lib/contract/template/mdl-elements";
import { planOf, recordQueries, unindexedSteps } from "@/lib/database/testing/record-queries";
import { forgetProcessWideValues } from "@/lib/process/process-wide";
import { heldConfig } from "../config";
import { dashboardDatabase, heldDatabase } from "../store/dashboard-database";
import { newestVersions } from "../store/template-versions";
import { addVersion, completeVersion, type NewVersion } from "../store/write-template-versions";
import { clearDashboardState, pointAtService } from "../testing/dashboard-state";
import { storedEvents } from "./log-stream.test-data";
import { collectRequestsForMore } from "./requests-more";

const NOW = Date.parse("2026-03-10T12:00:00Z");
const HOUR_MS = 3_600_000;

function guarantees(postgres?: string) {
	beforeEach(async () => {
		vi.useFakeTimers({ toFake: ["Date"], now: NOW });
		await pointAtService("http://127.0.0.1:9", postgres);
	});
	afterEach(async () => {
		vi.useRealTimers();
		await clearDashboardState();
	});

	const ann = { auditId: "a", subject: "ann", person: "Ann" };

	/** Adds a version of the template, a number of hours before now. */
	async function version(hoursAgo: number, names: readonly string[], given: Partial<NewVersion> = {}) {
		const database = await dashboardDatabase();
		const at = new Date(NOW - hoursAgo * HOUR_MS).toISOString();
		const last = (await newestVersions(database, ["vct_1"])).get("vct_1") ?? null;
		const presentation = presentationOf(Object.fromEntries(names.map((name) => [name, true])));
		const content = { name: "Age check", presentation };
		const own = { origin: "own", isGone: false, fromAt: at, at, author: ann, content } as const;
		await addVersion(database, "vct_1", last, { ...own, ...given });
	}
	const changes = async () => (await storedEvents()).map(({ event }) => event.changes);

	/** A process that has just started on the same store. */
	async function restart() {
		const [config, database] = [heldConfig.get(), heldDatabase.get()];
		forgetProcessWideValues();
		heldConfig.set(config);
		heldDatabase.set(database);
	}

	async function recordStore() {
		const recorder = recordQueries(await dashboardDatabase());
		heldDatabase.set(Promise.resolve(recorder.database));
		return recorder;
	}

	test("a version that requests names that the version of the day before did not is an event", async () => {
		await version(50, ["age_over_21"]);
		await version(2, ["age_over_21", "portrait", "birth_date", "שם"]);
		await collectRequestsForMore();
		const [stored] = await storedEvents();
		expect(stored?.event).toMatchObject({
			type: "template.requests_more",
			at: new Date(NOW - 2 * HOUR_MS).toISOString(),
			outcome: "done",
			summary: "Template “Age check” asks for more than the day before: Date of birth, Photo, \u2068שם\u2069",
			actor: { id: "ann", name: "Ann" },
			target: { kind: "template", id: "vct_1", name: "Age check" },
			changes: ["+birth_date", "+portrait", "+שם"],
			values: [],
		});
	});

	test("of very many names an event has some, and the number of the others; each other set of names is one of its own", async () => {
		await version(50, []);
		const names = Array.from({ length: 9_000 }, (_, index) => `name_${index}`);
		await version(2, names);
		await version(1, [...names, "name_last"]);
		await collectRequestsForMore();
		const events = await storedEvents();
		expect(events.map(({ event }) => [event.changes.length, event.more_changes])).toEqual([
			[100, 8_900],
			[100, 8_901],
		]);
		for (const { event } of events) expect(JSON.stringify(event).length).toBeLessThan(5_000);
	});

	test("several small steps within a day are compared with the day before, not with each other", async () => {
		await version(50, ["age_over_21"]);
		await version(3, ["age_over_21", "portrait"]);
		await version(2, ["age_over_21", "portrait", "birth_date"]);
		await collectRequestsForMore();
		expect(await changes()).toEqual([["+portrait"], ["+birth_date", "+portrait"]]);
	});

	test("the same names of a template are an event once a day, also after they were taken back, and after a restart", async () => {
		await version(50, ["age_over_21"]);
		await version(3, ["age_over_21", "portrait"]);
		await collectRequestsForMore();
		await version(2, ["age_over_21"]);
		await version(1, ["age_over_21", "portrait"]);
		await collectRequestsForMore();
		await restart();
		await collectRequestsForMore();
		expect(await changes()).toEqual([["+portrait"]]);
	});

	test("the same names, taken back and requested again before any of it was compared, are one event", async () => {
		await version(50, ["age_over_21"]);
		for (const names of [["portrait"], [], ["portrait"]]) await version(2, names);
		await collectRequestsForMore();
		expect(await changes()).toEqual([["+portrait"]]);
	});

	test("a round without news is one statement that reads no row, by an index, also the first one after a start", async () => {
		await version(50, ["age_over_21"]);
		for (const names of [["portrait"], [], ["birth_date"]]) await version(1, names);
		await collectRequestsForMore();
		await restart();
		const recorder = await recordStore();
		await collectRequestsForMore();
		await collectRequestsForMore();
		const statements = recorder.take();
		expect([statements.length, recorder.rowsRead()]).toEqual([2, 0]);
		for (const statement of statements) {
			const plan = await planOf(recorder.database, statement);
			expect(plan.join("\n")).toContain("template_versions_to_compare");
			expect(unindexedSteps(plan)).toEqual([]);
		}
	});

	test("of versions their names are read, page by page, and nothing else that they hold", async () => {
		const content = (names: string[]) => ({
			custom_certificate_authority: "c".repeat(10_000),
			presentation: presentationOf(Object.fromEntries(names.map((name) => [name, true]))),
		});
		for (let hours = 50; hours > 0; hours -= 1) await version(hours, [], { content: content(["portrait"]) });
		const recorder = await recordStore();
		await collectRequestsForMore();
		expect(recorder.charactersRead()).toBeLessThan(50 * 1_000);
		expect(recorder.mostRowsRead()).toBeLessThan(25);
	});

	test("a version of another instance that becomes visible late is compared, whatever its time", async () => {
		await version(50, ["age_over_21"]);
		await version(1, ["age_over_21"]);
		await collectRequestsForMore();
		await version(1, ["portrait"]);
		const database = await dashboardDatabase();
		const at = new Date(NOW - 3 * HOUR_MS).toISOString();
		await database.updateTable("template_versions").set({ at }).where("position", "=", 3).execute();
		await collectRequestsForMore();
		expect(await changes()).toEqual([["+portrait"]]);
	});

	test("instances that compare at the same time add each event once", async () => {
		await version(50, []);
		for (const name of ["portrait", "birth_date", "age_over_21"]) await version(1, [name]);
		await Promise.all([collectRequestsForMore(), collectRequestsForMore(), collectRequestsForMore()]);
		expect(await changes()).toEqual([["+portrait"], ["+birth_date"], ["+age_over_21"]]);
	});

	test("a version whose event could not be added is compared again", async () => {
		await version(50, []);
		await version(1, ["portrait"]);
		const database = await dashboardDatabase();
		await sql`alter table log_events rename to events_elsewhere`.execute(database);
		await expect(collectRequestsForMore()).rejects.toThrow("log_events");
		await sql`alter table events_elsewhere rename to log_events`.execute(database);
		await collectRequestsForMore();
		expect(await changes()).toEqual([["+portrait"]]);
	});

	test("a version that is known in full only later is compared then", async () => {
		await version(50, []);
		await version(1, [], { content: { name: "Age check" } });
		await collectRequestsForMore();
		const database = await dashboardDatabase();
		const { id = "" } = (await newestVersions(database, ["vct_1"])).get("vct_1") ?? {};
		await completeVersion(database, id, { presentation: presentationOf({ portrait: true }) });
		await collectRequestsForMore();
		expect(await changes()).toEqual([["+portrait"]]);
	});

	test("versions that an older version of the console wrote are compared by what they hold", async () => {
		await version(50, ["age_over_21"]);
		await version(1, ["age_over_21", "portrait"]);
		await version(0, [], { content: { name: "Age check" } });
		await (await dashboardDatabase()).updateTable("template_versions").set({ requested: null }).execute();
		await collectRequestsForMore();
		expect(await changes()).toEqual([["+portrait"]]);
	});

	test("a change that was seen from elsewhere is one too, by no one who is known here", async () => {
		await version(2, ["age_over_21"], { origin: "seen", author: null });
		await version(1, ["portrait"], { origin: "elsewhere", author: null });
		await collectRequestsForMore();
		expect((await storedEvents())[0]?.event).toMatchObject({ actor: null, changes: ["+portrait"] });
	});

	test.each<[string, () => Promise<void>]>([
		["requests less", () => version(1, [])],
		["is deleted", () => version(1, ["portrait"], { isGone: true })],
		["does not say what it requests", () => version(1, [], { content: { name: "Age check" } })],
	])("a template that %s is none", async (_, change) => {
		await version(50, ["age_over_21"]);
		await change();
		await collectRequestsForMore();
		expect(await storedEvents()).toEqual([]);
	});

	test("a template that was made, or is seen for the first time, is none", async () => {
		await version(2, ["portrait"]);
		await version(1, ["portrait", "birth_date"]);
		await collectRequestsForMore();
		expect(await storedEvents()).toEqual([]);
	});
}

describe("a template that asks for more, in SQLite", () => guarantees());

const server = process.env.TEST_DATABASE_URL;
describe.skipIf(!server)(
	`a template that asks for more, in PostgreSQL${server ? "" : ": NOT TESTED, for want of TEST_DATABASE_URL"}`,
	() => guarantees(server),
);
