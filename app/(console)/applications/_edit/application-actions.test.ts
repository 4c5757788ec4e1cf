import { performance } from "node:perf_hooks";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { contentOfResponse } from "@/app/_editor/wire";
import { changedByVera } from "@/app/_testing/changed-by-vera";
import { linesInWords } from "@/app/_testing/lines-in-words";
import { partsOf } from "@/app/_testing/result-parts";
import { flushExchanges } from "@/lib/dashboard/exchanges/exchanges";
import { claimCreate } from "@/lib/dashboard/store/creates";
import { dashboardDatabase } from "@/lib/dashboard/store/dashboard-database";
import { clearDashboardState, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { json } from "@/lib/dashboard/testing/fault-server";
import { rotateSecretAction } from "../_access/access-actions";
import { createApplicationAction, deleteApplicationAction, updateApplicationAction } from "./application-actions";
import { type ApplicationContent, applicationEditor, newApplication } from "./application-editor";
import { type ApplicationTenant, PLANTED_SECRET, startApplicationTenant } from "./application-tenant.test-data";

let tenant: ApplicationTenant;
let baseline: ApplicationContent;
beforeEach(async () => {
	tenant = await startApplicationTenant();
	baseline = contentOfResponse(applicationEditor, tenant.applications.get("shop") ?? { client_id: "shop" });
});
afterEach(async () => {
	await clearDashboardState();
	await tenant.service.close();
});

function formOf(fields: Record<string, string>): FormData {
	const form = new FormData();
	for (const [name, text] of Object.entries(fields)) form.set(name, text);
	return form;
}
const create = (values: Partial<ReturnType<typeof applicationEditor.valuesOf>> = {}) =>
	partsOf(
		createApplicationAction(
			{},
			formOf({
				values: JSON.stringify({ ...newApplication, name: "Door", callbacks: "https://door.example/", ...values }),
			}),
		),
	);
const update = (values: Partial<ReturnType<typeof applicationEditor.valuesOf>>, fields: Record<string, string> = {}) =>
	partsOf(
		updateApplicationAction(
			{},
			formOf({
				applicationId: "shop",
				opened: JSON.stringify(baseline),
				values: JSON.stringify({ ...applicationEditor.valuesOf(baseline), ...values }),
				...fields,
			}),
		),
	);
const remove = () => deleteApplicationAction({}, formOf({ applicationId: "shop" }));
const rotate = () => rotateSecretAction({}, formOf({ applicationId: "shop" }));

/** All that the console's own store holds. */
async function stored(): Promise<string> {
	await flushExchanges();
	const database = await dashboardDatabase();
	const tables = ["audit_trail", "exchanges", "flash_messages", "application_creates", "unconfirmed_creates"] as const;
	const rows = await Promise.all(tables.map((table) => database.selectFrom(table).selectAll().execute()));
	return JSON.stringify(rows);
}

describe("nothing is requested from the tenant", () => {
	test.each(["viewer", "support"] as const)("for the role %s", async (role) => {
		signInAs(role);
		for (const state of [await create(), await update({ name: "Bar" }), await remove(), await rotate()]) {
			expect(state.problem).toBeDefined();
		}
		expect([tenant.reads, tenant.writes]).toEqual([[], []]);
	});

	test("for values that break a rule, or a type or grant that is not offered", async () => {
		expect((await create({ name: "<b>" })).faults).toHaveProperty("name");
		expect((await create({ type: "resource_server" })).faults).toHaveProperty("type");
		expect((await update({ callbacks: "/relative" })).faults).toHaveProperty("callbacks");
		expect((await update({ grants: ["urn:any"] })).faults).toEqual({ grants: "Unknown here: urn:any." });
		expect(tenant.reads).toEqual([]);
	});
});

describe("a created application", () => {
	test("is returned with its secret and with snippets that hold it, in that result and nowhere else", async () => {
		const state = await create();
		expect(state.made).toMatchObject({ kind: "created", clientId: "made-1", name: "Door", secret: PLANTED_SECRET });
		expect(JSON.stringify(state)).toContain(`CLIENT_SECRET='${PLANTED_SECRET}'`);
		expect(tenant.writes).toMatchObject([{ what: "POST /clients", body: { name: "Door", app_type: "regular_web" } }]);
		const kept = await stored();
		expect(kept).not.toContain(PLANTED_SECRET);
		expect(kept).toContain("made-1");
		expect(JSON.stringify(await create())).not.toContain(PLANTED_SECRET);
	});

	test("is not made twice by the same form, and the second result links to it without its secret", async () => {
		await create();
		expect(await create()).toMatchObject({ made: { kind: "already", ids: ["made-1"] } });
		await create({ name: "Another door" });
		expect(tenant.writes).toHaveLength(2);
	});

	test("is made once when two are sent at once", async () => {
		const states = await Promise.all([create(), create(), create()]);
		expect(states.filter(({ made }) => made?.kind === "created")).toHaveLength(1);
		expect(tenant.writes).toHaveLength(1);
	});

	test("may be made again after it was deleted", async () => {
		await create();
		const gone = deleteApplicationAction({}, formOf({ applicationId: "made-1" }));
		await expect(gone).rejects.toThrow("NEXT_REDIRECT");
		expect(await create()).toMatchObject({ made: { kind: "created" } });
	});

	test("that the tenant refuses may be sent again at once, and a refusal lands on its field", async () => {
		const message = "Payload validation error: 'Object didn't pass' on property callbacks (List of callbacks).";
		tenant.before = (what, response) => {
			if (what !== "POST /clients") return false;
			json(response, 400, { statusCode: 400, message });
			return true;
		};
		expect((await create()).faults?.callbacks).toContain(message);
		tenant.before = () => false;
		expect(await create()).toMatchObject({ made: { kind: "created" } });
	});

	test("whose response got lost is looked up: it is there, and its secret is not", async () => {
		tenant.before = (what, response) => {
			if (what !== "POST /clients") return false;
			const { body } = tenant.writes.at(-1) ?? {};
			tenant.applications.set("lost", { ...(body as object), client_id: "lost" });
			response.socket?.destroy();
			return true;
		};
		const state = await create();
		expect(state.made).toEqual({ kind: "found", ids: ["lost"] });
		expect(await create()).toMatchObject({ made: { kind: "under-way" } });
		expect(tenant.writes).toHaveLength(1);
	});

	test("whose response got lost and that is not there was not carried out, and may be sent again", async () => {
		tenant.before = (what, response) => {
			if (what !== "POST /clients") return false;
			response.socket?.destroy();
			return true;
		};
		expect((await create()).problem?.title).toBe("Not carried out");
		tenant.before = () => false;
		expect(await create()).toMatchObject({ made: { kind: "created" } });
	});
});

test("a create that its process did not survive is looked up before it is sent again, also after ten minutes", async () => {
	await create();
	const made = tenant.applications.get("made-1") ?? { client_id: "" };
	const database = await dashboardDatabase();
	const { digest } = await database.selectFrom("application_creates").select("digest").executeTakeFirstOrThrow();
	await database.deleteFrom("application_creates").execute();
	await claimCreate(digest);
	laterBy(15);
	const found = { kind: "found", ids: [made.client_id] };
	expect((await create()).made).toEqual(found);
	expect(tenant.writes).toHaveLength(1);
});

/** The console's clock, in a test. */
function laterBy(minutes: number): void {
	vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 });
	onTestFinished(() => void vi.useRealTimers());
}

