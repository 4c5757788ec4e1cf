import { afterEach, beforeEach, expect, it } from "vitest";
import { expectSameRows, storedRows } from "@/lib/database/testing/stored-rows";
import { derivedClientId } from "../keys/derived";
import { describeOnEachEngine, type TestTenant } from "../testing/test-tenant";
import { sampleClients } from "./clients";
import { sampleUserId } from "./derived";
import { addNewSampleClients } from "./seed-sample-tenant";

/** Deleted, as if they were added to the sample after the tenant was filled. */
const NEW = ["management_tokens_only", "private_key_machine"];

describeOnEachEngine("a client that is new in this version", (open) => {
	let tenant: TestTenant;
	beforeEach(async () => {
		tenant = await open();
	});
	afterEach(() => tenant.close());

	const rows = () => storedRows(tenant.service.database);
	const forget = (handles: string[]) =>
		tenant.service.database.deleteFrom("clients").where("handle", "in", handles).execute();

	it("is added to a tenant that was filled without it, and works; nothing else is changed", async () => {
		const whole = await rows();
		await forget(NEW);
		const before = await rows();
		tenant.passMilliseconds(1000);
		await addNewSampleClients(tenant.service);
		const after = await rows();
		expectSameRows(before, after, ["clients"]);
		const added = after.clients?.filter(({ handle }) => NEW.some((name) => name === handle));
		const created_at = tenant.service.now().toISOString();
		expect(added?.sort(byHandle)).toEqual(
			whole.clients
				?.filter(({ handle }) => NEW.some((name) => name === handle))
				.map((row) => ({ ...row, created_at }))
				.sort(byHandle),
		);
		const user = encodeURIComponent(sampleUserId(tenant.service.config.appSecret, "user"));
		const response = await tenant.call("GET", `/users/${user}/refresh-tokens`, { as: "management_tokens_only" });
		expect(response.status).toBe(200);
		await addNewSampleClients(tenant.service);
		expectSameRows(after, await rows());
	});

	it("is added once, however many instances start at the same moment", async () => {
		await forget(NEW);
		await Promise.all(Array.from({ length: 8 }, () => addNewSampleClients(tenant.service)));
		const clients = (await rows()).clients ?? [];
		expect(clients.map(({ handle }) => handle).sort()).toEqual(sampleClients.map(({ handle }) => handle).sort());
	});

	it("overwrites no client, not even one with its handle or its identifier", async () => {
		const { database, config } = tenant.service;
		const [first = "", second = ""] = NEW;
		const change = (handle: string, values: object) =>
			database.updateTable("clients").set(values).where("handle", "=", handle).execute();
		await change("web_app", { name: "Renamed", redirect_uris: "[]", global: 1 });
		await change(first, { client_id: "another client's" });
		await change(second, { handle: "another" });
		const before = await rows();
		expect(before.clients).toContainEqual(
			expect.objectContaining({ client_id: derivedClientId(config.appSecret, second), handle: "another" }),
		);
		await addNewSampleClients(tenant.service);
		expectSameRows(before, await rows());
	});

	it("is added without deleted templates, tokens or users", async () => {
		const { database } = tenant.service;
		await forget(NEW);
		await database.deleteFrom("templates").execute();
		await database.deleteFrom("refresh_tokens").execute();
		await database.deleteFrom("user_phones").execute();
		await database.deleteFrom("users").where("admin_role", "=", "viewer").execute();
		const before = await rows();
		await addNewSampleClients(tenant.service);
		expectSameRows(before, await rows(), ["clients"]);
	});
});

function byHandle(one: Record<string, unknown>, other: Record<string, unknown>): number {
	return String(one.handle) < String(other.handle) ? -1 : 1;
}
