import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { createLocalJWKSet, decodeProtectedHeader, errors, jwtVerify } from "jose";
import { z } from "zod";
import type { Application } from "@/lib/contract/client/application";
import type { CreateClientRequest } from "@/lib/contract/client/client-request";
import { isolated } from "@/lib/contract/name-or-id";
import { dashboardConfig } from "../config";
import { jsonIn, request, type ServiceResponse, TransportError } from "../http/request";
import { readPages } from "../management/applications/client-names";
import { listApplications, type PartlyRead } from "../management/applications/read-applications";
import { createApplication } from "../management/applications/write-applications";
import { ManagementError, WriteRefused } from "../management/call/errors";
import type { ConnectionWithClients } from "../management/identity-providers/connection-clients";
import { requireOtherSignIn } from "../management/identity-providers/console-sign-in";
import { updateConnection } from "../management/identity-providers/write-connections";
import { failed, passed, REFUSE, type ResponseCheck, type ResponseReport } from "./response-report";
import { providerTestAddress } from "./tenant-addresses";

// A sign-in through one identity provider, by OpenID Connect: an authorization request that names its connection, for an
// application of the tenant that is there for such tests alone. It is public, so the console keeps no secret of it.

/** Of the application that tests sign in to. */
export const TEST_APPLICATION_NAME = "Sign-in test (Identity Console)";

/** Of a provider whose name the tenant leaves out. */
export const CANT_BE_NAMED = "It can't be tested: its name is not known, so no sign-in can ask for it.";

const SCOPE = "openid profile email";
const WITHIN_MS = 5_000;

/**
 * The ID of the application that tests sign in to, found by its callback URL; null where there is none.
 * @throws SessionError, ManagementError, WriteRefused where it can't be told
 */
export async function findTestApplication(): Promise<string | null> {
	const found: Application[] = [];
	const isWhole = await readPages(async (page) => {
		const read = await listApplications(page);
		if (read.applications.some(hasUnreadCallbacks)) {
			throw new ManagementError("scope", { status: 403, scopes: "read:clients" });
		}
		found.push(...read.applications.filter(isForTests));
		return { ...read, isLast: read.isLast || found.length > 0 };
	});
	const [application] = found;
	if (application || isWhole) return application?.client_id ?? null;
	throw new WriteRefused("The test can't start", "The tenant has more applications than this console could read.");
}

function hasUnreadCallbacks({ unread = [] }: PartlyRead): boolean {
	return unread.includes("callbacks");
}

function isForTests({ callbacks, token_endpoint_auth_method: method }: Application): boolean {
	return method === "none" && (callbacks ?? []).includes(providerTestAddress());
}

/**
 * Creates the application where there is none, and turns the connection on for it where it is off.
 * @returns its ID
 * @throws SessionError, ProtectedError, ManagementError, WriteRefused
 */
export async function prepareProviderTest(connection: ConnectionWithClients): Promise<string> {
	const found = await findTestApplication();
	if (found && connection.clients?.includes(found)) return found;
	// Before an application is created for a test that can't be made.
	await requireOtherSignIn(connection, []);
	const id = found ?? (await createTestApplication());
	await updateConnection(connection, {}, [...(connection.clients ?? []), id]);
	return id;
}

async function createTestApplication(): Promise<string> {
	const body: CreateClientRequest = {
		name: TEST_APPLICATION_NAME,
		app_type: "spa",
		callbacks: [providerTestAddress()],
		grant_types: ["authorization_code"],
		token_endpoint_auth_method: "none",
		oidc_conformant: true,
		jwt_configuration: { alg: "RS256" },
	};
	const outcome = await createApplication(body, true);
	const id = outcome.kind === "created" ? outcome.application.client_id : outcome.ids[0];
	if (id !== undefined) return id;
	throw new WriteRefused("The test can't start yet", "Its application is being created. Try again in a moment.");
}

const discovery = z.looseObject({
	issuer: z.string(),
	authorization_endpoint: z.url(),
	token_endpoint: z.url(),
	jwks_uri: z.url(),
});

/** @throws ManagementError */
async function readDiscovery() {
	const url = `${dashboardConfig().authentication.baseUrl}/.well-known/openid-configuration`;
	try {
		const response = await request({ method: "GET", url, deadlineMs: WITHIN_MS });
		const read = discovery.safeParse(jsonIn(response));
		if (response.status === 200 && read.success) return read.data;
	} catch (error) {
		if (!(error instanceof TransportError)) throw error;
	}
	throw new ManagementError("unreachable", { area: "token" });
}

type Requested = {
	/** Returned with the response. */
	state: string;
	/** The test application's ID. */
	clientId: string;
	connectionName: string;
	/** Even with a session at the tenant. */
	promptsForCredentials: boolean;
};

/**
 * The authorization request (OpenID Connect Core 1.0 section 3.1.2.1, RFC 7636), and the code verifier that its response needs.
 * @throws ManagementError where the tenant does not respond
 */
export async function providerSignIn(requested: Requested): Promise<{ url: URL; verifier: string }> {
	const { authorization_endpoint } = await readDiscovery();
	const verifier = randomBytes(32).toString("base64url");
	const url = new URL(authorization_endpoint);
	const parameters = {
		client_id: requested.clientId,
		connection: requested.connectionName,
		redirect_uri: providerTestAddress(),
		response_type: "code",
		scope: SCOPE,
		state: requested.state,
		nonce: nonceOf(verifier),
		code_challenge: createHash("sha256").update(verifier).digest("base64url"),
		code_challenge_method: "S256",
		...(requested.promptsForCredentials && { prompt: "login" }),
	};
	for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
	return { url, verifier };
}

