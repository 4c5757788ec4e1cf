import type { OperationName, operations } from "@/lib/contract/operations";
import type { Permission } from "../session/permissions";
import { type ResourceName, resources } from "./resources";

type ReadEntry = {
	/** What the admin can do with it, for the person who grants the scope; null where another read covers it. */
	feature: string | null;
	/** The console works without it: a missing scope is shown in its place, and on the connection page. */
	isOptional?: true;
};

type WriteEntry = {
	/** The kind of its target. */
	resource: ResourceName;
	/** Who may do it here. */
	permission: Permission;
	feature: string;
	isOptional?: true;
	/** What the admin does, in lists of writes. */
	label: string;
	/** Before the target in a sentence: what an admin did, and what an admin tried to do. */
	done: string;
	tried: string;
	/** The part with its name: a write that changes nothing else is a rename. */
	namePart?: string;
	/** Where it failed, its target is the name in the request. */
	isCreate?: true;
	/** Where it was done, its target no longer exists. */
	isDelete?: true;
};

/** The console has no page for signing keys, and ends single sessions together with their tokens. */
type UsedName = Exclude<OperationName, "get_signing_keys" | "post_signing_keys" | "delete_sessions_by_id">;

type Entries = { [Name in UsedName]: (typeof operations)[Name]["method"] extends "GET" ? ReadEntry : WriteEntry };

/** The verbs of all resources with a list. `done` and `tried` come before the target in a sentence. */
const verbs = {
	create: { label: "Create", done: "created", mark: { isCreate: true } },
	change: { label: "Change", done: "changed", mark: {} },
	delete: { label: "Delete", done: "deleted", mark: { isDelete: true } },
	revoke: { label: "Revoke", done: "requested to revoke", mark: { isDelete: true } },
} as const;

/** @param more differences from other resources */
function entryOf(
	verb: keyof typeof verbs,
	resource: ResourceName,
	feature: string,
	more: Pick<WriteEntry, "namePart" | "isOptional"> = {},
): WriteEntry {
	const { label, done, mark } = verbs[verb];
	const words = { label: `${label} ${resource}`, done: `${done} ${resource}`, tried: `${verb} ${resource}` };
	const permission = verb === "revoke" ? "revokeTokens" : resources[resource].edit;
	return { resource, permission, feature, ...words, ...mark, ...more };
}

