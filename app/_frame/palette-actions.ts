import type { ResourceDescription } from "@/lib/dashboard/resources/describe-resource";
import { placesFor } from "@/lib/dashboard/resources/places";
import { described, resources } from "@/lib/dashboard/resources/resources";
import { may, type Permission, type Role } from "@/lib/dashboard/session/permissions";
import { GUIDE_TITLES } from "@/lib/guides/guide";
import type { JumpOption, JumpRights } from "./jump";

type Found = JumpOption & {
	/** Further keywords. */
	search: string;
	/** What its page is for; absent: everyone may. */
	permission?: Permission | undefined;
};

const makers: Found[] = described.flatMap(({ permission, create }: ResourceDescription) =>
	create ? [{ text: create.title, href: create.path, search: create.search, permission }] : [],
);

const themes = { light: "light", dark: "dark", system: "system’s" };

const presses: Found[] = [
	...Object.entries(themes).map(([theme, name]) => ({
		text: `Use the ${name} theme`,
		press: `button[name=theme][value=${theme}]`,
		search: "theme colours appearance night automatic",
	})),
	{ text: "Keyboard help", press: "header a[data-keyboard-help]", search: "keys shortcuts" },
	{ text: "Sign out", press: "header form[action='/sign-out'] button", search: "leave log out logout" },
];

const guides: Found[] = Object.entries(GUIDE_TITLES).map(([name, title]) => ({
	text: title,
	href: `/guides/${name}`,
	search: "guide help documentation",
}));

export function consolePages(text: string, { role, hasOutbox }: JumpRights): JumpOption[] {
	const pages = placesFor(role, hasOutbox).map(({ title, path, search, isOutside }) => ({
		text: title,
		href: path,
		search,
		...(isOutside && { isOutside }),
	}));
	return byBeginning(pages, text, role);
}

/**
 * Actions that are available on every page.
 * @param pathname of the current page: a template can be duplicated
 */
export function consoleActions(text: string, role: Role, pathname: string): JumpOption[] {
	const id = /^\/templates\/(?!new$|compare$)([^/]+)$/.exec(pathname)?.[1];
	const { create, permission } = resources.template;
	const duplicate = { text: "Duplicate this template", href: `${create.path}?from=${id}`, search: "copy", permission };
	const check: Found = { text: "Check connection", href: "/connection?check=now", search: "tenant test status" };
	return byBeginning([...(id ? [duplicate] : []), ...makers, check, ...presses], text, role);
}

export function consoleGuides(text: string, role: Role): JumpOption[] {
	return byBeginning(guides, text, role);
}

/** Those with a word of their name, or else a keyword, that begins with the text. All of them for no text. */
function byBeginning(all: readonly Found[], text: string, role: Role): JumpOption[] {
	const needle = ` ${text.toLowerCase()}`;
	const allowed = all.filter(({ permission }) => !permission || may(role, permission));
	const byName = allowed.filter((one) => ` ${one.text}`.toLowerCase().includes(needle));
	const byWord = allowed.filter((one) => !byName.includes(one) && ` ${one.search}`.includes(needle));
	return [...byName, ...byWord].map(({ search: _, permission: __, ...option }) => option);
}
