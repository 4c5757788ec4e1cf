import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import {
	createClientGrantRequest,
	GRANT_SUBJECTS,
	type GrantSubject,
	updateClientGrantRequest,
} from "@/lib/contract/client/client-grant";
import { inTransaction } from "@/lib/database/in-transaction";
import { type ApiGrant, apiGrants, storedGrants } from "../../clients/api-grants";
import { CLIENT_CREDENTIALS_GRANT } from "../../clients/grant-types";
import type { IdentityService } from "../../context/identity-service";
import type { Caller } from "../../context/service-request";
import { Refusal } from "../../http/refusal";
import { scopesOfApi } from "../../oidc/resource-servers";
import { type ClientRow, listGrantedClients } from "../../store/clients";
import { operation } from "../operation";
import { listPage, listParameters, pageOf, shortList } from "../paging";
import { idParameter, lookupText } from "../resource";
import { invalidField } from "../validation";
import { requireOwnScopes } from "./client-privileges";
import { changeClient, requireClient } from "./clients";

const grant = z.strictObject({
	id: z.string(),
	client_id: z.string(),
	audience: z.string(),
	/** Absent beside `allow_all_scopes`. */
	scope: z.array(z.string()).optional(),
	allow_all_scopes: z.literal(true).optional(),
	subject_type: z.enum(GRANT_SUBJECTS),
});

export const clientGrantOperations = [
	operation("get_client-grants", {
		currentScopesOnly: true,
		query: z.strictObject({
			...listParameters,
			client_id: lookupText.optional(),
			audience: lookupText.optional(),
			subject_type: z.enum(GRANT_SUBJECTS).optional(),
		}),
		response: pageOf("client_grants", grant),
		async run(service, { query }) {
			const { client_id = null, audience = null, subject_type = null } = query;
			const clients = await listGrantedClients(service.database, client_id);
			const grants = clients
				.flatMap((row) => apiGrants(service, row).map((one) => grantResponse(service, row, one)))
				.filter((each) => audience === null || each.audience === audience)
				.filter((each) => subject_type === null || each.subject_type === subject_type)
				.toSorted((one, other) => (one.id < other.id ? -1 : 1));
			const list = shortList(["client-grants", client_id, audience, subject_type], grants, ({ id }) => id);
			return listPage(service, "client_grants", query, list, (each) => each);
		},
	}),
	operation("post_client-grants", {
		action: "Create a client grant",
		transaction: "own",
		currentScopesOnly: true,
		body: { schema: createClientGrantRequest },
		response: grant,
		refusals: [404, 409],
		description:
			"Where a client has no grant of type `user` for an API, its grant of type `client` also decides what the tokens of its users may contain.",
		async run(service, { body: { client_id, audience, subject_type: subject = "client", ...sent }, ...by }) {
			const { caller } = by;
			// Before the scopes: an unknown client has none.
			await requireClient(service.database, client_id);
			const added: ApiGrant = { audience, scopes: changedScopes([], sent), subject };
			requireGrantable(service, caller, added, await scopesOfApi(service, audience));
			const row = await changeClient(service, client_id, by, (before) => ({
				apply() {
					requireUsableBy(service, before, added);
					const grants = apiGrants(service, before);
					if (grants.some((one) => one.audience === audience && one.subject === subject)) throw grantExists();
					return withGrants(service, before, [...grants, added]);
				},
			}));
			return grantResponse(service, row, added);
		},
	}),
	operation("patch_client-grants_by_id", {
		action: "Update a client grant",
		transaction: "own",
		currentScopesOnly: true,
		path: idParameter,
		body: { schema: updateClientGrantRequest },
		response: grant,
		refusals: [404],
		async run(service, { path: { id }, body, ...by }) {
			const { caller } = by;
			const found = await ownedGrant(service, id);
			if (!found) throw noGrant();
			const known = await scopesOfApi(service, found.grant.audience);
			const row = await changeClient(service, found.owner.client_id, by, (before) => {
				const grants = apiGrants(service, before);
				const old = grants.find((one) => grantId(service, before, one) === id);
				if (!old) throw noGrant();
				const changed = { ...old, scopes: changedScopes(old.scopes, body) };
				if (hasSameScopes(changed, old)) return null;
				return {
					apply() {
						requireGrantable(service, caller, changed, known);
						return withGrants(
							service,
							before,
							grants.map((one) => (one === old ? changed : one)),
						);
					},
				};
			});
			const changed = apiGrants(service, row).find((one) => grantId(service, row, one) === id);
			if (!changed) throw noGrant();
			return grantResponse(service, row, changed);
		},
	}),
	operation("delete_client-grants_by_id", {
		action: "Delete a client grant",
		transaction: "own",
		currentScopesOnly: true,
		path: idParameter,
		async run(service, { path: { id }, ...by }) {
			const found = await ownedGrant(service, id);
			if (!found) return inTransaction(service.database, by.record);
			await changeClient(service, found.owner.client_id, by, (before) => {
				const left = apiGrants(service, before).filter((one) => grantId(service, before, one) !== id);
				return { apply: () => withGrants(service, before, left) };
			});
		},
	}),
];

