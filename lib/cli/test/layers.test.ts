import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { relative } from "node:path/posix";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BIOME, inProject } from "../project.mjs";
import { layerRules } from "./layer-rules.ts";
import * as table from "./layers.mjs";

// Checks on planted files that the linter, with this project's configuration, refuses what the table of layers does.

const { LAYERS, MODULES, REGISTERED, TEST_TOOLS, WITHOUT_ALIAS } = table;
const FOLDERS = Object.keys(MODULES).filter((name) => !name.endsWith(".ts"));
const OWN = ["./x", "./y/x", "../x", "../y/x"];
const isOurs = (entry: string) => /^(app|components|docs|e2e|lib)\//.test(entry);
const sample = (entry: string) => entry.replace("*", "x");

/** What any module imports of others, in every notation, and what none may import. */
const ANYTHING = [
	...new Set([
		...Object.values(MODULES).flatMap(({ may, tests = [] }) =>
			[...may, ...tests, ...TEST_TOOLS].map(sample).map((path) => (isOurs(path) ? `@/${path}` : path)),
		),
		...FOLDERS.flatMap((module) => [`@/${module}/x`, `../../../${module}/x`, `../../${module.replace("lib/", "")}/x`]),
		...["../..", "../../../instrumentation", "@/instrumentation", "./../../x", ".././../x", "..//../x", "./../x"],
		...["./y/../x", "../y/../../x", "@/lib/contract/../cli/x", "left-pad", "next-auth/react", "zod/v4", "/etc/x"],
		...["https://example.com/x", "#x"],
	]),
];

/** A file one folder deep in its module, with each of those that it may import. */
const PLANTED = FOLDERS.flatMap((module) => {
	const { may, tests = [] } = MODULES[module] ?? { may: [] };
	const extension = WITHOUT_ALIAS.includes(module) ? "mjs" : "ts";
	const path = (entry: string) => (WITHOUT_ALIAS.includes(module) ? relative(`${module}/inner`, entry) : `@/${entry}`);
	const allowed = may.map((entry) => (isOurs(entry) ? path(entry) : entry));
	const forTests = [...TEST_TOOLS, ...tests].map((entry) => (isOurs(entry) ? `@/${entry}` : entry));
	return [
		{ module, file: `${module}/inner/planted.${extension}`, allowed },
		{ module, file: `${module}/inner/planted.test.ts`, allowed: [...allowed, ...forTests] },
	];
});

function isAllowed(path: string, module: string, allowed: readonly string[]): boolean {
	return [...allowed, `@/${module}/*`].some((entry) => {
		const [start = "", end] = entry.split("*");
		if (end === undefined || !path.startsWith(start)) return path === entry;
		return path.endsWith(end) && !path.slice(start.length).includes("..");
	});
}

/** Ways to import that a list must recognise, each with what it imports. */
const FORMS = [
	'import x from "PATH"',
	'import { x } from "PATH"',
	'import * as x from "PATH"',
	'import type { X } from "PATH"',
	'import "PATH"',
	'export * from "PATH"',
	'export { x } from "PATH"',
	'export type { X } from "PATH"',
	'await import("PATH")',
	"await import(`PATH`)",
	'await import("PA" + "TH")',
	'require("PATH")',
	'const x: import("PATH").X = 0',
	'const x: typeof import("PATH") = 0',
];
const HIDDEN = ["@/lib/identity-service/x", "../../identity-service/x"];
const formsFile = (path: string) => `lib/dashboard/forms/of-${HIDDEN.indexOf(path)}.ts`;

/** Two files of which the first imports the second by the line, and the other way round. */
const CYCLES: Record<string, { files: [string, string]; line: string }> = {
	"modules that aren't TypeScript": {
		files: ["lib/cli/cycle/a.mjs", "lib/cli/cycle/b.mjs"],
		line: 'export { b as a } from "./b.mjs";',
	},
	pages: { files: ["app/(cycle)/[id]/a.tsx", "app/(cycle)/[id]/b.tsx"], line: 'export { b as a } from "./b";' },
	"paths by the alias": {
		files: ["app/cycle/a.ts", "app/cycle/b.ts"],
		line: 'export { b as a } from "@/app/cycle/b";',
	},
	types: {
		files: ["lib/dashboard/cycle/a.ts", "lib/dashboard/cycle/b.ts"],
		line: 'import type { b } from "./b"; export type a = b;',
	},
	tests: {
		files: ["lib/dashboard/cycle/a.test.ts", "lib/dashboard/cycle/b.test.ts"],
		line: 'export { b as a } from "./b.test";',
	},
};