/** Each operation that the console calls, with all words for it; in the order of the lists of them. */
const entries: Entries = {
	get_vc_templates: { feature: "List and open templates" },
	get_vc_templates_by_id: { feature: null },
	post_vc_templates: entryOf("create", "template", "Create templates"),
	patch_vc_templates_by_id: entryOf("change", "template", "Change templates", { namePart: "name" }),
	delete_vc_templates_by_id: entryOf("delete", "template", "Delete templates"),
	get_refresh_tokens: { feature: null },
	"get_refresh-tokens_by_id": { feature: "Find and open refresh tokens" },
	"get_user_refresh-tokens": { feature: null },
	"patch_refresh-tokens_by_id": {
		resource: "refresh token",
		permission: "editMetadata",
		feature: "Edit refresh token metadata",
		label: "Edit metadata",
		done: "changed the metadata of refresh token",
		tried: "change the metadata of refresh token",
	},
	"delete_refresh-tokens_by_id": entryOf("revoke", "refresh token", "Revoke refresh tokens"),
	"delete_user_refresh-tokens": {
		resource: "user",
		permission: "revokeTokens",
		feature: "Revoke all refresh tokens of a user",
		label: "Revoke all refresh tokens",
		done: "requested to revoke all refresh tokens of user",
		tried: "revoke all refresh tokens of user",
	},
	get_users: { feature: "List and find users" },
	"get_users-by-email": { feature: null },
	get_users_by_id: { feature: null },
	patch_users_by_id: {
		resource: "user",
		permission: "blockUsers",
		feature: "Block users",
		label: "Block or unblock user",
		done: "changed user",
		tried: "change user",
		isOptional: true,
	},
	get_user_sessions: { feature: "See the sessions of users", isOptional: true },
	get_sessions_by_id: { feature: null },
	patch_sessions_by_id: {
		resource: "session",
		permission: "editMetadata",
		feature: "Edit session metadata",
		label: "Edit session metadata",
		done: "changed the metadata of session",
		tried: "change the metadata of session",
		isOptional: true,
	},
	post_session_revoke: {
		resource: "session",
		permission: "endSessions",
		feature: "End sessions",
		label: "End session",
		done: "requested to end session",
		tried: "end session",
		isDelete: true,
		isOptional: true,
	},
	delete_user_sessions: {
		resource: "user",
		permission: "endSessions",
		feature: "End all sessions of a user",
		label: "End all sessions",
		done: "requested to end all sessions of user",
		tried: "end all sessions of user",
		isOptional: true,
	},
	post_user_revoke_access: {
		resource: "user",
		permission: "endSessions",
		feature: "End sessions together with their refresh tokens, in one request",
		label: "End all sessions and refresh tokens",
		done: "requested to end all sessions and refresh tokens of user",
		tried: "end all sessions and refresh tokens of user",
		isOptional: true,
	},
	post_refresh_tokens_revoke: {
		resource: "refresh token",
		permission: "revokeTokens",
		feature: "Revoke several refresh tokens in one request",
		label: "Revoke refresh token, one of several",
		done: "requested to revoke refresh token",
		tried: "revoke refresh token",
		isDelete: true,
		isOptional: true,
	},
	"get_user-blocks_by_id": { feature: "See blocks after failed sign-ins", isOptional: true },
	"delete_user-blocks_by_id": {
		resource: "user",
		permission: "blockUsers",
		feature: "Lift blocks after failed sign-ins",
		label: "Lift sign-in blocks",
		done: "lifted the blocks after failed sign-ins of user",
		tried: "lift the blocks after failed sign-ins of user",
		isOptional: true,
	},
	get_clients: { feature: "List and open applications" },
	get_clients_by_id: { feature: null },
	post_clients: entryOf("create", "application", "Create applications", { isOptional: true }),
	patch_clients_by_id: entryOf("change", "application", "Change applications", { namePart: "name", isOptional: true }),
	delete_clients_by_id: entryOf("delete", "application", "Delete applications", { isOptional: true }),
	"post_rotate-secret": {
		resource: "application",
		permission: "changeApplications",
		feature: "Rotate secrets of applications",
		label: "Rotate secret",
		done: "rotated the secret of application",
		tried: "rotate the secret of application",
		isOptional: true,
	},
	"get_client-grants": { feature: "See what applications may do", isOptional: true },
	"post_client-grants": {
		resource: "application",
		permission: "changeApplications",
		feature: "Let applications ask for scopes",
		label: "Allow scopes",
		done: "allowed scopes to application",
		tried: "allow scopes to application",
		isOptional: true,
	},
	"patch_client-grants_by_id": {
		resource: "application",
		permission: "changeApplications",
		feature: "Allow and remove single scopes of applications",
		label: "Change scopes",
		done: "changed the scopes of application",
		tried: "change the scopes of application",
		isOptional: true,
	},
	"delete_client-grants_by_id": {
		resource: "application",
		permission: "changeApplications",
		feature: "Take scopes from applications",
		label: "Remove grant",
		done: "took scopes from application",
		tried: "take scopes from application",
		isOptional: true,
	},
	get_connections: { feature: "List and open identity providers", isOptional: true },
	get_connections_by_id: { feature: null },
	get_connection_clients: { feature: "See which applications use an identity provider", isOptional: true },
	get_client_connections: { feature: "See which identity providers an application uses", isOptional: true },
	patch_connection_clients: {
		resource: "identity provider",
		permission: "changeProviders",
		feature: "Switch identity providers on and off for applications",
		label: "Switch identity provider",
		done: "changed the applications of identity provider",
		tried: "change the applications of identity provider",
		isOptional: true,
	},
	post_connections: entryOf("create", "identity provider", "Create identity providers", { isOptional: true }),
	patch_connections_by_id: entryOf("change", "identity provider", "Change identity providers", {
		namePart: "display_name",
		isOptional: true,
	}),
	delete_connections_by_id: entryOf("delete", "identity provider", "Delete identity providers", { isOptional: true }),
};

