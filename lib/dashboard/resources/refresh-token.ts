import { type DescribedFeature, describeResource } from "./describe-resource";

const stays = "Sessions stay: an application can get a new token from one. Access tokens work until they expire.";

const revoke = {
	did: "requested to revoke",
	to: "revoke",
	permission: "revokeTokens",
	act: "revoke",
	isDelete: true,
} as const;

export const refreshToken = describeResource({
	name: "refresh token",
	words: { many: "refresh tokens", never: "one of this tenant’s", it: "the token" },
	title: "Refresh tokens",
	path: "/refresh-tokens",
	search: "users metadata find",
	icon: "tokens",
	idField: "tokenId",
	idForm: /^dcr_[A-Za-z0-9]{16}$/,
	permission: "editMetadata",
	group: "Access",
	kindBesideName: "ended",
	help: {
		"/bulk": [{ text: "When a bulk edit is cut off", href: "/guides/faults#the-admins-page" }],
		"": [{ text: "About refresh tokens", href: "/guides/application-developer#refresh-tokens" }],
	},
	writes: {
		"patch_refresh-tokens_by_id": {
			did: "changed the metadata",
			to: "change the metadata",
			of: "of",
			label: "Edit metadata",
		},
		"delete_refresh-tokens_by_id": revoke,
		post_refresh_tokens_revoke: { ...revoke, label: "Revoke refresh token, one of several" },
	},
	events: null,
	withheld: [],
	metadata: {
		wire: "refresh_token_metadata",
		one: "token",
		many: "tokens",
		namedBy: "applications",
		isInLogoutTokens: false,
		read: "get_refresh-tokens_by_id",
		update: "patch_refresh-tokens_by_id",
		list: { operation: "get_user_refresh-tokens", items: "tokens" },
	},
	ends: {
		requested: "Revocation requested",
		ended: "revoked",
		stays: { one: stays, all: stays },
		one: ["delete_refresh-tokens_by_id", "post_refresh_tokens_revoke"],
		all: ["delete_user_refresh-tokens", "post_user_revoke_access"],
	},
});

/** In the order of the connection page. */
export const refreshTokenFeatures: readonly DescribedFeature[] = [
	{
		feature: "Search and open refresh tokens",
		needs: ["get_refresh_tokens", "get_refresh-tokens_by_id", "get_user_refresh-tokens"],
		without: "Refresh tokens can't be searched or listed.",
	},
	{
		feature: "Edit refresh token metadata",
		needs: ["patch_refresh-tokens_by_id"],
		without: "Their metadata is read-only.",
	},
	{
		feature: "Revoke refresh tokens",
		needs: ["delete_refresh-tokens_by_id", "delete_user_refresh-tokens", "post_refresh_tokens_revoke"],
		without: "Refresh tokens can't be revoked, and none ends with its session.",
	},
];
