import { type OperationName, operations } from "@/lib/contract/operations";
import type { Permission } from "../session/permissions";
import { type ResourceName, resources } from "./resources";

type WriteEntry = {
	/** The kind of its target. */
	resource: ResourceName;
	/** Who may do it here. */
	permission: Permission;
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
const UNUSED = ["get_signing_keys", "post_signing_keys", "delete_sessions_by_id"] as const satisfies OperationName[];

/** An operation that the console calls. */
export type UsedName = Exclude<OperationName, (typeof UNUSED)[number]>;

type UsedWrite = {
	[Name in UsedName]: (typeof operations)[Name]["method"] extends "GET" ? never : Name;
}[UsedName];

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
	more: Pick<WriteEntry, "namePart"> = {},
): WriteEntry {
	const { label, done, mark } = verbs[verb];
	const words = { label: `${label} ${resource}`, done: `${done} ${resource}`, tried: `${verb} ${resource}` };
	const permission = verb === "revoke" ? "revokeTokens" : resources[resource].edit;
	return { resource, permission, ...words, ...mark, ...more };
}

/** Each operation by which the console writes, with all words for it; in the order of the lists of them. */
const entries: Record<UsedWrite, WriteEntry> = {
	post_vc_templates: entryOf("create", "template"),
	patch_vc_templates_by_id: entryOf("change", "template", { namePart: "name" }),
	delete_vc_templates_by_id: entryOf("delete", "template"),
	"patch_refresh-tokens_by_id": {
		resource: "refresh token",
		permission: "editMetadata",
		label: "Edit metadata",
		done: "changed the metadata of refresh token",
		tried: "change the metadata of refresh token",
	},
	"delete_refresh-tokens_by_id": entryOf("revoke", "refresh token"),
	"delete_user_refresh-tokens": {
		resource: "user",
		permission: "revokeTokens",
		label: "Revoke all refresh tokens",
		done: "requested to revoke all refresh tokens of user",
		tried: "revoke all refresh tokens of user",
	},
	patch_users_by_id: {
		resource: "user",
		permission: "blockUsers",
		label: "Block or unblock user",
		done: "changed user",
		tried: "change user",
	},
	patch_sessions_by_id: {
		resource: "session",
		permission: "editMetadata",
		label: "Edit session metadata",
		done: "changed the metadata of session",
		tried: "change the metadata of session",
	},
	post_session_revoke: {
		resource: "session",
		permission: "endSessions",
		label: "End session",
		done: "requested to end session",
		tried: "end session",
		isDelete: true,
	},
	delete_user_sessions: {
		resource: "user",
		permission: "endSessions",
		label: "End all sessions",
		done: "requested to end all sessions of user",
		tried: "end all sessions of user",
	},
	post_user_revoke_access: {
		resource: "user",
		permission: "endSessions",
		label: "End all sessions and refresh tokens",
		done: "requested to end all sessions and refresh tokens of user",
		tried: "end all sessions and refresh tokens of user",
	},
	post_refresh_tokens_revoke: {
		resource: "refresh token",
		permission: "revokeTokens",
		label: "Revoke refresh token, one of several",
		done: "requested to revoke refresh token",
		tried: "revoke refresh token",
		isDelete: true,
	},
	"delete_user-blocks_by_id": {
		resource: "user",
		permission: "blockUsers",
		label: "Lift sign-in blocks",
		done: "lifted the blocks after failed sign-ins of user",
		tried: "lift the blocks after failed sign-ins of user",
	},
	post_clients: entryOf("create", "application"),
	patch_clients_by_id: entryOf("change", "application", { namePart: "name" }),
	delete_clients_by_id: entryOf("delete", "application"),
	"post_rotate-secret": {
		resource: "application",
		permission: "changeApplications",
		label: "Rotate secret",
		done: "rotated the secret of application",
		tried: "rotate the secret of application",
	},
	"post_client-grants": {
		resource: "application",
		permission: "changeApplications",
		label: "Allow scopes",
		done: "allowed scopes to application",
		tried: "allow scopes to application",
	},
	"patch_client-grants_by_id": {
		resource: "application",
		permission: "changeApplications",
		label: "Change scopes",
		done: "changed the scopes of application",
		tried: "change the scopes of application",
	},
	"delete_client-grants_by_id": {
		resource: "application",
		permission: "changeApplications",
		label: "Remove grant",
		done: "took scopes from application",
		tried: "take scopes from application",
	},
	patch_connection_clients: {
		resource: "identity provider",
		permission: "changeProviders",
		label: "Switch identity provider",
		done: "changed the applications of identity provider",
		tried: "change the applications of identity provider",
	},
	post_connections: entryOf("create", "identity provider"),
	patch_connections_by_id: entryOf("change", "identity provider", {
		namePart: "display_name",
	}),
	delete_connections_by_id: entryOf("delete", "identity provider"),
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
	return { resource, permission: resources[resource].edit, label, done, tried, ...more };
}

/** Writes to the console's own store, beside those that an operation of the management interface makes. */
const consoleEntries = {
	set_template_purpose: {
		resource: "template",
		permission: "changeTemplates",
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

const writes: ReadonlyMap<string, WriteEntry> = new Map(
	Object.entries({ ...entries, ...entriesByBody, ...consoleEntries }),
);
const unused: ReadonlySet<OperationName> = new Set(UNUSED);

/** The permission that the operation needs here; undefined where the console has no page for it. */
export function permissionFor(operation: OperationName): Permission | undefined {
	const isRead = operations[operation].method === "GET" && !unused.has(operation);
	return isRead ? "look" : writes.get(operation)?.permission;
}

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