const CLIMBING = ["lib/dashboard", "lib/cli", "app", "components", "e2e"].flatMap((module) =>
	[0, 1, 2, 3, 4, 5, 6].map((depth) => ({ file: `${module}${"/(a)".repeat(depth)}/climbing.ts`, depth })),
);

/** The start imports the service by a pattern, so that the dashboard builds without it. */
const START = {
	may: ["./lib/dashboard/x", "./lib/process/x"],
	not: ["./lib/identity-service/x", "./lib/server/x", "next"],
};

/** Layers of a planted module, and what a file in them may not import. */
const SAMPLE_LAYERS = {
	"lib/layered": [["bottom"], ["left", "right.ts", "bottom/inner"], ["beside"], ["top"], ["roof"]],
};
const SAMPLE_REGISTERED = { "lib/layered/beside": ["top"] };
const UPWARD: Record<string, { refused: string[]; others: string[] }> = {
	"lib/layered/left/a.ts": {
		refused: [
			...["../top/x", "../right", "../bottom/inner/x", "@/lib/layered/top/x", "@/lib/layered/right"],
			...["../beside/x", "@/lib/layered/beside/x"],
		],
		others: ["../bottom/x", "@/lib/layered/bottom/x", "./top/x", "../free", "../rights", "@/lib/layered/left/top/x"],
	},
	"lib/layered/left/a.test.ts": { refused: [], others: ["../top/x", "../right"] },
	"lib/layered/right.ts": { refused: ["./left/x", "./top/x"], others: ["./bottom/x", "./free"] },
	"lib/layered/bottom/a.ts": {
		refused: ["../left/x", "../right", "../top/x", "./inner/x"],
		others: ["../free/x", "./x"],
	},
	"lib/layered/bottom/inner/a.ts": {
		refused: ["../../left/x", "../../right", "../../top/x"],
		others: ["../x", "./x", "../../bottom/x"],
	},
	"lib/layered/top/a.ts": {
		refused: [],
		others: ["../left/x", "../right", "../bottom/x", "../bottom/inner/x", "../beside/x", "@/lib/layered/beside/x"],
	},
	// Above what is registered below it alone.
	"lib/layered/roof/a.ts": {
		refused: ["../beside/x", "@/lib/layered/beside/x"],
		others: ["../left/x", "../top/x", "../right"],
	},
	"lib/layered/beside/a.ts": { refused: ["../top/x"], others: ["./x", "../left/x", "@/lib/layered/beside/x"] },
};

/** Ways to read the clock, expressions that don't, and files of both kinds. */
const CLOCK = {
	reads: [
		"Date.now()",
		"[Date.now]",
		"new Date()",
		"new Date",
		"Date()",
		"performance.now()",
		"process.hrtime.bigint()",
	],
	others: ["new Date(0)", "(now: Date) => now.getTime()"],
	refused: ["lib/identity-service/inner/reading-clock.ts"],
	allowed: [
		...["lib/identity-service/context/clock.ts", "lib/identity-service/inner/reading-clock.test.ts"],
		...["lib/identity-service/testing/reading-clock.ts", "lib/dashboard/reading-clock.ts"],
	],
};

