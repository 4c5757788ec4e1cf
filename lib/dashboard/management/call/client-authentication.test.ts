import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { importJWK, type JWK, jwtVerify } from "jose";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ClientCredential, dashboardConfig, heldConfig } from "../../config";
import { flushExchanges } from "../../exchanges/exchanges";
import { dashboardDatabase } from "../../store/dashboard-database";
import { clearDashboardState, pointAtService, signInAs } from "../../testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "../../testing/fault-server";
import { getTemplate } from "../templates";
import { checkConnection } from "../tenant-link/check-connection";
import { tryNextKey } from "../tenant-link/set-up-advice";
import { dropAccessToken } from "./access-token";
import { publicClientKey } from "./client-authentication";

const [first, second] = [newKey(), newKey()];
const folder = mkdtempSync(path.join(tmpdir(), "client-key-"));
const clientKeyFile = path.join(folder, "key.json");
let service: FaultServer;
let forms: URLSearchParams[];

beforeEach(async () => {
	service = await startFaultServer();
	forms = [];
	const { respondWithToken } = service;
	service.respondWithToken = (request, response) => {
		forms.push(new URLSearchParams(request.body));
		respondWithToken(request, response);
	};
	service.handle = (_, response) => json(response, 200, { id: "vct_1" });
	await pointAtService(service.address);
	authenticateBy({ clientKeyFile });
	writeKeys({ current: first });
	signInAs("editor");
});
afterEach(async () => {
	await clearDashboardState();
	await service.close();
	rmSync(clientKeyFile, { force: true });
});

function newKey(): JWK {
	return generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" }) as JWK;
}
const writeKeys = (keys: object) => writeFileSync(clientKeyFile, JSON.stringify(keys));

function authenticateBy(credential: ClientCredential): void {
	const config = dashboardConfig();
	heldConfig.set({ ...config, management: { ...config.management, credential } });
}

async function verify(form: URLSearchParams | undefined, { n, e, kty }: JWK) {
	const key = await importJWK({ n, e, kty }, "RS256");
	return jwtVerify(form?.get("client_assertion") ?? "", key, { audience: `${service.address}/`, maxTokenAge: 60 });
}

test("the client authenticates by an assertion for this tenant, of a minute at most, and by no secret", async () => {
	await getTemplate("vct_1");
	const [form] = forms;
	expect(Object.fromEntries(form ?? [])).toEqual({
		grant_type: "client_credentials",
		client_id: "m",
		client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
		client_assertion: expect.any(String),
		audience: `${service.address}/api/v2/`,
	});
	const { payload, protectedHeader } = await verify(form, first);
	expect(payload).toMatchObject({ iss: "m", sub: "m", jti: expect.stringMatching(/^[\da-f-]{36}$/) });
	expect((payload.exp ?? Infinity) - (payload.iat ?? 0)).toBeLessThanOrEqual(60);
	expect(protectedHeader).toEqual({ alg: "RS256" });
});

test("each request has an assertion of its own, and names the key where the key has an identifier", async () => {
	authenticateBy({ clientKey: JSON.stringify({ current: { ...first, kid: "key-1" } }) });
	await getTemplate("vct_1");
	dropAccessToken();
	await getTemplate("vct_1");
	const [one, other] = await Promise.all(forms.map((form) => verify(form, first)));
	expect(one?.payload.jti).not.toBe(other?.payload.jti);
	expect(one?.protectedHeader).toEqual({ alg: "RS256", kid: "key-1" });
});

test("a running instance uses the new key of the file from its next access token on", async () => {
	await getTemplate("vct_1");
	writeKeys({ current: second, previous: first });
	dropAccessToken();
	await getTemplate("vct_1");
	await verify(forms[0], first);
	await verify(forms[1], second);
});

test("the next key of a rotation is tried without being used, and a refusal says what to register", async () => {
	writeKeys({ current: first, next: second });
	expect(await tryNextKey()).toEqual({});
	await verify(forms[0], second);
	await getTemplate("vct_1");
	await verify(forms[1], first);
	service.respondWithToken = (_, response) => json(response, 401, { error: "invalid_client" });
	expect(await tryNextKey()).toEqual({ refusal: expect.stringContaining("register the console's public key") });
});

test("the check of the connection says to register the key where the tenant does not know it", async () => {
	service.respondWithToken = (_, response) =>
		json(response, 401, { error: "access_denied", error_description: "Unauthorized" });
	const advice = (await checkConnection()).map((step) => step.advice).join();
	expect(advice).toContain("register the console's public key");
	expect(advice).not.toContain("MANAGEMENT_CLIENT_SECRET");
	const { pem = "" } = (await publicClientKey()) ?? {};
	expect(pem).toMatch(/^-----BEGIN PUBLIC KEY-----/);
});

test("a key that can't be read is named by its setting, never by its text", async () => {
	writeFileSync(clientKeyFile, JSON.stringify({ current: { kty: "RSA", d: "planted" } }));
	const error = await publicClientKey().catch((error: Error) => error);
	expect(String(error)).toContain("MANAGEMENT_CLIENT_KEY_FILE");
	expect(String(error)).not.toContain("planted");
	rmSync(clientKeyFile);
	expect((await checkConnection()).map((step) => step.advice).join()).toContain("ENOENT");
});

test("the list of API calls holds neither the assertion nor the key", async () => {
	await getTemplate("vct_1");
	await flushExchanges();
	const kept = JSON.stringify(await (await dashboardDatabase()).selectFrom("exchanges").selectAll().execute());
	expect(kept).toContain("client_assertion=[redacted]");
	for (const secret of [forms[0]?.get("client_assertion"), first.d]) expect(kept).not.toContain(secret);
});
