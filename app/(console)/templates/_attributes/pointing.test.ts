import { expect, test } from "vitest";
import { boxedNames } from "@/lib/dashboard/templates/attribute-facts";
import { printedNames } from "@/lib/dashboard/templates/request-print";
import { boxId } from "../_edit/template-editor";

/** Pointing at an attribute anywhere, or focusing it, lights it up everywhere. */
function ruleOf(name: string): string {
	const box = `#${boxId(name)}`;
	const place = printedNames.indexOf(name) + 1;
	const pointed = [
		`:hover > label > ${box}`,
		`${box}:focus-visible`,
		`[href="${box}"]:is(:hover, :focus-visible)`,
		`[data-of~="${name}"]:is(:hover, :focus-within)`,
		...(place > 0 ? [`.cells > :nth-child(${place}):hover`] : []),
	];
	const lit = [
		`label:has(> ${box})::after`,
		`[href="${box}"]:not(:focus-visible)`,
		`[data-of~="${name}"]`,
		...(place > 0 ? [`.cells > :nth-child(${place})`] : []),
	];
	const style = "outline: 2px dashed var(--accent); outline-offset: -1px";
	return `:root:has(${pointed.join(", ")}) { ${lit.map((selector) => `& ${selector}`).join(", ")} { ${style}; } }`;
}

test("each attribute with a box has one rule, by which it lights up everywhere", async () => {
	const rules = [...boxedNames].map(ruleOf);
	const head = "/* biome-ignore-all format: generated from the catalogue by pointing.test.ts (vitest -u). */";
	await expect(`${[head, ...rules].join("\n")}\n`).toMatchFileSnapshot("pointing.css");
});
