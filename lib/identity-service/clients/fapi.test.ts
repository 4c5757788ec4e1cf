import { generateKeyPairSync, sign } from "node:crypto";
import { calculateJwkThumbprint, decodeJwt, decodeProtectedHeader, type JWK } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { edgeApiKey } from "../context/service-request";
import { handleServiceRequest } from "../handle-request";
import { identifyCaller } from "../management/access";
import { dpopKey } from "../testing/dpop";
import { asReceived } from "../testing/service-request";
import { TestBrowser } from "../testing/test-browser";
import { certificate, renewedCertificate } from "../testing/test-certificates";
import { assertion } from "../testing/test-keys";
import { AUDIENCE, ISSUER, REDIRECT_URI, startTestService } from "../testing/test-service";
import { challengeOf, post, requestToken, secretOf } from "../testing/token-request";

const VERIFIER = "a-verifier-of-at-least-forty-three-characters-0123";
const TOKEN_ADDRESS = `${ISSUER}oauth/token`;
const REQUEST = {
	response_type: "code",
	redirect_uri: REDIRECT_URI,
	scope: "openid offline_access",
	...challengeOf(VERIFIER),
};

/** The library that makes proofs in tests makes none by such a key. */
function proofByShortKey(method: string, address: string): string {
	const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
	const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
	const header = { alg: "RS256", typ: "dpop+jwt", jwk: publicKey.export({ format: "jwk" }) };
	const signed = `${part(header)}.${part({ htm: method, htu: address, jti: "1", iat: 1 })}`;
	return `${signed}.${sign("sha256", Buffer.from(signed), privateKey).toString("base64url")}`;
}

