import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { edgeApiKey } from "../context/service-request";
import { handleServiceRequest } from "../handle-request";
import { certificate } from "../testing/test-certificates";
import { assertion, foreignKey } from "../testing/test-keys";
import { ANY_ENGINE, ISSUER, startTestService } from "../testing/test-service";
import { credentials, post, secretOf } from "../testing/token-request";

const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const CERTIFICATE_CLIENT = "machine-with-certificate";
/** Each endpoint with what it needs besides the client's credentials. */
const ENDPOINTS: Record<string, Record<string, string>> = {
	"oauth/token": { grant_type: "refresh_token", refresh_token: "unknown" },
	"oauth/revoke": { token: "unknown" },
	"oauth/par": { response_type: "code", redirect_uri: `${ISSUER}callback` },
	"passwordless/start": { connection: "email", email: "nobody@example.com" },
	"passwordless/verify": { username: "nobody@example.com", password: "123456", connection: "email" },
	delegation: { grant_type: JWT_BEARER, id_token: "unknown", target: "web" },
};
const UNAUTHORIZED = [401, { error: "access_denied", error_description: "Unauthorized" }];

describe.each(ANY_ENGINE)("on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
	});
	afterAll(() => tenant.stop());

	describe.each(Object.keys(ENDPOINTS))("a client that calls %s", (path) => {
		const call = async (form: Record<string, string>, headers: Record<string, string> = {}, at = path) => {
			const response = await post(tenant.service, at, { ...ENDPOINTS[at], ...form }, headers);
			return [response.status, await response.json()];
		};
		const basic = (secret: string) => ({
			authorization: `Basic ${Buffer.from(`web-basic:${secret}`).toString("base64")}`,
		});

		it("authenticates by each method, which must be its own", async () => {
			const forwarded = {
				"cname-api-key": edgeApiKey(tenant.service.secrets),
				"client-certificate": encodeURIComponent(certificate),
				"client-certificate-ca-verified": "SUCCESS",
			};
			const secret = secretOf(tenant.service, "web-basic");
			const authenticated = [
				await call(credentials(tenant.service, "web")),
				await call({}, basic(secret)),
				await call(await assertion("machine-with-key")),
				await call({ client_id: CERTIFICATE_CLIENT }, forwarded),
				await call({ client_id: "browser" }),
			];
			for (const [status] of authenticated) expect([200, 201, 400, 403]).toContain(status);
			expect(await call({ client_id: "web-basic", client_secret: secret })).toEqual(UNAUTHORIZED);
			expect(await call({ client_id: CERTIFICATE_CLIENT })).toEqual(UNAUTHORIZED);
			expect(await call({ client_id: "web" }, forwarded)).toEqual(UNAUTHORIZED);
			expect(await call(await assertion("web"))).toEqual(UNAUTHORIZED);
		});

		it("gets the same refusal where it is unknown and where its credentials are wrong, whatever it may do", async () => {
			for (const form of [
				{ client_id: "unknown", client_secret: "wrong" },
				{ client_id: "web", client_secret: "wrong" },
				{ client_id: "courier", client_secret: "wrong" },
				await assertion("machine-with-key", {}, foreignKey.privateKey),
			]) {
				expect(await call(form)).toEqual(UNAUTHORIZED);
			}
			expect(await call({}, basic("wrong"))).toEqual(UNAUTHORIZED);
			expect(await call({}, { authorization: "Basic nonsense" })).toEqual(UNAUTHORIZED);
			expect(await call({})).toEqual([
				400,
				{ error: "invalid_request", error_description: "Missing required parameter: client_id" },
			]);
		});

		it("uses an assertion once, whatever endpoint the second request is for", async () => {
			const form = await assertion("machine-with-key");
			expect((await call(form))[0]).not.toBe(401);
			for (const other of Object.keys(ENDPOINTS)) expect(await call(form, {}, other)).toEqual(UNAUTHORIZED);
		});

		it("names in an assertion the issuer, the token endpoint, or the library's endpoint that it calls", async () => {
			for (const aud of [ISSUER, `${ISSUER}oauth/token`]) {
				expect((await call(await assertion("machine-with-key", { aud })))[0]).not.toBe(401);
			}
			const elsewhere = path === "oauth/revoke" ? "oauth/par" : "oauth/revoke";
			const refused = await assertion("machine-with-key", { aud: `${ISSUER}${elsewhere}` });
			expect(await call(refused)).toEqual(UNAUTHORIZED);
		});

		it("is refused with two kinds of credentials, and with a credential that occurs twice", async () => {
			const { client_assertion = "" } = await assertion("machine-with-key");
			const both = await call({ ...credentials(tenant.service, "web"), client_assertion });
			expect(both[0]).toBeGreaterThanOrEqual(400);
			const body = new URLSearchParams({ ...ENDPOINTS[path], ...credentials(tenant.service, "web") });
			body.append("client_secret", "other");
			const twice = new Request(`${ISSUER}${path}`, { method: "POST", body });
			const response = await handleServiceRequest(tenant.service, twice);
			expect([response.status, (await response.json()).error]).toEqual([400, "invalid_request"]);
		});
	});
});
