import { X509Certificate } from "node:crypto";
import { expect, it } from "vitest";
import { describeOnEachEngine } from "../testing/test-tenant";

describeOnEachEngine("POST /keys/signing/rotate", (open) => {
	it("adds a key of each algorithm that signs later, responds with the next RS256 one, and needs a scope", async () => {
		const tenant = await open();
		const response = await tenant.call("POST", "/keys/signing/rotate");
		expect(response.status).toBe(201);
		const listed = (await tenant.call("GET", "/keys/signing")).json as Record<string, unknown>[];
		const next = listed.filter((key) => key.next);
		expect(next.map(({ alg }) => alg)).toEqual(["ES256", "RS256"]);
		expect(response.json).toEqual({ kid: next[1]?.kid, cert: next[1]?.cert });
		expect(new X509Certificate((response.json as { cert: string }).cert).publicKey.asymmetricKeyType).toBe("rsa");
		expect(await tenant.service.database.selectFrom("signing_keys").selectAll().execute()).toHaveLength(4);
		expect((await tenant.call("POST", "/keys/signing/rotate", { as: "management_read_only" })).status).toBe(403);
		await tenant.close();
	});
});
