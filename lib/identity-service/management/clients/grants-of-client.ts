import { createHash } from "node:crypto";
import { absoluteUri } from "../../clients/absolute-uris";
import type { IdentityService } from "../../context/identity-service";
import type { ClientRow } from "../../store/clients";

export type ClientGrant = { id: string; client_id: string; audience: string; scope: string[] };
type StoredGrant = { audience: string; scopes: string[] };

/** What a client was granted, with absolute audiences. */
export function storedGrants(service: IdentityService, { api_grants }: ClientRow): StoredGrant[] {
	return (JSON.parse(api_grants) as StoredGrant[]).map(({ audience, scopes }) => ({
		audience: absoluteUri(service, audience),
		scopes,
	}));
}

/** The client's row with other grants. An audience of the service's own is stored relative to its origin. */
export function withGrants(service: IdentityService, row: ClientRow, grants: readonly StoredGrant[]): ClientRow {
	const own = new URL(service.config.audience);
	const stored = grants.map(({ audience, scopes }) => ({
		audience: audience === own.href ? own.pathname : audience,
		scopes,
	}));
	return { ...row, api_grants: JSON.stringify(stored) };
}

export function clientGrantsOf(service: IdentityService, row: ClientRow): ClientGrant[] {
	return storedGrants(service, row).map(({ audience, scopes }) => ({
		id: grantId(service, row.client_id, audience),
		client_id: row.client_id,
		audience,
		scope: scopes,
	}));
}

/** `cgr_` and 16 hexadecimal digits. There is one grant for a client and an audience, so those name it. */
function grantId({ config }: IdentityService, clientId: string, audience: string): string {
	const name = audience === config.audience ? "management" : audience;
	return `cgr_${createHash("sha256")
		.update(JSON.stringify([clientId, name]))
		.digest("hex")
		.slice(0, 16)}`;
}
