import { mayBeId } from "@/app/(console)/refresh-tokens/token-id";
import { pageOf, type ResourceName, resourceOfId, resources, resourceTitle } from "@/lib/dashboard/resources/resources";
import { searchFault, searchParameter } from "@/lib/dashboard/search-text";
import type { Found, JumpGroup, JumpPlace, JumpRights } from "./jump";
import { commandsFor } from "./palette-actions";

const SHOWN_MAX = 10;
const SHOWN_WITHOUT_TEXT_MAX = 5;

/** The title of the group that holds no result but a link to search further. */
export const FURTHER = "Search further";

/**
 * Everything that a text may mean, in groups; without a text, likely destinations. Empty groups are left out. A text that is
 * too long means nothing.
 * @param pathname of the current page
 * @param found in this order, so that what is still searched for moves nothing that is there already
 */
export function jumpGroups(typed: string, rights: JumpRights, pathname: string, found: readonly Found[]): JumpGroup[] {
	const text = typed.trim();
	if (searchFault(text)) return [];
	const { pages, actions, guides } = commandsFor(text, rights, pathname);
	const pasted = pastedPlace(text);
	const groupsOf = (...which: Found["are"][]) =>
		found.filter(({ are }) => which.includes(are)).map((one) => groupOf(one, text, pasted));
	const groups =
		text === ""
			? [...groupsOf("opened recently"), pages, ...groupsOf("newest"), actions]
			: [
					{ title: "Go to", options: pasted ? [pasted] : [] },
					pages,
					actions,
					...groupsOf("newest", "by name", "matching"),
					...groupsOf("opened recently"),
					guides,
					{ title: FURTHER, options: pasted ? [] : furtherSearch(text, found) },
				];
	return groups.filter(({ options }) => options.length > 0);
}

function groupOf({ what, are, found }: Found, text: string, pasted: JumpPlace | null): JumpGroup {
	const needle = text.toLowerCase();
	const { title } = resources[what];
	const options = found
		.filter(
			({ id, name, detail }) =>
				are === "matching" || [id, name, detail].some((one) => one?.toLowerCase().includes(needle)),
		)
		.map(({ id, name, detail = id }) => ({ text: name || resourceTitle(what), detail, href: pageOf(what, id) }))
		.filter(({ href }) => href !== pasted?.href)
		.slice(0, text === "" ? SHOWN_WITHOUT_TEXT_MAX : SHOWN_MAX);
	return { title: are === "opened recently" ? `${title} ${are}` : title, options };
}

/** Links to lists that have more than is loaded here: that of templates searches all of them. */
function furtherSearch(text: string, found: readonly Found[]): JumpPlace[] {
	const { path, words } = resources.template;
	return [
		{ text: `Search all ${words.many} for “${text}”`, href: `${path}?q=${searchParameter(text)}` },
		...found.flatMap(({ what, searched }) =>
			searched === undefined
				? []
				: {
						text: `Only ${searched.toLocaleString("en")} ${resources[what].words.many} are searched here: open the list of all`,
						href: resources[what].path,
					},
		),
	];
}

const ADDRESS = /^[^@|]+@[^@|][^@|.]*\.[^@|]+$/;

/** The place of a whole identifier or address, whether or not it is listed anywhere; null for all other text. */
export function pastedPlace(pasted: string): JumpPlace | null {
	const text = pasted.trim();
	if (text === "" || /\s/.test(text)) return null;
	const what = resourceOfId(text);
	if (what) return { text: `Open ${what}`, detail: text, href: pageOf(what, text) };
	const searched = (resource: ResourceName, words: string) => ({
		text: `Open ${words}`,
		detail: text,
		href: `${resources[resource].path}?q=${searchParameter(text)}`,
	});
	if (ADDRESS.test(text)) return searched("user", "user");
	// The search tells which of them it is.
	return mayBeId(text) ? searched("refresh token", "refresh token, session or application") : null;
}
