import { createHash } from "node:crypto";
import { z } from "zod";
import { createClientGrantRequest } from "@/lib/contract/client/client-grant";
import { CLIENT_CREDENTIALS_GRANT } from "../../clients/grant-types";
import { apiGrants } from "../../clients/service-client";
import type { IdentityService } from "../../context/identity-service";
import { Refusal } from "../../http/refusal";
import { scopesOfApi } from "../../oidc/resource-servers";
import { type ClientRow, listGrantedClients } from "../../store/clients";
import { operation } from "../operation";
import { listPage, listParameters, pageOf, shortList } from "../paging";
import { idParameter, lookupText } from "../resource";
import { invalidField } from "../validation";
import { requireOwnScopes, withGrants } from "./client-privileges";
import { changeClient, requireClient } from "./clients";

const grant = z.strictObject({
	id: z.string(),
	client_id: z.string(),
	audience: z.string(),
	scope: z.array(z.string()),
});

export const clientGrantOperations = [
	operation("get_client-grants", {
		query: z.strictObject({ ...listParameters, client_id: lookupText.optional(), audience: lookupText.optional() }),
		response: pageOf("client_grants", grant),
		async run(service, { query }) {
			const { client_id = null, audience = null } = query;
			const clients = await listGrantedClients(service.database, client_id);
			const grants = clients
				.flatMap((row) => clientGrantsOf(service, row))
				.filter((each) => audience === null || each.audience === audience)
				.toSorted((one, other) => (one.id < other.id ? -1 : 1));
			const list = shortList(["client-grants", client_id, audience], grants, ({ id }) => id);
			return listPage(service, "client_grants", query, list, (each) => each);
		},
	}),
	operation("post_client-grants", {
		body: { schema: createClientGrantRequest },
		response: grant,
		refusals: [404, 409],
		async run(service, { body: { client_id, audience, scope = [] }, caller }) {
			// Before the scopes: an unknown client has none.
			await requireClient(service.database, client_id);
			await requireScopes(service, audience, scope);
			requireOwnScopes(service, caller, audience, scope);
			const row = await changeClient(service, client_id, caller, (before) => {
				requireUsableBy(service, before, audience);
				const grants = apiGrants(service, before);
				if (grants.some((one) => one.audience === audience)) throw grantExists();
				return withGrants(service, before, [...grants, { audience, scopes: scope }]);
			});
			return clientGrantsOf(service, row).find((one) => one.audience === audience);
		},
	}),
	operation("delete_client-grants_by_id", {
		path: idParameter,
		async run(service, { path: { id }, caller }) {
			const clients = await listGrantedClients(service.database, null);
			const owner = clients.find((row) => clientGrantsOf(service, row).some((one) => one.id === id));
			if (!owner) return;
			await changeClient(service, owner.client_id, caller, (before) => {
				const left = apiGrants(service, before).filter(({ audience }) => grantId(service, before, audience) !== id);
				return withGrants(service, before, left);
			});
		},
	}),
];

/**
 * The management interface is for applications that act on their own behalf.
 * @throws Refusal 400 for an application that cannot request a token of its own
 */
function requireUsableBy({ config }: IdentityService, { grants }: ClientRow, audience: string): void {
	if (audience !== config.audience || (JSON.parse(grants) as string[]).includes(CLIENT_CREDENTIALS_GRANT)) return;
	throw invalidField("audience", `${audience} is for applications with the grant type ${CLIENT_CREDENTIALS_GRANT}`);
}

/** @throws Refusal 400 for an unknown API, and for a scope that the API does not have */
async function requireScopes(service: IdentityService, audience: string, scopes: readonly string[]): Promise<void> {
	const known = await scopesOfApi(service, audience);
	if (!known) throw invalidField("audience", `Resource server not found: ${audience}`);
	const unknown = scopes.filter((scope) => !known.includes(scope));
	if (unknown.length > 0) throw invalidField("scope", `Scopes not found on the resource server: ${unknown.join(",")}`);
}

function grantExists(): Refusal {
	return new Refusal(409, "client_grant_conflict", "A client grant for this client and audience already exists.");
}

function clientGrantsOf(service: IdentityService, row: ClientRow): z.infer<typeof grant>[] {
	return apiGrants(service, row).map(({ audience, scopes }) => ({
		id: grantId(service, row, audience),
		client_id: row.client_id,
		audience,
		scope: scopes,
	}));
}

/** `cgr_` and 16 hexadecimal digits. A client has one grant for an audience, so the two identify it. */
function grantId({ config }: IdentityService, { client_id }: ClientRow, audience: string): string {
	const name = JSON.stringify([client_id, audience === config.audience ? "management" : audience]);
	return `cgr_${createHash("sha256").update(name).digest("hex").slice(0, 16)}`;
}
