import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { GUIDE_TITLES } from "./guide";
import { renderGuide } from "./render-guide";

const guides = { operator: "Operator", "try-it": "Try it" };
const render = (markdown: string) => renderGuide(`# Title\n\n${markdown}`, guides).html.trim();

describe("a guide", () => {
	it("has its title separately, and the anchors of its headings as GitHub generates them, each once", () => {
		const { title, headings, html } = renderGuide(
			"# The `x` guide\n\n## What's _new_?\n\n### A, b\n\n## What's new\n",
			{},
		);
		expect(title).toBe("The x guide");
		expect(headings).toEqual([
			{ id: "whats-new", text: "What's new?", level: 2 },
			{ id: "a-b", text: "A, b", level: 3 },
			{ id: "whats-new-1", text: "What's new", level: 2 },
		]);
		expect(html).not.toContain("<h1");
		expect([...html.matchAll(/<h\d id="([^"]+)">/g)].map(([, id]) => id)).toEqual(headings.map(({ id }) => id));
	});

	it("shows HTML as text", () => {
		expect(render('<script>alert(1)</script> <b onclick="x">b</b>\n\n<style>*{}</style>')).not.toMatch(
			/<(script|b|style)/,
		);
		expect(render("`<b>`\n\n```\n<i>&\n```")).not.toMatch(/<[bi]>/);
		expect(render("[x](javascript:alert(1))")).not.toContain("<a");
	});

	it.each([
		["[Settings](operator.md#settings)", '<a href="/guides/operator#settings">Settings</a>'],
		["[Run](operator.md)", '<a href="/guides/operator">Run</a>'],
		["[try-it.md](try-it.md)", '<a href="/guides/try-it">Try it</a>'],
		["[below](#below)", '<a href="#below">below</a>'],
		["[out](https://example.com/a)", '<a href="https://example.com/a">out</a>'],
		["([why](../decisions/no-toasts.md))", "(why (<code>docs/decisions/no-toasts.md</code>))"],
		["[`lib/contract`](../../lib/contract)", "<code>lib/contract</code>"],
		["[SECURITY.md](../../SECURITY.md#x)", "SECURITY.md"],
	])("links with %s to the page of a guide, and names a file that has no page", (markdown, html) => {
		expect(render(markdown)).toBe(`<p>${html}</p>`);
	});

	it("leaves out the list of its own sections, and no other list", () => {
		const contents = "- [One](#one)\n- [Two](#two)\n";
		expect(render(`${contents}\nText\n\n- [One](#one) and more\n`)).not.toContain("Two");
		expect(render(`Text\n\n- a\n\n${contents.replaceAll("-", "*")}`)).toContain("Two");
	});

	it("makes all that may scroll focusable, with a name of its own, and has no inline styles", () => {
		const table = "| a | b |\n| :-- | --: |\n| 1 | 2 |\n";
		const html = render(`## "One"\n\n${table}\n\`\`\`sh\nls\n\`\`\`\n\n${table}`);
		expect(
			[...html.matchAll(/<(?:section|pre)[^>]* aria-label="([^"]+)" tabindex="0">/g)].map(([, name]) => name),
		).toEqual(["&quot;One&quot;: table", "&quot;One&quot;: code", "&quot;One&quot;: table 2"]);
		expect(html).not.toContain("style=");
	});
});

it.each(Object.keys(GUIDE_TITLES))(
	"docs/guides/%s.md is rendered whole: with a title, sections, and no link out of the guides",
	(name) => {
		const { title, headings, html } = renderGuide(readFileSync(`docs/guides/${name}.md`, "utf8"), GUIDE_TITLES);
		expect(title).not.toBe("");
		expect(headings.length).toBeGreaterThan(2);
		const links = [...html.matchAll(/<a href="([^"]+)"/g)].map(([, href = ""]) => href);
		expect(links.filter((href) => !/^(#|\/guides\/|https:\/\/)/.test(href))).toEqual([]);
		const names = [...html.matchAll(/<(?:section|pre)[^>]* aria-label="([^"]+)"/g)].map(([, label]) => label);
		expect(new Set(names).size).toBe(names.length);
	},
);
