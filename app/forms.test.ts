import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

// React empties a form after its own action; ActionForm and the editor submit theirs themselves.

const APP = import.meta.dirname;
const sources = globSync("**/*.{ts,tsx}", { cwd: APP })
	.filter((file) => !file.includes(".test."))
	.map((file) => ({ file, text: readFileSync(join(APP, file), "utf8") }));

const filesWith = (pattern: RegExp) =>
	sources
		.filter(({ text }) => pattern.test(text))
		.map(({ file }) => file)
		.sort();

test("only ActionForm and the editor submit to an action", () => {
	expect(filesWith(/\buseActionState\b[^;]*\bfrom "react"/)).toEqual([
		"_editor/use-store.ts",
		"_forms/action-form.tsx",
	]);
});

/** The names that a module imports from those with actions. */
function actionsIn(text: string): string[] {
	const imports = text.matchAll(/^import \{([^}]*)\} from "[^"]*actions?";$/gm);
	return [...imports].flatMap(([, names = ""]) => names.match(/\b\w+\b/g) ?? []);
}

test("no form is given an action itself", () => {
	const given = sources.flatMap(({ file, text }) => {
		const [, name = ""] = /<form\b[^>]*\baction=\{(\w+)\}/.exec(text) ?? [];
		return actionsIn(text).includes(name) ? [file] : [];
	});
	expect(given).toEqual([]);
});

test("no button disables itself, which would lose the focus; fields are disabled that can't be changed", () => {
	const conditions = sources.flatMap(({ text }) => [...text.matchAll(/(?<![-\w])disabled(=\{([^}]*)\}|>)/g)]);
	expect(conditions.map(([, , condition]) => condition).sort()).toEqual([
		"!can.end && !can.revoke",
		"!canWrite",
		"!canWrite",
		"!canWrite",
		"!isHydrated",
		"field.isDisabled",
		"isDisabled",
		"of === 0",
	]);
	expect(filesWith(/\.disabled = /)).toEqual([]);
});
