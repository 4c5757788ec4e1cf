import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
	box,
	button,
	changes,
	description,
	fill,
	filterBox,
	findText,
	hasText,
	inTab,
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

let tenant: TemplateTenant;
beforeEach(async () => {
	tenant = await startTemplateTenant();
});
afterEach(() => tenant.stop());

const isMarked = (chip: string) => button(chip).getAttribute("aria-pressed") === "true";

describe("a preset", () => {
	test("ticks boxes in place, and its template equals the one ticked by hand", async () => {
		const page = await openForm();
		press("Over 21 with photo");
		await findText("Based on preset “Over 21 with photo”.");
		fill(nameBox(), "Preset");
		press("Create template");
		expect(tenant.elements(await page.createdId())).toEqual({ portrait: true, age_over_21: true });
	});

	test("over the admin's own selection shows what changes, and needs a confirmation", async () => {
		await openForm();
		press("Name check");
		tick("Photo");
		expect(hasText("Based on preset “Name check”, changed.")).toBe(true);
		press("Lives in a state");
		expect(hasText(/^Adds State \/ province and Country of residence/)).toBe(true);
		expect(hasText(/Removes Family name, Given names, and Photo/)).toBe(true);
		expect(tickedNames()).toEqual(["family_name", "given_name", "portrait"]);
		press("Keep my selection");
		expect(hasText("Based on preset “Name check”, changed.")).toBe(true);
		expect(document.activeElement).toBe(button("Lives in a state"));
		press("Lives in a state");
		press("Use this preset");
		expect(hasText("Based on preset “Lives in a state”.")).toBe(true);
		expect(document.activeElement).toBe(button("Lives in a state"));
		expect(tickedNames()).toEqual(["resident_country", "resident_state"]);
	});

	test("on a template's page keeps unknown elements, and is saved like any edit", async () => {
		const id = tenant.add({ elements: { portrait: true, odd_element: true } });
		await openForm(id);
		press("Over 18");
		press("Use this preset");
		expect(changes()).toContain("4 changes+ Over 18− Photo+ purpose “To check that you are at least 18");
		press("Save changes");
		await findText("Saved.");
		expect(tenant.elements(id)).toEqual({ odd_element: true, age_over_18: true });
	});

	test("that equals the selection is marked, whether chosen or ticked by hand", async () => {
		await openForm(tenant.add({ elements: { family_name: true, given_name: true } }));
		expect(isMarked("Name check")).toBe(true);
		expect(document.querySelectorAll("[aria-pressed=true]")).toHaveLength(1);
		tick("Photo");
		expect(isMarked("Name check")).toBe(false);
		tick("Family name", "Given names", "Over 21");
		expect(isMarked("Over 21 with photo")).toBe(true);
		expect(description(button("Over 21"))).toBe("To check that you are at least 21, and nothing else about you.");
	});

	test("that was chosen gets no advice until more is ticked", async () => {
		await openForm();
		press("Identity check");
		expect(tabText("Advice")).toContain("Nothing to advise against.");
		tick("City");
		expect(tabText("Advice")).toContain("Beyond “Identity check”: City");
		tick("City");
		expect(tabText("Advice")).toContain("Nothing to advise against.");
		press("All mandatory");
		expect(tabText("Advice")).toContain("Is the photo compared with the person?");
	});
});

