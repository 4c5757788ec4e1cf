import { expect, it } from "vitest";
import { GUIDE_TITLES } from "@/lib/guides/guide";
import { jumpGroups } from "./jump-groups";

const templates = {
	templates: Array.from({ length: 20 }, (_, index) => ({ id: `vct_${index}`, name: `Bar ${index}` })),
	hasMore: true,
};
const tokens = [{ id: "dcr_1", user: "mina@example.org", application: "Shop" }];
const users = [{ id: "auth0|1", label: "mina@example.org", name: "Mina" }];
const applications = [{ id: "k3y", name: "Shop" }];
const sources = {
	text: "",
	role: "editor" as const,
	hasOutbox: true,
	pathname: "/",
	templates,
	users: [],
	tokens,
	applications,
};
const shown = (changed: Partial<Parameters<typeof jumpGroups>[0]>) =>
	Object.fromEntries(
		jumpGroups({ ...sources, ...changed }).map(({ title, options }) => [title, options.map(({ text }) => text)]),
	);

it("offers without a text the tokens opened last, the pages, the newest templates and the actions", () => {
	const groups = shown({});
	expect(Object.keys(groups)).toEqual(["Refresh tokens opened recently", "Pages", "Templates", "Actions"]);
	expect(groups.Templates).toEqual(["Bar 0", "Bar 1", "Bar 2", "Bar 3", "Bar 4"]);
});

it("finds applications by name and client ID, each linking to its page", () => {
	for (const text of ["sho", "K3Y"]) expect(shown({ text }).Applications).toEqual(["Shop"]);
	const [group] = jumpGroups({ ...sources, text: "k3y" }).filter(({ title }) => title === "Applications");
	expect(group?.options).toEqual([{ text: "Shop", detail: "k3y", href: "/applications/k3y" }]);
});

it("says of how many applications it searches where the tenant has more", () => {
	const further = (applicationsRead?: number) => shown({ text: "sho", applicationsRead })["Search further"];
	expect(further()).toEqual(["Search all templates for “sho”"]);
	expect(further(1_000)?.[1]).toBe("Only 1,000 applications are searched here: open the list of all");
});

it("offers to create resources to editors only, and to duplicate the current template", () => {
	const pathname = "/templates/vct_1";
	expect(shown({ pathname }).Actions).toEqual([
		"Duplicate this template",
		"New template",
		"New application",
		"New identity provider",
		"Check connection",
		"Use the light theme",
		"Use the dark theme",
		"Use the system’s theme",
		"Keyboard help",
		"Sign out",
	]);
	const reading = shown({ pathname, role: "viewer" }).Actions;
	expect(reading?.[0]).toBe("Check connection");
	expect(reading).toContain("Sign out");
	for (const other of ["/templates/new", "/templates/compare", "/templates", "/applications/a"])
		expect(shown({ pathname: other }).Actions?.[0]).toBe("New template");
	const [first] = jumpGroups({ ...sources, pathname, text: "dup" });
	expect(first?.options).toEqual([{ text: "Duplicate this template", href: "/templates/new?from=vct_1" }]);
});

it("finds actions by their keywords, and guides by theirs once something is typed", () => {
	expect(shown({ text: "dark" }).Actions).toEqual(["Use the dark theme"]);
	expect(shown({ text: "appear" }).Actions).toHaveLength(3);
	expect(shown({ text: "log out" }).Actions).toEqual(["Sign out"]);
	expect(shown({}).Guides).toBeUndefined();
	expect(shown({ text: "guide" }).Guides).toHaveLength(Object.keys(GUIDE_TITLES).length);
	expect(jumpGroups({ ...sources, text: "operator" })[0]).toEqual({
		title: "Guides",
		options: [{ text: "Operator's guide", href: "/guides/operator" }],
	});
});

it("links to the outbox, outside of the console, where the tenant has one that the user may open", () => {
	const outbox = { text: "Outbox", href: "/outbox", isOutside: true };
	const [pages] = jumpGroups({ ...sources, text: "out" });
	expect(pages).toEqual({ title: "Pages", options: [outbox] });
	expect(shown({}).Pages).toContain("Outbox");
	for (const text of ["", "out"]) expect(shown({ text, hasOutbox: false }).Pages ?? []).not.toContain("Outbox");
});

it("offers no page that the role may not open: neither outbox nor API calls to support", () => {
	expect(shown({ role: "viewer" }).Pages).toContain("API calls");
	expect(shown({ role: "viewer" }).Pages).not.toContain("Outbox");
	const { Pages, Actions } = shown({ role: "support" });
	for (const page of ["API calls", "Outbox"]) expect(Pages).not.toContain(page);
	expect(Pages).toContain("Refresh tokens");
	expect(Actions).not.toContain("New template");
	expect(shown({ role: "support", text: "exchanges" })).not.toHaveProperty("Pages");
});

it("finds pages by the beginning of a word, templates by name and id, tokens by user", () => {
	expect(shown({ text: "tok" }).Pages).toEqual(["Refresh tokens"]);
	expect(shown({ text: "a" }).Pages?.slice(0, 3)).toEqual(["Applications", "Activity", "API calls"]);
	expect(shown({ text: "audit" }).Pages).toEqual(["Activity"]);
	expect(shown({ text: "BAR 19" }).Templates).toEqual(["Bar 19"]);
	expect(shown({ text: "vct_7" }).Templates).toEqual(["Bar 7"]);
	expect(shown({ text: "mina", users })).toMatchObject({
		Users: ["mina@example.org"],
		"Refresh tokens opened recently": ["mina@example.org · Shop"],
	});
});

it("always offers to search all templates for a text, after all results", () => {
	for (const text of ["bar", "nothing", "mina"]) {
		const groups = jumpGroups({ ...sources, text, users });
		expect(groups.at(-1)?.options).toEqual([
			{ text: `Search all templates for “${text}”`, href: `/templates?q=${text}` },
		]);
	}
});

it("lists a pasted identifier first, known or not, and a place once", () => {
	const groups = jumpGroups({
		...sources,
		text: "dcr_oYiXqp0fDdHjPzOV",
		templates: null,
		tokens: [{ id: "dcr_oYiXqp0fDdHjPzOV", user: null, application: null }],
	});
	expect(groups.map(({ title }) => title)).toEqual(["Go to"]);
});

it("offers nothing for a text that is too long to be searched for, and a link for half of a surrogate pair", () => {
	expect(shown({ text: "a".repeat(301), users })).toEqual({});
	const options = jumpGroups({ ...sources, text: "\ud83d" }).flatMap((group) => group.options);
	expect(options).toEqual([expect.objectContaining({ href: "/templates?q=%EF%BF%BD" })]);
});
