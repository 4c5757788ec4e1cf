import type { Scope } from "./scopes";

const TEMPLATES = "/verifiable-credentials/verification/templates";

/**
 * The operations of the management interface: path under `{base_url}` and the scopes of which the caller needs any one,
 * or with `needsEveryScope` all.
 * The dashboard names these scopes after a 403, because the service's own message may name another one.
 */
export const operations = {
	get_vc_templates: { method: "GET", path: TEMPLATES, scopes: ["read:vdcs_templates"] },
	post_vc_templates: { method: "POST", path: TEMPLATES, scopes: ["create:vdcs_templates"] },
	get_vc_templates_by_id: { method: "GET", path: `${TEMPLATES}/{id}`, scopes: ["read:vdcs_templates"] },
	patch_vc_templates_by_id: { method: "PATCH", path: `${TEMPLATES}/{id}`, scopes: ["update:vdcs_templates"] },
	delete_vc_templates_by_id: { method: "DELETE", path: `${TEMPLATES}/{id}`, scopes: ["delete:vdcs_templates"] },
	get_refresh_tokens: { method: "GET", path: "/refresh-tokens", scopes: ["read:refresh_tokens"] },
	"get_refresh-tokens_by_id": { method: "GET", path: "/refresh-tokens/{id}", scopes: ["read:refresh_tokens"] },
	"patch_refresh-tokens_by_id": { method: "PATCH", path: "/refresh-tokens/{id}", scopes: ["update:refresh_tokens"] },
	"delete_refresh-tokens_by_id": { method: "DELETE", path: "/refresh-tokens/{id}", scopes: ["delete:refresh_tokens"] },
	"get_user_refresh-tokens": {
		method: "GET",
		path: "/users/{user_id}/refresh-tokens",
		scopes: ["read:refresh_tokens"],
	},
	get_users: { method: "GET", path: "/users", scopes: ["read:users"] },
	"get_users-by-email": { method: "GET", path: "/users-by-email", scopes: ["read:users"] },
	get_users_by_id: { method: "GET", path: "/users/{user_id}", scopes: ["read:users"] },
	patch_users_by_id: { method: "PATCH", path: "/users/{user_id}", scopes: ["update:users"] },
	get_user_sessions: { method: "GET", path: "/users/{user_id}/sessions", scopes: ["read:sessions"] },
	delete_user_sessions: { method: "DELETE", path: "/users/{user_id}/sessions", scopes: ["delete:sessions"] },
	"delete_user_refresh-tokens": {
		method: "DELETE",
		path: "/users/{user_id}/refresh-tokens",
		scopes: ["delete:refresh_tokens"],
	},
	get_sessions_by_id: { method: "GET", path: "/sessions/{id}", scopes: ["read:sessions"] },
	patch_sessions_by_id: { method: "PATCH", path: "/sessions/{id}", scopes: ["update:sessions"] },
	delete_sessions_by_id: { method: "DELETE", path: "/sessions/{id}", scopes: ["delete:sessions"] },
	"get_user-blocks_by_id": { method: "GET", path: "/user-blocks/{user_id}", scopes: ["read:users"] },
	"delete_user-blocks_by_id": { method: "DELETE", path: "/user-blocks/{user_id}", scopes: ["update:users"] },
	/** By search, or by checkpoint with `from` and `take`. */
	get_logs: { method: "GET", path: "/logs", scopes: ["read:logs", "read:logs_users"] },
	get_logs_by_id: { method: "GET", path: "/logs/{id}", scopes: ["read:logs", "read:logs_users"] },
	get_user_logs: { method: "GET", path: "/users/{user_id}/logs", scopes: ["read:logs", "read:logs_users"] },
	post_user_revoke_access: {
		method: "POST",
		path: "/users/{user_id}/revoke-access",
		scopes: ["delete:sessions", "delete:refresh_tokens"],
		needsEveryScope: true,
	},
	post_refresh_tokens_revoke: { method: "POST", path: "/refresh-tokens/revoke", scopes: ["delete:refresh_tokens"] },
	post_session_revoke: {
		method: "POST",
		path: "/sessions/{id}/revoke",
		scopes: ["delete:sessions", "delete:refresh_tokens"],
		needsEveryScope: true,
	},
	post_signing_keys: {
		method: "POST",
		path: "/keys/signing/rotate",
		scopes: ["create:signing_keys", "update:signing_keys"],
	},
	get_signing_keys: { method: "GET", path: "/keys/signing", scopes: ["read:signing_keys"] },
	get_clients: { method: "GET", path: "/clients", scopes: ["read:clients", "read:client_summary"] },
	post_clients: { method: "POST", path: "/clients", scopes: ["create:clients"] },
	get_clients_by_id: { method: "GET", path: "/clients/{id}", scopes: ["read:clients", "read:client_summary"] },
	patch_clients_by_id: { method: "PATCH", path: "/clients/{id}", scopes: ["update:clients"] },
	delete_clients_by_id: { method: "DELETE", path: "/clients/{id}", scopes: ["delete:clients"] },
	"post_rotate-secret": { method: "POST", path: "/clients/{id}/rotate-secret", scopes: ["update:client_keys"] },
	"get_client-grants": { method: "GET", path: "/client-grants", scopes: ["read:client_grants"] },
	"post_client-grants": { method: "POST", path: "/client-grants", scopes: ["create:client_grants"] },
	get_connections: { method: "GET", path: "/connections", scopes: ["read:connections"] },
	post_connections: { method: "POST", path: "/connections", scopes: ["create:connections"] },
	get_connections_by_id: { method: "GET", path: "/connections/{id}", scopes: ["read:connections"] },
	patch_connections_by_id: { method: "PATCH", path: "/connections/{id}", scopes: ["update:connections"] },
	delete_connections_by_id: { method: "DELETE", path: "/connections/{id}", scopes: ["delete:connections"] },
	get_connection_clients: { method: "GET", path: "/connections/{id}/clients", scopes: ["read:connections"] },
	patch_connection_clients: { method: "PATCH", path: "/connections/{id}/clients", scopes: ["update:connections"] },
	get_client_connections: { method: "GET", path: "/clients/{id}/connections", scopes: ["read:connections"] },
	"patch_client-grants_by_id": { method: "PATCH", path: "/client-grants/{id}", scopes: ["update:client_grants"] },
	"delete_client-grants_by_id": { method: "DELETE", path: "/client-grants/{id}", scopes: ["delete:client_grants"] },
} as const satisfies Record<
	string,
	{
		method: "GET" | "POST" | "PATCH" | "DELETE";
		path: string;
		scopes: readonly Scope[];
		needsEveryScope?: true;
	}
