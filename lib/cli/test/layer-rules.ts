// The rules of layers.grit. They compare the path of an import as text, so it has to name its file plainly.
import { basename, dirname, parse, relative } from "node:path/posix";
import type * as layers from "./layers.mjs";

type Table = Pick<typeof layers, "MODULES" | "TEST_TOOLS" | "WITHOUT_ALIAS" | "LAYERS" | "REGISTERED">;

/** How many folders there may be between a module and a file in it. */
const DEPTHS = [0, 1, 2, 3, 4, 5, 6, 7];
const NOT_SHORT = String.raw`\./\.\./.*|.*/\.?/.*|.*[^./\"'].*/\.\.(?:/.*)?`;
const OF_TESTS = String.raw`$filename <: r".*(?:\.test\.tsx?|\.test-data\.ts|/_?testing/.*)"`;

/** @returns a plugin of Biome */
export function layerRules(table: Table): string {
	const names = Object.keys(table.MODULES);
	const folders = names.filter(isFolder);
	const rules = [
		rule([fileIn(folders), written(NOT_SHORT)], "Write the shortest path, which shows where it leads."),
		rule(
			[fileIn(folders), String.raw`not $path <: r"[\"'][^\"']*[\"']"`],
			"Name the file as a plain string: the rules of what a module may import see nothing else.",
		),
		climbRule(folders, table),
		...names.flatMap((name) => moduleRules(name, table)),
		...Object.entries(table.LAYERS).flatMap(([module, layers]) => layerRulesOf(module, layers, table)),
	];
	const statement = "Write an import statement: the rules of what a module may import see nothing else.";
	return `engine biome(1.0)
language js(typescript, jsx)

// Made from layers.mjs.
or {
	or { JsModuleSource() as $path, \`import($path)\` } where {
		${or(rules, "\n\t\t\t")}
	},
	or { \`require($_)\`, TsImportType() } as $path where ${rule([fileIn(folders)], statement).replace("and ", "")}
}
`;
}

/** A relative path stays in its module, but where there is no alias. */
function climbRule(folders: string[], { MODULES, WITHOUT_ALIAS }: Table): string {
	const climbs = DEPTHS.map((depth) =>
		and([fileIn(folders, depth), written(String.raw`(?:\.\./){${depth}}\.\.(?:/.*)?`)]),
	);
	const neighbours = WITHOUT_ALIAS.filter(isFolder).map((name) =>
		and([
			fileIn([name]),
			written(...(MODULES[name]?.may ?? []).filter(isOurs).map((entry) => fromModule(name, entry))),
		]),
	);
	return rule([or(climbs), `not ${or(neighbours)}`], "This path leaves its module: files of others have an alias.");
}

function moduleRules(name: string, { MODULES, TEST_TOOLS, WITHOUT_ALIAS }: Table): string[] {
	const { may, tests = [] } = MODULES[name] ?? { may: [] };
	const nested = Object.keys(MODULES).filter((other) => other.startsWith(`${name}/`));
	const files = [fileIn([name]), ...(nested.length > 0 ? [`not ${fileIn(nested)}`] : [])];
	const own = isFolder(name) ? [String.raw`\.{1,2}/.*`, byAlias(`${name}/*`)] : [];
	const others = may.map((entry) => (WITHOUT_ALIAS.includes(name) ? fromModule(name, entry) : byAlias(entry)));
	const forTests = [...TEST_TOOLS, ...tests];
	return [
		rule(
			[...files, `not ${OF_TESTS}`, `not ${written(...own, ...others)}`],
			`${name} may import its own files${may.map((entry) => `, ${entry}`).join("")}: see lib/cli/test/layers.mjs.`,
		),
		rule(
			[...files, OF_TESTS, `not ${written(...own, ...others, ...forTests.map(byAlias))}`],
			`Tests of ${name} may import what it may, ${forTests.join(", ")}: see lib/cli/test/layers.mjs.`,
		),
	];
}

/** @param layers from the bottom up */
function layerRulesOf(module: string, layers: string[][], { REGISTERED }: Table): string[] {
	/** @param path to a folder, which stands for its files, or to a file */
	const target = (path: string) =>
		isFolder(path) ? `${literal(path)}/[^/]+` : String.raw`${literal(path.slice(0, -3))}(?:\.\w+)?`;
	return layers.flatMap((layer, position) => {
		const above = layers.slice(position + 1).flat();
		return layer.flatMap((name) => {
			const elsewhere = Object.entries(REGISTERED).flatMap(([folder, by]) =>
				dirname(folder) === module && !by.includes(name) ? basename(folder) : [],
			);
			const refused = [...new Set([...layer, ...above, ...elsewhere])].filter((other) => other !== name);
			if (refused.length === 0) return [];
			const from = isFolder(name) ? name : dirname(name);
			const ways = refused.flatMap((other) => {
				const path = relative(from, other);
				return [byAlias(`${module}/`) + target(other), target(path.startsWith(".") ? path : `./${path}`)];
			});
			return rule(
				[
					isFolder(name) ? fileIn([`${module}/${name}`], 0) : fileIn([`${module}/${name}`]),
					`not ${OF_TESTS}`,
					written(...ways),
				],
				`Dependencies run one way in ${module}, and ${name} may not import this: see lib/cli/test/layers.mjs.`,
			);
		});
	});
}

/** @param entry of the table: a package, or files of this project */
const isOurs = (entry: string) => /^(?:app|components|docs|e2e|lib)\//.test(entry);
const isFolder = (module: string) => parse(module).ext === "";
/** An entry as a regular expression. */
const literal = (entry: string) => entry.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll("*", ".+");
const byAlias = (entry: string) => (isOurs(entry) ? `@/${literal(entry)}` : literal(entry));

function fromModule(module: string, entry: string): string {
	if (!isOurs(entry)) return literal(entry);
	const [, climb, rest = ""] =
		/^((?:\.\.\/)*)(.*)$/.exec(relative(isFolder(module) ? module : dirname(module), entry)) ?? [];
	return `${climb ? String.raw`(?:\.\./)+` : String.raw`\./`}${literal(rest)}`;
}

/**
 * @param names of folders, or of files at the top
 * @param depth folders between them and the file
 */
function fileIn(names: string[], depth?: number): string {
	const rest = depth === undefined ? "(?:/.*)?" : `(?:/[^/]+){${depth + 1}}`;
	return `$filename <: r"(?:.*/)?(?:${names.map(literal).join("|")})${rest}"`;
}
/** @param ways of writing an import, as regular expressions */
const written = (...ways: string[]) => `$path <: r"[\\"'\`](?:${ways.join("|")})[\\"'\`]"`;
const and = (conditions: string[]) => `and { ${conditions.join(", ")} }`;
const or = (conditions: string[], between = " ") =>
	`or {${between}${conditions.join(`,${between}`)}${between.replace(/\t$/, "")}}`;
const rule = (conditions: string[], message: string) =>
	and([...conditions, `register_diagnostic(span=$path, message="${message}", severity="error")`]);
