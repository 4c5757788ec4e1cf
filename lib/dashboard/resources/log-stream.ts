import { changes, describeResource } from "./describe-resource";

/** Also of read tokens: before there were those, tokens were the feed's alone. */
const events = { kind: "stream", label: "The log stream itself", type: "log_stream" } as const;

export const webhook = describeResource({
	name: "webhook",
	title: "Log stream",
	path: "/log-stream",
	icon: "stream",
	permission: "setLogStream",
	seenBy: "setLogStream",
	kindBesideName: "always",
	events,
	words: { many: "webhooks", never: "one of this console’s" },
	search: "webhooks feed atom events siem",
	idField: "webhookId",
	group: "Operate",
	stays: "What was delivered stays at the receiver.",
	help: {
		"": [
			{ text: "About the log stream", href: "/guides/log-stream" },
			{ text: "Verify a delivery", href: "/guides/log-stream#verify-a-delivery" },
		],
	},
	writes: {
		add_webhook: { did: "added", to: "add", isCreate: true, event: "webhook_added" },
		change_webhook: { ...changes, namePart: "name", event: "webhook_changed" },
		rotate_webhook_secret: {
			did: "added a secret",
			to: "add a secret",
			of: "to",
			label: "Add secret of webhook",
			act: "rotate",
			event: "webhook_secret_added",
		},
		remove_webhook_secret: {
			did: "removed the old secret",
			to: "remove the old secret",
			of: "of",
			label: "Remove secret of webhook",
			act: "rotate",
			event: "webhook_secret_removed",
		},
		pause_webhook: { did: "paused", to: "pause", event: "webhook_paused" },
		resume_webhook: { did: "resumed", to: "resume", event: "webhook_resumed" },
		remove_webhook: { did: "removed", to: "remove", act: "delete", isDelete: true, event: "webhook_removed" },
		test_webhook: { did: "sent a test event", to: "send a test event", of: "to", label: "Test webhook" },
		resend_event: { did: "sent an event again", to: "send an event again", of: "to", label: "Send event again" },
	},
	// An address may hold a secret.
	withheld: ["url"],
	isEdited: true,
});

/** A token of this console for programs that read, or propose. Its writes have the names from when tokens were the feed's alone. */
export const readToken = describeResource({
	name: "read token",
	title: "Read tokens",
	path: "/read-tokens",
	icon: "terminal",
	permission: "makeTokens",
	seenBy: "makeTokens",
	kindBesideName: "always",
	events,
	words: { many: "read tokens", never: "one of this console’s" },
	search: "api tokens siem feed export plan programs bearer propose",
	idField: "readTokenId",
	group: "Operate",
	isOnListOnly: true,
	stays: "Other tokens stay.",
	help: {
		"": [
			{ text: "About read tokens", href: "/guides/read-tokens" },
			{ text: "Let programs propose", href: "/guides/proposals#programs" },
		],
	},
	writes: {
		add_feed_token: { did: "added", to: "add", isCreate: true, event: "feed_token_added" },
		revoke_feed_token: { did: "revoked", to: "revoke", act: "revoke", isDelete: true, event: "feed_token_revoked" },
	},
	withheld: [],
});
