import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
	box,
	changes,
	description,
	fill,
	findText,
	nameBox,
	openForm,
	press,
	tick,
} from "@/app/_testing/rendered-form";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { everything } from "@/lib/dashboard/audit/audit-entry";
import { listAuditEntries } from "@/lib/dashboard/audit/audit-trail";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import type { ActKind } from "@/lib/dashboard/resources/act-kinds";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import { emptyValues } from "../_edit/template-editor";
import { boxesOf } from "../_edit/template-elements";
import * as actions from "./template-actions";

let tenant: TemplateTenant;
let id: string;
beforeEach(async () => {
	tenant = await startTemplateTenant();
	id = tenant.add({ name: "Bar", elements: { portrait: true, nationality: false } });
	// Each call of an action is a request of its own.
	const { updateTemplateAction, createTemplateAction } = actions;
	vi.spyOn(actions, "updateTemplateAction").mockImplementation((...sent) =>
		runWithin(30_000, () => updateTemplateAction(...sent)),
	);
	vi.spyOn(actions, "createTemplateAction").mockImplementation((...sent) =>
		runWithin(30_000, () => createTemplateAction(...sent)),
	);
});
afterEach(async () => {
	vi.restoreAllMocks();
	sessionStorage.clear();
	await tenant.stop();
});

function requireFor(...reasonRequired: ActKind[]): void {
	heldConfig.set({ ...dashboardConfig(), reasonRequired });
}

const field = () => screen.queryByLabelText<HTMLInputElement>("Reason or ticket");
const reason = () => field() ?? expect.fail("no reason is offered");

async function keptReasons() {
	return (await listAuditEntries(everything, null, 20)).map((entry) => entry.reason).reverse();
}

async function save(): Promise<void> {
	press("Save changes");
	await findText("Saved.");
}

