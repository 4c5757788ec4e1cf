import { SCOPES } from "@/lib/contract/scopes";
import { apiGrants } from "../../clients/api-grants";
import type { IdentityService } from "../../context/identity-service";
import type { Caller } from "../../context/service-request";
import { Refusal } from "../../http/refusal";
import type { ClientRow } from "../../store/clients";
import { isConsoleClient } from "../../store/console-clients";
import { insufficientScope } from "../access";

/** Fields that change neither who can act as an application nor where its responses are sent. */
const DESCRIPTIVE_FIELDS = ["name", "description", "logo_uri"];
const KEY_FIELDS = ["token_endpoint_auth_method", "client_authentication_methods", "client_secret"];
const KEY_SCOPE = "update:client_keys";

/**
 * Whether a caller has all privileges of an application, which it could use once it knew or set its credentials. It has
 * not where the application is the console's own, or is global and the caller is not, or has grants for this interface
 * with scopes that the caller's token lacks, or with all where it lacks any: even without the grant type for them,
 * which a change could add.
 */
export function mayActAs(service: IdentityService, client: ClientRow, { scopes, global }: Caller): boolean {
	if (isConsoleClient(client) || (client.global === 1 && !global)) return false;
	return apiGrants(service, client)
		.filter(({ audience }) => audience === service.config.audience)
		.every((grant) => (grant.scopes ?? SCOPES).every((scope) => scopes.includes(scope)));
}

/**
 * Keeps callers from taking over an application with more privileges than their own. The console's own applications
 * can't be changed at all: without them no admin could sign in to undo it.
 * @param fields that change, by their names in the interface; absent for a new secret, for grants and for a deletion
 * @throws Refusal 403
 */
export function requirePrivileges(
	service: IdentityService,
	client: ClientRow,
	caller: Caller,
	fields?: readonly string[],
): void {
	if (isConsoleClient(client)) throw notAllowed("This application is the console's own and cannot be changed.");
	const isDescriptive = fields?.every((field) => DESCRIPTIVE_FIELDS.includes(field)) ?? false;
	if (!isDescriptive && !mayActAs(service, client, caller)) {
		throw notAllowed("This application may do more than the presented token.");
	}
	if (fields?.some((field) => KEY_FIELDS.includes(field)) && !caller.scopes.includes(KEY_SCOPE))
		throw insufficientScope([KEY_SCOPE]);
}

/**
 * A grant may only have scopes that the caller has.
 * @param scopes null: all of the API
 * @throws Refusal 403 for scopes of this interface that the caller's token lacks
 */
export function requireOwnScopes(
	{ config }: IdentityService,
	{ scopes: own }: Caller,
	audience: string,
	scopes: readonly string[] | null,
): void {
	if (audience !== config.audience) return;
	const lacked = (scopes ?? SCOPES).filter((scope) => !own.includes(scope));
	if (lacked.length === 0) return;
	throw notAllowed(`A grant can't have scopes that the presented token lacks: ${lacked.join(",")}`);
}

/** 403 for what no scope allows. */
export function notAllowed(message: string): Refusal {
	return new Refusal(403, "operation_not_supported", message);
}
