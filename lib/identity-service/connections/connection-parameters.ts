import { errors, type KoaContextWithOIDC } from "oidc-provider";
import type { IdentityService } from "../context/identity-service";
import { OWN_CONNECTIONS } from "./own-connections";
import { readProviderSignIn } from "./provider-sign-in";
import { usableConnection } from "./saml-connection";

/** By which an application names the connection that people are to sign in through. */
export const CONNECTION_PARAMETER = "connection";
/** By which an authorization request carries who has signed in at a provider. Only this service can write one. */
export const PROVIDER_SIGN_IN_PARAMETER = "provider_sign_in";

/** The outside connection that a request names; null where it names none, or one of the service's own ways to sign in. */
export function outsideConnection(params: Record<string, unknown> | undefined): string | null {
	const name = params?.[CONNECTION_PARAMETER];
	return typeof name === "string" && !OWN_CONNECTIONS.includes(name) ? name : null;
}

/** @throws InvalidRequest, which the application is told, for a connection that it may not use */
export function requireUsableConnection(service: IdentityService) {
	return async ({ oidc: { params, client } }: KoaContextWithOIDC): Promise<void> => {
		const name = outsideConnection(params);
		if (name === null) return;
		const connection = await usableConnection(service, name);
		if (client && connection?.clientIds.includes(client.clientId)) return;
		throw new errors.InvalidRequest("the connection does not exist, or is not enabled for the client");
	};
}

/** @throws InvalidRequest on a page where somebody else wrote it: whoever sends this asks to be somebody */
export function requireOwnProviderSignIn(service: IdentityService) {
	return async ({ oidc: { params, client } }: KoaContextWithOIDC): Promise<void> => {
		const sealed = params?.[PROVIDER_SIGN_IN_PARAMETER];
		if (sealed === undefined) return;
		const signIn = await readProviderSignIn(service, sealed);
		if (signIn !== null && signIn.clientId === client?.clientId) return;
		const refusal = new errors.InvalidRequest(`${PROVIDER_SIGN_IN_PARAMETER} is not for applications`);
		throw Object.assign(refusal, { allow_redirect: false });
	};
}
