import type { Permission } from "../session/permissions";

/** A page with its title. Pages of single resources are below that of the list. */
export type Place = {
	title: string;
	path: string;
	/** Other search words. */
	words: string;
};

type Resource = Place & {
	icon: string;
	/** The form field with an identifier. */
	idField: string;
	/** Who may change one. */
	edit: Permission;
	/** The page that creates one. */
	create?: Place;
	/** It is not among the tenant's resources that the navigation lists. */
	isListedElsewhere?: true;
	/** Single ones have no page of their own. */
	isOnListOnly?: true;
};

/** The resources that the console has lists and pages of, by their singular. */
export const resources = {
	template: {
		title: "Templates",
		path: "/templates",
		icon: "templates",
		words: "verification presentation mdl",
		idField: "templateId",
		edit: "changeTemplates",
		create: {
			title: "New template",
			path: "/templates/new",
			words: "create add",
		},
	},
	user: {
		title: "Users",
		path: "/users",
		icon: "users",
		words: "people persons accounts sessions block",
		idField: "userId",
		edit: "blockUsers",
	},
	session: {
		title: "Sessions",
		path: "/sessions",
		icon: "users",
		words: "",
		idField: "sessionId",
		edit: "editMetadata",
		/** Sessions are listed on the page of their user. */
		isListedElsewhere: true,
	},
	"refresh token": {
		title: "Refresh tokens",
		path: "/refresh-tokens",
		icon: "tokens",
		words: "users metadata find",
		idField: "tokenId",
		edit: "editMetadata",
	},
	application: {
		title: "Applications",
		path: "/applications",
		icon: "applications",
		words: "clients",
		idField: "applicationId",
		edit: "changeApplications",
		create: {
			title: "New application",
			path: "/applications/new",
			words: "create add client",
		},
	},
	"identity provider": {
		title: "Identity providers",
		path: "/connections",
		icon: "providers",
		words: "connections saml federation sso enterprise",
		idField: "connectionId",
		edit: "changeProviders",
		create: {
			title: "New identity provider",
			path: "/connections/new",
			words: "create add connection saml",
		},
	},
	webhook: {
		title: "Log stream",
		path: "/log-stream",
		icon: "stream",
		words: "webhooks events siem",
		idField: "webhookId",
		edit: "setLogStream",
		isListedElsewhere: true,
	},
	"feed token": {
		title: "Log stream",
		path: "/log-stream",
		icon: "stream",
		words: "atom feed",
		idField: "feedTokenId",
		edit: "setLogStream",
		isListedElsewhere: true,
		isOnListOnly: true,
	},
} as const satisfies Record<string, Resource>;

export type ResourceName = keyof typeof resources;

/** The resources that have metadata. */
export type MetadataResource = Extract<ResourceName, "refresh token" | "session">;

export type IdField = (typeof resources)[ResourceName]["idField"];

export function pageOf(resource: ResourceName, id: string): string {
	const { path, isOnListOnly }: Resource = resources[resource];
	return isOnListOnly ? path : `${path}/${encodeURIComponent(id.toWellFormed())}`;
}

/** URL of the page with a user's tokens or sessions. */
export function listPageOf(resource: MetadataResource, userId: string): string {
	return resource === "session"
		? pageOf("user", userId)
		: `${resources["refresh token"].path}?user=${encodeURIComponent(userId)}`;
}
