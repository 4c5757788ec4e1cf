import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
	box,
	button,
	changes,
	fill,
	inTab,
	isShown,
	nameBox,
	openForm,
	press,
	requestText,
	tabText,
	tick,
} from "@/app/_testing/rendered-form";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { readPurpose, writePurpose } from "@/lib/dashboard/store/template-purposes";
import { noPurpose, purposeFields } from "@/lib/dashboard/templates/purpose";
import { serviceTexts } from "@/lib/dashboard/templates/template-fields";

let tenant: TemplateTenant;
beforeEach(async () => {
	tenant = await startTemplateTenant();
});
afterEach(() => tenant.stop());

test("every text of a template has its control in the form", async () => {
	await openForm();
	const { preset: _, ...purposeTexts } = purposeFields;
	for (const { label } of Object.values({ ...serviceTexts, ...purposeTexts })) expect(box(label)).toBeTruthy();
});

test("a preset states its purpose in place, another one replaces it, and what was typed stays", async () => {
	const page = await openForm();
	press("Over 18");
	expect(box("Purpose").value).toBe("To check that you are at least 18, and nothing else about you.");
	press("Driving entitlement");
	expect(box("Legal basis").value).toBe("GDPR Art. 6(1)(b): contract");
	fill(box("Purpose"), "To rent you a van.");
	press("Over 18");
	expect([box("Purpose").value, box("Legal basis").value]).toEqual(["To rent you a van.", ""]);
	fill(nameBox(), "Van");
	press("Create template");
	expect(await readPurpose(await page.createdId())).toEqual({
		...noPurpose,
		purpose: "To rent you a van.",
		preset: "over-18",
	});
});

test("the holder's tab shows purpose, retention and a link to the notice, and a hint where nothing is stated", async () => {
	await openForm(tenant.add({ elements: { portrait: true } }));
	expect(tabText("Holder")).toContain("No purpose is stated.");
	fill(box("Purpose"), "To sell beer.");
	fill(box("Retention"), "30 days");
	fill(box("Privacy notice"), "javascript:alert(1)");
	expect(tabText("Holder")).toContain("To sell beer.Retention: 30 days");
	expect(inTab("Holder").queryByText("Privacy notice")).toBeNull();
	fill(box("Privacy notice"), "https://example.org/privacy");
	expect(inTab("Holder").getByText<HTMLAnchorElement>("Privacy notice").href).toBe("https://example.org/privacy");
	expect(requestText("JSON")).not.toContain("beer");
});

test("an address that is none opens the section, and is named in the summary", async () => {
	await openForm(tenant.add({ elements: { portrait: true } }));
	expect(isShown(box("Privacy notice"))).toBe(false);
	fill(box("Privacy notice"), "example.org");
	press("Save changes");
	await screen.findByText("Privacy notice: Enter a URL that begins with https://.");
	expect(isShown(box("Privacy notice"))).toBe(true);
	expect(tenant.written).toEqual([]);
});

test("what is beyond the purpose's preset is advised against until the preset is taken off", async () => {
	const id = tenant.add({ elements: { age_over_18: true } });
	await writePurpose(undefined, id, "", noPurpose, { ...noPurpose, purpose: "To sell beer.", preset: "over-18" });
	await openForm(id);
	tick("City");
	expect(tabText("Advice")).toContain("Beyond “Over 18”: City");
	press("Ask for what the purpose needs");
	expect(tabText("Advice")).toContain("Nothing to advise against.");
	tick("City");
	// A preset is that of a stated purpose.
	fill(box("Purpose"), "");
	expect(tabText("Advice")).not.toContain("Beyond");
	expect(() => button("Not of this preset")).toThrow();
	fill(box("Purpose"), "To sell beer.");
	press("Not of this preset");
	expect(document.activeElement).toBe(box("Purpose"));
	expect(tabText("Advice")).not.toContain("Beyond");
	expect(changes()).toContain("Removes the preset (was “Over 18”)");
});

test("a saved purpose can be undone", async () => {
	const id = tenant.add({ elements: { portrait: true } });
	await openForm(id);
	fill(box("Purpose"), "To sell beer.");
	press("Save changes");
	await screen.findByText("Saved.");
	expect((await readPurpose(id)).purpose).toBe("To sell beer.");
	press("Undo");
	await waitFor(async () => expect(await readPurpose(id)).toEqual(noPurpose));
	expect(tenant.written).toEqual([]);
});

test("a viewer reads the purpose, and can't change it", async () => {
	const id = tenant.add({ elements: { portrait: true } });
	await writePurpose(undefined, id, "", noPurpose, { ...noPurpose, purpose: "To sell beer.", preset: "name" });
	await openForm(id, { canWrite: false });
	expect(document.getElementById("purpose")?.textContent).toContain("To sell beer.");
	expect(document.querySelector("[name=purpose], [name=preset]")).toBeNull();
	expect(() => button("Not of this preset")).toThrow();
});
