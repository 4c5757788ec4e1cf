import { afterEach, beforeEach, expect, test } from "vitest";
import {
	type ApplicationTenant,
	startApplicationTenant,
} from "@/app/(console)/applications/_edit/application-tenant.test-data";
import type { Application } from "@/lib/contract/client/application";
import { flushExchanges } from "@/lib/dashboard/exchanges/exchanges";
import { dashboardDatabase } from "@/lib/dashboard/store/dashboard-database";
import { clearDashboardState, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { checkResponseAction, testAddressAction } from "./test-actions";

const ADDRESS = "http://localhost:3000/sign-in-test/saml";

let tenant: ApplicationTenant;
beforeEach(async () => {
	tenant = await startApplicationTenant();
	tenant.applications.set("shop", { ...tenant.applications.get("shop"), addons: { samlp: {} } } as Application &
		object);
});
afterEach(async () => {
	await clearDashboardState();
	await tenant.service.close();
});

const callbacks = () => tenant.applications.get("shop")?.callbacks;
const post = (fields: Record<string, string>) => {
	const form = new FormData();
	for (const [name, text] of Object.entries({ applicationId: "shop", ...fields })) form.set(name, text);
	return form;
};

test("the test address is added after the stored callbacks, once, and removed alone", async () => {
	for (const _ of ["once", "twice"])
		expect(await testAddressAction({}, post({ intent: "add" }))).toEqual({
			done: "Added the test URL to the callbacks.",
		});
	expect(callbacks()).toEqual(["https://shop.example/cb", ADDRESS]);
	expect(tenant.writes).toEqual([
		{ what: "PATCH /clients/shop", body: { callbacks: ["https://shop.example/cb", ADDRESS] } },
	]);
	expect(await testAddressAction({}, post({ intent: "remove" }))).toEqual({
		done: "Removed the test URL from the callbacks.",
	});
	expect(callbacks()).toEqual(["https://shop.example/cb"]);
});

test.each([null, "viewer", "support"] as const)("the test address is not added for %s", async (role) => {
	signInAs(role);
	expect((await testAddressAction({}, post({ intent: "add" }))).problem).toBeDefined();
	expect([tenant.reads, tenant.writes]).toEqual([[], []]);
});

test("an application without either protocol gets no test address, and nothing to check", async () => {
	tenant.applications.set("shop", { client_id: "shop", callbacks: [] });
	expect((await testAddressAction({}, post({ intent: "add" }))).problem?.title).toBe("Single sign-on is off");
	expect((await checkResponseAction({}, post({ response: "<a/>" }))).fault).toContain("off");
	expect(tenant.writes).toEqual([]);
});

test("a viewer may check a response; without a session it is refused", async () => {
	signInAs("viewer");
	expect((await checkResponseAction({}, post({ response: "<planted/>" }))).result?.report.isGood).toBe(false);
	signInAs(null);
	expect((await checkResponseAction({}, post({ response: "<planted/>" }))).problem).toBeDefined();
});

test("a checked response is stored nowhere, and too long a one is refused", async () => {
	const { result } = await checkResponseAction({}, post({ response: "<planted/>" }));
	expect(result?.report.checks[0]?.found).toContain("planted");
	await flushExchanges();
	const database = await dashboardDatabase();
	const tables = ["audit_trail", "exchanges", "sign_in_tests"] as const;
	const kept = await Promise.all(tables.map((table) => database.selectFrom(table).selectAll().execute()));
	expect(JSON.stringify(kept)).not.toContain("planted");
	expect((await checkResponseAction({}, post({ response: " " }))).fault).toContain("nothing is there");
	expect((await checkResponseAction({}, post({ response: "x".repeat(500_000) }))).fault).toContain("longer than");
});