/** What is private to the framework, or would change a global, in notations that a rule must recognise; and what is neither. */
const PRIVATE = {
	refused: [
		'import x from "next/dist/server/x";',
		'import type { X } from "next/dist/x";',
		'import "next/dist/x";',
		'export * from "next/dist/x";',
		'export { x } from "next/dist/x";',
		'const x = await import("next/dist/x");',
		"const x = await import(`next/dist/x`);",
		'const x = require("next/dist/x");',
		'const x = require.resolve("next/dist/bin/next");',
		'import x from "../node_modules/next/dist/x";',
		'const x = await import("../../node_modules/next/dist/x.js");',
		'type X = import("next/dist/x").X;',
		'type X = typeof import("next/dist/x");',
		"window.fetch = x;",
		"globalThis.fetch ??= x;",
		'self["fetch"] = x;',
		"global.gc = x;",
		"(window as { fetch: unknown }).fetch = x;",
		"window.history.pushState = x;",
		"Object.assign(window, { x });",
		"Object.assign(globalThis, x, { y: 1 });",
		'Object.defineProperty(globalThis, "fetch", { value: x });',
		"Object.defineProperties(window, { fetch: { value: x } });",
		'Reflect.set(globalThis, "fetch", x);',
		'Reflect.defineProperty(window, "fetch", { value: x });',
		"Response.prototype.json = x;",
		"Request.prototype.json = x;",
		"Array.prototype.at = x;",
		"History.prototype.pushState = x;",
		"Node.prototype.removeChild = x;",
		"HTMLInputElement.prototype.focus = x;",
		"Object.assign(Date.prototype, { x });",
		'Object.defineProperty(URL.prototype, "searchParams", { get: x });',
		"Object.setPrototypeOf(Promise.prototype, x);",
		"Date.now = x;",
		"Object.assign(Intl, { DateTimeFormat: x });",
		"Math.random = x;",
		"JSON.parse = x;",
		"console.log = x;",
		"performance.now = x;",
		"history.replaceState = x;",
		"navigator.clipboard = x;",
		"process.stdout.write = x;",
		"process.emit = x;",
		"ServerResponse.prototype.end = x;",
	],
	accepted: [
		'import Link from "next/link";',
		'import { cookies } from "next/headers";',
		'import x from "next/distant";',
		"const { fetch } = globalThis;",
		"const now = Date.now();",
		'window.location.href = "/";',
		'document.title = "x";',
		'history.replaceState(null, "", "/");',
		"process.exitCode = 1;",
		"process.env.PORT = x;",
		"response.end = x;",
		"Object.assign(x, { window });",
		"let history = x;",
		'vi.stubGlobal("fetch", x);',
		"element.dataset.pending = x;",
		"AccessToken.prototype.save = x;",
	],
	/** Where the rule applies, and the files that stand in for the machine. */
	files: [
		...["app/private.tsx", "components/private.ts", "lib/server/private.ts", "lib/dashboard/private.test.ts"],
		...["e2e/console/private.spec.ts", "e2e/server/private.mjs"],
	],
	exempt: "e2e/server/later-clock.mjs",
};

type Finding = { category: string; message: string; location: { path: string; start: { line: number } } };

const folder = mkdtempSync(join(tmpdir(), "layers-"));
let found: Finding[] = [];

beforeAll(() => {
	const plugins = ["lib/cli/test/clock.grit", "lib/cli/test/public-interfaces.grit"];
	for (const file of ["biome.json", ".gitignore", "package.json", "tsconfig.json", ...plugins]) {
		cpSync(inProject(file), join(folder, file));
	}
	const sampleModule = {
		MODULES: { ...MODULES, "lib/layered": { may: [] } },
		LAYERS: { ...LAYERS, ...SAMPLE_LAYERS },
		REGISTERED: { ...REGISTERED, ...SAMPLE_REGISTERED },
	};
	plant("lib/cli/test/layers.grit", [layerRules({ ...table, ...sampleModule })]);
	for (const { file } of PLANTED) plantImports(file, [...OWN, ...ANYTHING]);
	plantImports("instrumentation.ts", [...START.may, ...START.not]);
	for (const [file, { refused, others }] of Object.entries(UPWARD)) plantImports(file, [...refused, ...others]);
	for (const { file, depth } of CLIMBING) {
		plantImports(file, [`${"../".repeat(depth) || "./"}x`, `${"../".repeat(depth + 1)}x`]);
	}
	for (const path of HIDDEN) {
		plant(
			formsFile(path),
			FORMS.map((form) => `${form.replace("PATH", path)};`),
		);
	}
	for (const { files, line } of Object.values(CYCLES)) {
		const turned = line.replaceAll(/\b[ab]\b/g, (name) => (name === "a" ? "b" : "a"));
		plant(files[0], [line]);
		plant(files[1], [turned]);
	}
	for (const file of [...CLOCK.refused, ...CLOCK.allowed]) {
		plant(
			file,
			[...CLOCK.reads, ...CLOCK.others].map((value, index) => `export const value${index} = ${value};`),
		);
	}
	for (const file of [...PRIVATE.files, PRIVATE.exempt]) plant(file, [...PRIVATE.refused, ...PRIVATE.accepted]);
	found = findings();
});
afterAll(() => rmSync(folder, { recursive: true }));

function plant(file: string, lines: readonly string[]): void {
	mkdirSync(join(folder, dirname(file)), { recursive: true });
	writeFileSync(join(folder, file), `${lines.join("\n")}\n`);
}

function plantImports(file: string, paths: readonly string[]): void {
	plant(
		file,
		paths.map((path) => `import "${path}";`),
	);
}

