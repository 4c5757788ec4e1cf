import { type DescribedFeature, describeResource } from "./describe-resource";

const end = {
	did: "requested to end",
	to: "end",
	permission: "endSessions",
	act: "end",
	// Its refresh tokens end with it.
	alsoAct: "revoke",
	isDelete: true,
} as const;

export const session = describeResource({
	name: "session",
	words: { many: "sessions", never: "one of this tenant’s", it: "the session" },
	title: "Sessions",
	path: "/sessions",
	search: "",
	icon: "users",
	idField: "sessionId",
	permission: "editMetadata",
	// Sessions are listed on the page of their user.
	group: null,
	kindBesideName: "ended",
	help: {
		"": [
			{ text: "About sessions", href: "/guides/users#a-users-page" },
			{ text: "What metadata is for", href: "/guides/users#metadata" },
		],
	},
	writes: {
		patch_sessions_by_id: {
			did: "changed the metadata",
			to: "change the metadata",
			of: "of",
			label: "Edit session metadata",
		},
		post_session_revoke: end,
		"post_user_revoke_access session_id": { ...end, label: "End session of a user" },
	},
	events: null,
	withheld: [],
	metadata: {
		wire: "session_metadata",
		one: "session",
		many: "sessions",
		namedBy: "device",
		isInLogoutTokens: true,
		read: "get_sessions_by_id",
		update: "patch_sessions_by_id",
		list: { operation: "get_user_sessions", items: "sessions" },
	},
	ends: {
		requested: "End requested",
		ended: "ended",
		stays: {
			one: "Other sessions of this user stay. Sessions that applications keep themselves may stay, and access tokens work until they expire.",
			all: "Sessions that applications keep themselves may stay, and access tokens work until they expire.",
		},
		one: ["post_session_revoke", "post_user_revoke_access session_id"],
		all: ["delete_user_sessions", "post_user_revoke_access", "post_user_revoke_access preserve_refresh_tokens"],
	},
});

/** In the order of the connection page. */
export const sessionFeatures: readonly DescribedFeature[] = [
	{
		feature: "See the sessions of users",
		needs: ["get_user_sessions", "get_sessions_by_id"],
		without: "A user's page shows only refresh tokens.",
		isOptional: true,
	},
	{
		feature: "Edit session metadata",
		needs: ["patch_sessions_by_id"],
		without: "Their metadata is read-only.",
		isOptional: true,
	},
	{
		feature: "End sessions together with their refresh tokens",
		needs: ["post_session_revoke", "post_user_revoke_access"],
		without: "Single sessions can't be ended. All sessions of a user can, but their refresh tokens stay.",
		isOptional: true,
	},
];
