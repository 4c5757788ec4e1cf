import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BIOME, inProject } from "../project.mjs";

// What a room may import, and that the linter keeps it: on planted files, with this project's configuration.

const NODE = ["node:fs", "node:fs/promises", "node:async_hooks", "node:crypto", "node:net"];
const DRAWING = ["@testing-library/react"];
const TEST_TOOLS = ["vitest", "fast-check"];
const SHARED = ["@/lib/contract/x", "@/lib/database/x", "@/lib/process/x", "@/lib/secrets/x", "@/lib/xml/x"];
/** Other implementations of mobile driving licences. */
const MDOC_LIBRARIES = ["@auth0/mdl", "@hpke/core", "@owf/mdoc"];
/** What tests of several rooms need. */
const FOR_TESTS = "@/lib/testing/x";
const OWN = ["./x", "./y/x", "../x", "../y/x"];

/** What a file one folder deep in its room may import. All else of everything that anybody may is an error there. */
const MAY_IMPORT: Record<string, string[]> = {
	"lib/contract/inner/planted.ts": ["zod"],
	"lib/contract/inner/planted.test.ts": [...NODE, ...TEST_TOOLS, FOR_TESTS, "kysely", "libsql", "pg"],
	"lib/process/inner/planted.ts": ["node:async_hooks"],
	"lib/network/inner/planted.ts": ["node:net"],
	"lib/network/inner/planted.test.ts": ["node:net", ...TEST_TOOLS],
	"lib/secrets/inner/planted.ts": [...NODE, "jose"],
	"lib/xml/inner/planted.ts": [...NODE, "@xmldom/xmldom", "xml-crypto"],
	"lib/xml/inner/planted.test.ts": [...NODE, ...TEST_TOOLS, FOR_TESTS, "@xmldom/xmldom", "xml-crypto"],
	"lib/testing/inner/planted.ts": [...NODE, "@peculiar/x509", "vitest"],
	"lib/der/inner/planted.ts": [],
	"lib/guides/inner/planted.ts": ["markdown-it"],
	"lib/guides/inner/planted.test.ts": [...NODE, "vitest"],
	"lib/mdoc/inner/planted.ts": ["@/lib/der/x", "node:crypto"],
	"lib/mdoc/inner/planted.test.ts": [...NODE, ...TEST_TOOLS, ...MDOC_LIBRARIES, "@/lib/der/x", "dcql"],
	"lib/database/inner/planted.ts": [...NODE, "kysely", "libsql", "pg"],
	"lib/server/inner/planted.ts": [...NODE, "next", "../../network/x", "../../process/x"],
	"lib/server/inner/planted.mjs": [...NODE, "next", "../../network/x", "../../process/x"],
	"lib/cli/inner/planted.mjs": [...NODE, "../../testing/x"],
	"lib/dashboard/inner/planted.ts": [
		...[
			...NODE,
			...SHARED,
			"@/lib/mdoc/x",
			"jose",
			"kysely",
			"next/headers",
			"next/link",
			"next/navigation",
			"next/server",
			"next-auth",
		],
		"next-auth/jwt",
		...["pino", "react", "server-only", "zod"],
	],
	"lib/dashboard/inner/planted.test.ts": [
		...[...NODE, ...SHARED, ...TEST_TOOLS, FOR_TESTS, "@/lib/mdoc/x", "jose", "kysely", "libsql", "next/headers"],
		"next/link",
		...["next/navigation", "next/server", "next-auth/jwt"],
	],
	"lib/identity-service/inner/planted.ts": [
		...[
			...NODE,
			...SHARED,
			"@/lib/der/x",
			"@/lib/network/x",
			"@node-saml/node-saml",
			"fetch-to-node",
			"jose",
			"kysely",
		],
		...["oidc-provider", "zod"],
	],
	"lib/identity-service/inner/planted.test.ts": [
		...[...NODE, ...SHARED, ...TEST_TOOLS, FOR_TESTS, "@/lib/der/x", "@/lib/network/x", "jose", "kysely", "libsql"],
		"pg",
	],
	"app/inner/planted.tsx": [
		...["@/app/x", "@/components/x", "@/lib/contract/x", "@/lib/dashboard/x", "@tanstack/react-query", "next"],
		...["next/headers", "next/link", "next/navigation", "next/server", "node:crypto", "react", "react-hook-form"],
		...["server-only", "zod", "@/docs/x.md", "@/lib/guides/guide"],
	],
	"app/inner/planted.test.tsx": [
		...["@/app/x", "@/components/x", "@/lib/contract/x", "@/lib/dashboard/x", "next/headers", "next/link"],
		...["next/navigation", "next/server", "react", "react-dom/server", FOR_TESTS, ...NODE, ...TEST_TOOLS],
		...DRAWING,
		// What the code to copy imports.
		...["@hpke/core", "@owf/mdoc"],
		...["@/docs/x.md", "@/lib/guides/guide", "@/lib/guides/x"],
	],
	"components/inner/planted.tsx": ["@/components/x", "next/navigation", "react", "react-dom"],
	"components/inner/planted.test.tsx": ["@/components/x", "react", "react-dom/server", ...DRAWING, "vitest"],
	"e2e/inner/planted.ts": [
		...[...NODE, FOR_TESTS, "@auth0/auth0-spa-js", "@axa-fr/oidc-client", "@playwright/test", "@testing-library/dom"],
		...MDOC_LIBRARIES,
		...[
			"@node-saml/node-saml",
			"@peculiar/x509",
			"axe-core",
			"happy-dom",
			"oauth4webapi",
			"oidc-client-ts",
			"openid-client",
			"saml20",
		],
	],
	"e2e/bench/planted.mjs": [...NODE, "@playwright/test", "../../lib/cli/x"],
};
const ANYTHING = [
	...new Set([
		...Object.values(MAY_IMPORT).flat(),
		...[
			"contract",
			"database",
			"process",
			"secrets",
			"server",
			"dashboard",
			"identity-service",
			"cli",
			"mdoc",
			"der",
			"guides",
			"network",
			"testing",
		].flatMap((room) => [`@/lib/${room}/x`, `../../${room}/x`, `../../../lib/${room}/x`]),
		...["app", "components", "e2e"].flatMap((room) => [`@/${room}/x`, `../../../${room}/x`]),
		...[
			"../..",
			"../../../instrumentation",
			"@/instrumentation",
			"./../../x",
			".././../x",
			"..//../x",
			"./../x",
			"./y/../x",
			"../y/../../x",
			"@/lib/contract/../cli/x",
		],
		...[
			"left-pad",
			"@peculiar/x509",
			"react-dom",
			"next-auth/react",
			"zod/v4",
			"/etc/x",
			"https://example.com/x",
			"#x",
		],
	]),
];

