import { expect, it } from "vitest";
import { jumpGroups } from "./jump-groups";

const templates = {
	templates: Array.from({ length: 20 }, (_, index) => ({ id: `vct_${index}`, name: `Bar ${index}` })),
	hasMore: true,
};
const tokens = [{ id: "dcr_1", user: "mina@example.org", application: "Shop" }];
const users = [{ id: "auth0|1", label: "mina@example.org", name: "Mina" }];
const applications = [{ id: "k3y", name: "Shop" }];
const sources = { text: "", canWrite: true, templates, users: [], tokens, applications };
const shown = (changed: Partial<Parameters<typeof jumpGroups>[0]>) =>
	Object.fromEntries(
		jumpGroups({ ...sources, ...changed }).map(({ title, options }) => [title, options.map(({ text }) => text)]),
	);

it("offers without a text what was opened last, the pages and the newest templates", () => {
	const groups = shown({});
	expect(Object.keys(groups)).toEqual(["Refresh tokens opened recently", "Pages", "Templates"]);
	expect(groups.Templates).toEqual(["Bar 0", "Bar 1", "Bar 2", "Bar 3", "Bar 4"]);
});

it("finds applications by name and client ID, each leading to its page", () => {
	for (const text of ["sho", "K3Y"]) expect(shown({ text }).Applications).toEqual(["Shop"]);
	const [group] = jumpGroups({ ...sources, text: "k3y" }).filter(({ title }) => title === "Applications");
	expect(group?.options).toEqual([{ text: "Shop", detail: "k3y", href: "/applications/k3y" }]);
});

it("offers pages that lead to a change to those alone who may make one", () => {
	expect(shown({}).Pages).toContain("New template");
	expect(shown({ canWrite: false }).Pages).not.toContain("New template");
});

it("finds pages by the beginning of a word, templates by name and id, tokens by whose they are", () => {
	expect(shown({ text: "tok" }).Pages).toEqual(["Refresh tokens"]);
	expect(shown({ text: "a" }).Pages?.slice(0, 3)).toEqual(["Applications", "New application", "Activity"]);
	expect(shown({ text: "audit" }).Pages).toEqual(["Activity"]);
	expect(shown({ text: "BAR 19" }).Templates).toEqual(["Bar 19"]);
	expect(shown({ text: "vct_7" }).Templates).toEqual(["Bar 7"]);
	expect(shown({ text: "mina", users })).toMatchObject({
		Users: ["mina@example.org"],
		"Refresh tokens opened recently": ["mina@example.org · Shop"],
	});
});

it("always offers to search all templates for a text, and last, so that a find comes before it", () => {
	for (const text of ["bar", "nothing", "mina"]) {
		const groups = jumpGroups({ ...sources, text, users });
		expect(groups.at(-1)?.options).toEqual([
			{ text: `Search all templates for “${text}”`, href: `/templates?q=${text}` },
		]);
	}
});

it("puts a pasted identifier first, known or not, and lists a place once", () => {
	const groups = jumpGroups({
		...sources,
		text: "dcr_oYiXqp0fDdHjPzOV",
		templates: null,
		tokens: [{ id: "dcr_oYiXqp0fDdHjPzOV", user: null, application: null }],
	});
	expect(groups.map(({ title }) => title)).toEqual(["Go to"]);
});