>;

export type OperationName = keyof typeof operations;

/** Whether a caller with these scopes may use the operation. */
export function isGranted(name: OperationName, granted: readonly string[]): boolean {
	const scopes: readonly Scope[] = operations[name].scopes;
	const has = (scope: Scope) => granted.includes(scope);
	return "needsEveryScope" in operations[name] ? scopes.every(has) : scopes.some(has);
}

/** The scopes of an operation in words: "a or b"; "a and b" where it needs all of them. */
export function scopesInWords(name: OperationName): string {
	return operations[name].scopes.join(joinerOf(name));
}

/** What stands between the scopes of an operation. */
export function joinerOf(name: OperationName): " and " | " or " {
	return "needsEveryScope" in operations[name] ? " and " : " or ";
}

/** Parts of resources that need one of these scopes beside those of the operation; a response without it omits them. */
export const partScopes = {
	/** What a client has beside its identifier, name, type and description, and its keys. */
	"client settings": ["read:clients", "read:client_keys"],
	/** `client_authentication_methods`, the signing keys and the encryption key of a client. */
	"client keys": ["read:client_credentials", "read:client_keys"],
	/** All that `get_client_connections` responds with. */
	"connections of a client": ["read:clients", "read:client_summary"],
	/** `options` of a connection in a response. */
	"connection options": ["read:connections_options"],
	/** `options` of a connection in a request. */
	"changed connection options": ["update:connections_options"],
} as const satisfies Record<string, readonly Scope[]>;

export type PartName = keyof typeof partScopes;
