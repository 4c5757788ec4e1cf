import type { ResourceDescription } from "@/lib/dashboard/resources/describe-resource";
import { described, resources } from "@/lib/dashboard/resources/resources";
import { may, type Permission, type Role } from "@/lib/dashboard/session/permissions";
import { GUIDE_TITLES } from "@/lib/guides/guide";
import type { JumpOption, PressedControl } from "./jump-option";

type Found = JumpOption & {
	/** Further keywords. */
	search: string;
	/** What its page is for; absent: everyone may. */
	permission?: Permission;
};

const makers: Found[] = described.flatMap(({ permission, create }: ResourceDescription) =>
	create ? [{ text: create.title, href: create.path, search: create.search, permission }] : [],
);

const presses: (Found & { press: PressedControl })[] = [
	{ text: "Use the light theme", press: "theme-light", search: "theme colours appearance" },
	{ text: "Use the dark theme", press: "theme-dark", search: "theme colours appearance night" },
	{ text: "Use the system’s theme", press: "theme-system", search: "theme colours appearance automatic" },
	{ text: "Keyboard help", press: "keyboard-help", search: "keys shortcuts" },
	{ text: "Sign out", press: "sign-out", search: "leave log out logout" },
];

const guides: Found[] = Object.entries(GUIDE_TITLES).map(([name, title]) => ({
	...{ text: title, href: `/guides/${name}`, search: "guide help documentation" },
}));

/**
 * Actions that are available on every page.
 * @param pathname of the current page: a template can be duplicated
 */
export function consoleActions(text: string, role: Role, pathname: string): JumpOption[] {
	const id = /^\/templates\/(?!new$|compare$)([^/]+)$/.exec(pathname)?.[1];
	const duplicate: Found[] = id
		? [
				{
					text: "Duplicate this template",
					href: `${resources.template.create.path}?from=${id}`,
					search: "copy",
					permission: resources.template.permission,
				},
			]
		: [];
	const check: Found = { text: "Check connection", href: "/connection?check=now", search: "tenant test status" };
	return byBeginning([...duplicate, ...makers, check, ...presses], text, role);
}

/** The guides by title or keyword. None without a text. */
export function guidesFor(text: string, role: Role): JumpOption[] {
	return text === "" ? [] : byBeginning(guides, text, role);
}

/** Those with a word of their name, or else a keyword, that begins with the text. All of them for no text. */
export function byBeginning(all: readonly Found[], text: string, role: Role): JumpOption[] {
	const needle = ` ${text.toLowerCase()}`;
	const allowed = all.filter(({ permission }) => !permission || may(role, permission));
	const byName = allowed.filter((one) => ` ${one.text}`.toLowerCase().includes(needle));
	const byWord = allowed.filter((one) => !byName.includes(one) && ` ${one.search}`.includes(needle));
	return [...byName, ...byWord].map(({ search: _, permission: __, ...option }) => option);
}
