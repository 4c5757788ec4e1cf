import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ConfirmedAction } from "@/app/_forms/confirmed-action";
import { SecondEditorRules } from "@/app/_forms/second-editor";
import {
	box,
	button,
	changes,
	description,
	fill,
	findText,
	hasText,
	nameBox,
	openForm,
	press,
	tick,
} from "@/app/_testing/rendered-form";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import { findProposal, listProposals } from "@/lib/dashboard/proposals/proposals";
import type { SecondEditorKind, SecondEditorRule } from "@/lib/dashboard/proposals/second-editor";
import { signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import * as actions from "./template-actions";

let tenant: TemplateTenant;
let id: string;
beforeEach(async () => {
	tenant = await startTemplateTenant();
	id = tenant.add({ name: "Bar", elements: { portrait: true } });
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

const noRule: SecondEditorRule = { kinds: [], attributes: [] };
const none = { rule: noRule, allowsEmergency: false, mayPropose: true };

/** Sets the rule on the server. @returns what the console's frame says of it */
function rules(kinds: readonly SecondEditorKind[], allowsEmergency = false) {
	const rule = { kinds, attributes: [] };
	heldConfig.set({ ...dashboardConfig(), secondEditor: rule, allowsEmergencySave: allowsEmergency });
	return { rule, allowsEmergency, mayPropose: true };
}

/** The buttons of the bar, the first one last. */
const buttons = () =>
	[...document.querySelectorAll<HTMLButtonElement>('button[name="intent"]:not([aria-hidden])')]
		.filter(({ value }) => value === "save" || value === "propose")
		.map(({ textContent }) => textContent);
const emergency = () => screen.queryByLabelText<HTMLInputElement>(/^Emergency: save without a second editor/);
const reason = () => screen.getByLabelText<HTMLInputElement>("Reason or ticket");
/** As Enter does, and the key that saves. */
const submit = () => void fireEvent.submit(nameBox().form ?? expect.fail("no form"));
const sentForms = () => vi.mocked(actions.updateTemplateAction).mock.calls.map(([, form]) => form);

const WHY = "Another editor has to accept this change before it is made.";
/** Why the form proposes, for who listens; it stands there before it says so. */
const announced = () => document.querySelector("#editor-form #why-proposed[aria-live=polite]")?.textContent;

describe("the bar", () => {
	test("saves first and offers to propose where no rule concerns what is typed", async () => {
		const page = await openForm(id, { rules: none });
		fill(nameBox(), "Door");
		expect(buttons()).toEqual(["Propose", "Save changes"]);
		press("Propose");
		const proposal = await findProposal(await page.proposedId());
		expect(proposal).toMatchObject({ reason: null, items: [{ after: { name: "Door" } }] });
		expect(tenant.written).toEqual([]);
	});

	test("is judged as it is typed: more is proposed, less is saved", async () => {
		const page = await openForm(id, { rules: rules(["request-more"]) });
		expect(buttons()).toEqual(["Propose", "Save changes"]);
		tick("City");
		expect(buttons()).toEqual(["Propose"]);
		expect([announced(), description(button("Propose"))]).toEqual([WHY, WHY]);
		tick("City");
		fill(nameBox(), "Gate");
		expect([announced(), description(button("Propose"))]).toEqual(["", ""]);
		tick("Photo", "Sex");
		expect(buttons()).toEqual(["Propose"]);
		tick("Photo", "Sex");
		fill(nameBox(), "Door");
		expect(buttons()).toEqual(["Propose", "Save changes"]);
		press("Save changes");
		await findText("Saved.");
		expect(tenant.written).toMatchObject([{ body: { name: "Door" } }]);
		tick("City");
		fill(reason(), "SUP-1");
		submit();
		expect(await findProposal(await page.proposedId())).toMatchObject({
			reason: "SUP-1",
			items: [{ baseline: { name: "Door" }, after: { elements: { portrait: true, resident_city: true } } }],
		});
		expect(tenant.written).toHaveLength(1);
	});

	test("offers a reason with every edit under a rule, and nothing of it without one", async () => {
		const page = await openForm(id, { rules: rules(["request-more"]) });
		fill(nameBox(), "Door");
		expect(buttons()).toEqual(["Propose", "Save changes"]);
		fill(reason(), "SUP-2");
		press("Propose");
		expect(await findProposal(await page.proposedId())).toMatchObject({ reason: "SUP-2" });
		cleanup();
		await openForm(id, { rules: none });
		fill(nameBox(), "Window");
		expect(screen.queryByLabelText("Reason or ticket")).toBeNull();
	});

	test("proposes nothing that the tenant has by now", async () => {
		await openForm(id, { rules: none });
		tick("City");
		tenant.stored.set(id, { name: "Bar", type: "mdl", elements: { portrait: true, resident_city: true } });
		press("Propose");
		await findText("The tenant has these changes already.");
		expect(await listProposals("open", null, 1)).toEqual([]);
		expect(box("City").checked).toBe(true);
	});

	test("proposes every edit under the rule for all, with a reason where it is typed, and a new template", async () => {
		const page = await openForm(id, { rules: rules(["all"]) });
		expect(buttons()).toEqual(["Propose"]);
		press("Propose");
		await findText("Nothing to propose: no changes.");
		fill(nameBox(), "Door");
		fill(reason(), "SUP-1");
		press("Propose");
		expect(await findProposal(await page.proposedId())).toMatchObject({ reason: "SUP-1" });
		cleanup();
		const created = await openForm(undefined, { rules: rules(["all"]) });
		fill(nameBox(), "New");
		tick("Photo");
		expect(buttons()).toEqual(["Propose"]);
		press("Propose");
		expect(await findProposal(await created.proposedId())).toMatchObject({
			items: [{ action: "create", name: "New" }],
		});
		expect(tenant.written).toEqual([]);
	});

	test("has “Propose” alone for who may not save", async () => {
		heldConfig.set({ ...dashboardConfig(), proposers: ["support"] });
		signInAs("support");
		const page = await openForm(id, { rules: { ...none, allowsEmergency: false }, isProposedOnly: true });
		expect(buttons()).toEqual(["Propose"]);
		fill(nameBox(), "Door");
		fill(reason(), "SUP-1");
		submit();
		expect(await findProposal(await page.proposedId())).toMatchObject({
			author: { subject: "support" },
			reason: "SUP-1",
		});
	});

	test("finds what others changed of the same, and says to propose again where there is no save", async () => {
		const page = await openForm(id, { rules: rules(["all"]) });
		fill(nameBox(), "Door");
		tenant.stored.set(id, { name: "Maps", type: "mdl", elements: { portrait: true } });
		press("Propose");
		await findText("Changed since you opened it");
		const panel = () => document.getElementById("conflict")?.textContent;
		expect(panel()).toContain("Your changes are not proposed yet. Propose again to keep both.");
		fireEvent.click(screen.getByLabelText("Theirs: “Maps”"));
		expect(panel()).toContain("Keeping theirs: nothing left to propose.");
		fireEvent.click(screen.getByLabelText("Yours: “Door”"));
		press("Propose");
		expect(await findProposal(await page.proposedId())).toMatchObject({ items: [{ baseline: { name: "Maps" } }] });
	});

	test("fills in what Undo would restore where that needs a second editor, and sends nothing", async () => {
		tenant.stored.set(id, { name: "Bar", type: "mdl", elements: { portrait: true, sex: true } });
		await openForm(id, { rules: rules(["request-more"]) });
		tick("Photo");
		press("Save changes");
		await findText("Saved.");
		press("Undo");
		expect(box("Photo").checked).toBe(true);
		expect(buttons()).toEqual(["Propose"]);
		expect(document.activeElement?.textContent).toBe("Propose");
		expect(tenant.elements(id)).toEqual({ sex: true });
	});
});

describe("a draft", () => {
	test("goes with what is proposed, stays with what is refused, and leaves an older one", async () => {
		const older = await openForm(id, { rules: none });
		fill(nameBox(), "Older");
		await waitFor(() => expect(JSON.stringify(sessionStorage)).toContain("Older"));
		older.unmount();
		cleanup();
		const page = await openForm(id, { rules: none });
		fill(nameBox(), "x".repeat(500));
		press("Propose");
		await findText("This can't be sent yet");
		expect(JSON.stringify(sessionStorage)).toContain("xxx");
		fill(nameBox(), "Newer");
		await waitFor(() => expect(JSON.stringify(sessionStorage)).toContain("Newer"));
		press("Propose");
		await page.proposedId();
		expect(JSON.stringify(sessionStorage)).not.toContain("Newer");
		expect(JSON.stringify(sessionStorage)).toContain("Older");
	});
});

describe("an emergency", () => {
	test("is offered exactly where the rule concerns the edit and the operator allows it; ticked, it saves with its reason", async () => {
		await openForm(id, { rules: rules(["request-more"], true) });
		expect(emergency()).toBeNull();
		tick("City");
		expect(buttons()).toEqual(["Propose"]);
		fireEvent.click(emergency() ?? expect.fail("no emergency is offered"));
		expect(buttons()).toEqual(["Propose", "Save changes"]);
		expect(reason().getAttribute("aria-required")).toBe("true");
		fill(reason(), "SUP-1");
		press("Save changes");
		await findText("Saved.");
		expect(sentForms().map((form) => [form.get("emergency"), form.get("reason")])).toEqual([["yes", "SUP-1"]]);
		expect(tenant.elements(id)).toEqual({ portrait: true, resident_city: true });
		tick("Sex");
		expect(emergency()?.checked).toBe(false);
		tick("Sex");
		fill(nameBox(), "Door");
		expect(emergency()).toBeNull();
		cleanup();
		await openForm(id, { rules: rules(["request-more"]) });
		tick("Sex");
		expect(emergency()).toBeNull();
	});

	test("can still be proposed, and is then none", async () => {
		const page = await openForm(id, { rules: rules(["request-more"], true) });
		tick("City");
		fireEvent.click(emergency() ?? expect.fail("no emergency is offered"));
		press("Propose");
		await page.proposedId();
		expect(sentForms().map((form) => [form.get("emergency"), form.get("intent")])).toEqual([[null, "propose"]]);
	});
});

test("a page from before the rule is told to propose: what was typed stays, and “Propose” has the focus", async () => {
	rules(["request-more"]);
	const page = await openForm(id, { rules: none });
	tick("City");
	press("Save changes");
	await findText("A second editor is needed");
	await waitFor(() => expect(document.activeElement?.textContent).toBe("Propose"));
	expect(box("City").checked).toBe(true);
	expect(changes()).toContain("1 change");
	press("Propose");
	await page.proposedId();
	expect(tenant.written).toEqual([]);
});

describe("a dialog", () => {
	const sent: FormData[] = [];
	const open = (value: typeof none, isProposedOnly = false) => {
		sent.length = 0;
		render(
			<SecondEditorRules value={value}>
				<ConfirmedAction
					verb="Delete thing"
					sends={{ id: "1" }}
					acts={["delete"]}
					changes={[{ before: null, after: null }]}
					isProposedOnly={isProposedOnly}
					action={async (_, form) => {
						sent.push(form);
						return { problem: { title: "Refused", message: "", about: "second-editor" } };
					}}
				>
					<p>It goes.</p>
				</ConfirmedAction>
			</SecondEditorRules>,
		);
	};
	const submits = () =>
		[...document.querySelectorAll<HTMLButtonElement>('dialog form button:not([type="button"])')].map(
			({ textContent }) => textContent,
		);
	const pressIn = (name: string) => {
		const found = [...document.querySelectorAll<HTMLButtonElement>("dialog form button")].find(
			({ textContent }) => textContent === name,
		);
		fireEvent.click(found ?? expect.fail(name));
	};

	test("offers to propose beside its verb, or in place of it where the rule concerns it", async () => {
		open(none);
		expect(submits()).toEqual(["Delete thing", "Propose"]);
		pressIn("Delete thing");
		await findText("Refused");
		await waitFor(() => expect(document.activeElement?.textContent).toBe("Propose"));
		cleanup();
		open(rules(["delete"]));
		expect([submits(), emergency()]).toEqual([["Propose"], null]);
		const [proposes] = document.querySelectorAll<HTMLButtonElement>('dialog button[value="propose"]');
		expect(description(proposes ?? expect.fail("no button"))).toBe(WHY);
		pressIn("Propose");
		await waitFor(() => expect(sent.map((form) => form.get("intent"))).toEqual(["propose"]));
		cleanup();
		open({ ...none, mayPropose: false });
		expect(submits()).toEqual(["Delete thing"]);
		cleanup();
		open(none, true);
		expect(submits()).toEqual(["Propose"]);
	});

	test("does it in an emergency, for which it needs a reason", async () => {
		open(rules(["delete"], true));
		expect(reason().getAttribute("aria-required")).toBeNull();
		fireEvent.click(emergency() ?? expect.fail("no emergency is offered"));
		expect(submits()).toEqual(["Delete thing", "Propose"]);
		expect(reason().getAttribute("aria-required")).toBe("true");
		expect(hasText("It goes.")).toBe(true);
		pressIn("Delete thing");
		await waitFor(() =>
			expect(sent.map((form) => [form.get("emergency"), form.get("intent")])).toEqual([["yes", null]]),
		);
	});
});
