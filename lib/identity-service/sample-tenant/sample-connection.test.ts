import { afterEach, beforeEach, expect, it } from "vitest";
import { expectSameRows, storedRows } from "@/lib/database/testing/stored-rows";
import { SAMPLE_CONNECTION } from "../sample-provider/addresses";
import { describeOnEachEngine, type TestTenant } from "../testing/test-tenant";
import { addSampleConnection } from "./seed-sample-tenant";

describeOnEachEngine("the connection to the sample provider", (open) => {
	let tenant: TestTenant;
	beforeEach(async () => {
		tenant = await open();
	});
	afterEach(() => tenant.close());

	const rows = () => storedRows(tenant.service.database);
	const forget = () => tenant.service.database.deleteFrom("connections").execute();

	it("is added to a tenant without it, once, however many instances start at the same moment", async () => {
		const whole = await rows();
		await forget();
		await Promise.all(Array.from({ length: 8 }, () => addSampleConnection(tenant.service)));
		expectSameRows(whole, await rows());
	});

	it("is not changed after an admin has changed it", async () => {
		const { database } = tenant.service;
		await database.updateTable("connections").set({ display_name: "Renamed", enabled_clients: '["x"]' }).execute();
		const before = await rows();
		await addSampleConnection(tenant.service);
		expectSameRows(before, await rows());
	});

	it("is never added again once it was deleted", async () => {
		const { json } = await tenant.call("GET", "/connections");
		const [{ id } = { id: "" }] = json as { id: string }[];
		expect((await tenant.call("DELETE", `/connections/${id}`)).status).toBe(202);
		await addSampleConnection(tenant.service);
		expect((await tenant.call("GET", "/connections")).json).toEqual([]);
	});

	it("does not change another connection of its name", async () => {
		await forget();
		const options = { signInEndpoint: "https://idp.example/sso" };
		const body = { name: SAMPLE_CONNECTION.toUpperCase(), strategy: "samlp", options };
		expect((await tenant.call("POST", "/connections", { body })).status).toBe(201);
		const before = await rows();
		await addSampleConnection(tenant.service);
		expectSameRows(before, await rows());
	});
});