describe("a client with the FAPI 2.0 profile", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
	});
	afterAll(() => tenant.stop());

	const push = async (form: Record<string, string>, headers: Record<string, string> = {}) => {
		const response = await post(tenant.service, "oauth/par", form, headers);
		return { status: response.status, body: (await response.json()) as { request_uri?: string; error?: string } };
	};
	const signIn = async (clientId: string, requestUri: string) => {
		const browser = new TestBrowser(tenant.service);
		const start = await browser.open(
			`authorize?${new URLSearchParams({ client_id: clientId, request_uri: requestUri })}`,
		);
		const outcome = await browser.submit(new URL(start.headers.get("location") ?? ""));
		if ("problem" in outcome) throw new Error(outcome.problem);
		const end = await browser.open(outcome.returnTo);
		return new URL(end.headers.get("location") ?? "");
	};
	const codeForm = (code: string) => ({
		grant_type: "authorization_code",
		code,
		redirect_uri: REDIRECT_URI,
		code_verifier: VERIFIER,
	});
	const bankCode = async () => {
		const { body } = await push({ ...REQUEST, ...(await assertion("bank")) });
		return (await signIn("bank", body.request_uri ?? "")).searchParams.get("code") ?? "";
	};
	const forwarded = (pem = certificate) => ({
		"cname-api-key": edgeApiKey(tenant.service.secrets),
		"client-certificate": encodeURIComponent(pem),
		"client-certificate-ca-verified": "SUCCESS",
	});

	it("signs in with a pushed request, PKCE and an assertion, and gets tokens bound to its key", async () => {
		const { jwk, proof } = dpopKey();
		const code = await bankCode();
		const form = { ...codeForm(code), ...(await assertion("bank")) };
		const { status, body } = await requestToken(tenant.service, form, { dpop: await proof("POST", TOKEN_ADDRESS) });
		expect([status, body.token_type]).toEqual([200, "DPoP"]);
		expect(decodeProtectedHeader(body.id_token).alg).toBe("ES256");
		expect(body.refresh_token).toEqual(expect.any(String));
		const address = `${ISSUER}userinfo`;
		const headers = {
			authorization: `DPoP ${body.access_token}`,
			dpop: await proof("GET", address, body.access_token),
		};
		expect((await handleServiceRequest(tenant.service, new Request(address, { headers }))).status).toBe(200);
		const bearer = { authorization: `Bearer ${body.access_token}` };
		expect((await handleServiceRequest(tenant.service, new Request(address, { headers: bearer }))).status).toBe(401);

		const refresh = { grant_type: "refresh_token", refresh_token: body.refresh_token, ...(await assertion("bank")) };
		const renewed = await requestToken(tenant.service, refresh, { dpop: await proof("POST", TOKEN_ADDRESS) });
		expect([renewed.status, renewed.body.token_type]).toEqual([200, "DPoP"]);
		const unproved = { grant_type: "refresh_token", refresh_token: body.refresh_token, ...(await assertion("bank")) };
		expect((await requestToken(tenant.service, unproved)).body.error).toBe("invalid_dpop_proof");
		expect(await calculateJwkThumbprint(jwk as JWK)).toEqual(expect.any(String));
	});

	it("is refused the management interface without a fresh proof of its key", async () => {
		const { jwk, proof } = dpopKey();
		const form = { grant_type: "client_credentials", audience: AUDIENCE, ...(await assertion("bank")) };
		const { body } = await requestToken(tenant.service, form, { dpop: await proof("POST", TOKEN_ADDRESS) });
		const token = body.access_token;
		expect(decodeJwt(token).cnf).toEqual({ jkt: await calculateJwkThumbprint(jwk as JWK) });
		const address = `${AUDIENCE}refresh-tokens`;
		const call = (scheme: string, dpop?: string) =>
			identifyCaller(
				tenant.service,
				asReceived(tenant.service, `${address}?user_id=x`, {
					headers: { authorization: `${scheme} ${token}`, ...(dpop ? { dpop } : {}) },
				}),
			);
		const good = await proof("GET", address, token);
		expect(await call("DPoP", good)).toMatchObject({ clientId: "bank" });
		for (const [scheme, dpop] of [
			["DPoP", good],
			["Bearer", await proof("GET", address, token)],
			["DPoP", undefined],
			["DPoP", "no proof"],
			["DPoP", await proof("POST", address, token)],
			["DPoP", await proof("GET", `${AUDIENCE}clients`, token)],
			["DPoP", await proof("GET", address)],
			["DPoP", await dpopKey().proof("GET", address, token)],
			["DPoP", proofByShortKey("GET", address)],
		] as const) {
			await expect(call(scheme, dpop)).rejects.toMatchObject({ status: 401 });
		}
	});

	it("gets tokens bound to its certificate when it uses mutual TLS", async () => {
		const { body: pushed } = await push({ ...REQUEST, client_id: "insurer" }, forwarded());
		const code = (await signIn("insurer", pushed.request_uri ?? "")).searchParams.get("code") ?? "";
		const form = { ...codeForm(code), client_id: "insurer" };
		expect((await requestToken(tenant.service, form)).status).toBe(401);
		const { status, body } = await requestToken(tenant.service, form, forwarded());
		expect(status).toBe(200);
		const userInfo = (headers: Record<string, string>) =>
			handleServiceRequest(
				tenant.service,
				new Request(`${ISSUER}userinfo`, { headers: { authorization: `Bearer ${body.access_token}`, ...headers } }),
			);
		expect((await userInfo(forwarded())).status).toBe(200);
		for (const headers of [{}, forwarded(renewedCertificate)]) expect((await userInfo(headers)).status).toBe(401);
	});

	it("is refused a request that was not pushed", async () => {
		const address = await new TestBrowser(tenant.service).authorize({ client_id: "bank", ...challengeOf(VERIFIER) });
		expect(address.searchParams.get("error")).toBe("invalid_request");
		expect(address.searchParams.has("code")).toBe(false);
	});

	it.each([
		["without PKCE", { code_challenge: "", code_challenge_method: "" }],
		["with plain PKCE", { code_challenge_method: "plain" }],
		["for an ID token through the browser", { response_type: "id_token", nonce: "n" }],
		["for both tokens through the browser", { response_type: "id_token token", nonce: "n" }],
		["to another address", { redirect_uri: "http://localhost:3000/elsewhere" }],
	])("is refused a pushed request %s", async (_case, more) => {
		const { status, body } = await push({ ...REQUEST, ...(more as object), ...(await assertion("bank")) });
		expect(status).toBe(400);
		expect(body.request_uri).toBeUndefined();
	});

	it("gets an error without a proof, and the code stays valid for a request with one", async () => {
		const code = await bankCode();
		const refused = await requestToken(tenant.service, { ...codeForm(code), ...(await assertion("bank")) });
		expect(refused).toEqual({
			status: 400,
			body: { error: "invalid_dpop_proof", error_description: expect.stringContaining("DPoP header with a proof") },
		});
		const form = { ...codeForm(code), ...(await assertion("bank")) };
		const dpop = await dpopKey().proof("POST", TOKEN_ADDRESS);
		expect((await requestToken(tenant.service, form, { dpop })).status).toBe(200);
	});

	it("with tokens bound to a certificate gets an error that the certificate is missing", async () => {
		const { body: pushed } = await push({ ...REQUEST, ...(await assertion("lender")) });
		const code = (await signIn("lender", pushed.request_uri ?? "")).searchParams.get("code") ?? "";
		const { status, body } = await requestToken(tenant.service, { ...codeForm(code), ...(await assertion("lender")) });
		expect([status, body.error]).toEqual([400, "invalid_request"]);
		expect(body.error_description).toContain("needs mutual TLS");
		const form = { ...codeForm(code), ...(await assertion("lender")) };
		expect((await requestToken(tenant.service, form, forwarded())).status).toBe(200);
	});

	it("is refused the password grant that it was registered with", async () => {
		const password = { grant_type: "password", username: "a", password: "b", ...(await assertion("bank")) };
		const refused = await requestToken(tenant.service, password);
		expect([refused.status, refused.body.error]).toEqual([403, "unauthorized_client"]);
	});

	it("is refused a secret, an assertion for the token endpoint, and no authentication at all", async () => {
		const secret = { client_id: "bank", client_secret: secretOf(tenant.service, "bank") };
		for (const credentials of [secret, { client_id: "bank" }, await assertion("bank", { aud: TOKEN_ADDRESS })]) {
			expect((await push({ ...REQUEST, ...credentials })).status).toBe(401);
		}
	});

	it("need not be named in the body beside an assertion that names it", async () => {
		const { client_id: _, ...proof } = await assertion("bank");
		expect((await push({ ...REQUEST, ...proof })).status).toBe(201);
	});

	it("can use a pushed request once", async () => {
		const { body } = await push({ ...REQUEST, ...(await assertion("bank")) });
		const requestUri = body.request_uri ?? "";
		await signIn("bank", requestUri);
		await expect(signIn("bank", requestUri)).rejects.toThrow();
	});
});

describe("a pushed request of a client with a secret", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
	});
	afterAll(() => tenant.stop());

	const push = (form: Record<string, string>, clientId = "web-basic", secret = secretOf(tenant.service, clientId)) => {
		const authorization = `Basic ${Buffer.from(`${clientId}:${secret}`).toString("base64")}`;
		return post(tenant.service, "oauth/par", { ...REQUEST, ...form }, { authorization });
	};

	it("needs no client_id in the body when the client authenticates by Basic", async () => {
		const response = await push({});
		expect(response.status).toBe(201);
		const { request_uri } = await response.json();
		const browser = new TestBrowser(tenant.service);
		const start = await browser.open(`authorize?${new URLSearchParams({ client_id: "web-basic", request_uri })}`);
		expect(start.headers.get("location")).toContain("/login/");
	});

	it("is refused with another client's name in the body, and with a wrong secret", async () => {
		expect((await push({ client_id: "web" })).status).toBe(400);
		expect((await push({}, "web-basic", "wrong")).status).toBe(401);
	});
});
