import { createPublicKey, X509Certificate } from "node:crypto";
import { expect, it } from "vitest";
import { KEY_PUBLICATION_SECONDS } from "../keys/signing-keys";
import { describeOnAnyEngine } from "../testing/test-tenant";

type Key = {
	kid: string;
	alg: string;
	cert: string;
	current: boolean;
	next: boolean;
	previous: boolean;
	current_since?: string;
	current_until?: string;
	fingerprint: string;
	thumbprint: string;
};

describeOnAnyEngine("GET /keys/signing", (open) => {
	it("lists each key that is in use with its certificate, which stays the same", async () => {
		const tenant = await open();
		const list = async () => (await tenant.call("GET", "/keys/signing")).json as Key[];
		const [first, ...others] = await Promise.all([list(), list(), list()]);
		for (const other of others) expect(other).toEqual(first);
		expect(first?.map(({ alg, current }) => [alg, current])).toEqual([
			["ES256", true],
			["RS256", true],
		]);
		for (const { kid, cert, fingerprint, thumbprint } of first ?? []) {
			const certificate = new X509Certificate(cert);
			const own = tenant.service.keys.privateKeySet.keys.find((key) => key.kid === kid);
			const expected = createPublicKey({ key: own ?? {}, format: "jwk" });
			expect(certificate.publicKey.equals(expected)).toBe(true);
			expect(certificate.subject).toBe("CN=localhost:3000");
			expect(fingerprint).toBe(certificate.fingerprint);
			expect(thumbprint).toBe(certificate.fingerprint.replaceAll(":", ""));
		}
		await tenant.close();
	});

	it("distinguishes next, current and previous keys, and shows until when each signs", async () => {
		const tenant = await open();
		await tenant.call("POST", "/keys/signing/rotate");
		const list = async () => (await tenant.call("GET", "/keys/signing")).json as Key[];
		const before = await list();
		expect(before.map(({ next, current }) => [next, current])).toEqual([
			[true, false],
			[true, false],
			[false, true],
			[false, true],
		]);
		expect(before[0]).not.toHaveProperty("current_since");
		tenant.passMilliseconds(KEY_PUBLICATION_SECONDS * 1000);
		const after = await list();
		expect(after.map(({ current, previous }) => [current, previous])).toEqual([
			[true, false],
			[true, false],
			[false, true],
			[false, true],
		]);
		expect(after[2]?.current_until).toBe(after[0]?.current_since);
		expect(after.map(({ cert }) => cert)).toEqual(before.map(({ cert }) => cert));
		expect(JSON.stringify(after)).not.toContain("PRIVATE");
		await tenant.close();
	});

	it("requires its scope", async () => {
		const tenant = await open();
		const as = await tenant.token("management", { scope: "create:signing_keys update:signing_keys" });
		expect((await tenant.call("GET", "/keys/signing", { as })).status).toBe(403);
		await tenant.close();
	});
});
