import { joinerOf, operations, type PartName, partScopes } from "@/lib/contract/operations";
import type { Scope } from "@/lib/contract/scopes";
import type { UsedName } from "./writes";

/** Something that the console does with the tenant's resources, for the person who grants scopes. */
export type Feature = {
	/** What the admin can do. */
	feature: string;
	/** What there is without it: one or two sentences. */
	without: string;
	/** The console works without it: a missing scope is shown in its place, and on the connection page. */
	isOptional: boolean;
	needs: Needs;
	/** Any one of them is enough, or with the joiner " and " each is needed. */
	scopes: readonly Scope[];
	joiner: " and " | " or ";
};

/** Operations that need the same scopes, or a part of a resource that needs some of its own. */
type Needs = readonly [UsedName, ...UsedName[]] | PartName;
type Row = readonly [feature: string, needs: Needs, without: string];

/** In the order of the connection page and of the operator's guide. */
const needed: readonly Row[] = [
	[
		"List and open templates",
		["get_vc_templates", "get_vc_templates_by_id"],
		"No template is shown, exported or changed.",
	],
	["Create templates", ["post_vc_templates"], "No template is created, copied, imported or made again."],
	["Change templates", ["patch_vc_templates_by_id"], "Templates are read-only."],
	["Delete templates", ["delete_vc_templates_by_id"], "No template is deleted."],
	[
		"Find and open refresh tokens",
		["get_refresh_tokens", "get_refresh-tokens_by_id", "get_user_refresh-tokens"],
		"No refresh token is found or listed.",
	],
	["Edit refresh token metadata", ["patch_refresh-tokens_by_id"], "Their metadata is read-only."],
	[
		"Revoke refresh tokens",
		["delete_refresh-tokens_by_id", "delete_user_refresh-tokens", "post_refresh_tokens_revoke"],
		"No refresh token is revoked, and none ends with its session.",
	],
	[
		"List and find users",
		["get_users", "get_users-by-email", "get_users_by_id", "get_user-blocks_by_id"],
		"People can't be searched and are shown by their identifiers; whether one is blocked is not known.",
	],
	[
		"List applications",
		["get_clients", "get_clients_by_id"],
		"Applications are shown by their identifiers, and none is opened.",
	],
	[
		"See the settings of applications",
		"client settings",
		"Of an application no more than name, type and description is known.",
	],
];

const optional: readonly Row[] = [
	[
		"See the sessions of users",
		["get_user_sessions", "get_sessions_by_id"],
		"A person's page shows refresh tokens alone.",
	],
	["Edit session metadata", ["patch_sessions_by_id"], "Their metadata is read-only."],
	[
		"End sessions together with their refresh tokens",
		["post_session_revoke", "post_user_revoke_access"],
		"No single session is ended, and where all of a person are, their refresh tokens stay.",
	],
	["End all sessions of a user", ["delete_user_sessions"], "No session is ended."],
	[
		"Block users, and lift blocks after failed sign-ins",
		["patch_users_by_id", "delete_user-blocks_by_id"],
		"Nobody is blocked or unblocked here.",
	],
	[
		"See what applications may do",
		["get_client-grants"],
		"No application is changed or deleted here, and no secret rotated: whether it may do more than the console is not known.",
	],
	["Create applications", ["post_clients"], "No application is created."],
	[
		"Change applications",
		["patch_clients_by_id"],
		"Applications are read-only, and so is how people sign in to them by SAML and WS-Federation.",
	],
	["Delete applications", ["delete_clients_by_id"], "No application is deleted."],
	["Rotate secrets of applications", ["post_rotate-secret"], "No secret is replaced."],
	[
		"See the keys by which applications authenticate",
		"client keys",
		"How an application authenticates is not known where it could be by a key.",
	],
	["Grant applications scopes of the management interface", ["post_client-grants"], "No grant is made."],
	["Add and remove single scopes of a grant", ["patch_client-grants_by_id"], "A grant can only be removed as a whole."],
	["Remove grants", ["delete_client-grants_by_id"], "No grant is removed as a whole."],
	[
		"List and open identity providers, and see which applications use them",
		["get_connections", "get_connections_by_id", "get_connection_clients", "get_client_connections"],
		"No identity provider is shown or changed, and an application's page does not know its own.",
	],
	[
		"See which identity providers an application uses, beside their list",
		"connections of a client",
		"An application's page does not know its identity providers.",
	],
	[
		"See the settings of identity providers",
		"connection options",
		"Of an identity provider only names, button and applications are shown and changed.",
	],
	["Create identity providers", ["post_connections"], "No identity provider is created."],
	[
		"Change identity providers, and switch them on and off for applications",
		["patch_connections_by_id", "patch_connection_clients"],
		"Identity providers are read-only, and stay on or off.",
	],
	[
		"Change the settings of identity providers",
		"changed connection options",
		"The settings of SAML can be neither entered nor changed.",
	],
	["Delete identity providers", ["delete_connections_by_id"], "No identity provider is deleted."],
];

/** What the console can do, with the scopes that it needs; each scope that a part of the console uses is in one of these. */
export const features: readonly Feature[] = [
	...needed.map((row) => featureOf(row, false)),
	...optional.map((row) => featureOf(row, true)),
];

function featureOf([feature, needs, without]: Row, isOptional: boolean): Feature {
	const words = { feature, without, isOptional, needs };
	if (typeof needs === "string") return { ...words, scopes: partScopes[needs], joiner: " or " };
	return { ...words, scopes: operations[needs[0]].scopes, joiner: joinerOf(needs[0]) };
}
