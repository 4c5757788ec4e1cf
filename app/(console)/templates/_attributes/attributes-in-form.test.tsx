import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
	box,
	changes,
	description,
	fill,
	filterBox,
	findText,
	hasText,
	isShown,
	nameBox,
	openForm,
	press,
	requestText,
	tabText,
	tick,
	tickedNames,
} from "@/app/_testing/rendered-form";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { presetStatements } from "@/lib/dashboard/templates/preset-statements";
import { findPreset } from "@/lib/dashboard/templates/presets";
import { withPreset } from "../_edit/presets";
import { emptyValues } from "../_edit/template-editor";

let tenant: TemplateTenant;
beforeEach(async () => {
	tenant = await startTemplateTenant();
});
afterEach(() => tenant.stop());

/** The texts that count the requested attributes: there is only one. */
const counts = () => screen.getAllByText(/\d requested|\d of \d+ requested/).map(({ textContent }) => textContent);

describe("attributes", () => {
	test("are filtered by label, ISO name or help; a filter opens the sections of its matches and states their number", async () => {
		await openForm();
		expect(isShown(box("Licence number"))).toBe(false);
		fill(filterBox(), "number");
		expect(isShown(box("Licence number"))).toBe(true);
		expect(hasText(/^2 attributes match “number”\./)).toBe(true);
		for (const [text, found, other] of [
			["postal", "Postal code", "Photo"],
			["portrait", "Photo", "Postal code"],
			["to compare it with", "Photo", "Postal code"],
		] as const) {
			fill(filterBox(), text);
			expect([isShown(box(found)), isShown(box(other))]).toEqual([true, false]);
		}
		fill(filterBox(), "no such attribute");
		expect(hasText("No attribute matches “no such attribute”.")).toBe(true);
		expect(box("Select all attributes").disabled).toBe(true);
		fill(filterBox(), "");
		expect(isShown(box("Family name"))).toBe(true);
		// It belongs to no form: Enter in it submits nothing.
		expect(filterBox().getAttribute("form")).toBe("none");
	});

	test("that a filter shows are the ones that “Select all” then selects", async () => {
		await openForm();
		fill(filterBox(), "resident_state");
		expect(hasText(/^1 attribute matches “resident_state”\./)).toBe(true);
		expect(description(box("Select all: Address"))).toBe("only the 1 shown");
		tick("Select all: Address");
		fill(filterBox(), "");
		expect(tickedNames()).toEqual(["resident_state"]);
		expect(counts()).toEqual(["1 of 21 requested"]);
	});

	test("are 21 with “Select all”, also by group and when some are ticked", async () => {
		await openForm();
		tick("Select all: Address");
		expect(counts()).toEqual(["5 of 21 requested"]);
		expect(box("Select all attributes").indeterminate).toBe(true);
		tick("Select all attributes");
		expect(counts()).toEqual(["21 of 21 requested"]);
		expect(box("Select all attributes").checked).toBe(true);
		tick("City");
		expect(box("Select all: Address").indeterminate).toBe(true);
	});

	test("are counted in one place, with all requested elements", async () => {
		const elements = { portrait: true, age_over_21: true, "odd:one": true, nationality: false };
		await openForm(tenant.add({ elements }));
		expect(counts()).toEqual(["3 requested: 1 of the 21, Over 21, odd:one"]);
		tick("Nationality");
		expect(counts()).toEqual(["4 requested: 2 of the 21, Over 21, odd:one"]);
	});

	test("are counted by group, in links that follow the filter", async () => {
		const identity = findPreset("identity");
		if (!identity) throw new Error("There is no preset “identity”.");
		await openForm(undefined, { start: withPreset(identity, emptyValues, presetStatements) });
		const groups = () =>
			[...screen.getByLabelText("Groups of attributes").querySelectorAll("li")].map((item) => item.textContent);
		const rest = ["Person2", "Photo1", "Address0", "Licence1", "Issuer2", "National script0", "More0"];
		expect(groups()).toEqual(["Age limits0", "Age1", ...rest]);
		tick("Over 18");
		expect(groups()).toEqual(["Age limits1", "Age1", ...rest]);
		fill(filterBox(), "resident");
		expect(groups()).toEqual(["Address0"]);
	});

	test("beyond the 21 are in sight once one is added, also when the filter that found it is gone", async () => {
		await openForm();
		fill(filterBox(), "licence number");
		tick("Licence number");
		fill(filterBox(), "");
		expect(isShown(box("Licence number"))).toBe(true);
	});

	test("are described by the fault of the selection, group by group", async () => {
		await openForm();
		fill(nameBox(), "Nothing");
		press("Create template");
		const group = document.querySelector<HTMLElement>("#group-age");
		await waitFor(() => expect(group && description(group)).toMatch(/\w/));
	});

	test("with a value of their own keep it through every tick, whatever it holds", async () => {
		const elements = JSON.parse('{"portrait":true,"a.b":{"__proto__":{"c":[null,0,{}]}},"__proto__":[],"none":null}');
		const id = tenant.add({ elements });
		await openForm(id);
		tick("a.b", "__proto__", "none", "City");
		expect(changes()).toContain("Removes a.b");
		tick("none", "__proto__", "a.b");
		expect(changes()).toContain("1 change+ City");
		press("Save changes");
		await findText("Saved.");
		const stored = JSON.stringify(tenant.elements(id));
		expect(JSON.parse(stored)).toEqual({ ...elements, resident_city: true });
		expect(stored).toContain('"a.b":{"__proto__":{"c":[null,0,{}]}},"__proto__":[]');
		tick("a.b");
		press("Save changes");
		await findText("Saved.");
		expect(Object.keys(tenant.elements(id))).not.toContain("a.b");
		tick("a.b");
		expect(changes()).toContain('Adds a.b (requested with {"__proto__":{"c":[null,0,{}]}})');
	});

	test("keep their boxes and the focus when one is ticked, or all are", async () => {
		await openForm();
		const boxes = () => [...document.querySelectorAll(".rows input")];
		const [before, city] = [boxes(), box("City")];
		city.focus();
		tick("City", "Select all attributes", "City");
		expect(boxes()).toEqual(before);
		expect(document.activeElement).toBe(city);
		expect(counts()).toEqual(["20 of 21 requested"]);
	});

	test("that are typed are explained, with advice against more than two age limits", async () => {
		const page = await openForm();
		fill(box("Further attributes"), "age_over_30, famly_name");
		expect(hasText("Not a known mDL attribute.")).toBe(true);
		tick("Over 18", "Over 65");
		expect(tabText("Advice")).toContain("3 age limits add up to an age");
		fill(nameBox(), "Typed");
		press("Create template");
		const typed = { age_over_30: true, famly_name: true };
		expect(tenant.elements(await page.createdId())).toEqual({ age_over_18: true, age_over_65: true, ...typed });
	});
});

