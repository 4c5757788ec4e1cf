import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { presentationOf } from "@/lib/contract/template/mdl-elements";
import type { Template } from "@/lib/contract/template/template";
import { recordQueries } from "@/lib/database/testing/record-queries";
import { forgetProcessWideValues } from "@/lib/process/process-wide";
import { heldConfig } from "../../config";
import { createTemplate, deleteTemplate, getTemplate, listTemplates, updateTemplate } from "../../management/templates";
import { dashboardDatabase, heldDatabase } from "../../store/dashboard-database";
import { pruneStore } from "../../store/prune-store";
import { readPurpose, writePurpose } from "../../store/template-purposes";
import { goneTemplates, TEMPLATE_VERSIONS_MAX, versionsOfTemplate } from "../../store/template-versions";
import { acceptWrites, clearDashboardState, pointAtService, signInAs } from "../../testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "../../testing/fault-server";
import { noPurpose } from "../purpose";

const START = Date.parse("2026-03-01T12:00:00Z");
const DAY_MS = 24 * 3600 * 1000;

const request = {
	name: "Age",
	type: "mdl",
	dialect: "simplified/1.0",
	presentation: presentationOf({ portrait: true }),
	well_known_trusted_issuers: "aamva",
};

let service: FaultServer;
/** The templates of the service, oldest first. */
let stored: Map<string, Template>;
/** Called with each request once it was carried out, before its response. */
let during: (method: string) => Promise<void> | void;
let loses: { response: boolean; lookUp: boolean };
/** The properties that a list omits. */
let omitted: string[];

function startTenant() {
	service.handle = async ({ method, url, body }, response) => {
		const { pathname, searchParams } = new URL(url, service.address);
		const id = pathname.split("/templates/")[1] ?? "";
		// As it was when the request came.
		const found = stored.get(id);
		if (method === "GET") {
			const all = [...stored.values()];
			await during(method);
			if (loses.lookUp) return response.socket?.destroy();
			if (id) return found ? json(response, 200, found) : json(response, 404, { message: "Not found" });
			const [from, take] = [Number(searchParams.get("from") ?? 0), Number(searchParams.get("take") ?? 50)];
			const page = all.slice(from, from + take).map((template) => {
				const shown = Object.entries(template).filter(([name]) => !omitted.includes(name));
				return Object.fromEntries(shown);
			});
			return json(response, 200, { templates: page, ...(from + take < all.length && { next: String(from + take) }) });
		}
		const sent = body ? JSON.parse(body) : {};
		const key = id || `vct_${stored.size + 1}`;
		if (method === "POST" && [...stored.values()].some(({ name }) => name === sent.name)) {
			return json(response, 409, { message: "taken" });
		}
		if (method === "DELETE") stored.delete(key);
		else stored.set(key, { ...found, ...sent, id: key });
		const result = stored.get(key);
		await during(method);
		if (loses.response) response.socket?.destroy();
		else json(response, 200, result);
	};
}

function elsewhere(id: string, change: object) {
	stored.set(id, { ...stored.get(id), ...change, id });
}

/** Later than any write that may be in progress. */
function passTime(milliseconds = 60_000) {
	vi.setSystemTime(Date.now() + milliseconds);
}

/** The versions of a template from the first on: name, origin and author. */
async function told(id: string): Promise<string[]> {
	return (await versionsOfTemplate(id)).toReversed().map(({ content, origin, author, isGone }) => {
		const who = author ? ` ${author.person}` : "";
		return `${isGone ? "gone" : content.name}: ${origin}${who}`;
	});
}

/** What another instance on the same store knows of what this one has read. */
function asAnotherInstance() {
	const [database, config] = [heldDatabase.get(), heldConfig.get()];
	forgetProcessWideValues();
	heldDatabase.set(database);
	heldConfig.set(config);
}

