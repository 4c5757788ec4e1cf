import MarkdownIt, { type Token } from "markdown-it";
import type { GuideHeading, RenderedGuide } from "./guide.ts";

/**
 * Renders a guide of `docs/guides/`. Raw HTML stays text. Links between guides point to their pages; a link to another file of
 * the repository becomes its text with the file's path. A guide's table of contents is left out: its page has one.
 * @param guides titles of the guides that have a page, by file name without extension
 */
export function renderGuide(markdown: string, guides: Readonly<Record<string, string>>): RenderedGuide {
	const parser = new MarkdownIt({ html: false });
	const { escapeHtml } = parser.utils;
	const tokens = withoutContents(parser.parse(markdown, {}));
	const ids = new Set<string>();
	const headings: GuideHeading[] = [];
	for (const [index, token] of tokens.entries()) {
		if (token.type === "inline") rewriteLinks(token.children ?? [], guides);
		if (token.type !== "heading_open" || token.tag === "h1") continue;
		const text = textOf(tokens[index + 1]);
		const id = uniqueId(slugOf(text), ids);
		token.attrSet("id", id);
		if (token.tag === "h2" || token.tag === "h3") headings.push({ id, text, level: token.tag === "h2" ? 2 : 3 });
	}
	const start = tokens.findIndex(({ type, tag }) => type === "heading_open" && tag === "h1");
	if (start < 0) throw new Error("A guide begins with its title.");
	const title = textOf(tokens[start + 1]);

	let section = title;
	const counts = new Map<string, number>();
	/** A unique name for an element that scrolls by itself. */
	const label = (kind: string) => {
		const name = `${section}: ${kind}`;
		const count = (counts.get(name) ?? 0) + 1;
		counts.set(name, count);
		return escapeHtml(count === 1 ? name : `${name} ${count}`);
	};
	const { rules } = parser.renderer;
	rules.heading_open = (all, index, options, _env, renderer) => {
		section = textOf(all[index + 1]);
		return renderer.renderToken(all, index, options);
	};
	rules.table_open = () => `<section aria-label="${label("table")}" tabindex="0"><table>\n`;
	rules.table_close = () => "</table></section>\n";
	// Aligned columns would have an inline style.
	rules.th_open = () => '<th scope="col">';
	rules.td_open = () => "<td>";
	rules.fence = (all, index) =>
		`<pre translate="no" role="group" aria-label="${label("code")}" tabindex="0"><code>${escapeHtml(all[index]?.content ?? "")}</code></pre>\n`;
	rules.code_block = rules.fence;
	rules.file_open = () => "";
	rules.file_close = (all, index) => {
		const path = all[index]?.content;
		return path ? ` (<code>${escapeHtml(path)}</code>)` : "";
	};
	const html = parser.renderer.render(tokens.toSpliced(start, 3), parser.options, {});
	return { title, headings, html };
}

/** The anchor that GitHub generates for a heading. */
function slugOf(heading: string): string {
	return heading
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}\- _]/gu, "")
		.replaceAll(" ", "-");
}

function uniqueId(slug: string, usedIds: Set<string>): string {
	let id = slug;
	for (let count = 1; usedIds.has(id); count += 1) id = `${slug}-${count}`;
	usedIds.add(id);
	return id;
}

function textOf(inline: Token | undefined): string {
	return (inline?.children ?? []).map(({ content }) => content).join("");
}

/** Without the first list of which every entry is a link to a section of the same guide. */
function withoutContents(tokens: Token[]): Token[] {
	const start = tokens.findIndex(({ type }) => type === "bullet_list_open");
	const end = tokens.findIndex(({ type, level }) => type === "bullet_list_close" && level === 0);
	const entries = tokens.slice(start, end + 1).filter(({ type }) => type === "inline");
	const isContents = entries.length > 0 && entries.every(({ content }) => /^\[[^\]]*\]\(#[^)]*\)$/.test(content));
	return isContents ? tokens.toSpliced(start, end + 1 - start) : tokens;
}

/**
 * @param tokens of one text; changed in place
 */
function rewriteLinks(tokens: readonly Token[], guides: Readonly<Record<string, string>>): void {
	for (const [index, open] of tokens.entries()) {
		if (open.type !== "link_open") continue;
		const href = String(open.attrGet("href"));
		if (/^(https?:|#)/.test(href)) continue;
		const [file = "", fragment] = href.split("#");
		const guide = file.replace(/\.md$/, "");
		const text = tokens[index + 1];
		if (Object.hasOwn(guides, guide)) {
			open.attrSet("href", `/guides/${guide}${fragment === undefined ? "" : `#${fragment}`}`);
			if (text && text.content === file) text.content = guides[guide] ?? file;
			continue;
		}
		const close = tokens.slice(index).find(({ type }) => type === "link_close");
		if (!close) continue;
		open.type = "file_open";
		close.type = "file_close";
		const path = new URL(file, "file:///docs/guides/").pathname.slice(1);
		if (text?.content !== path) close.content = path;
	}
}
