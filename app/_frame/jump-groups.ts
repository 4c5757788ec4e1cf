import { mayBeId } from "@/app/(console)/refresh-tokens/token-id";
import { LOG, LOG_ID } from "@/lib/dashboard/resources/places";
import { pageOf, type ResourceName, resourceOfId, resources, resourceTitle } from "@/lib/dashboard/resources/resources";
import { findWords, searchFault, searchParameter } from "@/lib/dashboard/search-text";
import { may } from "@/lib/dashboard/session/permissions";
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
 * @param areUsersAwaited users are still searched for: what comes after them waits, so that nothing that is there moves
 */
export function jumpGroups(
	typed: string,
	rights: JumpRights,
	pathname: string,
	found: readonly Found[],
	areUsersAwaited = false,
): JumpGroup[] {
	const text = typed.trim();
	if (searchFault(text)) return [];
	const { pages, actions, guides } = commandsFor(text, rights, pathname);
	if (text === "") {
		const groupsOf = (which: Found["are"]) =>
			found.filter(({ are }) => are === which).map((one) => groupOf(one, text, SHOWN_WITHOUT_TEXT_MAX));
		return withOptions([...groupsOf("opened recently"), pages, ...groupsOf("newest"), actions]);
	}
	const pasted = logPlace(text, rights) ?? pastedPlace(text);
	const elsewhere = found.map((one) => ({
		...one,
		found: one.found.filter(({ id }) => pageOf(one.what, id) !== pasted?.href),
	}));
	return withOptions([
		{ title: "Go to", options: pasted ? [pasted] : [] },
		pages,
		actions,
		...foundGroups(text, elsewhere, areUsersAwaited),
		guides,
		{ title: FURTHER, options: pasted ? [] : furtherSearch(text, found) },
	]);
}

function withOptions<Group extends JumpGroup>(groups: readonly Group[]): Group[] {
	return groups.filter(({ options }) => options.length > 0);
}

/** People come before applications. */
const ORDER: readonly ResourceName[] = ["template", "user", "application"];

type FoundGroup = {
	title: string;
	options: JumpPlace[];
	what: ResourceName;
	isOpened: boolean;
	/** A word begins with the text in some of them. */
	isBegun: boolean;
};

/**
 * What of the tenant's a text finds: where a word begins with it before where it is inside of one, and the tokens that were
 * opened recently last.
 */
export function foundGroups(text: string, found: readonly Found[], areUsersAwaited = false): FoundGroup[] {
	const rank = ({ isBegun, what, isOpened }: FoundGroup) =>
		isOpened ? 2 * ORDER.length : ORDER.indexOf(what) + (isBegun ? 0 : ORDER.length);
	const groups = withOptions(found.map((one) => groupOf(one, text, SHOWN_MAX)));
	const areThere = groups.some(({ what }) => what === "user");
	return groups
		.filter((group) => !areUsersAwaited || areThere || rank(group) < ORDER.indexOf("user"))
		.toSorted((one, other) => rank(one) - rank(other));
}

function groupOf({ what, are, found }: Found, text: string, most: number): FoundGroup {
	const { title } = resources[what];
	const isOpened = are === "opened recently";
	const places = found.flatMap(({ id, name, detail, print }) => {
		// Words of an ID mean nothing. The tenant may have found the text in other values.
		const isOther = are === "matching" || id.toLowerCase().includes(text.toLowerCase());
		const where = findWords(text, [name, detail]) ?? (isOther ? "inside" : null);
		const place = {
			text: name || resourceTitle(what),
			detail: detail ?? id,
			href: pageOf(what, id),
			...(print && { print }),
		};
		return where ? [{ where, place }] : [];
	});
	const placesWith = (wanted: "at the beginning" | "inside") =>
		places.filter(({ where }) => where === wanted).map(({ place }) => place);
	const begun = placesWith("at the beginning");
	return {
		title: isOpened ? `${title} ${are}` : title,
		options: [...begun, ...placesWith("inside")].slice(0, most),
		what,
		isOpened,
		isBegun: begun.length > 0,
	};
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

/** The entry of the tenant's log with an ID, for those who may see it. */
function logPlace(text: string, { role }: JumpRights): JumpPlace | null {
	const isShown = LOG_ID.test(text) && may(role, LOG.permission);
	return isShown ? { text: "Open log entry", detail: text, href: `${LOG.path}/${text}` } : null;
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
