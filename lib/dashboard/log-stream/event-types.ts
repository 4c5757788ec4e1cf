/** The kinds of events that a webhook can be limited to, in words. */
export const EVENT_KINDS = {
	templates: "Templates, with their purposes",
	more: "A template asks for more than yesterday",
	applications: "Applications",
	providers: "Identity providers",
	users: "Users blocked and unblocked",
	stream: "The log stream itself",
} as const;

export type EventKind = keyof typeof EVENT_KINDS;

export const eventKinds = Object.keys(EVENT_KINDS) as EventKind[];

/** Derived from the versions of a template; all others are writes. */
export const REQUESTS_MORE = "template.requests_more";
/** Sent on request, and no part of the stream. */
export const TEST_EVENT = "log_stream.test";

/** The events of writes by kind and operation; a write that is not listed is none. */
const typesOfWrites: Readonly<Record<Exclude<EventKind, "more">, Record<string, string>>> = {
	templates: {
		post_vc_templates: "template.created",
		patch_vc_templates_by_id: "template.changed",
		delete_vc_templates_by_id: "template.deleted",
		set_template_purpose: "template.purpose_set",
	},
	applications: {
		post_clients: "application.created",
		patch_clients_by_id: "application.changed",
		delete_clients_by_id: "application.deleted",
		"post_rotate-secret": "application.secret_rotated",
		"post_client-grants": "application.scopes_allowed",
		"patch_client-grants_by_id": "application.scopes_changed",
		"delete_client-grants_by_id": "application.grant_removed",
	},
	providers: {
		post_connections: "identity_provider.created",
		patch_connections_by_id: "identity_provider.changed",
		patch_connection_clients: "identity_provider.changed",
		delete_connections_by_id: "identity_provider.deleted",
	},
	users: {
		"patch_users_by_id +blocked": "user.blocked",
		"patch_users_by_id -blocked": "user.unblocked",
		"delete_user-blocks_by_id": "user.sign_in_blocks_lifted",
	},
	stream: {
		add_webhook: "log_stream.webhook_added",
		change_webhook: "log_stream.webhook_changed",
		rotate_webhook_secret: "log_stream.webhook_secret_added",
		remove_webhook_secret: "log_stream.webhook_secret_removed",
		pause_webhook: "log_stream.webhook_paused",
		resume_webhook: "log_stream.webhook_resumed",
		remove_webhook: "log_stream.webhook_removed",
		add_feed_token: "log_stream.feed_token_added",
		revoke_feed_token: "log_stream.feed_token_revoked",
	},
};

const typeByOperation = new Map(Object.values(typesOfWrites).flatMap((types) => Object.entries(types)));

/** The type of the event that a write is; null where it is none. */
export function typeOfWrite(operation: string, changes: readonly string[]): string | null {
	return typeByOperation.get(operation) ?? typeByOperation.get(`${operation} ${changes.join()}`) ?? null;
}

/** The types of events of these kinds. */
export function typesOfKinds(kinds: readonly EventKind[]): string[] {
	const types = kinds.flatMap((kind) => (kind === "more" ? [REQUESTS_MORE] : Object.values(typesOfWrites[kind])));
	return [...new Set(types)];
}

/**
 * @param json as the store has it: another version may have written a kind that this one does not know
 * @returns null where it can't be read
 */
export function readKinds(json: string): EventKind[] | null {
	try {
		const stored: unknown = JSON.parse(json);
		return Array.isArray(stored) ? eventKinds.filter((kind) => stored.includes(kind)) : null;
	} catch {
		return null;
	}
}
