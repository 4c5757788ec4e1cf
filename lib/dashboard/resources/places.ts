import { may, type Permission, type Role } from "../session/permissions";
import type { HelpLink, NavigationGroup, Place, PlaceIcon, ResourceDescription } from "./describe-resource";
import { described, resources } from "./resources";

/** A page that the navigation or the palette lists. */
export type ListedPlace = Place & {
	/** Absent: only the palette lists it. */
	icon?: PlaceIcon;
	/** Its caption in the navigation. */
	group?: NavigationGroup;
	/** Who may open it; absent: everyone. */
	permission?: Permission;
	/** Only the embedded tenant has it. */
	isEmbedded?: true;
	/** As those of a resource. */
	help?: readonly HelpLink[];
};

/** The messages that the embedded service keeps instead of sending them. */
export const OUTBOX = {
	title: "Outbox",
	path: "/messages",
	search: "messages e-mail sms codes",
	icon: "outbox",
	group: "Operate",
	permission: "openOutbox",
	isEmbedded: true,
} as const satisfies ListedPlace;

/** The tenant's log. */
export const LOG = {
	title: "Log",
	path: "/log",
	search: "tenant events failed sign-ins wrong password blocked reference",
	icon: "log",
	group: "Operate",
	permission: "seeLog",
	help: [
		{ text: "About the log", href: "/guides/users#the-tenants-log" },
		{ text: "Why someone cannot sign in", href: "/guides/users#a-users-page" },
	],
} as const satisfies ListedPlace;

/** Ending the sessions and tokens of a list of users. */
export const INCIDENTS = {
	title: "Incident",
	path: "/incidents",
	search: "compromised breach list of users end sessions revoke tokens block many emergency",
	icon: "incident",
	group: "Access",
	permission: "endSessions",
	help: [{ text: "About incidents", href: "/guides/users#an-incident" }],
} as const satisfies ListedPlace;

/** The ID of an entry of the log: the vendor's and the embedded service's begin alike. */
export const LOG_ID = /^90\d{18,58}$/;

/** In the order of the palette; the navigation has them by group. */
const places: readonly ListedPlace[] = [
	{
		title: "Overview",
		path: "/",
		search: "home start",
		icon: "overview",
		help: [{ text: "Running the console", href: "/guides/operator#running-it" }],
	},
	...listsOf("Verify"),
	{ title: "Matrix of templates", path: "/templates/matrix", search: "attributes compare difference" },
	...listsOf("Access"),
	INCIDENTS,
	LOG,
	{
		title: "Activity",
		path: "/activity",
		search: "audit changes history log",
		icon: "activity",
		group: "Operate",
		help: [{ text: "How long things are kept", href: "/guides/operator#how-long-things-are-kept" }],
	},
	...listsOf("Operate"),
	{
		title: "API calls",
		path: "/api-calls",
		search: "requests exchanges log",
		icon: "calls",
		group: "Operate",
		permission: "seeApiCalls",
		help: [
			{ text: "Errors and limits", href: "/guides/application-developer#errors-and-limits" },
			{ text: "When the tenant fails", href: "/guides/faults#the-tenant" },
		],
	},
	OUTBOX,
	{
		title: "Connection",
		path: "/connection",
		search: "tenant scopes check status",
		icon: "connection",
		group: "Operate",
		help: [{ text: "Using a real tenant", href: "/guides/operator#a-real-tenant" }],
	},
	{ title: "Guides", path: "/guides", search: "help documentation" },
	{
		title: "Account",
		path: "/account",
		search: "your role rule claim who am i",
		help: [{ text: "Who may enter", href: "/guides/operator#who-may-enter" }],
	},
	{
		title: "Your sessions",
		path: "/your-sessions",
		search: "account devices",
		help: [{ text: "Who may enter", href: "/guides/operator#who-may-enter" }],
	},
];

function listsOf(wanted: NavigationGroup): ListedPlace[] {
	return described.flatMap(({ group, seenBy, ...resource }: ResourceDescription) => {
		const { title, path, search, icon } = resource;
		return group === wanted ? [{ title, path, search, icon, group, ...(seenBy && { permission: seenBy }) }] : [];
	});
}

/** Those that a role may open. @param hasOutbox whether the tenant has an outbox that this user may open */
export function placesFor(role: Role, hasOutbox: boolean): readonly ListedPlace[] {
	return places.filter(({ permission = "look", isEmbedded }) => may(role, permission) && (hasOutbox || !isEmbedded));
}

/** The paths of pages that belong to the list of another resource in the navigation. */
export const pathsWithin: Readonly<Record<string, string>> = { [resources.user.path]: resources.session.path };

/** The guides, or sections of them, for the pages whose path begins with a pattern; a longer one comes first. */
export const helpByPath: readonly (readonly [pattern: string, links: readonly HelpLink[]])[] = [
	...described.flatMap(({ path, help }: ResourceDescription) =>
		Object.entries(help).map(([below, links]) => [path + below, links] as const),
	),
	...places.flatMap(({ path, help }) => (help ? [[path, help] as const] : [])),
];

/** The help of a page by its path; empty where no guide covers it. */
export function helpFor(pathname: string): readonly HelpLink[] {
	const isOf = (pattern: string) => new RegExp(`^${pattern.replace("{id}", "[^/]+")}(/|$)`).test(pathname);
	return helpByPath.find(([pattern]) => isOf(pattern))?.[1] ?? [];
}
