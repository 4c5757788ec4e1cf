import { createLocalJWKSet, decodeProtectedHeader, type JWTPayload, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handleServiceRequest } from "../handle-request";
import { KEY_PUBLICATION_SECONDS, rotateSigningKeys, SIGNED_TOKEN_SECONDS_MAX } from "../keys/signing-keys";
import { identifyCaller } from "../management/access";
import { asReceived } from "../testing/service-request";
import { AUDIENCE, ENGINES, ISSUER, startTestService } from "../testing/test-service";
import { credentials, requestToken } from "../testing/token-request";

const REFRESH_SECONDS = 61;
describe.each(ENGINES)("a rotation of the signing keys on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
	});
	afterAll(() => tenant.stop());

	const issue = async () => {
		const form = { grant_type: "client_credentials", audience: AUDIENCE, ...credentials(tenant.service, "machine") };
		return (await requestToken(tenant.service, form)).body.access_token;
	};
	const keySet = async () => {
		const response = await handleServiceRequest(tenant.service, new Request(`${ISSUER}.well-known/jwks.json`));
		return (await response.json()) as Parameters<typeof createLocalJWKSet>[0];
	};
	const kids = async () => (await keySet()).keys.map(({ kid }) => kid);
	const rotate = () => {
		const { database, secrets, now } = tenant.service;
		return rotateSigningKeys({ database, secrets, now });
	};

	it("publishes the new key before it signs, and keeps the old one until its tokens have expired", async () => {
		const oldToken = await issue();
		const oldKid = decodeProtectedHeader(oldToken).kid;
		const newKid = (await rotate()).find(({ alg }) => alg === "RS256")?.kid;
		tenant.passSeconds(REFRESH_SECONDS);
		expect(await kids()).toEqual(expect.arrayContaining([oldKid, newKid]));
		expect(decodeProtectedHeader(await issue()).kid).toBe(oldKid);

		tenant.passSeconds(KEY_PUBLICATION_SECONDS);
		const newToken = await issue();
		expect(decodeProtectedHeader(newToken).kid).toBe(newKid);
		const published = createLocalJWKSet(await keySet());
		for (const token of [oldToken, newToken]) {
			expect((await jwtVerify<JWTPayload>(token, published)).payload.iss).toBe(ISSUER);
			expect(
				await identifyCaller(
					tenant.service,
					asReceived(tenant.service, AUDIENCE, { headers: { authorization: `Bearer ${token}` } }),
				),
			).toMatchObject({ clientId: "machine" });
		}

		tenant.passSeconds(SIGNED_TOKEN_SECONDS_MAX);
		expect(await kids()).toContain(newKid);
		expect(await kids()).not.toContain(oldKid);
	});

	it("gives instances that rotate at the same moment the same complete generation", async () => {
		const rotations = await Promise.all([rotate(), rotate(), rotate()]);
		const rows = await tenant.service.database.selectFrom("signing_keys").selectAll().execute();
		for (const rotation of rotations) {
			expect(rotation.map(({ alg }) => alg).toSorted()).toEqual(["ES256", "RS256"]);
			for (const { kid } of rotation) expect(rows.map((row) => row.kid)).toContain(kid);
		}
	});
});
