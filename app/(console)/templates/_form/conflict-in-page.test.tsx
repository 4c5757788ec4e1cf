import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
	box,
	button,
	changes,
	description,
	fill,
	isSaid,
	nameBox,
	openForm,
	press,
	says,
	tabText,
	tick,
	tickedNames,
} from "../_testing/drawn-form";
import { startTemplateTenant, type TemplateTenant } from "../_testing/template-tenant";

vi.mock("next/headers", async () => (await import("@/lib/dashboard/testing/dashboard-state")).nextHeaders);
vi.mock("next/cache", () => ({ revalidatePath: () => {} }));

let tenant: TemplateTenant;
beforeEach(async () => {
	tenant = await startTemplateTenant();
});
afterEach(() => tenant.stop());

const CONFLICT = "Changed since you opened it";
const writes = () => tenant.written.length;

/** What a colleague saves meanwhile. */
function colleague(id: string, change: Parameters<TemplateTenant["add"]>[0]): void {
	const before = tenant.stored.get(id);
	if (before) tenant.stored.set(id, { ...before, ...change });
}
async function save(): Promise<void> {
	press("Save changes");
	await says("Saved.");
}
async function saveIntoConflict(): Promise<void> {
	press("Save changes");
	await says(CONFLICT);
}
/** The choice of a field that both have changed. */
function choice(field: string, start: string): HTMLInputElement {
	const group = screen.getByText(field, { selector: "legend" }).parentElement as HTMLElement;
	return within(group).getByLabelText<HTMLInputElement>(new RegExp(`^${start}: `));
}

describe("a conflict", () => {
	test("says what a save then does: in the boxes, above the button, to the holder", async () => {
		const id = tenant.add({ elements: { portrait: true } });
		await openForm(id);
		tick("City");
		colleague(id, { elements: { portrait: true, expiry_date: true } });
		await saveIntoConflict();
		await waitFor(() => expect(document.activeElement?.textContent).toContain(CONFLICT));
		expect(tickedNames()).toEqual(["expiry_date", "portrait", "resident_city"]);
		expect(changes()).toContain("Adds City");
		expect(changes()).not.toContain("Expires on");
		await waitFor(() => expect(tabText("Holder")).toContain("Expires on"));
		expect(isSaid("3 of 21 requested")).toBe(true);
		expect(writes()).toBe(0);
		await save();
		expect(isSaid(CONFLICT)).toBe(false);
		expect(changes()).toContain("No changes to save");
		expect(tabText("Holder")).toContain("Expires on");
		expect(tenant.elements(id)).toEqual({ portrait: true, expiry_date: true, resident_city: true });
	});

	test("tells a colleague's rename and change of type, which outlive a save of attributes", async () => {
		const id = tenant.add({ name: "Before", elements: { portrait: true } });
		await openForm(id);
		tick("City");
		colleague(id, { name: "After", type: "other" });
		await saveIntoConflict();
		expect(isSaid(/^Renames it to “After”/)).toBe(true);
		expect(isSaid(/^Sets the type to “other”/)).toBe(true);
		expect(nameBox().value).toBe("After");
		await save();
		expect(writes()).toBe(1);
		expect(tenant.stored.get(id)).toMatchObject({ name: "After", type: "other" });
		expect(tenant.elements(id)).toEqual({ portrait: true, resident_city: true });
	});

	test.each(["Opened", "Theirs", "Yours"])(
		"of two names is a choice that nobody makes for the admin: %s",
		async (side) => {
			const id = tenant.add({ name: "Name Opened", elements: { portrait: true } });
			await openForm(id);
			fill(nameBox(), "Name Yours");
			tick("City");
			colleague(id, { name: "Name Theirs" });
			await saveIntoConflict();
			for (const start of ["Opened", "Theirs", "Yours"]) {
				expect(choice("Name", start).labels?.[0]?.textContent).toBe(`${start}: “Name ${start}”`);
				expect(choice("Name", start).checked).toBe(false);
			}
			press("Save changes");
			await says(/Choose what to keep/);
			expect(writes()).toBe(0);
			fireEvent.click(choice("Name", side));
			expect(nameBox().value).toBe(`Name ${side}`);
			await save();
			expect(tenant.stored.get(id)?.name).toBe(`Name ${side}`);
			expect(tenant.elements(id)).toEqual({ portrait: true, resident_city: true });
		},
	);

	test("of an element is chosen as well, and typing a name is a choice of one's own", async () => {
		const id = tenant.add({ elements: { portrait: true, odd: { a: 1 } } });
		await openForm(id);
		fill(nameBox(), "First");
		tick("odd");
		colleague(id, { name: "Colleague", elements: { portrait: true, odd: { a: 2 } } });
		await saveIntoConflict();
		fireEvent.click(choice("odd", "Theirs"));
		expect(box("odd").checked).toBe(true);
		fill(nameBox(), "Mine");
		expect(choice("Name", "Yours").checked).toBe(true);
		await save();
		expect(tenant.stored.get(id)?.name).toBe("Mine");
		expect(tenant.elements(id)).toEqual({ portrait: true, odd: { a: 2 } });
	});
});

