import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { presentationOf } from "@/lib/contract/template/mdl-elements";
import { forgetProcessWideValues } from "@/lib/process/process-wide";
import { heldConfig } from "../config";
import { dashboardDatabase, heldDatabase } from "../store/dashboard-database";
import { newestVersions } from "../store/template-versions";
import { addVersion, type NewVersion } from "../store/write-template-versions";
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

	test("a version that requests names that the version of the day before did not is an event", async () => {
		await version(50, ["age_over_21"]);
		await version(2, ["age_over_21", "portrait", "birth_date"]);
		await collectRequestsForMore();
		const [stored] = await storedEvents();
		expect(stored?.event).toMatchObject({
			...{ type: "template.requests_more", at: new Date(NOW - 2 * HOUR_MS).toISOString(), outcome: "done" },
			summary: "Template “Age check” asks for more than the day before: Date of birth, Photo",
			actor: { id: "ann", name: "Ann" },
			target: { kind: "template", id: "vct_1", name: "Age check" },
			...{ changes: ["+birth_date", "+portrait"], values: [] },
		});
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
		const [config, database] = [heldConfig.get(), heldDatabase.get()];
		forgetProcessWideValues();
		heldConfig.set(config);
		heldDatabase.set(database);
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
