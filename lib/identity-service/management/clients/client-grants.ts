import { z } from "zod";
import { createClientGrantRequest } from "@/lib/contract/client/client-grant";
import { PAGE_SIZE_DEFAULT } from "@/lib/contract/limits";
import { SCOPES } from "@/lib/contract/scopes";
import { CLIENT_CREDENTIALS_GRANT } from "../../clients/grant-types";
import type { IdentityService } from "../../context/identity-service";
import { Refusal } from "../../http/refusal";
import { type ClientRow, listGrantedClients } from "../../store/clients";
import { decodeCheckpoint, encodeCheckpoint } from "../checkpoint";
import { operation } from "../operation";
import { checkpointParameters, lookupText, noParameters, pageParameters, totalsOf } from "../parameters";
import { requireOwnScopes } from "./client-privileges";
import { type ClientGrant, clientGrantsOf, storedGrants, withGrants } from "./grants-of-client";
import { invalidField } from "./invalid-field";
import { changeClient, requireClient } from "./stored-client";

const grant = z.strictObject({
	id: z.string(),
	client_id: z.string(),
	audience: z.string(),
	scope: z.array(z.string()),
});

export const listClientGrantsOperation = operation("get_client-grants", {
	path: noParameters,
	query: z.strictObject({
		...pageParameters,
		from: checkpointParameters.from,
		take: checkpointParameters.take.unwrap().optional(),
		client_id: lookupText.optional(),
		audience: lookupText.optional(),
	}),
	status: 200,
	answer: z.union([
		z.array(grant),
		totalsOf("client_grants", grant),
		z.strictObject({ client_grants: z.array(grant), next: z.string().optional() }),
	]),
	async run(service, { query }) {
		const clients = await listGrantedClients(service.database, query.client_id);
		const all = clients
			.flatMap((row) => clientGrantsOf(service, row))
			.filter(({ audience }) => query.audience === undefined || audience === query.audience)
			.toSorted((one, other) => (one.id < other.id ? -1 : 1));
		if (query.take !== undefined || query.from !== undefined) {
			const list = ["client-grants", query.client_id ?? null, query.audience ?? null];
			const [after = ""] = decodeCheckpoint(service, list, query.from) ?? [];
			const rest = all.filter(({ id }) => id > after);
			const shown = rest.slice(0, query.take ?? PAGE_SIZE_DEFAULT);
			const last = rest.length > shown.length ? shown.at(-1) : undefined;
			return { client_grants: shown, ...(last ? { next: encodeCheckpoint(service, list, [last.id]) } : {}) };
		}
		const { page, per_page, include_totals } = query;
		const start = page * per_page;
		const client_grants = all.slice(start, start + per_page);
		return include_totals
			? { start, limit: per_page, length: client_grants.length, total: all.length, client_grants }
			: client_grants;
	},
});

export const createClientGrantOperation = operation("post_client-grants", {
	path: noParameters,
	query: noParameters,
	body: { schema: createClientGrantRequest, form: null },
	status: 201,
	answer: grant,
	refusals: [404, 409],
	async run(service, { body: { client_id, audience, scope = [] }, caller }) {
		// Before the scopes: an unknown application has none.
		await requireClient(service.database, client_id);
		await requireScopes(service, audience, scope);
		requireOwnScopes(service, caller, audience, scope);
		const row = await changeClient(service, client_id, caller, (before) => {
			requireUsableBy(service, before, audience);
			const grants = storedGrants(service, before);
			if (grants.some((one) => one.audience === audience)) throw grantExists();
			return withGrants(service, before, [...grants, { audience, scopes: scope }]);
		});
		return clientGrantsOf(service, row).find((one) => one.audience === audience);
	},
});

export const deleteClientGrantOperation = operation("delete_client-grants_by_id", {
	path: z.strictObject({ id: lookupText }),
	query: noParameters,
	status: 204,
	async run(service, { path: { id }, caller }) {
		const clients = await listGrantedClients(service.database);
		const owner = clients.find((row) => clientGrantsOf(service, row).some((one) => one.id === id));
		if (!owner) return;
		await changeClient(service, owner.client_id, caller, (before) =>
			withGrants(
				service,
				before,
				clientGrantsOf(service, before)
					.filter((one) => one.id !== id)
					.map(({ audience, scope }: ClientGrant) => ({ audience, scopes: scope })),
			),
		);
	},
});

/**
 * The management interface is for what applications do in their own name.
 * @throws Refusal 400 for an application that cannot request a token of its own
 */
function requireUsableBy({ config }: IdentityService, { grants }: ClientRow, audience: string): void {
	if (audience !== config.audience || (JSON.parse(grants) as string[]).includes(CLIENT_CREDENTIALS_GRANT)) return;
	throw invalidField("audience", `${audience} is for applications with the grant type ${CLIENT_CREDENTIALS_GRANT}`);
}

/** @throws Refusal 400 for an API that the tenant hasn't, and for a scope that the API hasn't */
async function requireScopes(service: IdentityService, audience: string, scopes: readonly string[]): Promise<void> {
	const known = await scopesOfApi(service, audience);
	if (!known) throw invalidField("audience", `Resource server not found: ${audience}`);
	const unknown = scopes.filter((scope) => !known.includes(scope));
	if (unknown.length > 0) throw invalidField("scope", `Scopes not found on the resource server: ${unknown.join(",")}`);
}

async function scopesOfApi(service: IdentityService, audience: string): Promise<readonly string[] | null> {
	if (audience === service.config.audience) return SCOPES;
	// Not every database takes every character.
	if (audience.includes("\0")) return null;
	const row = await service.database
		.selectFrom("resource_servers")
		.select("scopes")
		.where("identifier", "=", audience)
		.executeTakeFirst();
	return row ? (JSON.parse(row.scopes) as string[]) : null;
}

function grantExists(): Refusal {
	return new Refusal(409, "client_grant_conflict", "A client grant for this client and audience already exists.");
}
