import type { GrantSubject } from "@/lib/contract/client/client-grant";
import type { IdentityService } from "../context/identity-service";
import type { ClientRow } from "../store/clients";
import { absoluteUri } from "./addresses";

/** `scopes` null: all scopes of the API, those that it gets later as well. */
export type ApiGrant = { audience: string; scopes: string[] | null; subject: GrantSubject };

/** A client's grants, with absolute audiences. */
export function apiGrants(service: IdentityService, { api_grants }: Pick<ClientRow, "api_grants">): ApiGrant[] {
	const grants = JSON.parse(api_grants) as StoredGrant[];
	return grants.map(({ audience, scopes, subject = "client" }) => {
		return { audience: absoluteUri(service, audience), scopes, subject };
	});
}

/** `apiGrants` as they are stored: the service's own audience is relative to its origin. */
export function storedGrants({ config }: IdentityService, grants: readonly ApiGrant[]): string {
	const own = new URL(config.audience);
	const stored = grants.map(({ audience, scopes, subject }): StoredGrant => {
		const relative = audience === own.href ? own.pathname : audience;
		return { audience: relative, scopes, ...(subject === "client" ? {} : { subject }) };
	});
	return JSON.stringify(stored);
}

type StoredGrant = Omit<ApiGrant, "subject"> & { subject?: GrantSubject };

/**
 * The grant that decides what a client's access tokens may hold: its own tokens, or those of its users, for which a grant
 * for the client decides where it has none for users.
 */
export function decidingGrant(
	service: IdentityService,
	client: Pick<ClientRow, "api_grants">,
	audience: string,
	subject: GrantSubject,
): ApiGrant | undefined {
	const grants = apiGrants(service, client).filter((grant) => grant.audience === audience);
	const grantFor = (wanted: GrantSubject) => grants.find((grant) => grant.subject === wanted);
	return grantFor(subject) ?? grantFor("client");
}