describe("a create whose response got lost, and which the look-up does not tell", () => {
	/** Responds to reads of the list in place of the tenant. */
	type Listed = (response: Parameters<ApplicationTenant["before"]>[1]) => void;
	const reasons: [string, Listed][] = [
		["for many pages", manyPages],
		["for an error", (response) => void json(response, 500, {})],
		[
			"for a missing scope",
			(response) => void json(response, 403, { message: "Insufficient scope, expected any of: x" }),
		],
		["for the rate limit", (response) => void json(response, 429, { message: "Global limit has been reached" })],
		["for no answer", (response) => void response.socket?.destroy()],
		["for an odd answer", (response) => void json(response, 200, { clients: 7 })],
	];

	/** Each page takes two seconds, and one follows. */
	const clock = { skewMs: 0 };
	function manyPages(response: Parameters<Listed>[0]): void {
		clock.skewMs += 2_000;
		json(response, 200, {
			clients: Array.from({ length: 100 }, (_, index) => ({ client_id: `c-${index}`, name: "Other" })),
		});
	}
	beforeEach(() => {
		clock.skewMs = 0;
		const now = performance.now.bind(performance);
		const spy = vi.spyOn(performance, "now").mockImplementation(() => now() + clock.skewMs);
		onTestFinished(() => spy.mockRestore());
	});

	/** The first create is lost on its way; afterwards the list is as given. */
	async function lost(listed: Listed): Promise<void> {
		tenant.before = (what, response) => {
			if (what === "POST /clients") response.socket?.destroy();
			else if (what === "GET /clients") listed(response);
			else return false;
			return true;
		};
		expect((await create()).problem).toMatchObject({
			title: "Not confirmed",
			message:
				"We can't tell whether “Door” was created. Look in Applications, or try again: it won't be created twice.",
			link: { href: "/applications?q=Door" },
		});
	}

	test.each(reasons)("%s, is not sent again: not at once, not later, until it can be looked up", async (_, listed) => {
		await lost(listed);
		expect((await create()).problem?.title).toBe("Not confirmed");
		laterBy(15);
		expect((await create()).problem?.title).toBe("Not confirmed");
		expect(tenant.writes).toHaveLength(1);
		tenant.before = () => false;
		expect(await create()).toMatchObject({ made: { kind: "created" } });
		expect(tenant.writes).toHaveLength(2);
	});
});

