import type { CreateClientRequest, UpdateClientRequest } from "@/lib/contract/client/client-request";
import { contentChanges } from "./application-changes";
import {
	type ApplicationContent,
	type ApplicationFormValues,
	hasPeople,
	isPublicType,
	wantedContent,
} from "./application-content";

const PEOPLE_GRANTS = ["authorization_code", "refresh_token"] as const;
const MACHINE_GRANTS = ["client_credentials"] as const;

/**
 * Body of the POST that creates an application: what its type needs and no more. Public ones authenticate with nothing,
 * so their refresh tokens rotate (RFC 9700 section 4.14.2).
 */
export function createRequestOf(values: ApplicationFormValues): CreateClientRequest {
	const { name, type, callbacks } = wantedContent(null, values);
	const isPublic = isPublicType(type);
	return {
		name,
		app_type: type as CreateClientRequest["app_type"],
		...(hasPeople(type) && callbacks.length > 0 ? { callbacks: [...callbacks] } : {}),
		grant_types: [...(hasPeople(type) ? PEOPLE_GRANTS : MACHINE_GRANTS)],
		token_endpoint_auth_method: isPublic ? "none" : "client_secret_post",
		oidc_conformant: true,
		jwt_configuration: { alg: "RS256" },
		...(isPublic ? { refresh_token: { rotation_type: "rotating", expiration_type: "expiring" } } : {}),
	};
}

/** What of an application is sent back beside what changes: the service takes each field whole. */
export type StoredSettings = {
	refreshToken: Readonly<Record<string, unknown>> | null;
	metadata: Readonly<Record<string, unknown>> | null;
};

/**
 * Body of the PATCH that makes one content of another: only what changed, so that nobody's rename is undone by an edit
 * of addresses. Null: there is nothing to send.
 */
export function updateRequestOf(
	before: ApplicationContent,
	after: ApplicationContent,
	stored: StoredSettings,
): UpdateClientRequest | null {
	const changed = contentChanges(before, after).map(({ field }) => field);
	if (changed.length === 0) return null;
	const isChanged = (part: string) => changed.some((field) => field === part || field.startsWith(`${part} `));
	const body: Record<string, unknown> = {
		...(isChanged("name") ? { name: after.name } : {}),
		...(isChanged("description") ? { description: after.description } : {}),
		...(isChanged("type") ? { app_type: after.type } : {}),
		...(isChanged("callbacks") ? { callbacks: after.callbacks } : {}),
		...(isChanged("logoutUrls") ? { allowed_logout_urls: after.logoutUrls } : {}),
		...(isChanged("webOrigins") ? { web_origins: after.webOrigins } : {}),
		...(isChanged("grants") ? { grant_types: after.grants } : {}),
		...(isChanged("rotates") ? { refresh_token: rotation(after.rotates, stored.refreshToken) } : {}),
		// Some tenants merge this object and others replace it: with all that is there, both come to the same.
		...(isChanged("signUp") ? { client_metadata: { ...stored.metadata, sign_up: after.signUp ? "on" : "off" } } : {}),
	};
	return body as UpdateClientRequest;
}

function rotation(rotates: boolean, stored: StoredSettings["refreshToken"]) {
	const settings = { expiration_type: "expiring", ...stored, rotation_type: rotates ? "rotating" : "non-rotating" };
	// What rotates has to expire.
	return rotates ? { ...settings, expiration_type: "expiring" } : settings;
}
