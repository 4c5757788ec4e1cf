import { act } from "../change-in-words";
import { changes, creates, type DescribedFeature, deletes, describeResource } from "./describe-resource";

const scopes = { added: act("allow", "it"), removed: act("remove", "from it") };

export const application = describeResource({
	name: "application",
	words: { many: "applications", never: "one of this tenant’s" },
	title: "Applications",
	path: "/applications",
	search: "clients",
	icon: "applications",
	idField: "applicationId",
	stays: "Its users stay signed in at the tenant, and access tokens that it holds work until they expire.",
	permission: "changeApplications",
	group: "Access",
	create: { title: "New application", path: "/applications/new", search: "create add client" },
	help: {
		"/{id}/single-sign-on": [
			{ text: "About SAML", href: "/guides/application-developer#saml" },
			{ text: "About WS-Federation", href: "/guides/application-developer#ws-federation" },
		],
		"/new": [{ text: "Your own application", href: "/guides/application-developer#your-own-application" }],
		"": [{ text: "Managing applications", href: "/guides/operator#applications" }],
	},
	writes: {
		post_clients: creates,
		patch_clients_by_id: { ...changes, namePart: "name" },
		delete_clients_by_id: deletes,
		"post_rotate-secret": {
			did: "rotated the secret",
			to: "rotate the secret",
			of: "of",
			label: "Rotate secret",
			act: "rotate",
			event: "secret_rotated",
		},
		"post_client-grants": {
			did: "allowed scopes",
			to: "allow scopes",
			of: "to",
			label: "Allow scopes",
			event: "scopes_allowed",
			parts: scopes,
		},
		"patch_client-grants_by_id": {
			did: "changed the scopes",
			to: "change the scopes",
			of: "of",
			label: "Change scopes",
			event: "scopes_changed",
			parts: scopes,
		},
		"delete_client-grants_by_id": {
			did: "removed scopes",
			to: "remove scopes",
			of: "from",
			label: "Remove grant",
			act: "delete",
			event: "grant_removed",
			parts: scopes,
		},
	},
	events: { kind: "applications", label: "Applications", type: "application" },
	withheld: ["client_metadata", "description"],
	kept: ["client_metadata.sign_up"],
	isEdited: true,
});

/** In the order of the connection page. */
export const applicationFeatures: readonly DescribedFeature[] = [
	{
		feature: "List applications",
		needs: ["get_clients", "get_clients_by_id"],
		without: "Applications are shown by their IDs, and none can be opened.",
	},
	{
		feature: "See the settings of applications",
		needs: "client settings",
		without: "Only the name, type and description of applications are known.",
	},
	{
		feature: "See what applications may do",
		needs: ["get_client-grants"],
		without:
			"Applications can't be changed or deleted, nor their secrets rotated: whether one may do more than the console is not known.",
		isOptional: true,
	},
	{
		feature: "Create applications",
		needs: ["post_clients"],
		without: "Applications can't be created.",
		isOptional: true,
	},
	{
		feature: "Change applications",
		needs: ["patch_clients_by_id"],
		without: "Applications are read-only, and so is how users sign in to them by SAML and WS-Federation.",
		isOptional: true,
	},
	{
		feature: "Delete applications",
		needs: ["delete_clients_by_id"],
		without: "Applications can't be deleted.",
		isOptional: true,
	},
	{
		feature: "Rotate secrets of applications",
		needs: ["post_rotate-secret"],
		without: "Secrets can't be rotated.",
		isOptional: true,
	},
	{
		feature: "See the keys by which applications authenticate",
		needs: "client keys",
		without: "Whether an application authenticates by a key is not known.",
		isOptional: true,
	},
	{
		feature: "Grant applications scopes of the management interface",
		needs: ["post_client-grants"],
		without: "Grants can't be created.",
		isOptional: true,
	},
	{
		feature: "Add and remove single scopes of a grant",
		needs: ["patch_client-grants_by_id"],
		without: "A grant can only be removed as a whole.",
		isOptional: true,
	},
	{
		feature: "Remove grants",
		needs: ["delete_client-grants_by_id"],
		without: "Grants can't be removed as a whole.",
		isOptional: true,
	},
];
