import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseAst } from "vitest/node";
import { inProject } from "../project.mjs";

// Checks the texts that the console and the service's pages show, guides, README, SECURITY and CHANGELOG included, against the terms of docs/terms.md.

const SOURCES = globSync("{app,components,lib}/**/*.{ts,tsx,mjs}", { cwd: inProject() })
	.map((file) => file.replaceAll("\\", "/"))
	.filter((file) => !/\.test\.|test-data|\/testing\/|\/_testing\/|^lib\/(cli|testing|server|process)\//.test(file));

type Term = { write: string; not: RegExp; but: readonly RegExp[]; isKeptIn: (file: string) => boolean };
type Text = { file: string; line: number; text: string };

const entriesOf = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, entry = ""]) => entry);
const literal = (entry: string) => entry.replaceAll(/[.?()]/g, String.raw`\$&`);
const wholeWords = (entries: readonly string[]) =>
	new RegExp(String.raw`(?<![\p{L}\p{N}_-])(?:${entries.map(literal).join("|")})(?![\p{L}\p{N}_-])`, "gu");
/** One word is a whole text: within texts it would allow itself everywhere. */
const exceptionOf = (entry: string) =>
	entry.includes(" ") ? wholeWords([entry]) : new RegExp(`^${literal(entry)}$`, "gu");

function readTerms(): Term[] {
	const rows = readFileSync(inProject("docs/terms.md"), "utf8").match(/^\| .+ \|$/gm) ?? [];
	return rows.flatMap((row) => {
		const cells = row.split("|").slice(1, -1);
		const not = entriesOf(cells.at(-2));
		if (not.length === 0) return [];
		const but = entriesOf(cells.at(-1));
		const isPath = (entry: string) => /\/$|\.(tsx?|md)$/.test(entry);
		const paths = but.filter(isPath);
		const around = but.filter((entry) => !isPath(entry));
		return {
			write: String(cells[0]).trim(),
			not: wholeWords(not),
			but: around.map(exceptionOf),
			isKeptIn: (file: string) => paths.some((path) => file.startsWith(path)),
		};
	});
}

/** Properties and attributes whose value no one reads. */
const UNREAD =
	/^(className|class|href|src|action|method|type|id|name|htmlFor|rel|key|d|viewBox|role|autoComplete|form|kind|icon|path|code|keywords|search|data-.*)$/;
/** A sentence, or a label: two words, or one that begins with a capital. */
const READ = /\p{L}[,.:;…]? [“‘(…]?(?:\p{L}|$)|^\p{Lu}\p{Ll}+$/u;
/** Classes, and names of programs in a row. */
const CLASSES = /^[a-z0-9\s:/[\].()%_>&*+!#@=,'-]*[a-z]-[a-z0-9[][a-z0-9\s:/[\].()%_>&*+!#@=,'-]*$/;

/** What a file may show, without tags, names in backticks and parameters of paths. */
function textsIn(file: string): Text[] {
	const source = readFileSync(inProject(file), "utf8");
	const found: Text[] = [];
	const add = (start: number, value: string) => {
		const text = value
			.replaceAll(/<[^>]*>|`[^`]*`|\{\w+\}/g, " ")
			.replaceAll(/\s+/g, " ")
			.trim();
		if (READ.test(text) && !CLASSES.test(text))
			found.push({ file, line: source.slice(0, start).split("\n").length, text });
	};
	const visit = (node: unknown): void => {
		if (typeof node !== "object" || node === null) return;
		if (Array.isArray(node)) {
			for (const member of node) visit(member);
			return;
		}
		const { type, start, value, name, key, tag, quasis } = node as {
			type?: string;
			start: number;
			value?: unknown;
			name?: { name?: string };
			key?: { name?: string };
			tag?: { name?: string };
			quasis?: { value: { cooked: string } }[];
		};
		if (type === undefined || /^(Import|ExportAll|TS)/.test(type)) {
			visitMembers(node);
			return;
		}
		if (type === "JSXAttribute" && UNREAD.test(name?.name ?? "")) return;
		if (type === "Property" && UNREAD.test(key?.name ?? "")) return;
		if (type === "TaggedTemplateExpression" && tag?.name === "sql") return;
		if ((type === "Literal" || type === "JSXText") && typeof value === "string") add(start, value);
		if (type === "TemplateLiteral") add(start, (quasis ?? []).map((part) => part.value.cooked).join("…"));
		visitMembers(node);
	};
	const visitMembers = (node: object) => {
		for (const member of Object.values(node)) visit(member);
	};
	visit(parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" }));
	return found;
}

/** The prose of a guide by paragraphs and cells of tables, without code and the paths of links. */
function proseIn(file: string): Text[] {
	const blank = (removed: string) => removed.replaceAll(/[^\n]/g, " ");
	const prose = readFileSync(inProject(file), "utf8")
		.replaceAll(/^ *(```+)[^\n]*\n.*?\n *\1$/gms, blank)
		.replaceAll(/`[^`]+`/g, blank)
		.replaceAll(/\]\([^)\s]*\)/g, blank);
	const paragraphs = prose.matchAll(/[^|\s][^|\n]*(?:\n(?! *(?:-|\d+\.) | *\n)[^|\n]+)*/g);
	return [...paragraphs].map(({ 0: text, index }) => ({
		file,
		line: prose.slice(0, index).split("\n").length,
		text: text.replaceAll(/\s+/g, " ").trim(),
	}));
}

/** The terms that a text breaks, with the word. */
function brokenIn({ file, text }: Text, terms: readonly Term[]): string[] {
	return terms.flatMap(({ write, not, but, isKeptIn }) => {
		if (isKeptIn(file)) return [];
		const rest = but.reduce((left, exception) => left.replaceAll(exception, ""), text);
		return [...rest.matchAll(not)].map(([word]) => `“${word}” → ${write}`);
	});
}

/** What breaks the terms, with its place. */
function brokenAmong(texts: readonly Text[]): string[] {
	const terms = readTerms();
	return texts.flatMap((text) =>
		brokenIn(text, terms).map((reason) => `${text.file}:${text.line} ${reason}: ${text.text}`),
	);
}

test("every text shown keeps to the terms", () => {
	const texts = SOURCES.flatMap(textsIn);
	expect(texts.length).toBeGreaterThan(2_000);
	expect(brokenAmong(texts)).toEqual([]);
});

test("every guide keeps to the terms, and so do the texts at the root for those who run the console", () => {
	const files = [...globSync("docs/guides/*.md", { cwd: inProject() }), "README.md", "SECURITY.md", "CHANGELOG.md"];
	const texts = files.flatMap(proseIn);
	expect(texts.length).toBeGreaterThan(1_000);
	expect(brokenAmong(texts)).toEqual([]);
});