describe("the reason of a save", () => {
	test("is offered exactly while the edit requests more, and kept in the trail without being required", async () => {
		await openForm(id);
		expect(field()).toBeNull();
		for (const label of ["City", "Nationality", "Over 18"]) {
			tick(label);
			expect(reason().value).toBe("");
			tick(label);
			expect(field()).toBeNull();
		}
		fill(nameBox(), "Door");
		tick("Photo");
		expect(field()).toBeNull();
		tick("Photo", "City");
		fill(reason(), " SUP-1 ");
		await save();
		expect(field()).toBeNull();
		expect(await keptReasons()).toEqual(["SUP-1"]);
	});

	test("is cleared after the save, and what was typed for another edit is not sent", async () => {
		await openForm(id);
		tick("City");
		fill(reason(), "SUP-1");
		await save();
		tick("Over 18");
		expect(reason().value).toBe("");
		fill(reason(), "SUP-2");
		tick("Over 18");
		fill(nameBox(), "Door");
		await save();
		expect(await keptReasons()).toEqual(["SUP-1", null]);
	});

	test("is required by the settings: refused beside the field, with the focus and all that was typed, until it is stated", async () => {
		requireFor("request-more");
		await openForm(id);
		fill(nameBox(), "Door");
		tick("City");
		press("Save changes");
		await waitFor(() => expect(document.activeElement).toBe(reason()));
		expect(description(reason())).toContain("Requesting more attributes needs a reason or ticket here.");
		expect(reason().getAttribute("aria-invalid")).toBe("true");
		expect([nameBox().value, box("City").checked, tenant.written, await keptReasons()]).toEqual(["Door", true, [], []]);
		fill(reason(), "SUP-1");
		await waitFor(() => expect(reason().getAttribute("aria-invalid")).toBeNull());
		await save();
		expect(tenant.elements(id)).toEqual({ portrait: true, nationality: false, resident_city: true });
		expect(await keptReasons()).toEqual(["SUP-1"]);
	});

	test("is not needed to request less", async () => {
		requireFor("request-more");
		tenant.stored.set(id, { name: "Bar", type: "mdl", elements: { portrait: true, sex: true } });
		await openForm(id);
		tick("Photo");
		await save();
		expect(await keptReasons()).toEqual([null]);
	});

	test("that is too long or looks like a secret is refused beside the field, and nothing is sent", async () => {
		await openForm(id);
		tick("City");
		fill(reason(), "x".repeat(201));
		press("Save changes");
		await waitFor(() => expect(description(reason())).toContain("At most 200 characters fit; this has 201."));
		fill(reason(), "-----BEGIN PRIVATE KEY-----");
		press("Save changes");
		await waitFor(() => expect(description(reason())).toContain("This reason looks like a secret."));
		expect([reason().value, box("City").checked]).toEqual(["-----BEGIN PRIVATE KEY-----", true]);
		expect(tenant.written).toEqual([]);
	});

	test("is offered before Undo requests more again, and Undo's own save has it", async () => {
		await openForm(id);
		tick("Photo", "City");
		fill(reason(), "SUP-1");
		await save();
		fill(reason(), "SUP-2");
		press("Undo");
		await waitFor(() => expect(tenant.elements(id)).toEqual({ portrait: true, nationality: false }));
		await waitFor(() => expect(changes()).toContain("Saved."));
		expect(await keptReasons()).toEqual(["SUP-1", "SUP-2"]);
	});

	test("is required of an Undo that requests more: the form has the undone edit, and the field the focus", async () => {
		requireFor("request-more");
		tenant.stored.set(id, { name: "Bar", type: "mdl", elements: { portrait: true, sex: true } });
		await openForm(id);
		tick("Photo");
		await save();
		press("Undo");
		await waitFor(() => expect(document.activeElement).toBe(reason()));
		expect(box("Photo").checked).toBe(true);
		expect(tenant.elements(id)).toEqual({ sex: true });
		fill(reason(), "SUP-2");
		await save();
		expect(await keptReasons()).toEqual([null, "SUP-2"]);
		expect(tenant.elements(id)).toEqual({ portrait: true, sex: true });
	});

	test("stays through a conflict, and is offered by what the chosen side asks for", async () => {
		await openForm(id);
		tick("City");
		fill(reason(), "SUP-1");
		tenant.stored.set(id, { name: "Other", type: "mdl", elements: { portrait: true, nationality: false } });
		press("Save changes");
		await findText("Changed since you opened it");
		expect(reason().value).toBe("SUP-1");
		await save();
		expect(await keptReasons()).toEqual(["SUP-1"]);
	});

	test("stays in a draft", async () => {
		const page = await openForm(id);
		tick("City");
		fill(reason(), "SUP-1");
		await waitFor(() => expect(JSON.stringify(sessionStorage)).toContain("SUP-1"));
		page.unmount();
		cleanup();
		await openForm(id);
		expect(field()).toBeNull();
		fireEvent.click(await screen.findByText("Restore draft"));
		expect(reason().value).toBe("SUP-1");
		await save();
		expect(await keptReasons()).toEqual(["SUP-1"]);
	});
});

describe("a new template", () => {
	test("needs a reason where it asks for anything, also as a copy or a restored one", async () => {
		requireFor("request-more");
		const start = { ...emptyValues, name: "Copy", elements: boxesOf({ sex: true }) };
		for (const values of [{ ...emptyValues, name: "New" }, start]) {
			const page = await openForm(undefined, { start: values });
			if (values !== start) {
				expect(field()).toBeNull();
				tick("Photo");
			}
			press("Create template");
			await waitFor(() => expect(document.activeElement).toBe(reason()));
			expect(tenant.stored.size).toBe(values === start ? 2 : 1);
			fill(reason(), "SUP-1");
			press("Create template");
			await page.createdId();
			cleanup();
		}
		expect(await keptReasons()).toEqual(["SUP-1", "SUP-1"]);
	});
});
