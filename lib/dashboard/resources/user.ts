import { type DescribedFeature, describeResource } from "./describe-resource";

export const user = describeResource({
	name: "user",
	words: { many: "users", never: "one of this tenant’s", it: "" },
	title: "Users",
	path: "/users",
	search: "people persons accounts sessions block",
	icon: "users",
	idField: "userId",
	stays:
		"Sessions, refresh tokens and their metadata stay, and work again after unblocking. Access tokens that applications hold work until they expire.",
	idForm: /^[^|@\s]+\|[^|\s]+$/,
	permission: "blockUsers",
	group: "Access",
	help: {
		"/{id}/lost-device": [{ text: "A lost device", href: "/guides/users#a-lost-device" }],
		"/{id}": [{ text: "What ends with what", href: "/guides/users#what-ends-with-what" }],
		"": [{ text: "About users and sessions", href: "/guides/users" }],
	},
	writes: {
		"delete_user_refresh-tokens": {
			did: "requested to revoke all refresh tokens",
			to: "revoke all refresh tokens",
			of: "of",
			label: "Revoke all refresh tokens",
			permission: "revokeTokens",
			act: "revoke",
		},
		patch_users_by_id: {
			did: "changed",
			to: "change",
			label: "Block or unblock user",
			act: "block",
			byChange: {
				"+blocked": { did: "blocked", to: "block", event: "blocked" },
				"-blocked": { did: "unblocked", to: "unblock", event: "unblocked" },
			},
		},
		delete_user_sessions: {
			did: "requested to end all sessions",
			to: "end all sessions",
			of: "of",
			label: "End all sessions",
			permission: "endSessions",
			act: "end",
		},
		post_user_revoke_access: {
			did: "requested to end all sessions and refresh tokens",
			to: "end all sessions and refresh tokens",
			of: "of",
			label: "End all sessions and refresh tokens",
			permission: "endSessions",
			act: "end",
			alsoAct: "revoke",
		},
		"post_user_revoke_access preserve_refresh_tokens": {
			did: "requested to end all sessions but not the refresh tokens",
			to: "end all sessions but not the refresh tokens",
			of: "of",
			label: "End all sessions, keep refresh tokens",
			permission: "endSessions",
			act: "end",
		},
		"delete_user-blocks_by_id": {
			did: "lifted the blocks after failed sign-ins",
			to: "lift the blocks after failed sign-ins",
			of: "of",
			label: "Lift sign-in blocks",
			act: "block",
			event: "sign_in_blocks_lifted",
		},
		end_console_access: {
			did: "ended the access to this console",
			to: "end the access to this console",
			of: "of",
			label: "End access to this console",
			act: "block",
		},
	},
	events: { kind: "users", label: "Users blocked and unblocked", type: "user" },
	withheld: [],
});

/** In the order of the connection page. */
export const userFeatures: readonly DescribedFeature[] = [
	{
		feature: "List and search users",
		needs: ["get_users", "get_users-by-email", "get_users_by_id", "get_user-blocks_by_id"],
		without: "Users can't be searched, and are shown by their IDs. Whether one is blocked is not known.",
	},
	{
		feature: "See the tenant’s log, and what happened to a user",
		needs: ["get_logs", "get_logs_by_id", "get_user_logs"],
		without: "Failed sign-ins and their causes are not shown; changes made in this console are.",
		isOptional: true,
	},
	{
		feature: "End all sessions of a user",
		needs: ["delete_user_sessions"],
		without: "Sessions can't be ended.",
		isOptional: true,
	},
	{
		feature: "Block users, and lift blocks after failed sign-ins",
		needs: ["patch_users_by_id", "delete_user-blocks_by_id"],
		without: "Users can't be blocked or unblocked.",
		isOptional: true,
	},
];
