import { X509Certificate } from "node:crypto";
import { decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handleServiceRequest } from "../handle-request";
import { certifiedSigningKeys, KEY_PUBLICATION_SECONDS, rotateSigningKeys } from "../keys/signing-keys";
import { ANY_ENGINE, ISSUER, startTestService } from "../testing/test-service";
import { signInForTokens } from "../testing/token-request";

describe.each(ANY_ENGINE)("the certificate's endpoints on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
	});
	afterAll(() => tenant.stop());

	const get = (path: string) => handleServiceRequest(tenant.service, new Request(ISSUER + path));
	const text = async (path: string) => (await get(path)).text();

	it("respond with the same certificate in five formats", async () => {
		const pem = await text("pem");
		const certificate = new X509Certificate(pem);
		expect(certificate.subject).toBe("CN=localhost:3000");
		expect(await text("rawpem")).toBe(pem);
		expect(new Uint8Array(await (await get("cer")).arrayBuffer())).toEqual(new Uint8Array(certificate.raw));
		expect(await text("fingerprint")).toBe(certificate.fingerprint);
		const [, chain = ""] = /^-----BEGIN PKCS7-----\n([\s\S]+)\n-----END PKCS7-----\n$/.exec(await text("pb7")) ?? [];
		expect(Buffer.from(chain, "base64").includes(certificate.raw)).toBe(true);
	});

	it("declare their media types, and forbid sniffing and caching", async () => {
		const responses = await Promise.all(["pem", "rawpem", "cer", "pb7", "fingerprint"].map(get));
		expect(responses.map(({ headers }) => headers.get("content-type"))).toEqual([
			...["application/x-pem-file", "text/plain; charset=utf-8", "application/pkix-cert"],
			...["application/x-pkcs7-certificates", "text/plain; charset=utf-8"],
		]);
		for (const { headers } of responses) {
			expect(headers.get("x-content-type-options")).toBe("nosniff");
			expect(headers.get("cache-control")).toBe("no-store");
		}
	});

	it("change when the next key begins to sign, and not before", async () => {
		const before = await text("fingerprint");
		await rotateSigningKeys(tenant.service);
		expect(await text("fingerprint")).toBe(before);
		tenant.passSeconds(KEY_PUBLICATION_SECONDS + 61);
		const after = await text("fingerprint");
		expect(after).not.toBe(before);
		const { kid } = decodeProtectedHeader((await signInForTokens(tenant.service, "browser")).id_token);
		const signing = (await certifiedSigningKeys(tenant.service)).find(({ row }) => row.kid === kid);
		expect(new X509Certificate(signing?.certificate ?? "").fingerprint).toBe(after);
	});
});