/** Ways to import that a list must see, each with what it imports. */
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

const DEPTHS = ["lib/dashboard", "lib/cli", "app", "components", "e2e"].flatMap((room) =>
	[0, 1, 2, 3, 4, 5, 6].map((depth) => ({ file: `${room}${"/(a)".repeat(depth)}/climbing.ts`, depth })),
);
const HIDDEN = ["@/lib/identity-service/x", "../../identity-service/x"];
const formsFile = (path: string) => `lib/dashboard/forms/of-${HIDDEN.indexOf(path)}.ts`;

/** Where the halves meet: the service half is imported by a pattern, so that the dashboard builds without it. */
const START = {
	may: ["./lib/dashboard/x", "./lib/process/x"],
	not: ["./lib/identity-service/x", "./lib/server/x", "next"],
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
		...["lib/identity-service/clock.ts", "lib/identity-service/inner/reading-clock.test.ts"],
		...["lib/identity-service/testing/reading-clock.ts", "lib/dashboard/reading-clock.ts"],
	],
};

type Finding = { category: string; message: string; location: { path: string; start: { line: number } } };

const folder = mkdtempSync(join(tmpdir(), "rooms-"));
let found: Finding[] = [];

beforeAll(() => {
	const plugins = ["lib/cli/test/rooms.grit", "lib/cli/test/clock.grit"];
	for (const file of ["biome.json", ".gitignore", "package.json", "tsconfig.json", ...plugins]) {
		cpSync(inProject(file), join(folder, file));
	}
	const imports = [...OWN, ...ANYTHING].map((source) => `import "${source}";`);
	for (const file of Object.keys(MAY_IMPORT)) plant(file, imports);
	for (const path of HIDDEN) {
		const lines = FORMS.map((form) => `${form.replace("PATH", path)};`);
		plant(formsFile(path), lines);
	}
	for (const { file, depth } of DEPTHS) {
		plant(file, [`import "${"../".repeat(depth) || "./"}x";`, `import "${"../".repeat(depth + 1)}x";`]);
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
	const starting = [...START.may, ...START.not].map((source) => `import "${source}";`);
	plant("instrumentation.ts", starting);
	found = findings();
});
afterAll(() => rmSync(folder, { recursive: true }));

function plant(file: string, lines: readonly string[]): void {
	mkdirSync(join(folder, dirname(file)), { recursive: true });
	writeFileSync(join(folder, file), `${lines.join("\n")}\n`);
}

/** What the linter says about imports in all planted files. */
function findings(): Finding[] {
	const parameters = ["lint", "--reporter=json", "--max-diagnostics=none"];
	const { stdout } = spawnSync(process.execPath, [BIOME, ...parameters], { cwd: folder, encoding: "utf8" });
	const { diagnostics }: { diagnostics: Finding[] } = JSON.parse(stdout);
	return diagnostics.filter(({ category }) => /plugin|noRestrictedImports|noImportCycles/.test(category));
}

/** The lines of a file that the linter refuses, from 1. */
function refusedLines(file: string): number[] {
	const lines = found.filter(({ location }) => location.path === file).map(({ location }) => location.start.line);
	return [...new Set(lines)].toSorted((one, other) => one - other);
}

it.each(Object.entries(MAY_IMPORT))(
	"%s may import what the list of its room names, and nothing else",
	(file, allowed) => {
		const refused = refusedLines(file);
		const passed = [...OWN, ...ANYTHING].filter((_, index) => !refused.includes(index + 1));
		expect(passed.toSorted()).toEqual([...OWN, ...allowed].toSorted());
	},
);

it("the start imports the dashboard by name, and the identity service never", () => {
	expect(refusedLines("instrumentation.ts")).toEqual(START.not.map((_, index) => START.may.length + index + 1));
});

it("whatever is refused is refused in a sentence", () => {
	const messages = new Set(found.map(({ message }) => message));
	expect(messages.size).toBeGreaterThan(Object.keys(MAY_IMPORT).length);
	for (const message of messages) expect(message).toMatch(/^[\w/-]+ .*\.$/);
});

it.each(HIDDEN)("no way of writing it hides an import of %s", (path) => {
	expect(refusedLines(formsFile(path))).toEqual(FORMS.map((_, index) => index + 1));
});

it("a relative path may climb to the top of its room and no further, however deep the file is", () => {
	for (const { file } of DEPTHS) expect(refusedLines(file), file).toEqual([2]);
});

it.each(Object.entries(CYCLES))("a cycle of imports is seen among %s", (_, { files }) => {
	const cycles = found.filter(({ category }) => category.endsWith("noImportCycles"));
	expect(cycles.map(({ location }) => location.path)).toEqual(expect.arrayContaining(files));
});

it("the identity service reads the clock in one file, and in tests", () => {
	for (const file of CLOCK.refused) expect(refusedLines(file), file).toEqual(CLOCK.reads.map((_, index) => index + 1));
	for (const file of CLOCK.allowed) expect(refusedLines(file), file).toEqual([]);
});
