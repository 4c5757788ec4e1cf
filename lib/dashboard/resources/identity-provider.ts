import { changes, creates, type DescribedFeature, deletes, describeResource } from "./describe-resource";

/** A connection of the tenant. */
export const identityProvider = describeResource({
	name: "identity provider",
	words: { many: "identity providers", never: "one of this tenant’s by SAML" },
	title: "Identity providers",
	path: "/connections",
	search: "connections saml federation sso enterprise",
	icon: "providers",
	idField: "connectionId",
	stays: "Access tokens of its users work until they expire.",
	permission: "changeProviders",
	group: "Access",
	create: { title: "New identity provider", path: "/connections/new", search: "create add connection saml" },
	help: {
		"/new": [{ text: "Setting up a provider", href: "/guides/connections#set-one-up" }],
		"/{id}": [
			{ text: "How a sign-in goes", href: "/guides/connections#how-a-sign-in-goes" },
			{ text: "What is refused", href: "/guides/connections#what-is-refused" },
		],
		"": [{ text: "About identity providers", href: "/guides/connections" }],
	},
	writes: {
		post_connections: creates,
		patch_connections_by_id: { ...changes, namePart: "display_name" },
		delete_connections_by_id: deletes,
		patch_connection_clients: {
			did: "changed the applications",
			to: "change the applications",
			of: "of",
			label: "Switch identity provider",
			event: "changed",
		},
	},
	events: { kind: "providers", label: "Identity providers", type: "identity_provider" },
	withheld: [],
	isEdited: true,
});

/** In the order of the connection page. */
export const identityProviderFeatures: readonly DescribedFeature[] = [
	{
		feature: "List and open identity providers, and see which applications use them",
		needs: ["get_connections", "get_connections_by_id", "get_connection_clients", "get_client_connections"],
		without: "Identity providers can't be shown or changed, nor those of an application.",
		isOptional: true,
	},
	{
		feature: "See which identity providers an application uses, beside their list",
		needs: "connections of a client",
		without: "An application's page can't show its identity providers.",
		isOptional: true,
	},
	{
		feature: "See the settings of identity providers",
		needs: "connection options",
		without: "Only the names, button and applications of identity providers can be shown and changed.",
		isOptional: true,
	},
	{
		feature: "Create identity providers",
		needs: ["post_connections"],
		without: "Identity providers can't be created.",
		isOptional: true,
	},
	{
		feature: "Change identity providers, and switch them on and off for applications",
		needs: ["patch_connections_by_id", "patch_connection_clients"],
		without: "Identity providers are read-only, and stay on or off.",
		isOptional: true,
	},
	{
		feature: "Change the settings of identity providers",
		needs: "changed connection options",
		without: "SAML settings can't be entered or changed.",
		isOptional: true,
	},
	{
		feature: "Delete identity providers",
		needs: ["delete_connections_by_id"],
		without: "Identity providers can't be deleted.",
		isOptional: true,
	},
];