function guarantees(postgres?: string) {
	beforeEach(async () => {
		vi.useFakeTimers({ toFake: ["Date"], now: START });
		stored = new Map();
		during = () => {};
		loses = { response: false, lookUp: false };
		omitted = [];
		service = await startFaultServer();
		startTenant();
		await pointAtService(service.address, postgres);
		const later = new Date(START + 2000 * DAY_MS).toISOString();
		await (await dashboardDatabase()).updateTable("sessions").set({ expires_at: later }).execute();
		signInAs("editor");
	});
	afterEach(async () => {
		vi.useRealTimers();
		await clearDashboardState();
		await service.close();
	});

	describe("a version is added", () => {
		test("by each create, change and deletion of this console, with who, and by no read of them", async () => {
			const { id } = await createTemplate(request);
			await listTemplates();
			await updateTemplate(id, { name: "Age 2" }, await getTemplate(id));
			await getTemplate(id);
			await deleteTemplate(id);
			await getTemplate(id).catch(() => {});
			await listTemplates();
			expect(await told(id)).toEqual(["Age: own editor", "Age 2: own editor", "gone: own editor"]);
			const [gone, changed] = await versionsOfTemplate(id);
			expect(gone?.content).toEqual(changed?.content);
			expect(changed?.content).toEqual({ ...request, name: "Age 2", custom_certificate_authority: null });
		});

		test("by a read of a change made elsewhere, between this read and the one before", async () => {
			elsewhere("vct_1", request);
			await getTemplate("vct_1");
			passTime();
			await listTemplates();
			const before = new Date().toISOString();
			passTime();
			elsewhere("vct_1", { presentation: presentationOf({ portrait: true, birth_date: true }) });
			await getTemplate("vct_1");
			expect(await told("vct_1")).toEqual(["Age: seen", "Age: elsewhere"]);
			expect((await versionsOfTemplate("vct_1"))[0]).toMatchObject({ fromAt: before, at: new Date().toISOString() });
		});

		test("once, where two instances see the same change at the same time", async () => {
			elsewhere("vct_1", request);
			await getTemplate("vct_1");
			passTime();
			elsewhere("vct_1", { name: "Age 2" });
			await Promise.all([getTemplate("vct_1"), listTemplates(), getTemplate("vct_1"), listTemplates()]);
			asAnotherInstance();
			await Promise.all([getTemplate("vct_1"), listTemplates()]);
			expect(await told("vct_1")).toEqual(["Age: seen", "Age 2: elsewhere"]);
		});

		test("by a read of an earlier state that was brought back elsewhere", async () => {
			elsewhere("vct_1", request);
			await getTemplate("vct_1");
			passTime();
			await updateTemplate("vct_1", { name: "Age 2" }, await getTemplate("vct_1"));
			passTime();
			elsewhere("vct_1", { name: "Age" });
			await getTemplate("vct_1");
			expect(await told("vct_1")).toEqual(["Age: seen", "Age 2: own editor", "Age: elsewhere"]);
		});

		test("with the purpose, as part of the save that it belongs to, or by itself", async () => {
			const { id } = await createTemplate(request);
			const purpose = { ...noPurpose, purpose: "To sell beer" };
			await writePurpose(undefined, id, "Age", noPurpose, purpose);
			expect(await told(id)).toEqual(["Age: own editor"]);
			passTime();
			await writePurpose(undefined, id, "Age", purpose, { ...purpose, retention: "none" });
			await getTemplate(id);
			expect(await told(id)).toEqual(["Age: own editor", "Age: own editor"]);
			const contents = (await versionsOfTemplate(id)).map(({ content }) => content.purpose?.retention);
			expect(contents).toEqual(["none", ""]);
		});
	});

	describe("no version is added", () => {
		test("by a property that a list omits, which the next read completes", async () => {
			elsewhere("vct_1", { ...request, custom_certificate_authority: "PEM" });
			omitted = ["custom_certificate_authority", "presentation"];
			await listTemplates();
			await getTemplate("vct_1");
			await listTemplates();
			expect(await told("vct_1")).toEqual(["Age: seen"]);
			expect((await versionsOfTemplate("vct_1"))[0]?.content).toEqual({
				...request,
				custom_certificate_authority: "PEM",
			});
		});

		test("by another order of the elements", async () => {
			elsewhere("vct_1", { ...request, presentation: presentationOf({ portrait: true, birth_date: true }) });
			await getTemplate("vct_1");
			passTime();
			elsewhere("vct_1", { presentation: presentationOf({ birth_date: true, portrait: true }) });
			await getTemplate("vct_1");
			expect(await told("vct_1")).toHaveLength(1);
		});

		test("where the store can't be written, and the read succeeds", async () => {
			elsewhere("vct_1", request);
			await acceptWrites(false);
			expect((await getTemplate("vct_1")).name).toBe("Age");
			await acceptWrites(true);
			await listTemplates();
			expect(await told("vct_1")).toEqual(["Age: seen"]);
		});
	});

	test("a page of a list costs one statement, and none where the same was read within a minute", async () => {
		for (let count = 1; count <= 30; count += 1) elsewhere(`vct_${count}`, { ...request, name: `T ${count}` });
		await listTemplates();
		const recorder = recordQueries(await dashboardDatabase());
		heldDatabase.set(Promise.resolve(recorder.database));
		const ofVersions = () => recorder.take().filter(({ sql }) => /template_/.test(sql));
		await listTemplates();
		const statements = ofVersions();
		expect(statements.filter(({ sql }) => /insert|update|delete/.test(sql))).toEqual([]);
		expect(statements).toHaveLength(1);
		await listTemplates();
		expect(ofVersions()).toEqual([]);
	});

	describe("an own write is never a change made elsewhere", () => {
		const expectOwn = async (id = "vct_1") => {
			passTime();
			await listTemplates();
			await getTemplate(id).catch(() => {});
			return told(id);
		};

		test("where a read sees it before its response", async () => {
			elsewhere("vct_1", request);
			const current = await getTemplate("vct_1");
			during = async (method) => {
				if (method !== "PATCH") return;
				await listTemplates();
				await getTemplate("vct_1");
			};
			await updateTemplate("vct_1", { name: "Age 2" }, current);
			expect(await expectOwn()).toEqual(["Age: seen", "Age 2: own editor"]);
		});

		test("where a read that began before it ends after it", async () => {
			elsewhere("vct_1", request);
			const current = await getTemplate("vct_1");
			for (const read of [() => listTemplates(), () => getTemplate("vct_1")]) {
				passTime();
				const name = `Age ${Math.random()}`;
				let isOnce = true;
				during = async (method) => {
					if (method !== "GET" || !isOnce) return;
					isOnce = false;
					await updateTemplate("vct_1", { name }, current);
				};
				await read();
				expect((await versionsOfTemplate("vct_1"))[0]).toMatchObject({ origin: "own", content: { name } });
			}
			expect((await versionsOfTemplate("vct_1")).map(({ origin }) => origin)).toEqual(["own", "own", "seen"]);
		});

		test.each(["create", "change", "deletion"])("where the response of a %s was lost", async (kind) => {
			if (kind !== "create") elsewhere("vct_1", request);
			const current = kind === "create" ? undefined : await getTemplate("vct_1");
			loses.response = true;
			if (kind === "create") await createTemplate(request);
			if (kind === "change") await updateTemplate("vct_1", { name: "Age 2" }, current);
			if (kind === "deletion") await deleteTemplate("vct_1");
			const first = kind === "create" ? [] : ["Age: seen"];
			const last = { create: "Age: own editor", change: "Age 2: own editor", deletion: "gone: own editor" }[kind];
			expect(await expectOwn()).toEqual([...first, last]);
		});

		test.each(["create", "change", "deletion"])(
			"where the outcome of a %s was unknown until a later read, also after a restart",
			async (kind) => {
				if (kind !== "create") elsewhere("vct_1", request);
				const current = kind === "create" ? undefined : await getTemplate("vct_1");
				loses = { response: true, lookUp: true };
				const write =
					kind === "create"
						? createTemplate(request)
						: kind === "change"
							? updateTemplate("vct_1", { name: "Age 2" }, current)
							: deleteTemplate("vct_1");
				await expect(write).rejects.toMatchObject({ outcomeUnknown: true });
				asAnotherInstance();
				loses = { response: false, lookUp: false };
				passTime(3_600_000);
				const first = kind === "create" ? [] : ["Age: seen"];
				const last = { create: "Age: own editor", change: "Age 2: own editor", deletion: "gone: own editor" }[kind];
				expect(await expectOwn()).toEqual([...first, last]);
			},
		);

		test("where another instance's write ends later, but was carried out before", async () => {
			elsewhere("vct_1", request);
			const current = await getTemplate("vct_1");
			let isFirst = true;
			during = async (method) => {
				if (method !== "PATCH" || !isFirst) return;
				isFirst = false;
				passTime(10);
				await updateTemplate("vct_1", { name: "Second" }, { ...current, name: "First" });
				passTime(10);
			};
			await updateTemplate("vct_1", { name: "First" }, current);
			expect(await expectOwn()).toEqual(["Age: seen", "First: own editor", "Second: own editor"]);
			expect(await expectOwn()).toHaveLength(3);
		});

		test("where it was refused, and the same change is made elsewhere, that is elsewhere", async () => {
			elsewhere("vct_1", request);
			const current = await getTemplate("vct_1");
			const { handle } = service;
			service.handle = (seen, response) =>
				seen.method === "PATCH" ? json(response, 400, { message: "no" }) : handle(seen, response);
			await expect(updateTemplate("vct_1", { name: "Age 2" }, current)).rejects.toMatchObject({ kind: "rejected" });
			passTime();
			elsewhere("vct_1", { name: "Age 2" });
			expect(await expectOwn()).toEqual(["Age: seen", "Age 2: elsewhere"]);
		});
	});

	describe("a template that is gone", () => {
		test("is found by a read of it, and by a complete listing of several pages", async () => {
			for (const id of ["vct_1", "vct_2", "vct_3"]) elsewhere(id, { ...request, name: id });
			await listTemplates();
			passTime();
			stored.delete("vct_1");
			await getTemplate("vct_1").catch(() => {});
			stored.delete("vct_2");
			const page = await listTemplates(undefined, 1);
			expect(page.templates.map(({ id }) => id)).toEqual(["vct_3"]);
			elsewhere("vct_4", { ...request, name: "vct_4" });
			passTime();
			stored.delete("vct_3");
			elsewhere("vct_5", { ...request, name: "vct_5" });
			const { next } = await listTemplates(undefined, 1);
			expect(await told("vct_3")).toHaveLength(1);
			await listTemplates(next ?? undefined, 1);
			expect((await goneTemplates(9)).map(({ templateId, origin }) => [templateId, origin])).toEqual([
				["vct_3", "elsewhere"],
				["vct_2", "elsewhere"],
				["vct_1", "elsewhere"],
			]);
		});

		test("is not one that was created while the listing was read, nor one of another tenant", async () => {
			during = async (method) => {
				during = () => {};
				if (method === "GET") await createTemplate(request);
			};
			await listTemplates();
			expect(await told("vct_1")).toEqual(["Age: own editor"]);
			passTime();
			stored.clear();
			const config = heldConfig.get();
			heldConfig.set({ ...config, management: { ...config.management, baseUrl: `${config.management.baseUrl}/` } });
			await listTemplates();
			expect(await told("vct_1")).toEqual(["Age: own editor"]);
		});

		test("is there again where it is read again", async () => {
			elsewhere("vct_1", request);
			await listTemplates();
			passTime();
			stored.clear();
			await listTemplates();
			passTime();
			elsewhere("vct_1", request);
			await getTemplate("vct_1");
			expect(await told("vct_1")).toEqual(["Age: seen", "gone: elsewhere", "Age: elsewhere"]);
			expect(await goneTemplates(9)).toEqual([]);
		});
	});

	describe("versions are kept", () => {
		test("as long as the audit trail, the newest of a template that exists for ever", async () => {
			const { id } = await createTemplate(request);
			await updateTemplate(id, { name: "Age 2" }, await getTemplate(id));
			passTime(90 * DAY_MS);
			await pruneStore();
			expect(await told(id)).toHaveLength(2);
			passTime();
			await pruneStore();
			expect(await told(id)).toEqual(["Age 2: own editor"]);
			passTime(1000 * DAY_MS);
			await pruneStore();
			expect(await told(id)).toEqual(["Age 2: own editor"]);
		});

		test("of a template that is gone for as long, its purpose for 30 days", async () => {
			const { id } = await createTemplate(request);
			await writePurpose(undefined, id, "Age", noPurpose, { ...noPurpose, purpose: "To sell beer" });
			passTime();
			await deleteTemplate(id);
			passTime(30 * DAY_MS);
			await pruneStore();
			expect([(await goneTemplates(9)).length, (await readPurpose(id)).purpose]).toEqual([1, "To sell beer"]);
			passTime();
			await pruneStore();
			expect([(await goneTemplates(9)).length, (await readPurpose(id)).purpose]).toEqual([0, ""]);
			expect(await told(id)).toHaveLength(2);
			passTime(60 * DAY_MS);
			await pruneStore();
			expect(await told(id)).toEqual([]);
		});

		test(`at most ${TEMPLATE_VERSIONS_MAX} of a template`, async () => {
			const { id } = await createTemplate(request);
			for (let count = 0; count <= TEMPLATE_VERSIONS_MAX; count += 1) {
				elsewhere(id, { name: `Age ${count}` });
				passTime();
				await getTemplate(id);
			}
			const names = await told(id);
			expect([names.length, names[0], names.at(-1)]).toEqual([
				TEMPLATE_VERSIONS_MAX,
				"Age 1: elsewhere",
				`Age ${TEMPLATE_VERSIONS_MAX}: elsewhere`,
			]);
		});
	});
}

describe("in SQLite", () => guarantees());

const server = process.env.TEST_DATABASE_URL;
describe.skipIf(!server)(`in PostgreSQL${server ? "" : ": NOT TESTED, for want of TEST_DATABASE_URL"}`, () =>
	guarantees(server),
);
