import { places } from "@/lib/dashboard/resources/places";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import { searchFault, searchParameter } from "@/lib/dashboard/search-text";
import type { Permission, Role } from "@/lib/dashboard/session/permissions";
import type {
	JumpApplication,
	JumpGroup,
	JumpOption,
	JumpPlace,
	JumpTemplates,
	JumpToken,
	JumpUser,
} from "./jump-option";
import { byBeginning, consoleActions, guidesFor } from "./palette-actions";
import { pastedPlace } from "./pasted-place";

const SHOWN_MAX = 8;
const SHOWN_WITHOUT_TEXT_MAX = 5;

/** The title of the group that holds no result but a link to search further. */
export const FURTHER = "Search further";

type JumpSources = {
	text: string;
	role: Role;
	/** Whether the tenant has an outbox that this user may open. */
	hasOutbox: boolean;
	/** The path of the current page. */
	pathname: string;
	/** Null until they are loaded. */
	templates: JumpTemplates | null;
	applications: JumpApplication[];
	/** How many these are, where the tenant has more. */
	applicationsRead?: number | undefined;
	users: JumpUser[];
	tokens: JumpToken[];
};

/** Everything that a text may mean, in groups; without a text, likely destinations. Empty groups are left out. A text that is too
 * long means nothing. */
export function jumpGroups({
	text: typed,
	role,
	hasOutbox,
	pathname,
	templates,
	applications,
	applicationsRead,
	users,
	tokens,
}: JumpSources): JumpGroup[] {
	const text = typed.trim();
	if (searchFault(text)) return [];
	const pasted = pastedPlace(text);
	const recent = {
		title: "Refresh tokens opened recently",
		options: recentTokens(text, tokens).filter(({ detail }) => detail !== pasted?.detail),
	};
	const offered = pages.filter(({ isOutside }) => hasOutbox || !isOutside);
	const places = { title: "Pages", options: byBeginning(offered, text, role) };
	const actions = { title: "Actions", options: consoleActions(text, role, pathname) };
	const found = { title: resources.template.title, options: templatesFor(text, templates) };
	const clients = { title: resources.application.title, options: applicationsFor(text, applications) };
	const people = { title: "Users", options: text === "" ? [] : users.map(userOption) };
	const groups =
		text === ""
			? [recent, places, found, actions]
			: [
					{ title: "Go to", options: pasted ? [pasted] : [] },
					places,
					actions,
					found,
					clients,
					people,
					recent,
					{ title: "Guides", options: guidesFor(text, role) },
					furtherSearch(text, pasted, applicationsRead),
				];
	return groups.filter(({ options }) => options.length > 0);
}

function templatesFor(text: string, loaded: JumpTemplates | null): JumpOption[] {
	const needle = text.toLowerCase();
	const matching = (loaded?.templates ?? []).filter(({ id, name }) =>
		[id, name].some((one) => one.toLowerCase().includes(needle)),
	);
	return matching.slice(0, text === "" ? SHOWN_WITHOUT_TEXT_MAX : SHOWN_MAX).map(({ id, name }) => ({
		text: name,
		detail: id,
		href: pageOf("template", id),
	}));
}

function applicationsFor(text: string, applications: readonly JumpApplication[]): JumpOption[] {
	if (text === "") return [];
	const needle = text.toLowerCase();
	return applications
		.filter(({ id, name }) => [id, name].some((one) => one.toLowerCase().includes(needle)))
		.slice(0, SHOWN_MAX)
		.map(({ id, name }) => ({ text: name, detail: id, href: pageOf("application", id) }));
}

/** Links to lists that have more than is loaded here: that of templates searches all of them. */
function furtherSearch(text: string, pasted: JumpOption | null, applicationsRead?: number): JumpGroup {
	const templates = {
		text: `Search all templates for “${text}”`,
		href: `${resources.template.path}?q=${searchParameter(text)}`,
	};
	const applications = applicationsRead && {
		text: `Only ${applicationsRead.toLocaleString("en")} applications are searched here: open the list of all`,
		href: resources.application.path,
	};
	return { title: FURTHER, options: pasted ? [] : [templates, ...(applications ? [applications] : [])] };
}

function userOption({ id, label, name }: JumpUser): JumpOption {
	return { text: label, detail: name ?? id, href: pageOf("user", id) };
}

function recentTokens(text: string, tokens: JumpToken[]): JumpOption[] {
	const needle = text.toLowerCase();
	return tokens
		.filter(({ id, user, application }) => [id, user, application].some((one) => one?.toLowerCase().includes(needle)))
		.slice(0, SHOWN_WITHOUT_TEXT_MAX)
		.map(({ id, user, application }) => ({
			text: [user, application].filter(Boolean).join(" · ") || "Refresh token",
			detail: id,
			href: pageOf("refresh token", id),
		}));
}

const pages: (JumpPlace & { search: string; permission?: Permission })[] = places.map(
	({ title, path, search, permission, isOutside }) => ({
		text: title,
		href: path,
		search,
		...(permission && { permission }),
		...(isOutside && { isOutside }),
	}),
);
