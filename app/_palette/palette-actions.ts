import { resources } from "@/lib/dashboard/resources/resources";
import { may, type Permission, type Role } from "@/lib/dashboard/session/permissions";
import { GUIDE_TITLES } from "@/lib/guides/guide";
import type { JumpOption, PressedControl } from "./jump-option";

type Found = JumpOption & {
	/** Further keywords. */
	words: string;
	/** What its page is for; absent: everyone may. */
	permission?: Permission;
};

const { template, application, "identity provider": provider } = resources;

const makers: Found[] = [template, application, provider].map(({ edit, create: { title, path, words } }) => ({
	...{ text: title, href: path, words },
	permission: edit,
}));

const presses: (Found & { press: PressedControl })[] = [
	{ text: "Use the light theme", press: "theme-light", words: "theme colours appearance" },
	{ text: "Use the dark theme", press: "theme-dark", words: "theme colours appearance night" },
	{ text: "Use the system’s theme", press: "theme-system", words: "theme colours appearance automatic" },
	{ text: "Keyboard help", press: "keyboard-help", words: "keys shortcuts" },
	{ text: "Sign out", press: "sign-out", words: "leave log out logout" },
];

const guides: Found[] = Object.entries(GUIDE_TITLES).map(([name, title]) => ({
	...{ text: title, href: `/guides/${name}`, words: "guide help documentation" },
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
					href: `${template.create.path}?from=${id}`,
					words: "copy",
					permission: template.edit,
				},
			]
		: [];
	const check: Found = { text: "Check connection", href: "/connection?check=now", words: "tenant test status" };
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
	const byWord = allowed.filter((one) => !byName.includes(one) && ` ${one.words}`.includes(needle));
	return [...byName, ...byWord].map(({ words: _, permission: __, ...option }) => option);
}
