import type { ResourceDescription } from "@/lib/dashboard/resources/describe-resource";
import { placesFor } from "@/lib/dashboard/resources/places";
import { described, resources } from "@/lib/dashboard/resources/resources";
import { may, type Permission } from "@/lib/dashboard/session/permissions";
import { GUIDE_TITLES } from "@/lib/guides/guide";
import type { JumpGroup, JumpOption, JumpRights } from "./jump";

type Command = JumpOption & {
	/** Further keywords. */
	search: string;
	/** What its page is for; absent: everyone may. */
	permission?: Permission | undefined;
};

const actions: Command[] = [
	...described.flatMap(({ permission, create }: ResourceDescription) =>
		create ? [{ text: create.title, href: create.path, search: create.search, permission }] : [],
	),
	{ text: "Check connection", href: "/connection?check=now", search: "tenant test status" },
	...Object.entries({ light: "light", dark: "dark", system: "system’s" }).map(([theme, name]) => ({
		text: `Use the ${name} theme`,
		press: `button[name=theme][value=${theme}]`,
		search: "theme colours appearance night automatic",
	})),
	{ text: "Keyboard help", press: "header a[data-keyboard-help]", search: "keys shortcuts" },
	{ text: "Sign out", press: "header form[action='/sign-out'] button", search: "leave log out logout" },
];

const guides: Command[] = Object.entries(GUIDE_TITLES).map(([name, title]) => ({
	text: title,
	href: `/guides/${name}`,
	search: "guide help documentation",
}));

/**
 * What the palette offers on every page: for a text those with a word of their name, or else a keyword, that begins with
 * it. All of them for no text.
 * @param pathname of the current page: a template can be duplicated
 */
export function commandsFor(text: string, { role, hasOutbox, mayPropose }: JumpRights, pathname: string) {
	const needle = ` ${text.toLowerCase()}`;
	function group(title: string, all: readonly Command[]): JumpGroup {
		const allowed = all.filter(
			({ permission }) => !permission || may(role, permission) || (mayPropose && permission === "changeTemplates"),
		);
		const byName = allowed.filter((one) => ` ${one.text}`.toLowerCase().includes(needle));
		const byWord = allowed.filter((one) => !byName.includes(one) && ` ${one.search}`.includes(needle));
		return { title, options: [...byName, ...byWord].map(({ search: _, permission: __, ...option }) => option) };
	}
	const places = placesFor(role, hasOutbox).map(({ title, path, search }) => ({
		text: title,
		href: path,
		search,
	}));
	const id = /^\/templates\/(?!new$|compare$)([^/]+)$/.exec(pathname)?.[1];
	const { create, permission } = resources.template;
	const duplicate = { text: "Duplicate this template", href: `${create.path}?from=${id}`, search: "copy", permission };
	return {
		pages: group("Pages", places),
		actions: group("Actions", id ? [duplicate, ...actions] : actions),
		guides: group("Guides", guides),
	};
}
