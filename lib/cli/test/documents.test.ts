import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { inProject } from "../project.mjs";

// The guides refer to what exists. Their commands are run by e2e/documents.

const PAGES = [...globSync("*.md", { cwd: inProject() }), ...globSync("docs/**/*.md", { cwd: inProject() })].toSorted();
const README_LINES_MAX = 100;

const read = (file: string) => readFileSync(inProject(file), "utf8");
const FENCED = /^```[^\n]*\n(.*?)^```$/gms;
const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;
const SPAN = /`([^`\n]+)`/g;

/** The text of a page without its blocks of code. */
const proseOf = (page: string) => read(page).replaceAll(FENCED, "");

/** All code of a page: its blocks, and the text between backticks. */
function codeOf(page: string): string[] {
	const blocks = [...read(page).matchAll(FENCED)].map(([, text = ""]) => text);
	const spans = [...proseOf(page).matchAll(SPAN)].map(([, text = ""]) => text);
	return [...blocks, ...spans];
}

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(page: string): string[] {
	const headings = [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
	return headings.map((heading) =>
		heading
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N}\- _]/gu, "")
			.replaceAll(" ", "-"),
	);
}

function deadLinksOf(page: string): string[] {
	const links = [...proseOf(page).matchAll(LINK)].map(([, link = ""]) => link);
	return links.filter((link) => {
		if (/^https?:/.test(link)) return false;
		const [path = "", anchor] = link.split("#");
		const target = path === "" ? page : join(dirname(page), path);
		if (!existsSync(inProject(target))) return true;
		return anchor !== undefined && !anchorsOf(target).includes(anchor);
	});
}

describe("the guides", () => {
	it("begin with a README that can be read in one go", () => {
		expect(read("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(README_LINES_MAX);
	});

	it("can all be reached from the README", () => {
		const reached = new Set(["README.md"]);
		for (const page of reached) {
			for (const [, link = ""] of proseOf(page).matchAll(LINK)) {
				const target = join(dirname(page), link.replace(/#.*/, ""));
				if (PAGES.includes(target)) reached.add(target);
			}
		}
		expect([...reached].toSorted()).toEqual(PAGES);
	});

	it("name each column of their tables, for those who hear them", () => {
		expect(PAGES.filter((page) => /^\|(.*\|)? *\|.*\n\| ?-/m.test(proseOf(page)))).toEqual([]);
	});

	it.each(PAGES)("%s links to what exists", (page) => {
		expect(deadLinksOf(page)).toEqual([]);
	});

	it.each(PAGES)("%s names files and folders that exist", (page) => {
		const words = codeOf(page).flatMap((code) => code.split(/\s+/));
		const paths = words.filter((word) => /^(app|components|docs|e2e|lib|public)\/[^*…]+$/.test(word));
		expect(paths.filter((path) => !existsSync(inProject(path)))).toEqual([]);
	});

	it.each(PAGES)("%s names npm commands that exist", (page) => {
		const { scripts } = JSON.parse(read("package.json"));
		const text = codeOf(page).join("\n");
		const named = [...text.matchAll(/\bnpm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, name = ""]) => name);
		expect(named.filter((name) => !(name in scripts))).toEqual([]);
	});
});

/** The variables that code reads: by name, as a parameter, from a list of names, or as a schema's key. */
function variablesIn(files: readonly string[]): string[] {
	const ways = [
		/\b(?:process\.env|environment)\.([A-Z_]{2,})\b/g,
		/\b(?:process\.env|environment)\["([A-Z_]{2,})"\]/g,
		/\(environment, "([A-Z_]+)"/g,
		/^\t([A-Z]+(?:_[A-Z]+)+|HOST|PORT|EDITORS|SUPPORT|VIEWERS): (?:z|text|origin|address|list|listed|kindsOfActs)\b/gm,
	];
	const found = files.flatMap((file) => {
		const text = read(file);
		const unpacked = [...text.matchAll(/\{ ([A-Z_, ]+) \} = process\.env/g)].flatMap(([, names = ""]) =>
			names.split(", "),
		);
		return [...unpacked, ...ways.flatMap((way) => [...text.matchAll(way)].map(([, name = ""]) => name))];
	});
	return [...new Set(found)].toSorted();
}

const namesIn = (text: string) => [...new Set([...text.matchAll(SPAN)].map(([, name = ""]) => name))];
const isOfTests = (file: string) => /\.test(-data)?\.tsx?$|\/testing\/|^lib\/cli\/test\//.test(file);

describe("the settings", () => {
	const code = globSync(["{lib,app,components}/**/*.{ts,tsx,mjs}", "*.{ts,mjs}"], { cwd: inProject() });
	// The programs of the snippets run in the reader's shell.
	const notOurs = /^(playwright|vitest)\.config|\/applications\/_snippets\//;
	const product = code.filter((file) => !isOfTests(file) && !notOurs.test(file));
	const variables = variablesIn(product);

	it("are found in the code, however it reads them", () => {
		for (const name of ["PORT", "LOG_LEVEL", "RATE_LIMIT_BURST", "EDITORS", "SESSION_SECRET", "SECRETS_COMMAND"])
			expect(variables).toContain(name);
	});

	it("that the product reads are all in the operator's guide", () => {
		const documented = namesIn(read("docs/guides/operator.md"));
		expect(variables.filter((name) => !documented.includes(name))).toEqual([]);
	});

	it("of the operator's guide are those of .env.example, each in one row", () => {
		const [, tables = ""] = /^## Settings$(.*)^### Set by the commands/ms.exec(read("docs/guides/operator.md")) ?? [];
		const rows = [...tables.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
		const example = [...read(".env.example").matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name);
		expect(rows.toSorted()).toEqual([...new Set(example)].toSorted());
	});

	it("that only tests read are in the contributor's guide", () => {
		const tests = [...globSync("e2e/**/*.ts", { cwd: inProject() }), "playwright.config.ts", "lib/cli/test/test.ts"];
		const systems = ["E2E_RUN", "LD_LIBRARY_PATH", "LOCALAPPDATA", "PATH", "PROGRAMFILES", "TEST_PARALLEL_INDEX"];
		const documented = [...namesIn(read("docs/contributor.md") + read("docs/guides/operator.md")), ...systems];
		expect(variablesIn(tests).filter((name) => !documented.includes(name))).toEqual([]);
	});
});