/** A grant with its client; undefined where no client has it. */
async function ownedGrant(service: IdentityService, id: string) {
	const clients = await listGrantedClients(service.database, null);
	return clients
		.flatMap((owner) => apiGrants(service, owner).map((granted) => ({ owner, grant: granted })))
		.find((each) => grantId(service, each.owner, each.grant) === id);
}

type SentScopes = { scope?: string[] | null | undefined; allow_all_scopes?: boolean | null | undefined };

/**
 * The scopes of a grant after a request; null: all of the API.
 * @throws Refusal 400 where they would be all and some
 */
function changedScopes(old: string[] | null, { scope, allow_all_scopes }: SentScopes): string[] | null {
	const isAll = allow_all_scopes === undefined ? old === null : allow_all_scopes === true;
	if (isAll && scope) throw invalidField("scope", "Excluded by allow_all_scopes, which covers every scope of the API");
	if (isAll) return null;
	return scope === undefined ? (old ?? []) : (scope ?? []);
}

/** In any order. */
function hasSameScopes({ scopes }: ApiGrant, other: ApiGrant): boolean {
	const known = (granted: ApiGrant["scopes"]) => granted && new Set(granted);
	return isDeepStrictEqual(known(scopes), known(other.scopes));
}

/**
 * The management interface is for applications that act on their own behalf.
 * @throws Refusal 400 for an application that cannot request a token of its own
 */
function requireUsableBy({ config }: IdentityService, { grants }: ClientRow, { audience }: ApiGrant): void {
	if (audience !== config.audience || (JSON.parse(grants) as string[]).includes(CLIENT_CREDENTIALS_GRANT)) return;
	throw invalidField("audience", `${audience} is for applications with the grant type ${CLIENT_CREDENTIALS_GRANT}`);
}

/**
 * @param known the scopes of the API; null: it is unknown
 * @throws Refusal 400 for an unknown API, for a scope that the API does not have, and for users' tokens of the management
 * interface; 403 for scopes that the caller lacks
 */
function requireGrantable(
	service: IdentityService,
	caller: Caller,
	{ audience, scopes, subject }: ApiGrant,
	known: readonly string[] | null,
): void {
	if (!known) throw invalidField("audience", `Resource server not found: ${audience}`);
	if (audience === service.config.audience && subject === "user") {
		throw invalidField("subject_type", `${audience} is for applications in their own name, and not for users`);
	}
	const unknown = (scopes ?? []).filter((scope) => !known.includes(scope));
	if (unknown.length > 0) throw invalidField("scope", `Scopes not found on the resource server: ${unknown.join(",")}`);
	requireOwnScopes(service, caller, audience, scopes);
}

function grantExists(): Refusal {
	return new Refusal(409, "client_grant_conflict", "A client grant for this client and audience already exists.");
}

function noGrant(): Refusal {
	return new Refusal(404, "inexistent_client_grant", "The client grant does not exist.");
}

function withGrants(service: IdentityService, row: ClientRow, grants: readonly ApiGrant[]): ClientRow {
	return { ...row, api_grants: storedGrants(service, grants) };
}

function grantResponse(service: IdentityService, row: ClientRow, granted: ApiGrant): z.infer<typeof grant> {
	const { audience, scopes, subject } = granted;
	return {
		id: grantId(service, row, granted),
		client_id: row.client_id,
		audience,
		...(scopes === null ? { allow_all_scopes: true } : { scope: scopes }),
		subject_type: subject,
	};
}

/** `cgr_` and 16 hexadecimal digits. A client has one grant of a subject for an audience, so the three identify it. */
function grantId({ config }: IdentityService, { client_id }: ClientRow, { audience, subject }: ApiGrant): string {
	const ofUsers: GrantSubject[] = subject === "user" ? [subject] : [];
	const name = JSON.stringify([client_id, audience === config.audience ? "management" : audience, ...ofUsers]);
	return `cgr_${createHash("sha256").update(name).digest("hex").slice(0, 16)}`;
}
