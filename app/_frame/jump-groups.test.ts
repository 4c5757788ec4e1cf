import { expect, it } from "vitest";
import type { Role } from "@/lib/dashboard/session/permissions";
import { GUIDE_TITLES } from "@/lib/guides/guide";
import type { Found } from "./jump";
import { jumpGroups, pastedPlace } from "./jump-groups";
import { wantsUsers } from "./use-jump";

const templates: Found = {
	what: "template",
	are: "newest",
	found: Array.from({ length: 20 }, (_, index) => ({ id: `vct_${index}`, name: `Bar ${index}` })),
};
const tokens: Found = {
	what: "refresh token",
	are: "opened recently",
	found: [{ id: "dcr_1", name: "mina@example.org · Shop" }],
};
const applications: Found = { what: "application", are: "by name", found: [{ id: "k3y", name: "Shop" }] };
const users: Found = {
	what: "user",
	are: "matching",
	found: [{ id: "auth0|1", name: "mina@example.org", detail: "Mina" }],
};
const start = [templates, tokens, applications];

type Searched = {
	text?: string;
	role?: Role;
	hasOutbox?: boolean;
	mayPropose?: boolean;
	pathname?: string;
	found?: readonly Found[];
};

const groupsOf = ({ text = "", pathname = "/", found = start, ...rights }: Searched) =>
	jumpGroups(text, { role: "editor", hasOutbox: true, ...rights }, pathname, found);
const shown = (searched: Searched) =>
	Object.fromEntries(groupsOf(searched).map(({ title, options }) => [title, options.map(({ text }) => text)]));

it("offers without a text the tokens opened last, the pages, the newest templates and the actions", () => {
	const groups = shown({});
	expect(Object.keys(groups)).toEqual(["Refresh tokens opened recently", "Pages", "Templates", "Actions"]);
	expect(groups.Templates).toEqual(["Bar 0", "Bar 1", "Bar 2", "Bar 3", "Bar 4"]);
});

it("finds applications by name and client ID, each linking to its page", () => {
	for (const text of ["sho", "K3Y"]) expect(shown({ text }).Applications).toEqual(["Shop"]);
	const [group] = groupsOf({ text: "k3y" }).filter(({ title }) => title === "Applications");
	expect(group?.options).toEqual([{ text: "Shop", detail: "k3y", href: "/applications/k3y" }]);
});

it("says of how many applications it searches where the tenant has more", () => {
	const further = (found: Found) => shown({ text: "sho", found: [found] })["Search further"];
	expect(further(applications)).toEqual(["Search all templates for “sho”"]);
	expect(further({ ...applications, searched: 1_000 })?.[1]).toBe(
		"Only 1,000 applications are searched here: open the list of all",
	);
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
	expect(shown({ pathname, role: "viewer", mayPropose: true }).Actions?.slice(0, 3)).toEqual([
		"Duplicate this template",
		"New template",
		"Check connection",
	]);
	for (const other of ["/templates/new", "/templates/compare", "/templates", "/applications/a"])
		expect(shown({ pathname: other }).Actions?.[0]).toBe("New template");
	const [first] = groupsOf({ pathname, text: "dup" });
	expect(first?.options).toEqual([{ text: "Duplicate this template", href: "/templates/new?from=vct_1" }]);
});

it("finds actions by their keywords, and guides by theirs once something is typed", () => {
	expect(shown({ text: "dark" }).Actions).toEqual(["Use the dark theme"]);
	expect(shown({ text: "appear" }).Actions).toHaveLength(3);
	expect(shown({ text: "log out" }).Actions).toEqual(["Sign out"]);
	expect(shown({}).Guides).toBeUndefined();
	expect(shown({ text: "guide" }).Guides).toHaveLength(Object.keys(GUIDE_TITLES).length);
	expect(groupsOf({ text: "operator" })[0]).toEqual({
		title: "Guides",
		options: [{ text: "Operator's guide", href: "/guides/operator" }],
	});
});