test("Undo takes back what was saved, whatever it was, and is checked for conflicts like any save", async () => {
	const before = { portrait: true, nationality: false, odd: { nested: [1] } };
	const id = tenant.add({ name: "Undo", elements: before });
	await openForm(id);
	tick("Nationality", "odd");
	fill(nameBox(), "Undo changed");
	await save();
	expect(tenant.elements(id)).toEqual({ portrait: true, nationality: true });
	press("Undo");
	expect(document.activeElement).toBe(button("Save changes"));
	expect(nameBox().value).toBe("Undo");
	await waitFor(() => expect(tenant.elements(id)).toEqual(before));
	await says("Saved.");
	expect(tenant.stored.get(id)?.name).toBe("Undo");
	expect(description(box("Nationality"))).toContain("listed as false");

	tick("City");
	await save();
	colleague(id, { elements: { ...before, resident_city: true, given_name: true } });
	press("Undo");
	await says(CONFLICT);
	expect(changes()).toContain("Removes City");
	expect(tenant.elements(id)).toMatchObject({ resident_city: true });
	await save();
	expect(tenant.elements(id)).toEqual({ ...before, given_name: true });
});

describe("a draft", () => {
	const OFFER = "There is a draft that was not saved";
	const drafts = () => Object.keys(sessionStorage).filter((key) => key.includes("draft"));
	const keptDraft = (text: string) => waitFor(() => expect(JSON.stringify(sessionStorage)).toContain(text));
	const isOffered = () => isSaid(OFFER);

	/** A page that is left with something typed and ticked. */
	async function begin(name = "Draft"): Promise<void> {
		const page = await openForm();
		fill(nameBox(), name);
		tick("Photo");
		await keptDraft("portrait");
		page.unmount();
	}

	test("is offered, not applied; restored it is all there, and gone once it is created", async () => {
		await begin();
		const page = await openForm();
		expect(isOffered()).toBe(true);
		expect(isSaid("“Draft”, 1 attribute ticked.")).toBe(true);
		expect([nameBox().value, tickedNames()]).toEqual(["", []]);
		press("Restore draft");
		expect([nameBox().value, tickedNames()]).toEqual(["Draft", ["portrait"]]);
		press("Create template");
		const id = await page.createdId();
		expect(tenant.elements(id)).toEqual({ portrait: true });
		page.unmount();
		(await openForm(id, { isCreated: true })).unmount();
		await openForm();
		expect(isOffered()).toBe(false);
	});

	test("stays until it is decided on, and what is typed beside it is a second one", async () => {
		await begin();
		let page = await openForm();
		fill(nameBox(), "typed beside");
		tick("City");
		expect(isSaid(/^Restoring it takes the place of what you have changed/)).toBe(true);
		await keptDraft("typed beside");
		page.unmount();
		page = await openForm();
		const offers = () =>
			screen.getAllByText(OFFER).map((title) => title.closest("[class]")?.parentElement?.textContent);
		expect(offers()).toHaveLength(2);
		expect(isSaid("“Draft”, 1 attribute ticked.")).toBe(true);
		expect(isSaid("“typed beside”, 1 attribute ticked.")).toBe(true);
		// Edited and taken back: both are there as before.
		fill(nameBox(), "not kept");
		await keptDraft("not kept");
		fill(nameBox(), "");
		await keptDraft("typed beside");
		page.unmount();
		await openForm();
		fireEvent.click(screen.getAllByText("Discard", { selector: "button" })[0] as HTMLElement);
		expect(isSaid("“Draft”, 1 attribute ticked.")).toBe(false);
		press("Restore draft");
		expect(nameBox().value).toBe("typed beside");
		expect(document.activeElement).toBe(nameBox());
		expect(tickedNames()).toEqual(["resident_city"]);
	});

	test("that is discarded does not come back", async () => {
		await begin();
		const page = await openForm();
		press("Discard");
		expect(isOffered()).toBe(false);
		await waitFor(() => expect(drafts()).toEqual([]));
		page.unmount();
		await openForm();
		expect(isOffered()).toBe(false);
	});

	test("is offered to nobody else, and cleared by signing out", async () => {
		await begin();
		const other = await openForm(undefined, { subject: "another" });
		expect(isOffered()).toBe(false);
		other.unmount();
		await openForm();
		expect(isOffered()).toBe(true);
		const form = document.createElement("form");
		form.action = "/sign-out";
		document.body.append(form);
		fireEvent.submit(form);
		expect(drafts()).toEqual([]);
	});

	test("of a stored template goes with its saving, and when the edits are taken back", async () => {
		await openForm(tenant.add({ elements: { portrait: true } }));
		tick("City");
		await waitFor(() => expect(drafts()).toHaveLength(1));
		tick("City");
		await waitFor(() => expect(drafts()).toHaveLength(0));
		tick("Postal code");
		await waitFor(() => expect(drafts()).toHaveLength(1));
		await save();
		await waitFor(() => expect(drafts()).toHaveLength(0));
	});

	test("that is restored meets what a colleague has changed since as a conflict, before anything is saved", async () => {
		const id = tenant.add({ elements: { age_over_18: true, age_over_21: false } });
		const page = await openForm(id);
		expect(description(box("Over 21"))).toContain("listed as false");
		tick("Over 21", "City");
		await keptDraft("resident_city");
		page.unmount();
		colleague(id, { elements: { portrait: true, age_over_21: false } });
		await openForm(id);
		press("Restore draft");
		expect(isSaid(CONFLICT)).toBe(true);
		expect(isSaid("Removes Over 18")).toBe(true);
		expect(tickedNames()).toEqual(["age_over_21", "portrait", "resident_city"]);
		expect(writes()).toBe(0);
		await save();
		expect(tenant.elements(id)).toEqual({ portrait: true, age_over_21: true, resident_city: true });
	});
});
