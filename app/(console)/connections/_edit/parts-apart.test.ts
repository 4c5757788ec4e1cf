import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { changedByVera } from "@/app/_testing/changed-by-vera";
import { linesInWords } from "@/app/_testing/lines-in-words";
import { clearDashboardState } from "@/lib/dashboard/testing/dashboard-state";
import { json } from "@/lib/dashboard/testing/fault-server";
import type { ConnectionContent, ConnectionValues } from "./connection-editor";
import { kept, PATCH_CLIENTS, saveOver, storedIn, switches } from "./connection-forms.test-data";
import { contentOf } from "./connection-request";
import { acme, type ConnectionTenant, PLANTED_SECRET, startConnectionTenant } from "./connection-tenant.test-data";

let tenant: ConnectionTenant;
let baseline: ConnectionContent;
const stored = () => storedIn(tenant);
beforeEach(async () => {
	tenant = await startConnectionTenant();
	baseline = contentOf(stored());
});
afterEach(async () => {
	await clearDashboardState();
	await tenant.service.close();
});
const save = (values: Partial<ConnectionValues>, fields?: Record<string, string>) => saveOver(baseline, values, fields);
/** Identifiers of applications. */
const many = (count: number) => Array.from({ length: count }, (_, index) => `app_${index}`);

describe("the applications of a connection", () => {
	test("are written apart from all else, the changed ones alone, and what is stored then is read again", async () => {
		const state = await save({ clients: ["portal"], displayName: "Acme Inc" });
		expect(tenant.writes).toEqual([
			{ what: "PATCH /connections/con_acme", body: { display_name: "Acme Inc" } },
			{ what: PATCH_CLIENTS, body: [...switches(["shop"], false), ...switches(["portal"], true)] },
		]);
		expect(state.saved).toMatchObject({ after: { clients: ["portal"], displayName: "Acme Inc" }, differing: [] });
		expect(state.saved?.unconfirmed).toEqual([]);
		expect(state.saved?.history?.map(({ lines }) => linesInWords(lines))).toEqual([
			["Stops shop from using it", "Lets portal use it"],
			["Sets the display name to “Acme Inc” (was “Acme”)"],
		]);
		expect(JSON.stringify([tenant.writes, tenant.reads])).not.toContain("enabled_clients");
	});

	test("are read page by page, and switched at most fifty a request", async () => {
		tenant.clients.set(acme.id, many(120));
		baseline = contentOf(stored());
		expect((await save({ clients: [] })).saved?.after.clients).toEqual([]);
		const bodies = tenant.writes.map(({ body }) => body);
		expect(bodies).toEqual([0, 50, 100].map((from) => switches(many(120).slice(from, from + 50), false)));
	});

	test("that fail in the middle: the page says what was saved and what was not, and saving again sends what is left", async () => {
		let failing = 2;
		tenant.before = (what, response) => {
			if (what !== PATCH_CLIENTS || failing-- !== 1) return false;
			json(response, 403, { statusCode: 403, error: "Forbidden", message: "No more." });
			return true;
		};
		tenant.applications.push(...many(60).map((client_id) => ({ client_id, name: client_id.toUpperCase() })));
		const typed = { clients: ["shop", ...many(60)], issuer: "urn:b" };
		const state = await save(typed);
		expect(state).toMatchObject({
			kind: "partly",
			values: typed,
			baseline: { issuer: "urn:b", clients: ["shop", ...many(50)] },
			problem: { title: "Not all of it was saved" },
		});
		expect(state.problem?.message).toMatch(
			/^Its settings were saved\. Not switched on for app_50, app_51,.* Saving again/,
		);
		expect(tenant.clients.get(acme.id)).toHaveLength(51);
		baseline = state.baseline ?? baseline;
		expect((await save(typed)).saved?.after.clients).toHaveLength(61);
		expect(tenant.writes.slice(3)).toEqual([{ what: PATCH_CLIENTS, body: switches(many(60).slice(50), true) }]);
	});

	test("whose state can't be read after they were switched are not reported as saved", async () => {
		tenant.before = (what, response) => {
			const isAfter = what === "GET /connections/con_acme/clients" && tenant.writes.length > 0;
			if (isAfter) json(response, 404, { statusCode: 404, message: "Not Found" });
			return isAfter;
		};
		for (const clients of [["shop", "portal"], []]) {
			const state = await save({ clients });
			expect(state).toMatchObject({ problem: { title: "Not confirmed" }, baseline: { clients } });
			expect(state.problem?.message).toContain("the tenant has nothing at this URL (404)");
			expect(state).not.toHaveProperty("saved");
			tenant.writes.length = 0;
			baseline = contentOf(stored());
		}
	});

	test("another admin's switch is a conflict with the same application alone", async () => {
		tenant.clients.set(acme.id, ["shop", "portal"]);
		const state = await save({ clients: [] });
		expect(state.conflict).toMatchObject({ theirs: { clients: ["shop", "portal"] }, yours: { clients: [] } });
		expect(tenant.writes).toEqual([]);
	});

	test("that another admin has switched since are a conflict that names this admin and the time", async () => {
		const { openedAt, changedBy } = await changedByVera("patch_connection_clients", acme.id);
		tenant.clients.set(acme.id, ["portal"]);
		expect(await save({ clients: [] }, { openedAt })).toMatchObject({ conflict: { changedBy } });
	});
});