it("links to the outbox where the tenant has one that the user may open", () => {
	const outbox = { text: "Outbox", href: "/messages" };
	const [pages] = groupsOf({ text: "out" });
	expect(pages).toEqual({ title: "Pages", options: [outbox] });
	expect(shown({}).Pages).toContain("Outbox");
	for (const text of ["", "out"]) expect(shown({ text, hasOutbox: false }).Pages ?? []).not.toContain("Outbox");
});

it("offers no page that the role may not open: neither outbox nor API calls to support, no log to viewers", () => {
	expect(
		[shown({ role: "viewer" }).Pages, shown({ role: "support" }).Pages].map((pages) => pages?.includes("Log")),
	).toEqual([false, true]);
	expect(shown({ role: "viewer" }).Pages).toContain("API calls");
	expect(shown({ role: "viewer" }).Pages).not.toContain("Outbox");
	const { Pages, Actions } = shown({ role: "support" });
	for (const page of ["API calls", "Outbox"]) expect(Pages).not.toContain(page);
	expect(Pages).toContain("Refresh tokens");
	expect(Actions).not.toContain("New template");
	expect(shown({ role: "support", text: "exchanges" })).not.toHaveProperty("Pages");
});

it("finds pages by the beginning of a word, templates by name and id, tokens by user", () => {
	expect(shown({ text: "tok" }).Pages).toEqual(["Refresh tokens", "Read tokens", "Incident"]);
	expect(shown({ text: "a" }).Pages?.slice(0, 3)).toEqual(["Applications", "Activity", "API calls"]);
	expect(shown({ text: "audit" }).Pages).toEqual(["Activity"]);
	expect(shown({ text: "BAR 19" }).Templates).toEqual(["Bar 19"]);
	expect(shown({ text: "vct_7" }).Templates).toEqual(["Bar 7"]);
	expect(shown({ text: "mina", found: [...start, users] })).toMatchObject({
		Users: ["mina@example.org"],
		"Refresh tokens opened recently": ["mina@example.org · Shop"],
	});
});

it("lists people before applications, and what begins with the text before what only contains it", () => {
	const terminal: Found = { ...applications, found: [{ id: "t3r", name: "Counter Terminal" }] };
	const titles = (text: string, found: readonly Found[]) =>
		groupsOf({ text, found })
			.map(({ title }) => title)
			.filter((title) => /^(Users|Applications|Templates|Refresh)/.test(title));
	expect(titles("mina", [terminal, tokens, users])).toEqual([
		"Users",
		"Applications",
		"Refresh tokens opened recently",
	]);
	expect(titles("term", [terminal, { ...users, found: [{ id: "auth0|2", name: "Midterm" }] }])).toEqual([
		"Applications",
		"Users",
	]);
	expect(
		titles("o", [
			{ ...applications, found: [{ id: "k3y", name: "Oslo" }] },
			tokens,
			{ ...users, found: [{ id: "1", name: "Ola" }] },
		]),
	).toEqual(["Users", "Applications", "Refresh tokens opened recently"]);
	const people = ["Ramina", "Anna Mina", "Mina"].map((name, id) => ({ id: `auth0|${id}`, name }));
	expect(shown({ text: "mina", found: [{ ...users, found: people }] }).Users).toEqual(["Anna Mina", "Mina", "Ramina"]);
	expect(
		shown({
			text: "park mina",
			found: [{ ...users, found: [{ id: "1", name: "mina@example.org", detail: "Mina Park" }] }],
		}),
	).toHaveProperty("Users");
});

it("keeps back what comes after users while they are searched for, so that nothing that is there moves", () => {
	const listed = (areUsersAwaited: boolean, found: readonly Found[]) =>
		jumpGroups("shop", { role: "editor", hasOutbox: true }, "/", found, areUsersAwaited).map(({ title }) => title);
	const shop: Found = { ...templates, found: [{ id: "vct_1", name: "Shop" }] };
	const begun = [shop, applications];
	expect(listed(true, begun)).toEqual(["Templates", "Search further"]);
	expect(listed(false, begun)).toEqual(["Templates", "Applications", "Search further"]);
	expect(listed(true, [...begun, { ...users, found: [{ id: "1", name: "Shopa" }] }])).toEqual([
		"Templates",
		"Users",
		"Applications",
		"Search further",
	]);
});