describe("the tabs beside the form", () => {
	test("show in words what is requested from the holder, with the photo rule and how many may be missing", async () => {
		await openForm();
		expect(tabText("Holder")).toContain("there is nothing to ask the holder for");
		tick("Photo");
		expect(tabText("Holder")).toContain("1 sensitive");
		expect(tabText("Holder")).not.toContain("may be missing");
		expect(tabText("Holder")).not.toContain("held back");
		tick("City");
		tick("Photo");
		expect(tabText("Holder")).not.toContain("0 sensitive");
		expect(tabText("Holder")).toContain("1 may be missing on some licences");
		tick("Photo");
		const holder = inTab("Holder");
		const item = (label: string) => holder.getAllByText(label).at(-1)?.closest("li")?.textContent;
		expect(tabText("Holder")).toContain("1 sensitive, 1 may be missing on some licences");
		expect(tabText("Holder")).toContain("The photo can't be held back");
		expect(item("City")).toContain("may be missing");
		expect(item("Photo")).not.toContain("may be missing");
		expect(tabText("Holder")).toContain("Each wallet looks different.");
		const buttons = holder.getAllByRole<HTMLButtonElement>("button");
		// Without scripts only "Share" is shown, which submits the form as "Simulate" does.
		expect(buttons.map(({ textContent, type, value }) => [textContent, type, value])).toEqual([
			["Decline", "button", ""],
			["Share", "submit", "try simulate"],
		]);
	});

	test("show the first six of what is requested, or all seven, and the others once they are opened; each leads to its box", async () => {
		await openForm();
		const rows = () => [...document.querySelectorAll<HTMLAnchorElement>("#holder li li a")];
		const shown = () => rows().filter((row) => isShown(row)).length;
		const counts = [];
		for (const label of ["Over 18", "Family name", "Given names", "Photo", "City", "Postal code", "Issued on", "Sex"]) {
			tick(label);
			counts.push([rows().length, shown()]);
		}
		expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7].map((count) => [count, count]).concat([[8, 6]]));
		inTab("Holder").getByText("and 2 more").parentElement?.setAttribute("open", "");
		expect(shown()).toBe(8);
		for (const row of rows()) {
			const target = document.getElementById(decodeURIComponent(row.hash.slice(1)));
			expect(target?.closest("label")?.textContent).toBe(row.textContent);
		}
		fill(filterBox(), "photo");
		expect(isShown(box("City"))).toBe(false);
		fireEvent.click(inTab("Holder").getByText("City"));
		await waitFor(() => expect([isShown(box("City")), filterBox().value]).toEqual([true, ""]));
	});

	test("give advice with a reason and a source, and its number; one click applies it", async () => {
		await openForm();
		const tab = document.getElementById("advice-tab");
		expect(tab?.textContent).toBe("Advice");
		tick("Date of birth");
		tick("Photo");
		expect(tab?.textContent).toBe("Advice2");
		expect(
			within(tab as HTMLElement)
				.getByText("2")
				.getAttribute("aria-hidden"),
		).toBe("true");
		expect(tabText("Advice")).toContain("The date of birth tells more than an age limit");
		expect(
			inTab("Advice")
				.getAllByText(/OpenID4VP/)[0]
				?.getAttribute("href"),
		).toMatch(/^https:/);
		press("Ask for Over 18 instead");
		expect(tickedNames()).toEqual(["age_over_18", "portrait"]);
		expect(document.activeElement).toBe(button("Leave out the photo"));
		press("Leave out the photo");
		expect(tickedNames()).toEqual(["age_over_18"]);
		expect(tabText("Advice")).toContain("Nothing to advise against.");
		expect(inTab("Advice").getByText("Nothing to advise against.").parentElement).toBe(document.activeElement);
	});

	test("give advice on a stored template that works from the first click", async () => {
		const id = tenant.add({ elements: { portrait: true, nationality: false } });
		await openForm(id);
		press("Remove it from the list");
		expect(changes()).toContain("Removes Nationality");
		press("Save changes");
		await findText("Saved.");
		expect(tenant.elements(id)).toEqual({ portrait: true });
	});

	test("show queries of what is ticked with the intent to retain, and none without a ticked box", async () => {
		await openForm();
		expect(requestText("DCQL query")).toBe("");
		const details = inTab("Request").getByText("DCQL query", { selector: "summary" }).parentElement;
		expect(details?.textContent).toContain("Nothing is ticked.");
		details?.setAttribute("open", "");
		tick("Family name");
		expect(requestText("DCQL query")).toContain('"family_name"');
		expect(requestText("DCQL query")).toContain('"intent_to_retain": false');
		tick("In the two queries, say that the attributes will be stored (intent to retain)");
		expect(requestText("DCQL query")).toContain('"intent_to_retain": true');
		press("Advice");
		tick("City");
		press("Request");
		expect(requestText("ISO 18013-5 items")).toContain('"family_name": true');
		expect(requestText("ISO 18013-5 items")).toContain('"resident_city": true');
		tick("Family name", "City");
		expect(details?.isConnected && details.textContent).toContain("Nothing is ticked.");
		tick("City");
		// An expanded section stays expanded.
		expect(inTab("Request").getByText("DCQL query", { selector: "summary" }).parentElement).toBe(details);
		expect(details?.hasAttribute("open")).toBe(true);
	});

	test("show the update as it is sent: what changed and nothing else", async () => {
		await openForm(tenant.add({ name: "Only", elements: { portrait: true } }));
		expect(tabText("Request")).toContain("saving sends nothing");
		tick("City");
		expect(Object.keys(JSON.parse(requestText("JSON")))).toEqual(["presentation"]);
		tick("City");
		fill(nameBox(), "Renamed");
		expect(JSON.parse(requestText("JSON"))).toEqual({ name: "Renamed" });
	});
});

test("a viewer can filter and open every tab, and has no controls to change anything", async () => {
	await openForm(tenant.add({ elements: { portrait: true } }), { canWrite: false });
	expect(box("Photo").checked && (box("Photo").closest("fieldset") as HTMLFieldSetElement).disabled).toBe(true);
	expect(screen.queryByLabelText("Name")).toBeNull();
	fill(filterBox(), "city");
	expect([isShown(box("Photo")), isShown(box("City"))]).toEqual([false, true]);
	expect(inTab("Request").getByLabelText<HTMLButtonElement>("Copy JSON").disabled).toBe(false);
	expect(screen.queryAllByLabelText(/^Select all/)).toEqual([]);
	expect(screen.queryByText("Save changes")).toBeNull();
});
