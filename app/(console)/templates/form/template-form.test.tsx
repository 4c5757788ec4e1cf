import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clearDashboardState } from "@/lib/dashboard/testing/dashboard-state";
import { emptyValues } from "../edit/template-form-values";
import { withPreset } from "../presets/preset-plan";
import { findPreset } from "../presets/presets";
import {
	box,
	button,
	changes,
	description,
	fill,
	filterBox,
	inTab,
	isShown,
	nameBox,
	openForm,
	press,
	requestText,
	says,
	silentOn,
	tabText,
	tick,
	tickedNames,
} from "../testing/drawn-form";
import { startTemplateTenant, type TemplateTenant } from "../testing/template-tenant";

vi.mock("next/headers", async () => (await import("@/lib/dashboard/testing/dashboard-state")).nextHeaders);
vi.mock("next/cache", () => ({ revalidatePath: () => {} }));

let tenant: TemplateTenant;
beforeEach(async () => {
	tenant = await startTemplateTenant();
});
afterEach(async () => {
	await clearDashboardState();
	await tenant.service.close();
});

const isMarked = (chip: string) => button(chip).getAttribute("aria-current") === "true";

describe("a preset", () => {
	test("ticks boxes in place, and its template is the one ticked by hand", async () => {
		const page = await openForm();
		press("Over 21 with photo");
		await says("Based on preset “Over 21 with photo”.");
		fill(nameBox(), "Preset");
		press("Create template");
		expect(tenant.elements(await page.createdId())).toEqual({ portrait: true, age_over_21: true });
	});

	test("over a selection of one's own shows what changes, and asks", async () => {
		await openForm();
		press("Name check");
		tick("Photo");
		expect(silentOn("Based on preset “Name check”, changed.")).toBe(false);
		press("Lives in a state");
		expect(silentOn(/^Adds State \/ province and Country of residence/)).toBe(false);
		expect(silentOn(/Removes Family name, Given names, and Photo/)).toBe(false);
		expect(tickedNames()).toEqual(["family_name", "given_name", "portrait"]);
		press("Keep my selection");
		expect(silentOn("Based on preset “Name check”, changed.")).toBe(false);
		expect(document.activeElement).toBe(button("Lives in a state"));
		press("Lives in a state");
		press("Use this preset");
		expect(silentOn("Based on preset “Lives in a state”.")).toBe(false);
		expect(document.activeElement).toBe(button("Lives in a state"));
		expect(tickedNames()).toEqual(["resident_country", "resident_state"]);
	});

	test("on a template's page keeps what nobody knows, and is saved like any edit", async () => {
		const id = tenant.add({ elements: { portrait: true, odd_element: true } });
		await openForm(id);
		press("Over 18");
		press("Use this preset");
		expect(changes()).toContain("Saving adds 1, removes 1:");
		press("Save changes");
		await says("Saved.");
		expect(tenant.elements(id)).toEqual({ odd_element: true, age_over_18: true });
	});

	test("that the selection equals is marked, chosen or ticked by hand", async () => {
		await openForm(tenant.add({ elements: { family_name: true, given_name: true } }));
		expect(isMarked("Name check")).toBe(true);
		expect(document.querySelectorAll("[aria-current=true]")).toHaveLength(1);
		tick("Photo");
		expect(isMarked("Name check")).toBe(false);
		tick("Family name", "Given names", "Over 21");
		expect(isMarked("Over 21 with photo")).toBe(true);
		expect(description(button("Over 21"))).toBe("The same for the age of 21.");
	});

	test("that was chosen is not advised against until it is edited", async () => {
		await openForm();
		press("Identity check");
		expect(tabText("Advice")).toContain("Nothing to advise against.");
		tick("City");
		expect(tabText("Advice")).toContain("Is the photo compared with the person?");
		tick("City");
		expect(tabText("Advice")).toContain("Nothing to advise against.");
		press("All mandatory");
		expect(tabText("Advice")).toContain("Is the photo compared with the person?");
	});
});