describe("an edit", () => {
	test("sends only what changed, after reading the application and its grants", async () => {
		const state = await update({ name: "Bar" });
		expect(tenant.writes).toEqual([{ what: "PATCH /clients/shop", body: { name: "Bar" } }]);
		expect(tenant.reads).toHaveLength(2);
		expect(state.saved).toMatchObject({ before: { name: "Shop" }, after: { name: "Bar" }, differing: [] });
		expect(linesInWords(state.saved?.history?.[0]?.lines)).toEqual(["Renames it to “Bar” (was “Shop”)"]);
		expect(JSON.stringify(state) + (await stored())).not.toContain(PLANTED_SECRET);
	});

	test("whose answer and the read after it leave out what was sent is reported as not confirmed", async () => {
		tenant.silentOn = ["description", "callbacks"];
		baseline = { ...baseline, description: "", callbacks: [] };
		const { saved } = await update({ name: "Bar", description: "new", callbacks: "https://bar.example/" });
		expect(saved).toMatchObject({ differing: [], unconfirmed: ["description", "callbacks https://bar.example/"] });
		expect(saved?.after).toMatchObject({ name: "Bar", description: "", callbacks: [] });
	});

	test("reports the addresses that it added and removed", async () => {
		const state = await update({ callbacks: "https://bar.example/cb" });
		expect(linesInWords(state.saved?.history?.[0]?.lines)).toEqual([
			"Removes the callback URL https://shop.example/cb",
			"Adds the callback URL https://bar.example/cb",
		]);
	});

	test("that conflicts with another admin's reports its author and time", async () => {
		const { openedAt, changedBy } = await changedByVera("patch_clients_by_id", "shop");
		tenant.applications.set("shop", { ...tenant.applications.get("shop"), client_id: "shop", name: "Theirs" });
		expect(await update({ name: "Yours" }, { openedAt })).toMatchObject({
			conflict: { theirs: { name: "Theirs" }, changedBy },
		});
	});

	test("whose response got lost is not reported as saved where looking it up does not tell", async () => {
		tenant.silentOn = ["description"];
		baseline = { ...baseline, description: "" };
		tenant.before = (what, response) => {
			if (!what.startsWith("PATCH")) return false;
			response.socket?.destroy();
			return true;
		};
		const state = await update({ description: "new" });
		expect(state).not.toHaveProperty("saved");
		expect(state.problem?.title).toBe("Not confirmed");
	});

	test("whose response got lost is looked up", async () => {
		tenant.before = (what, response) => {
			if (!what.startsWith("PATCH")) return false;
			const { body } = tenant.writes.at(-1) ?? {};
			tenant.applications.set("shop", { ...tenant.applications.get("shop"), client_id: "shop", ...(body as object) });
			response.socket?.destroy();
			return true;
		};
		expect((await update({ name: "Bar" })).saved).toMatchObject({ after: { name: "Bar" } });
	});
});

test("a rotated secret is in that result and nowhere else", async () => {
	const state = await rotate();
	expect(state.shown).toMatchObject({ clientId: "shop", name: "Shop", secret: PLANTED_SECRET });
	expect(await stored()).not.toContain(PLANTED_SECRET);
});

describe("the secret of a public client is shown nowhere, though a tenant answers one", () => {
	test.each(["spa", "native"])("that was just created: %s", async (type) => {
		const state = await create({ type });
		expect(state.made).toMatchObject({ kind: "created", secret: null, isPublic: true });
		expect(JSON.stringify(state)).not.toContain(PLANTED_SECRET);
	});

	test("nor where the answer does not say how it authenticates", async () => {
		tenant.silentOn = ["token_endpoint_auth_method"];
		const state = await create({ type: "spa" });
		expect(state.made).toMatchObject({ secret: null, isPublic: true });
		expect(JSON.stringify(state)).not.toContain(PLANTED_SECRET);
	});

	test("that was rotated all the same", async () => {
		tenant.applications.set("shop", { client_id: "shop", token_endpoint_auth_method: "none" });
		const state = await rotate();
		expect(state.shown).toMatchObject({ secret: null, isPublic: true });
		expect(JSON.stringify(state)).not.toContain(PLANTED_SECRET);
	});
});

test("an application whose method is not stored is no public client: its new secret is shown", async () => {
	tenant.applications.set("shop", { client_id: "shop", name: "Shop" });
	expect((await rotate()).shown).toMatchObject({ secret: PLANTED_SECRET, isPublic: false });
});

test("where the response to a rotation got lost, the problem advises to rotate once more", async () => {
	tenant.before = (what, response) => {
		if (!what.includes("rotate")) return false;
		response.socket?.destroy();
		return true;
	};
	expect((await rotate()).problem?.message).toContain("Rotate it again");
});

test("no read requests more than the fields that are shown", async () => {
	await update({ name: "Bar" });
	await rotate();
	const clients = tenant.reads.filter((url) => url.includes("/clients"));
	expect(clients.length).toBeGreaterThan(1);
	for (const url of clients) {
		const fields = new URL(url, "http://tenant.example").searchParams.get("fields")?.split(",") ?? [];
		expect(fields).toContain("client_id");
		expect(fields.filter((field) => /secret|signing_keys|encryption_key|addons/.test(field))).toEqual([]);
	}
});
