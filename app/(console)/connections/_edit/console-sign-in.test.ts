import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { clearDashboardState } from "@/lib/dashboard/testing/dashboard-state";
import { json } from "@/lib/dashboard/testing/fault-server";
import type { ConnectionContent, ConnectionValues } from "./connection-editor";
import { create, fresh, remove, saveOver, storedIn } from "./connection-forms.test-data";
import { contentOf } from "./connection-request";
import { acme, type ConnectionTenant, OWN_SIGN_IN, startConnectionTenant } from "./connection-tenant.test-data";

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

describe("a connection that people sign in to this console through", () => {
	const title = "The console's own sign-in is read-only here";

	test("is neither made nor changed nor deleted here", async () => {
		expect((await save({ clients: ["shop", OWN_SIGN_IN] })).problem?.title).toBe(title);
		expect((await create({ ...fresh, clients: [OWN_SIGN_IN] })).problem?.title).toBe(title);
		tenant.clients.set(acme.id, [OWN_SIGN_IN]);
		baseline = contentOf(stored());
		expect((await save({ issuer: "urn:b" })).problem?.title).toBe(title);
		expect((await save({ clients: [] })).problem?.title).toBe(title);
		expect((await remove()).problem?.title).toBe(title);
		expect(tenant.writes).toEqual([]);
	});

	test("is found on any page of the connections of the sign-in application", async () => {
		for (let index = 0; index < 60; index += 1) {
			const id = `con_${index}`;
			tenant.connections.set(id, { ...acme, id, name: id, strategy: "auth0" });
			tenant.clients.set(id, [OWN_SIGN_IN]);
		}
		tenant.connections.delete(acme.id);
		tenant.connections.set(acme.id, structuredClone(acme));
		tenant.clients.set(acme.id, [OWN_SIGN_IN]);
		refuseRead("/connections/con_acme/clients", 404);
		expect((await remove()).problem?.title).toBe(title);
		expect(tenant.writes).toEqual([]);
	});
});

/** A read that the tenant refuses. */
function refuseRead(path: string | RegExp, status: number) {
	const previous = tenant.before;
	tenant.before = (what, response) => {
		const [method, asked = ""] = what.split(" ");
		if (method !== "GET" || !(path instanceof RegExp ? path.test(asked) : path === asked)) {
			return previous(what, response);
		}
		const message =
			status === 403 ? "Insufficient scope, expected any of: read:connections" : status === 404 ? "Not Found" : "Down";
		json(response, status, { statusCode: status, error: "No", errorCode: "insufficient_scope", message });
		return true;
	};
}

describe("where it can't be read whether people sign in to this console through it", () => {
	const OF_SIGN_IN = `/clients/${OWN_SIGN_IN}/connections`;
	const OF_CONNECTION = /\/connections\/[^/]+\/clients$/;
	const title = "The console's own sign-in is not known";

	test.each([
		["a missing scope", 403, "the tenant has not granted this console read:connections"],
		["an outage", 503, "the tenant answered 503"],
		["an unknown address", 404, "the tenant has nothing at this URL (404)"],
	])("for %s, no connection is changed, switched or deleted, and the page says why", async (_, status, why) => {
		refuseRead(OF_SIGN_IN, status);
		refuseRead(OF_CONNECTION, status);
		const { clients: __, ...others } = stored();
		const unread = contentOf(others);
		const asOpened = { opened: JSON.stringify(unread) };
		const states = [await save({ issuer: "urn:b" }, asOpened), await remove()];
		for (const { problem } of states) {
			expect(problem?.title).toBe(title);
			expect(problem?.message).toContain(why);
		}
		// Ticked where the applications were still known.
		expect((await save({ clients: [] })).problem).toBeDefined();
		expect(tenant.writes).toEqual([]);
	});

	test("nor where the sign-in application has more connections than are read", async () => {
		const id = (index: number) => `con_${String(index).padStart(4, "0")}`;
		for (let index = 0; index < 1001; index += 1) {
			tenant.connections.set(id(index), { ...acme, id: id(index), strategy: "auth0" });
			tenant.clients.set(id(index), [OWN_SIGN_IN]);
		}
		refuseRead(OF_CONNECTION, 404);
		const { problem } = await remove();
		expect(problem).toMatchObject({
			title,
			message: expect.stringContaining("more than the 1,000 identity providers"),
		});
		expect(tenant.writes).toEqual([]);
	});

	test("the applications of the connection decide, while those can be read", async () => {
		refuseRead(OF_SIGN_IN, 404);
		expect((await save({ issuer: "urn:b" })).saved).toBeDefined();
		tenant.clients.set(acme.id, [OWN_SIGN_IN]);
		expect((await remove()).problem?.title).toBe("The console's own sign-in is read-only here");
	});

	test("the connections of the sign-in application decide, and its own applications are not switched", async () => {
		refuseRead(OF_CONNECTION, 404);
		const { clients: _, ...others } = stored();
		baseline = contentOf(others);
		expect((await save({ issuer: "urn:b", clients: [] })).saved).toMatchObject({ unconfirmed: [] });
		expect(tenant.writes.map(({ what }) => what)).toEqual(["PATCH /connections/con_acme"]);
	});
});
