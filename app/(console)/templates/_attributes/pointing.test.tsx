import { act, fireEvent } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { box, openForm, tick } from "@/app/_testing/rendered-form";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { boxedNames } from "@/lib/dashboard/templates/attribute-facts";
import { printedNames } from "@/lib/dashboard/templates/request-print";
import { boxId } from "../_edit/template-editor";

let tenant: TemplateTenant;
beforeEach(async () => {
	tenant = await startTemplateTenant();
});
afterEach(() => tenant.stop());

/** While it is pointed at anywhere, an attribute is lit everywhere. */
function ruleOf(name: string): string {
	return `[data-lit~="${name}"] :is(${about(name).join(", ")}) { --lit: 1px; }`;
}

function about(name: string): string[] {
	const box = `#${boxId(name)}`;
	const place = printedNames.indexOf(name) + 1;
	return [
		`label:has(> ${box})`,
		`[href="${box}"]`,
		`[data-of~="${name}"]`,
		...(place > 0 ? [`.pointable i:nth-child(${place})`] : []),
	];
}

test("each attribute with a box has one rule, by which it is lit everywhere", async () => {
	const head = "/* biome-ignore-all format: generated from the catalogue by pointing.test.tsx (vitest -u). */";
	await expect(`${[head, ...[...boxedNames].map(ruleOf)].join("\n")}\n`).toMatchFileSnapshot("pointing.css");
});

test("an attribute is lit while it is pointed at in its row, on the phone, in advice, request, print and bar; also by the focus", async () => {
	const id = tenant.add({ elements: { portrait: true, birth_date: true } });
	const { unmount } = await openForm(id);
	tick("City");
	const lit = () => document.documentElement.dataset.lit?.split(" ") ?? [];
	const places = about("resident_city").flatMap((selector) => {
		const found = [...document.querySelectorAll(selector)];
		expect(found.length, selector).toBeGreaterThan(0);
		return found;
	});
	// Row, phone, advice, JSON and ISO items, the bar in short and in words, print.
	expect(places.map(({ tagName }) => tagName)).toEqual(["LABEL", "A", "LI", "B", "B", "SPAN", "LI", "I"]);
	for (const place of places) {
		fireEvent.pointerOver(box("Name"));
		expect(lit()).not.toContain("resident_city");
		fireEvent.pointerOver(place);
		expect(lit()).toContain("resident_city");
	}
	fireEvent.pointerOver(box("Name"));
	act(() => box("City").focus());
	expect(lit()).toContain("resident_city");
	unmount();
	expect(lit()).toEqual([]);
});
