import { createHash, randomBytes } from "node:crypto";
import type { IdentityService } from "../context/identity-service";
import { handleServiceRequest } from "../handle-request";
import { clientSecret } from "../keys/client-secret";
import { TestBrowser } from "./test-browser";
import { ISSUER, REDIRECT_URI } from "./test-service";

export type TokenResponse = {
	access_token: string;
	id_token: string;
	refresh_token: string;
	token_type: string;
	expires_in: number;
	scope: string;
	error?: string;
	error_description?: string;
};

export function secretOf(service: IdentityService, clientId: string): string {
	return clientSecret(service.secrets.credentials, clientId);
}

/** The credentials of a client with client_secret_post, or of the public client "browser". */
export function credentials(service: IdentityService, clientId: string): Record<string, string> {
	return clientId === "browser"
		? { client_id: clientId }
		: { client_id: clientId, client_secret: secretOf(service, clientId) };
}

/** POSTs a form. */
export function post(
	service: IdentityService,
	path: string,
	form: Record<string, string>,
	headers: Record<string, string> = {},
): Promise<Response> {
	const body = new URLSearchParams(form);
	return handleServiceRequest(service, new Request(`${ISSUER}${path}`, { method: "POST", body, headers }));
}

export async function requestToken(
	service: IdentityService,
	form: Record<string, string>,
	headers: Record<string, string> = {},
): Promise<{ status: number; body: TokenResponse }> {
	const response = await post(service, "oauth/token", form, headers);
	return { status: response.status, body: (await response.json()) as TokenResponse };
}

export function exchange(service: IdentityService, clientId: string, refreshToken: string, more = {}) {
	const form = { grant_type: "refresh_token", refresh_token: refreshToken, ...more };
	return requestToken(service, { ...form, ...credentials(service, clientId) });
}

/** A sign-in with PKCE, from the authorization request to the tokens. */
export async function signInForTokens(
	service: IdentityService,
	clientId: string,
	parameters: Record<string, string> = {},
	browser = new TestBrowser(service),
): Promise<TokenResponse> {
	const verifier = randomBytes(32).toString("base64url");
	const address = await browser.signIn({ client_id: clientId, ...challengeOf(verifier), ...parameters });
	const code = address.searchParams.get("code");
	if (!code) throw new Error(`No code in ${address}`);
	const form = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: REDIRECT_URI };
	const { status, body } = await requestToken(service, { ...form, ...credentials(service, clientId) });
	if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
	return body;
}

export function challengeOf(verifier: string): Record<string, string> {
	const challenge = createHash("sha256").update(verifier).digest("base64url");
	return { code_challenge: challenge, code_challenge_method: "S256" };
}
