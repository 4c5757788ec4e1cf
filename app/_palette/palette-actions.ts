import { resources } from "@/lib/dashboard/registry/resources";
import { GUIDE_TITLES } from "@/lib/guides/guide";
import type { JumpOption, PressedControl } from "./jump-option";

type Found = JumpOption & {
	/** Further keywords. */
	words: string;
	/** Only editors can use it. */
	isForEditors?: boolean;
};

const { template, application, "identity provider": provider } = resources;

const makers: Found[] = [template, application, provider].map(({ create: { title, path, words } }) => ({
	...{ text: title, href: path, words },
	isForEditors: true,
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
export function consoleActions(text: string, canWrite: boolean, pathname: string): JumpOption[] {
	const id = /^\/templates\/(?!new$|compare$)([^/]+)$/.exec(pathname)?.[1];
	const duplicate: Found[] = id
		? [
				{
					text: "Duplicate this template",
					href: `${template.create.path}?from=${id}`,
					words: "copy",
					isForEditors: true,
				},
			]
		: [];
	const check: Found = { text: "Check connection", href: "/connection?check=now", words: "tenant test status" };
	return byBeginning([...duplicate, ...makers, check, ...presses], text, canWrite);
}

/** The guides by title or keyword. None without a text. */
export function guidesFor(text: string): JumpOption[] {
	return text === "" ? [] : byBeginning(guides, text, false);
}

/** Those with a word of their name, or else a keyword, that begins with the text. All of them for no text. */
export function byBeginning(all: readonly Found[], text: string, canWrite: boolean): JumpOption[] {
	const needle = ` ${text.toLowerCase()}`;
	const allowed = all.filter(({ isForEditors }) => canWrite || !isForEditors);
	const byName = allowed.filter((one) => ` ${one.text}`.toLowerCase().includes(needle));
	const byWord = allowed.filter((one) => !byName.includes(one) && ` ${one.words}`.includes(needle));
	return [...byName, ...byWord].map(({ words: _, isForEditors: __, ...option }) => option);
}