describe("the tabs beside the form", () => {
	test("tell in words what the holder is asked, with the photo rule and two counts", async () => {
		await openForm();
		expect(tabText("Holder")).toContain("there is nothing to ask the holder for");
		tick("Photo");
		expect(tabText("Holder")).toContain("1 sensitive, 0 may be missing on some licences");
		expect(tabText("Holder")).not.toContain("held back");
		tick("City");
		const holder = inTab("Holder");
		const item = (label: string) => holder.getAllByText(label).at(-1)?.closest("li")?.textContent;
		expect(tabText("Holder")).toContain("1 sensitive, 1 may be missing on some licences");
		expect(tabText("Holder")).toContain("The photo can't be held back");
		expect(item("City")).toContain("may be missing on some licences");
		expect(item("Photo")).not.toContain("may be missing");
		expect(tabText("Holder")).toContain("A likeness");
		for (const choice of ["Share", "Decline"]) expect(holder.getByText(choice, { exact: true })).toBeDefined();
		expect(holder.queryAllByRole("button")).toEqual([]);
	});

	test("give advice with a reason and a source, and how much of it there is; one click carries it out", async () => {
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
		press("Take it off the list");
		expect(changes()).toContain("Removes Nationality");
		press("Save changes");
		await says("Saved.");
		expect(tenant.elements(id)).toEqual({ portrait: true });
	});

	test("show queries that hold what is ticked and name the intent to retain, and refuse them without anything", async () => {
		await openForm();
		expect(requestText("DCQL query")).toBe("");
		const details = inTab("Request").getByText("DCQL query", { selector: "summary" }).parentElement;
		expect(details?.textContent).toContain("Nothing is ticked.");
		details?.setAttribute("open", "");
		tick("Family name");
		expect(requestText("DCQL query")).toContain('"family_name"');
		expect(requestText("DCQL query")).toContain('"intent_to_retain": false');
		tick("In the two queries, say that the answers will be stored (intent to retain)");
		expect(requestText("DCQL query")).toContain('"intent_to_retain": true');
		press("Advice");
		tick("City");
		press("Request");
		expect(requestText("ISO 18013-5 items")).toContain('"family_name": true');
		expect(requestText("ISO 18013-5 items")).toContain('"resident_city": true');
		tick("Family name", "City");
		expect(details?.isConnected && details.textContent).toContain("Nothing is ticked.");
		tick("City");
		// What was opened stays open.
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

describe("attributes", () => {
	test("are filtered by label, ISO name or help; a filter opens what it finds and says how many", async () => {
		await openForm();
		expect(isShown(box("Licence number"))).toBe(false);
		fill(filterBox(), "number");
		expect(isShown(box("Licence number"))).toBe(true);
		expect(silentOn(/^2 attributes match “number”\./)).toBe(false);
		for (const [text, found, other] of [
			["postal", "Postal code", "Photo"],
			["portrait", "Photo", "Postal code"],
			["comparing it with", "Photo", "Postal code"],
		] as const) {
			fill(filterBox(), text);
			expect([isShown(box(found)), isShown(box(other))]).toEqual([true, false]);
		}
		fill(filterBox(), "no such attribute");
		expect(silentOn("No attribute matches “no such attribute”.")).toBe(false);
		expect(box("Select all attributes").disabled).toBe(true);
		press("Clear filter");
		expect(isShown(box("Family name"))).toBe(true);
		// It belongs to no form: Enter in it sends nothing.
		expect(filterBox().getAttribute("form")).toBe("none");
	});

	test("that a filter shows are all that “Select all” means then", async () => {
		await openForm();
		fill(filterBox(), "resident_state");
		expect(silentOn(/^1 attribute matches “resident_state”\./)).toBe(false);
		expect(description(box("Select all: Address"))).toBe("only the 1 shown");
		tick("Select all: Address");
		press("Clear filter");
		expect(document.activeElement).toBe(filterBox());
		expect(tickedNames()).toEqual(["resident_state"]);
		expect(silentOn("1 of 21 requested")).toBe(false);
	});

	test("are 21 with “Select all”, by group and half-way too", async () => {
		await openForm();
		tick("Select all: Address");
		expect(silentOn("5 of 21 requested")).toBe(false);
		expect(box("Select all attributes").indeterminate).toBe(true);
		tick("Select all attributes");
		expect(silentOn("21 of 21 requested")).toBe(false);
		expect(box("Select all attributes").checked).toBe(true);
		tick("City");
		expect(box("Select all: Address").indeterminate).toBe(true);
	});

	test("are counted once, all that is asked for", async () => {
		const elements = { portrait: true, age_over_21: true, odd: true, nationality: false };
		await openForm(tenant.add({ elements }));
		const counts = () => screen.getAllByText(/\d requested|\d of \d+ requested/).map(({ textContent }) => textContent);
		expect(counts()).toEqual(["1 of 21 requested, 2 more"]);
		tick("Nationality");
		expect(counts()).toEqual(["2 of 21 requested, 2 more"]);
	});

	test("are counted by group, in links that follow the filter", async () => {
		const identity = findPreset("identity");
		if (!identity) throw new Error("There is no preset “identity”.");
		await openForm(undefined, { start: withPreset(identity, emptyValues) });
		const groups = () =>
			[...screen.getByLabelText("Groups of attributes").querySelectorAll("li")].map((item) => item.textContent);
		const rest = ["Person2", "Photo1", "Address0", "Licence1", "Issuer2", "National script0", "More0"];
		expect(groups()).toEqual(["Age1", ...rest]);
		tick("Over 18");
		expect(groups()).toEqual(["Age2", ...rest]);
		fill(filterBox(), "resident");
		expect(groups()).toEqual(["Address0"]);
	});

	test("that are typed are explained, and more than two age limits are warned about", async () => {
		const page = await openForm();
		fill(box("Further elements"), "age_over_30, famly_name");
		expect(silentOn(/Did you mean family_name\?/)).toBe(false);
		tick("Over 18", "Over 65");
		expect(silentOn(/3 age limits: together they narrow the age down\./)).toBe(false);
		fill(nameBox(), "Typed");
		press("Create template");
		const typed = { age_over_30: true, famly_name: true };
		expect(tenant.elements(await page.createdId())).toEqual({ age_over_18: true, age_over_65: true, ...typed });
	});
});

describe("“Over 18” and “Over 21”", () => {
	test("come first under Age, one click each, and are in all that the page says and sends", async () => {
		const page = await openForm();
		const age = document.getElementById("group-age") as HTMLElement;
		const labels = [...age.querySelectorAll<HTMLInputElement>("input[name=attribute]")].map(
			({ labels }) => labels?.[0]?.textContent,
		);
		expect(labels.slice(0, 2)).toEqual(["Over 18", "Over 21"]);
		fill(nameBox(), "Of age");
		tick("Over 18");
		expect(silentOn("0 of 21 requested, 1 more")).toBe(false);
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
		await says("Saved.");
		expect(tenant.elements(id)).toEqual({ age_over_21: true });
	});

	test("are neither ticked nor cleared by “Select all”, unless a filter shows them", async () => {
		await openForm();
		tick("Over 21", "Select all: Age");
		expect(silentOn("3 of 21 requested, 1 more")).toBe(false);
		expect(box("Over 18").checked).toBe(false);
		tick("Select all: Age");
		expect(tickedNames()).toEqual(["age_over_21"]);
		tick("Select all attributes");
		expect(silentOn("21 of 21 requested, 1 more")).toBe(false);
		expect(box("Over 18").checked).toBe(false);
		fill(filterBox(), "age_over_18");
		expect(description(box("Select all: Age"))).toBe("only the 1 shown");
		tick("Select all: Age");
		expect(box("Over 18").checked).toBe(true);
	});
});

test("a viewer can filter and look under every tab, and has nothing to change anything with", async () => {
	await openForm(tenant.add({ elements: { portrait: true } }), { canWrite: false });
	expect(box("Photo").checked && (box("Photo").closest("fieldset") as HTMLFieldSetElement).disabled).toBe(true);
	expect(nameBox().disabled).toBe(true);
	fill(filterBox(), "city");
	expect([isShown(box("Photo")), isShown(box("City"))]).toEqual([false, true]);
	expect(inTab("Request").getByLabelText<HTMLButtonElement>("Copy JSON").disabled).toBe(false);
	expect(screen.queryAllByLabelText(/^Select all/)).toEqual([]);
	expect(screen.queryByText("Save changes")).toBeNull();
});
