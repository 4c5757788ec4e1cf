import { importJWK, type JWTHeaderParameters, type JWTPayload, SignJWT } from "jose";
import { describe } from "vitest";
import type { IdentityService } from "../context/identity-service";
import { handleServiceRequest } from "../handle-request";
import { derivedClientId } from "../keys/derived";
import { loadServiceSecrets } from "../keys/service-secrets";
import { openIdentityService } from "../open-identity-service";
import { openServiceDatabase } from "../open-service-parts";
import { sampleClients } from "../sample-tenant/clients";
import { seedSampleTenant } from "../sample-tenant/seed-sample-tenant";
import { CHEAP_HASH } from "./cheap-hash";
import { databasesWith } from "./test-database";

export const FORM = "application/x-www-form-urlencoded";

type Call = {
	/** Text and bytes are sent unchanged, other values as JSON. */
	body?: unknown;
	contentType?: string | null;
	/** A client's handle (for its own token), or the whole Authorization header; null sends none. */
	as?: string | null;
	headers?: Record<string, string>;
};

export type TenantResponse = { status: number; headers: Headers; text: string; json: unknown };

/** Runs a suite on both engines, and reports where there is no PostgreSQL to test on. */
export function describeOnEachEngine(title: string, suite: (open: typeof openTestTenant) => void): void {
	const server = process.env.TEST_DATABASE_URL;
	describe(`${title}, on SQLite`, () => suite(openTestTenant));
	if (server) describe(`${title}, on PostgreSQL`, () => suite((environment) => openTestTenant(environment, server)));
	else describe.skip(`${title}, on PostgreSQL: NOT TESTED, for want of TEST_DATABASE_URL`, () => suite(openTestTenant));
}

/** For suites whose database queries are tested on each engine elsewhere: on SQLite, and in the long run on both. */
export const describeOnAnyEngine: typeof describeOnEachEngine = (title, suite) =>
	process.env.LONG ? describeOnEachEngine(title, suite) : describe(title, () => suite(openTestTenant));

const START = "2026-11-21T10:00:00.000Z";
const openDatabase = databasesWith({
	appSecret: "a root secret for tests only, 32 bytes",
	async fill(config) {
		const now = () => new Date(START);
		const database = await openServiceDatabase(config);
		const secrets = await loadServiceSecrets(database, config);
		const { keys } = await openIdentityService(config, database, secrets, now);
		await keys.ready();
		await seedSampleTenant({ config, secrets, database, now });
		await database.destroy();
	},
});

/** A sample tenant with a database of its own and a clock that the test can move. Rate limiting is off unless set. */
export async function openTestTenant(environment: Record<string, string> = {}, postgresServer?: string) {
	const { config, database, dataDir, close } = await openDatabase(environment, postgresServer);
	const clock = { time: Date.parse(START) };
	const now = () => new Date(clock.time);
	const secrets = await loadServiceSecrets(database, config);
	const service = await openIdentityService(config, database, secrets, now, CHEAP_HASH);

	async function call(method: string, pathAndQuery: string, details: Call = {}): Promise<TenantResponse> {
		const { body, as = "management", contentType = "application/json", headers = {} } = details;
		const authorization = as === null ? {} : { authorization: isHandle(as) ? await bearer(service, as) : as };
		const request = new Request(`http://localhost:3000/api/v2${pathAndQuery}`, {
			method,
			headers: { ...authorization, ...headers },
			body: body === undefined || typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body),
		} as RequestInit);
		// A text body sets a default content type, which the test's replaces.
		if (body !== undefined && contentType !== null) request.headers.set("content-type", contentType);
		else request.headers.delete("content-type");
		const response = await handleServiceRequest(service, request);
		const text = await response.text();
		return { status: response.status, headers: response.headers, text, json: text === "" ? null : JSON.parse(text) };
	}

	return {
		service,
		dataDir,
		call,
		token: (handle: string, claims: JWTPayload = {}, header: Partial<JWTHeaderParameters> = {}) =>
			bearer(service, handle, claims, header),
		clientId: (handle: string) => derivedClientId(config.appSecret, handle),
		passMilliseconds: (milliseconds: number) => {
			clock.time += milliseconds;
		},
		async close() {
			await service.log.flush();
			await close();
		},
	};
}

export type TestTenant = Awaited<ReturnType<typeof openTestTenant>>;

function isHandle(text: string): boolean {
	return sampleClients.some(({ handle }) => handle === text);
}

/** `Bearer` and an access token as the token endpoint would issue it to a client of the sample tenant. */
async function bearer(
	service: IdentityService,
	handle: string,
	claims: JWTPayload = {},
	header: Partial<JWTHeaderParameters> = {},
): Promise<string> {
	const jwk = service.keys.privateKeySet.keys[0];
	if (!jwk) throw new Error("no signing key");
	const clientId = derivedClientId(service.config.appSecret, handle);
	const now = Math.floor(service.now().getTime() / 1000);
	const token = await new SignJWT({
		iss: service.config.issuer,
		aud: service.config.audience,
		sub: clientId,
		client_id: clientId,
		iat: now,
		exp: now + 3600,
		scope: sampleClients.find((client) => client.handle === handle)?.scopes.join(" "),
		gty: "client-credentials",
		...claims,
	})
		.setProtectedHeader({ alg: "RS256", typ: "at+jwt", kid: jwk.kid, ...header })
		.sign(await importJWK(jwk, "RS256"));
	return `Bearer ${token}`;
}