describe("“Over 18” and “Over 21”", () => {
	test("are a group of their own before Age, one click each, and are in all that the page shows and sends", async () => {
		const page = await openForm();
		const labelsIn = (group: string) =>
			[...document.querySelectorAll<HTMLInputElement>(`#${group} input[name=attribute]`)].map(
				({ labels }) => labels?.[0]?.textContent,
			);
		expect(labelsIn("group-age-limits")).toEqual(["Over 18", "Over 21"]);
		expect(labelsIn("group-age")).toEqual(["Date of birth", "Age in years", "Year of birth"]);
		expect(document.querySelector("fieldset")?.id).toBe("group-age-limits");
		fill(nameBox(), "Of age");
		tick("Over 18");
		expect(counts()).toEqual(["1 requested: Over 18"]);
		expect(tabText("Holder")).toContain("Over 18");
		expect(changes()).toContain("asking for Over 18.");
		expect(requestText("JSON")).toContain('"age_over_18": true');
		press("Create template");
		const id = await page.createdId();
		expect(tenant.elements(id)).toEqual({ age_over_18: true });
		page.unmount();
		await openForm(id);
		tick("Over 21", "Over 18");
		expect(changes()).toContain("Adds Over 21");
		expect(changes()).toContain("Removes Over 18");
		press("Save changes");
		await findText("Saved.");
		expect(tenant.elements(id)).toEqual({ age_over_21: true });
	});

	test("have a “Select all” for them alone, and the other ones don't change them", async () => {
		await openForm();
		const countOf = (group: string) => document.querySelector<HTMLElement>(`#${group} legend`)?.dataset.count;
		tick("Over 21", "Select all: Age");
		expect([countOf("group-age-limits"), countOf("group-age")]).toEqual(["1 of 2", "3 of 3"]);
		expect(counts()).toEqual(["4 requested: 3 of the 21, Over 21"]);
		tick("Select all: Age");
		expect(tickedNames()).toEqual(["age_over_21"]);
		tick("Select all attributes");
		expect(counts()).toEqual(["22 requested: 21 of the 21, Over 21"]);
		expect(box("Over 18").checked).toBe(false);
		tick("Select all: Age limits");
		expect(counts()).toEqual(["23 requested: 21 of the 21, Over 18, Over 21"]);
		tick("Select all: Age limits");
		expect([tickedNames().length, countOf("group-age-limits")]).toEqual([21, "0 of 2"]);
		fill(filterBox(), "age_over_18");
		expect(description(box("Select all attributes"))).toBe("only the 1 shown");
		tick("Select all attributes");
		expect(box("Over 18").checked).toBe(true);
	});
});