function nonceOf(verifier: string): string {
	return createHash("sha256").update(`nonce ${verifier}`).digest("base64url");
}

const CREDENTIALS_REFUSED = "Try again, or as another user; the tenant's log says more.";

/**
 * What came back to the callback, checked: the tenant's refusal, or the ID token that its code is exchanged for. Nothing of it
 * is stored.
 * @param query of the callback
 * @param clientId of the test application
 * @returns also the claims of the ID token; null where it is not valid
 */
export async function reportOnSignIn(
	query: string,
	{ verifier, clientId }: { verifier: string; clientId: string },
): Promise<{ report: ResponseReport; claims: Record<string, unknown> | null }> {
	const { error, error_description: description, code } = Object.fromEntries(new URLSearchParams(query));
	if (error !== undefined || code === undefined) {
		const words = [error, description].filter(Boolean).join(": ") || "it sent neither a code nor an error";
		return reported([
			failed("Sign-in", `The tenant refused the sign-in: ${isolated(words)}.`.replace("..", "."), CREDENTIALS_REFUSED),
		]);
	}
	const checks = [passed("Sign-in", "The tenant let the user in and sent a code.")];
	const { issuer, token_endpoint, jwks_uri } = await readDiscovery();
	const exchanged = await post(token_endpoint, {
		grant_type: "authorization_code",
		client_id: clientId,
		code,
		redirect_uri: providerTestAddress(),
		code_verifier: verifier,
	});
	const token = z.looseObject({ id_token: z.string() }).safeParse(exchanged.json);
	if (!token.success) {
		const refusal = z
			.looseObject({ error: z.string(), error_description: z.string().optional() })
			.safeParse(exchanged.json);
		const { error: name, error_description: reason } = refusal.data ?? {};
		const why = [name, reason].filter(Boolean).join(": ") || `status ${exchanged.status}`;
		return reported([
			...checks,
			failed("Code", `The tenant did not exchange the code: ${isolated(why)}`, "Start the test again."),
		]);
	}
	checks.push(passed("Code", "The tenant exchanged the code for an ID token."));
	return verified(token.data.id_token, { issuer, jwks_uri, clientId, nonce: nonceOf(verifier), checks });
}

async function post(url: string, fields: Record<string, string>) {
	const headers = { "content-type": "application/x-www-form-urlencoded" };
	const body = new URLSearchParams(fields).toString();
	const response = await reached(request({ method: "POST", url, headers, body, deadlineMs: WITHIN_MS }));
	return { status: response.status, json: jsonIn(response) };
}

/** @throws ManagementError where the tenant does not respond */
async function reached(sent: Promise<ServiceResponse>): Promise<ServiceResponse> {
	try {
		return await sent;
	} catch (error) {
		if (error instanceof TransportError) throw new ManagementError("unreachable", { area: "token", cause: error });
		throw error;
	}
}

type Expected = { issuer: string; jwks_uri: string; clientId: string; nonce: string; checks: ResponseCheck[] };

/** OpenID Connect Core 1.0 section 3.1.3.7. */
async function verified(idToken: string, { issuer, jwks_uri, clientId, nonce, checks }: Expected) {
	const response = await reached(request({ method: "GET", url: jwks_uri, deadlineMs: WITHIN_MS }));
	if (response.status !== 200) throw new ManagementError("unavailable", { area: "token", status: response.status });
	const keys = jsonIn(response);
	try {
		const { payload, protectedHeader } = await jwtVerify(idToken, createLocalJWKSet(keys as never), {
			issuer,
			audience: clientId,
			clockTolerance: 60,
		});
		checks.push(
			passed(
				"Signature",
				`The ID token is signed with ${protectedHeader.alg}, by the tenant's key ${protectedHeader.kid}.`,
			),
			passed("Issuer", `It is from ${payload.iss}.`),
			passed("Audience", `It is for the test application, ${clientId}.`),
			payload.nonce === nonce
				? passed("Request", "It responds to the request of this test.")
				: failed("Request", "It responds to another request.", REFUSE),
		);
		return reported(checks, { payload, protectedHeader });
	} catch (error) {
		if (!(error instanceof errors.JOSEError)) throw error;
		checks.push(failed("ID token", `${atEnd(error.message)}`, REFUSE));
		return reported(checks, { protectedHeader: headerOf(idToken), payload: null });
	}
}

function atEnd(sentence: string): string {
	return `The ID token is not valid: ${sentence.replace(/\.?$/, ".")}`;
}

function headerOf(token: string): object | null {
	try {
		return decodeProtectedHeader(token);
	} catch {
		return null;
	}
}

type Decoded = { payload: Record<string, unknown> | null; protectedHeader: object | null };

function reported(
	checks: ResponseCheck[],
	{ payload, protectedHeader }: Decoded = { payload: null, protectedHeader: null },
) {
	const isGood = checks.every(({ outcome }) => outcome !== "failed");
	const report: ResponseReport = {
		isGood,
		checks,
		subject: null,
		facts: [],
		attributes: [],
		decoded: protectedHeader ? JSON.stringify({ header: protectedHeader, claims: payload ?? "not read" }, null, 2) : "",
	};
	return { report, claims: isGood ? payload : null };
}
