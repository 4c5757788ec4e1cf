import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assertion, foreignKey } from "../testing/test-keys";
import { ANY_ENGINE, AUDIENCE, ISSUER, startTestService } from "../testing/test-service";
import { post, requestToken, secretOf } from "../testing/token-request";

const REFUSED = { error: "access_denied", error_description: "Unauthorized" };

describe.each(ANY_ENGINE)("a client assertion on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
	});
	afterAll(() => tenant.stop());

	const grant = { grant_type: "client_credentials", audience: AUDIENCE };
	const requestWith = (form: Record<string, string>) => requestToken(tenant.service, { ...grant, ...form });
	const soon = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

	it.each([ISSUER, `${ISSUER}oauth/token`])("authenticates its client with the audience %s", async (aud) => {
		const { status, body } = await requestWith(await assertion("machine-with-key", { aud }));
		expect([status, body.token_type]).toEqual([200, "Bearer"]);
	});

	it("names its client by itself", async () => {
		const { client_id, ...form } = await assertion("machine-with-key");
		expect((await requestWith(form)).status).toBe(200);
	});

	it("is accepted once, however many requests use it at the same moment", async () => {
		const form = await assertion("machine-with-key");
		const responses = await Promise.all(Array.from({ length: 8 }, () => requestWith(form)));
		expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
		expect(await requestWith(form)).toEqual({ status: 401, body: REFUSED });
	});

	it.each([
		["another issuer", { iss: "web" }],
		["another audience", { aud: "https://elsewhere.example/" }],
		["no audience", { aud: undefined }],
		["no expiry", { exp: undefined }],
		["an expiry in the past", { exp: soon(-60) }],
		["an expiry tomorrow", { exp: soon(86_400) }],
		["no identifier", { jti: undefined }],
	])("with %s is refused", async (_case, claims) => {
		expect(await requestWith(await assertion("machine-with-key", claims))).toEqual({ status: 401, body: REFUSED });
	});

	it("of another key is refused", async () => {
		const form = await assertion("machine-with-key", {}, foreignKey.privateKey);
		expect(await requestWith(form)).toEqual({ status: 401, body: REFUSED });
	});

	it("for another client than client_id, or of another type, is refused", async () => {
		const form = await assertion("machine-with-key");
		expect((await requestWith({ ...form, client_id: "bank" })).status).toBeGreaterThanOrEqual(400);
		const type = { client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:saml2-bearer" };
		expect((await requestWith({ ...(await assertion("machine-with-key")), ...type })).status).toBe(400);
	});

	it("is the only method of its client, and not accepted for another", async () => {
		const secret = { client_id: "machine-with-key", client_secret: secretOf(tenant.service, "machine-with-key") };
		expect(await requestWith(secret)).toEqual({ status: 401, body: REFUSED });
		expect(await requestWith({ client_id: "machine-with-key" })).toEqual({ status: 401, body: REFUSED });
		expect(await requestWith(await assertion("machine"))).toEqual({ status: 401, body: REFUSED });
	});

	it("authenticates at the revocation endpoint too", async () => {
		const form = { token: "unknown", ...(await assertion("machine-with-key")) };
		expect((await post(tenant.service, "oauth/revoke", form)).status).toBe(200);
	});
});