it("names a resource without a name by its kind, and distinguishes equal names by the identifier", () => {
	const found: Found[] = [{ ...tokens, found: [{ id: "dcr_2", name: null }] }];
	expect(groupsOf({ found })[0]?.options).toEqual([
		{ text: "Refresh token", detail: "dcr_2", href: "/refresh-tokens/dcr_2" },
	]);
});

it("always offers to search all templates for a text, after all results", () => {
	for (const text of ["bar", "nothing", "mina"]) {
		const groups = groupsOf({ text, found: [...start, users] });
		expect(groups.at(-1)?.options).toEqual([
			{ text: `Search all templates for “${text}”`, href: `/templates?q=${text}` },
		]);
	}
});

it("lists a pasted identifier first, known or not, and a place once", () => {
	const text = "dcr_oYiXqp0fDdHjPzOV";
	const groups = groupsOf({ text, found: [{ ...tokens, found: [{ id: text, name: null }] }] });
	expect(groups.map(({ title }) => title)).toEqual(["Go to"]);
});

it("opens the log entry with a pasted ID for those who may see the log", () => {
	const text = "90020261101080000000000000000000001223372036854775";
	const open = { text: "Open log entry", detail: text, href: `/log/${text}` };
	expect(groupsOf({ text, role: "support" })).toEqual([{ title: "Go to", options: [open] }]);
	expect(JSON.stringify(groupsOf({ text, role: "viewer" }))).not.toContain("/log/");
});

it("offers nothing for a text that is too long to be searched for, and a link for half of a surrogate pair", () => {
	expect(shown({ text: "a".repeat(301), found: [...start, users] })).toEqual({});
	const options = groupsOf({ text: "\ud83d" }).flatMap((group) => group.options);
	expect(options).toEqual([expect.objectContaining({ href: "/templates?q=%EF%BF%BD" })]);
});

it.each([
	["vct_1234567890123456", "/templates/vct_1234567890123456"],
	["  vct_1234567890123456\n", "/templates/vct_1234567890123456"],
	["dcr_oYiXqp0fDdHjPzOV", "/refresh-tokens/dcr_oYiXqp0fDdHjPzOV"],
	["dcr_oYiXqpQfDdHjPzOV", "/refresh-tokens/dcr_oYiXqpQfDdHjPzOV"],
	["auth0|13d3658d4956bbdd8f577ab8", "/users/auth0%7C13d3658d4956bbdd8f577ab8"],
	["google-oauth2|12", "/users/google-oauth2%7C12"],
	["mina.park@example.org", "/users?q=mina.park%40example.org"],
	["V1StGXR8_Z5jdHi6B-myT", "/refresh-tokens?q=V1StGXR8_Z5jdHi6B-myT"],
	["Kq3vB9xT2mPz7LwYd4Nf8RsHc6Ja1Ge5", "/refresh-tokens?q=Kq3vB9xT2mPz7LwYd4Nf8RsHc6Ja1Ge5"],
])("links the pasted %j directly to %s", (pasted, href) => {
	expect(pastedPlace(pasted)?.href).toBe(href);
});

it.each([
	"",
	"mina",
	"mina park",
	"mina@",
	"@example",
	"Age verification 18",
	"connection",
	"verification",
	"family_name_birth",
	"VerificationTemplate",
	"alexander1987",
	"alex_smith1987",
	"JohnMcDonald1987",
	"a|b c",
	"|",
])("treats %j as a text to search for", (text) => {
	expect(pastedPlace(text)).toBeNull();
});

it("searches the tenant's users only where the text may mean one", () => {
	for (const text of ["mi", "mina@example.org", "auth0|1", "550e8400-e29b-41d4-a716-446655440000"])
		expect(wantsUsers(text), text).toBe(true);
	for (const text of ["", " m ", "vct_1234567890123456", "dcr_oYiXqp0fDdHjPzOV"])
		expect(wantsUsers(text), text).toBe(false);
});
