import { expect, it } from "vitest";
import { describeOnEachEngine } from "../testing/test-tenant";

describeOnEachEngine("POST /keys/signing/rotate", (open) => {
	it("adds a key of each algorithm that signs later, and needs a scope", async () => {
		const tenant = await open();
		const response = await tenant.call("POST", "/keys/signing/rotate");
		expect(response.status).toBe(201);
		const keys = response.json as { kid: string; alg: string; active_at: string }[];
		expect(keys.map(({ alg }) => alg).toSorted()).toEqual(["ES256", "RS256"]);
		for (const { active_at } of keys) expect(Date.parse(active_at)).toBeGreaterThan(tenant.service.now().getTime());
		expect(await tenant.service.database.selectFrom("signing_keys").selectAll().execute()).toHaveLength(4);
		expect((await tenant.call("POST", "/keys/signing/rotate", { as: "management_read_only" })).status).toBe(403);
		await tenant.close();
	});
});