test("a provider without a display name keeps its name as the label in each request", async () => {
	const { display_name: _, ...unnamed } = stored();
	tenant.connections.set(acme.id, unnamed);
	baseline = contentOf(unnamed);
	const state = await save({ isShown: false });
	expect(tenant.writes.map(({ body }) => body)).toEqual([{ display_name: "acme", show_as_button: false }]);
	expect(state.saved).toMatchObject({ after: { displayName: "" }, differing: [], unconfirmed: [] });
	expect(state.saved?.history?.[0]?.lines).toHaveLength(1);
});

describe("the options", () => {
	test("that can't be read are not sent, and all else can be saved", async () => {
		tenant.withhold("read:connections_options");
		const { options: _, ...others } = stored();
		baseline = contentOf(others);
		const state = await save({ isShown: false, issuer: "urn:typed", signInEndpoint: "" });
		expect(tenant.writes.map(({ body }) => body)).toEqual([{ display_name: "Acme", show_as_button: false }]);
		expect(state.saved).toMatchObject({ differing: [], unconfirmed: [] });
		expect(tenant.connections.get(acme.id)?.options).toEqual(acme.options);
	});

	test("that can be read no more since the page was opened: nothing is sent, and nothing counts as removed", async () => {
		tenant.withhold("read:connections_options");
		const state = await save({ issuer: "urn:b" });
		expect(state.problem?.title).toBe("This page is out of date");
		expect(state.conflict).toBeNull();
		expect(tenant.writes).toEqual([]);
	});

	test("that the response omits are read again", async () => {
		tenant.before = (what, response) => {
			if (!what.startsWith("PATCH")) return false;
			tenant.connections.set(acme.id, { ...acme, options: { ...acme.options, issuer: "urn:other" } });
			json(response, 200, { ...acme, options: undefined });
			return true;
		};
		expect((await save({ issuer: "urn:b" })).saved).toMatchObject({
			differing: ["issuer"],
			unconfirmed: [],
			after: { issuer: "urn:other" },
		});
	});
});

describe("a connection of another type", () => {
	test("is switched for applications, and nothing else of it is read or sent", async () => {
		tenant.connections.set(acme.id, { ...acme, strategy: "auth0", options: { odd: PLANTED_SECRET } });
		const { options: _, ...others } = stored();
		baseline = contentOf(others);
		const state = await save({ clients: ["portal"], issuer: "urn:b", displayName: "Other" });
		expect(tenant.writes.map(({ what }) => what)).toEqual([PATCH_CLIENTS]);
		expect(state.saved?.after).toMatchObject({ clients: ["portal"], issuer: "" });
		const whole = tenant.reads.filter((url) => /\/connections\/con_acme(\?|$)/.test(url) && !url.includes("fields="));
		expect(whole).toEqual([]);
		expect(JSON.stringify(state) + (await kept())).not.toContain(PLANTED_SECRET);
	});
});
