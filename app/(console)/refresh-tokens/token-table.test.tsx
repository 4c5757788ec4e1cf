import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { sortRows } from "@/app/_tables/list-view";
import { browserClock } from "@/components/ui/browser-clock";
import type { TokenLine, TokensOfUser } from "./find-tokens";
import { tokenColumns } from "./token-columns";
import { TokenTable } from "./token-table";

const shop = { id: "shop", name: "Shop" };
const line: TokenLine = {
	id: "dcr_1",
	application: "Shop",
	device: null,
	isDeviceChanged: false,
	createdAt: null,
	lastExchangedAt: null,
	idleExpiresAt: null,
	expiresAt: null,
	rotating: null,
	metadataKeys: 1,
};
const all: TokensOfUser = {
	kind: "tokens",
	user: { id: "auth0|1", label: "mina@example.org", name: null },
	tokens: [line],
	unreadable: 0,
	filter: { chosen: null, used: [shop], others: [], loaded: null },
	next: null,
	isFirst: true,
	access: { role: "viewer", towards: "viewer" },
};

/** The table as text, and the targets of its links. */
function shown(result: Partial<TokensOfUser>) {
	const markup = renderToStaticMarkup(
		<TokenTable {...all} {...result} view={{ sort: null, from: null, search: null }} clock={browserClock()} />,
	);
	const links = [...markup.matchAll(/href="([^"]+)"[^>]*>([^<]+)</g)].map(([, href, text]) => [text, href]);
	return {
		text: markup
			.replaceAll(/<wbr\/?>/g, "")
			.replace(/<[^>]+>/g, " ")
			.replace(/\s+/g, " "),
		links: Object.fromEntries(links) as Record<string, string>,
	};
}

it("keeps the filter from page to page", () => {
	const filter = { ...all.filter, chosen: shop };
	const { links } = shown({ filter, next: "a/b", isFirst: false });
	expect(links["Next page"]?.replaceAll("&amp;", "&")).toBe("/refresh-tokens?user=auth0%7C1&client=shop&from=a%2Fb");
	expect(links["First page"]?.replaceAll("&amp;", "&")).toBe("/refresh-tokens?user=auth0%7C1&client=shop");
});

it("links to tokens, which know what was searched for", () => {
	const view = { sort: null, from: null, search: "mina p" };
	const markup = renderToStaticMarkup(<TokenTable {...all} view={view} clock={browserClock()} />);
	expect(markup).toContain(`href="/refresh-tokens/${line.id}?search=mina%20p"`);
});

it("does not say that a user has none where they can't be read", () => {
	const { text } = shown({ tokens: [], unreadable: 2 });
	expect(text).toContain("2 entries could not be read");
	expect(text).not.toMatch(/No refresh tokens|has none/);
});

it("states how many tokens were loaded, where the tenant does not filter", () => {
	const filter = { ...all.filter, chosen: shop, loaded: 50 };
	expect(shown({ filter, next: "more" }).text).toContain("1 in 50 loaded");
	const { text, links } = shown({ filter, tokens: [], next: "more" });
	expect(text).toContain("0 in 50 loaded");
	expect(text).toContain("has none of Shop among those loaded. There are more.");
	expect(links["Next page"]).toContain("client=shop");
	expect(links["All applications"]).toBe("/refresh-tokens?user=auth0%7C1");
});

it("distinguishes no tokens at all from none of an application", () => {
	const none = { ...all.filter, used: [] };
	expect(shown({ tokens: [], filter: none }).text).toContain("mina@example.org has none now.");
	expect(shown({ tokens: [], filter: { ...all.filter, chosen: shop } }).text).toContain(
		"mina@example.org has none of Shop now.",
	);
});

it("shows a token of which the tenant reports nothing but the identifier", () => {
	expect(
		shown({ tokens: [{ ...line, application: "not reported", lastExchangedAt: undefined, metadataKeys: null }] }).text,
	).toMatch(/not reported dcr_1 not reported — not reported — not reported not reported/);
});

it.each([
	[{ expiresAt: "2030-01-01T00:00:00Z", idleExpiresAt: null }, "2030-01-01T00:00:00.000Z", false],
	[{ expiresAt: "2030-01-01T00:00:00Z", idleExpiresAt: "2029-01-01T00:00:00Z" }, "2029-01-01T00:00:00.000Z", true],
	[{ expiresAt: "2030-01-01T00:00:00Z", idleExpiresAt: "2031-01-01T00:00:00Z" }, "2030-01-01T00:00:00.000Z", false],
	[{ expiresAt: null, idleExpiresAt: "2029-01-01T00:00:00Z" }, "2029-01-01T00:00:00.000Z", true],
])("shows of %j the earlier expiry", (ends, first, isWhenUnused) => {
	const markup = renderToStaticMarkup(
		<TokenTable
			{...all}
			tokens={[{ ...line, ...ends }]}
			view={{ sort: null, from: null, search: null }}
			clock={{ now: new Date("2026-01-01T00:00:00Z"), timeZone: "UTC" }}
		/>,
	);
	expect([...markup.matchAll(/dateTime="([^"]+)"/g)].map(([, time]) => time)).toEqual([first]);
	expect(markup.includes("if unused")).toBe(isWhenUnused);
});

it("sorts by the earlier expiry", () => {
	const tokens = [
		{ ...line, id: "late", expiresAt: "2028-01-01T00:00:00Z", idleExpiresAt: null },
		{ ...line, id: "unused", expiresAt: "2030-01-01T00:00:00Z", idleExpiresAt: "2027-01-01T00:00:00Z" },
		{ ...line, id: "none" },
	];
	const ends = sortRows(tokenColumns, tokens, { key: "expiresAt", isDescending: false });
	expect(ends.map(({ id }) => id)).toEqual(["unused", "late", "none"]);
});

it.each([
	["viewer", "viewer", "your role is viewer. Editing metadata needs the editor or support role."],
	["support", "viewer", "your role is support. Changing sessions and tokens of an editor needs the editor role."],
] as const)(
	"has nothing to select or revoke for the role %s with the access of a %s, and says who could",
	(...given) => {
		const [role, towards, words] = given;
		const { text } = shown({ access: { role, towards } });
		expect(text).toContain(words);
		expect(text).not.toContain("Revoke");
		expect(text).not.toContain("Edit metadata…");
	},
);

it.each(["support", "editor"] as const)("offers to edit and to revoke to the role %s", (role) => {
	const { text } = shown({ access: { role, towards: role } });
	for (const action of ["Edit metadata…", "Revoke selected", "Revoke all of this user"]) {
		expect(text).toContain(action);
	}
	expect(text).not.toContain("You can look");
});
