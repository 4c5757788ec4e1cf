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

/** The event of a write, by operation; a write that is not listed is none. */
const typesOfWrites: Readonly<Record<string, { kind: EventKind; type: string }>> = {
	post_vc_templates: { kind: "templates", type: "template.created" },
	patch_vc_templates_by_id: { kind: "templates", type: "template.changed" },
	delete_vc_templates_by_id: { kind: "templates", type: "template.deleted" },
	set_template_purpose: { kind: "templates", type: "template.purpose_set" },
	post_clients: { kind: "applications", type: "application.created" },
	patch_clients_by_id: { kind: "applications", type: "application.changed" },
	delete_clients_by_id: { kind: "applications", type: "application.deleted" },
	"post_rotate-secret": { kind: "applications", type: "application.secret_rotated" },
	"post_client-grants": { kind: "applications", type: "application.scopes_allowed" },
	"delete_client-grants_by_id": { kind: "applications", type: "application.grant_removed" },
	post_connections: { kind: "providers", type: "identity_provider.created" },
	patch_connections_by_id: { kind: "providers", type: "identity_provider.changed" },
	delete_connections_by_id: { kind: "providers", type: "identity_provider.deleted" },
	"patch_users_by_id +blocked": { kind: "users", type: "user.blocked" },
	"patch_users_by_id -blocked": { kind: "users", type: "user.unblocked" },
	add_webhook: { kind: "stream", type: "log_stream.webhook_added" },
	change_webhook: { kind: "stream", type: "log_stream.webhook_changed" },
	rotate_webhook_secret: { kind: "stream", type: "log_stream.webhook_secret_added" },
	remove_webhook_secret: { kind: "stream", type: "log_stream.webhook_secret_removed" },
	pause_webhook: { kind: "stream", type: "log_stream.webhook_paused" },
	resume_webhook: { kind: "stream", type: "log_stream.webhook_resumed" },
	remove_webhook: { kind: "stream", type: "log_stream.webhook_removed" },
	add_feed_token: { kind: "stream", type: "log_stream.feed_token_added" },
	revoke_feed_token: { kind: "stream", type: "log_stream.feed_token_revoked" },
};

/** The type of the event that a write is; null where it is none. */
export function typeOfWrite(operation: string, changes: readonly string[]): string | null {
	return (typesOfWrites[operation] ?? typesOfWrites[`${operation} ${changes.join()}`])?.type ?? null;
}

/** The types of events of these kinds. */
export function typesOfKinds(kinds: readonly EventKind[]): string[] {
	const ofWrites = Object.values(typesOfWrites).filter(({ kind }) => kinds.includes(kind));
	return [...ofWrites.map(({ type }) => type), ...(kinds.includes("more") ? [REQUESTS_MORE] : [])];
}

/** @param json as the store has it: another version may have written a kind that this one does not know */
export function readKinds(json: string): EventKind[] {
	const stored: unknown = JSON.parse(json);
	return eventKinds.filter((kind) => Array.isArray(stored) && stored.includes(kind));
}