/** What the linter reports about imports in all planted files. */
function findings(): Finding[] {
	const parameters = ["lint", "--only=plugin", "--only=noImportCycles", "--reporter=json", "--max-diagnostics=none"];
	const options = { cwd: folder, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 } as const;
	const { stdout } = spawnSync(process.execPath, [BIOME, ...parameters], options);
	const { diagnostics }: { diagnostics: Finding[] } = JSON.parse(stdout);
	return diagnostics.filter(({ category }) => /plugin|noImportCycles/.test(category));
}

/** The lines of a file that the linter refuses, from 1. */
const refusedLines = (file: string) => linesWith(/./, file);

function linesWith(message: RegExp, file: string): number[] {
	const lines = found
		.filter((finding) => finding.location.path === file && message.test(finding.message))
		.map(({ location }) => location.start.line);
	return [...new Set(lines)].toSorted((one, other) => one - other);
}

describe("the table of layers", () => {
	it("is what the linter's rules are generated from", async () => {
		await expect(layerRules(table)).toMatchFileSnapshot("layers.grit");
	});

	it("names every module", () => {
		const modules = readdirSync(inProject("lib")).map((name) => `lib/${name}`);
		expect(modules.filter((module) => !FOLDERS.includes(module))).toEqual([]);
	});

	it.each(Object.entries(LAYERS))("names the layer of every folder and file at the top of %s", (module, layers) => {
		const files = readdirSync(inProject(module), { recursive: true, encoding: "utf8" })
			.map((path) => path.replaceAll("\\", "/"))
			.filter((path) => /\.ts$/.test(path) && !/\.test\.ts$|(^|\/)testing\//.test(path));
		const named = files.map((file) => (file.includes("/") ? dirname(file) : file));
		expect(layers.flat().toSorted()).toEqual([...new Set(named)].toSorted());
	});
});

it.each(PLANTED)("$file may import what the table names, and nothing else", ({ module, file, allowed }) => {
	const refused = refusedLines(file);
	const passed = [...OWN, ...ANYTHING].filter((_, index) => !refused.includes(index + 1));
	const expected = ANYTHING.filter((path) => isAllowed(path, module, allowed));
	expect(passed.toSorted()).toEqual([...OWN, ...expected].toSorted());
});

it("the start imports the dashboard by name, and the identity service never", () => {
	expect(refusedLines("instrumentation.ts")).toEqual(START.not.map((_, index) => START.may.length + index + 1));
});

it.each(Object.entries(UPWARD))(
	"%s imports only from layers below its own, and not what others register",
	(file, { refused }) => {
		expect(refusedLines(file)).toEqual(refused.map((_, index) => index + 1));
	},
);

it("every refused import is reported in a sentence", () => {
	const messages = new Set(found.map(({ message }) => message));
	expect(messages.size).toBeGreaterThan(PLANTED.length);
	for (const message of messages) expect(message).toMatch(/^[\w/.-]+ .*\.$/);
});

it.each(HIDDEN)("no notation hides an import of %s", (path) => {
	expect(refusedLines(formsFile(path))).toEqual(FORMS.map((_, index) => index + 1));
});

it("a relative path may climb to the top of its module and no further, however deep the file is", () => {
	for (const { file } of CLIMBING) expect(refusedLines(file), file).toEqual([2]);
});

it.each(Object.entries(CYCLES))("a cycle of imports is seen among %s", (_, { files }) => {
	const cycles = found.filter(({ category }) => category.endsWith("noImportCycles"));
	expect(cycles.map(({ location }) => location.path)).toEqual(expect.arrayContaining(files));
});

it("the identity service reads the clock in one file, and in tests", () => {
	for (const file of CLOCK.refused) expect(refusedLines(file), file).toEqual(CLOCK.reads.map((_, index) => index + 1));
	for (const file of CLOCK.allowed) expect(refusedLines(file), file).toEqual([]);
});

it.each(PRIVATE.files)("%s may neither use what is private to the framework nor change a global", (file) => {
	const lines = linesWith(/private to Next|left as the platform/, file);
	expect(lines).toEqual(PRIVATE.refused.map((_, index) => index + 1));
});

it("only the files that are named may stand in for the machine, and none may use what is private to the framework", () => {
	expect(linesWith(/left as the platform/, PRIVATE.exempt)).toEqual([]);
	expect(linesWith(/private to Next/, PRIVATE.exempt)).toHaveLength(
		PRIVATE.refused.filter((line) => /next.dist/.test(line)).length,
	);
});
