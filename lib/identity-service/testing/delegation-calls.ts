import { importJWK, type JWTPayload, SignJWT } from "jose";
import { expect } from "vitest";
import type { ClientSettings } from "../store/clients";
import type { ClientTable } from "../store/schema";
import { ISSUER, type startTestService, USER_ID } from "./test-service";
import { credentials, post, signInForTokens } from "./token-request";

export const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
/** For which a sign-in issues every kind of token. */
export const ALL_SCOPES = { scope: "openid profile email offline_access" };

export type DelegationResponse = {
	id_token: string;
	token_type: string;
	expires_in: number;
	error?: string;
	error_description?: string;
};

type Tenant = Awaited<ReturnType<typeof startTestService>>;

/** Requests of the client "web" for tokens of "web-basic", unless other clients are named. */
export function delegationCalls(tenantNow: () => Tenant) {
	const service = () => tenantNow().service;

	function change(clientId: string, row: Partial<ClientTable>) {
		return service().database.updateTable("clients").set(row).where("client_id", "=", clientId).execute();
	}

	async function delegate(parameters: Record<string, string>, clientId = "web", headers: Record<string, string> = {}) {
		const form = { grant_type: JWT_BEARER, target: "web-basic", ...credentials(service(), clientId), ...parameters };
		const response = await post(service(), "delegation", form, headers);
		return { status: response.status, headers: response.headers, body: (await response.json()) as DelegationResponse };
	}

	return {
		change,
		set: (clientId: string, settings: Partial<ClientSettings>) =>
			change(clientId, { settings: JSON.stringify(settings) }),
		delegate,

		async refusalOf(parameters: Record<string, string>, clientId?: string) {
			const { status, body } = await delegate(parameters, clientId);
			expect(body.id_token).toBeUndefined();
			return [status, body.error];
		},

		idTokenOf: async (clientId = "web") => (await signInForTokens(service(), clientId, ALL_SCOPES)).id_token,

		/** An ID token of "web" with some claims replaced, signed with the tenant's own key. */
		async forged(claims: JWTPayload, header = {}) {
			const [key] = service().keys.privateKeySet.keys;
			if (!key) throw new Error("No key");
			const now = Math.floor(service().now().getTime() / 1000);
			return new SignJWT({ iss: ISSUER, aud: "web", sub: USER_ID, iat: now, exp: now + 60, ...claims })
				.setProtectedHeader({ alg: "RS256", kid: key.kid ?? "", ...header })
				.sign(await importJWK(key));
		},
	};
}