const { post_session_revoke, delete_user_sessions } = entries;

/** An operation that does several things, by a property of its body: the others than the usual one, each with its own target. */
const entriesByBody = {
	"post_user_revoke_access session_id": { ...post_session_revoke, label: "End session of a user" },
	"post_user_revoke_access preserve_refresh_tokens": {
		...delete_user_sessions,
		label: "End all sessions, keep refresh tokens",
		done: "requested to end all sessions, not the refresh tokens, of user",
		tried: "end all sessions, not the refresh tokens, of user",
	},
} satisfies Record<string, WriteEntry>;

function ofLogStream(
	resource: "webhook" | "feed token",
	label: string,
	done: string,
	tried: string,
	more: Pick<WriteEntry, "isCreate" | "isDelete"> = {},
): WriteEntry {
	const feature = "Set the log stream";
	return { resource, permission: resources[resource].edit, feature, label, done, tried, ...more };
}

/** Writes to the console's own store, beside those that an operation of the management interface makes. */
const consoleEntries = {
	set_template_purpose: {
		resource: "template",
		permission: "changeTemplates",
		feature: "State the purposes of templates",
		label: "Set purpose",
		done: "set the purpose of template",
		tried: "set the purpose of template",
	},
	add_webhook: ofLogStream("webhook", "Add webhook", "added webhook", "add webhook", { isCreate: true }),
	change_webhook: ofLogStream("webhook", "Change webhook", "changed webhook", "change webhook"),
	rotate_webhook_secret: ofLogStream(
		...(["webhook", "Add secret of webhook", "added a secret to webhook", "add a secret to webhook"] as const),
	),
	remove_webhook_secret: ofLogStream(
		...(["webhook", "Remove secret of webhook", "removed the old secret of webhook"] as const),
		"remove the old secret of webhook",
	),
	pause_webhook: ofLogStream("webhook", "Pause webhook", "paused webhook", "pause webhook"),
	resume_webhook: ofLogStream("webhook", "Resume webhook", "resumed webhook", "resume webhook"),
	remove_webhook: ofLogStream("webhook", "Remove webhook", "removed webhook", "remove webhook", { isDelete: true }),
	test_webhook: ofLogStream("webhook", "Test webhook", "sent a test event to webhook", "send a test event to webhook"),
	resend_event: ofLogStream(
		"webhook",
		"Send event again",
		"sent an event again to webhook",
		"send an event again to webhook",
	),
	add_feed_token: ofLogStream("feed token", "Add feed token", "added feed token", "add feed token", { isCreate: true }),
	revoke_feed_token: ofLogStream("feed token", "Revoke feed token", "revoked feed token", "revoke feed token", {
		isDelete: true,
	}),
} satisfies Record<string, WriteEntry>;

/** A write as the audit trail names it. */
export type WriteName = OperationName | keyof typeof entriesByBody | keyof typeof consoleEntries;

/** What the console can do, each with the operation that it needs. */
export const features = Object.entries(entries).flatMap(([name, { feature, isOptional = false }]) =>
	feature === null ? [] : [{ operation: name as OperationName, feature, isOptional }],
);

const writes: ReadonlyMap<string, WriteEntry> = new Map(
	Object.entries({ ...entries, ...entriesByBody, ...consoleEntries }).flatMap(([name, entry]) =>
		"label" in entry ? [[name, entry] as const] : [],
	),
);

/** The permission that the operation needs here; undefined where the console has no page for it. */
export function permissionFor(operation: OperationName): Permission | undefined {
	return permissions.get(operation);
}

const permissions: ReadonlyMap<string, Permission> = new Map(
	Object.entries(entries).map(([name, entry]) => [name, "permission" in entry ? entry.permission : "look"]),
);

/** The operations that write. */
export const writeLabels: readonly (readonly [operation: string, label: string])[] = [...writes].map(
	([operation, { label }]) => [operation, label],
);

/** @param operation of the audit trail: another version of the console may have written it */
export function writeEntry(operation: string): WriteEntry | undefined {
	return writes.get(operation);
}

/** The operation's label; its own name where this version does not know it. */
export function writeLabel(operation: string): string {
	return writes.get(operation)?.label ?? operation;
}
