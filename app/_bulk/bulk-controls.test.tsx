import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { SecondEditorRules } from "@/app/_forms/second-editor";
import type { SecondEditorRule } from "@/lib/dashboard/proposals/second-editor";
import { BulkControls, type BulkControlsProps } from "./bulk-controls";
import type { BulkRunState } from "./run-action";

const sent: Record<string, unknown>[] = [];
const answers: BulkRunState[] = [];
afterEach(() => {
	sent.length = 0;
	answers.length = 0;
});

async function act(_: BulkRunState, form: FormData): Promise<BulkRunState> {
	sent.push(Object.fromEntries(form));
	return answers.shift() ?? {};
}

const rule: SecondEditorRule = { kinds: ["all"], attributes: [] };

function open(props: Partial<BulkControlsProps>, allowsEmergency = true): void {
	render(
		<SecondEditorRules value={{ rule, allowsEmergency, mayPropose: true }}>
			<BulkControls
				action={act}
				editId="e"
				run="preview"
				acts={[]}
				reason={null}
				open={2}
				summary=""
				what="template"
				apply={{ text: "Change 2 templates" }}
				proposal={{ needing: 0, mayApply: true }}
				{...props}
			>
				{null}
			</BulkControls>
		</SecondEditorRules>,
	);
}

/** The buttons of the page with scripts. */
const buttons = () =>
	screen
		.getAllByRole("button")
		.filter(({ className }) => !className.includes("without-scripts"))
		.map(({ textContent }) => textContent);
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("the emergency save stands in place of the proposal once it is ticked, and requires the reason", () => {
	open({ proposal: { needing: 2, mayApply: true } });
	expect(buttons()).toEqual(["Propose 2 changes"]);
	fireEvent.click(screen.getByRole("checkbox", { name: /^Emergency/ }));
	expect(buttons()).toEqual(["Change 2 templates", "Propose 2 changes"]);
	const reason = screen.getByLabelText<HTMLInputElement>("Reason or ticket");
	expect(reason.getAttribute("aria-required")).toBe("true");
	fireEvent.input(reason, { target: { value: "SUP-1" } });
	press("Change 2 templates");
	expect(sent).toEqual([{ edit: "e", intent: "apply", emergency: "yes", reason: "SUP-1" }]);
});

test("what is saved in an emergency is not said to be proposed", () => {
	open({ proposal: { needing: 1, mayApply: true } });
	expect(screen.queryByText(/so all of them are proposed together/)).not.toBeNull();
	fireEvent.click(screen.getByRole("checkbox", { name: /^Emergency/ }));
	expect(screen.queryByText(/so all of them are proposed together/)).toBeNull();
});

test("where no rule concerns the edit it can be proposed too, with a reason", () => {
	open({});
	expect(buttons()).toEqual(["Change 2 templates", "Propose 2 changes"]);
	fireEvent.input(screen.getByLabelText("Reason or ticket"), { target: { value: "SUP-3" } });
	press("Propose 2 changes");
	expect(sent).toEqual([{ edit: "e", intent: "propose", reason: "SUP-3" }]);
});

test("a refusal of a page from before the rule offers to propose, and keeps the reason", async () => {
	const problem = { title: "A second editor is needed", message: "Propose them.", about: "second-editor" as const };
	answers.push({ problem });
	open({ acts: ["request-more"] }, false);
	fireEvent.input(screen.getByLabelText("Reason or ticket"), { target: { value: "SUP-2" } });
	press("Change 2 templates");
	await waitFor(() => expect(buttons()).toEqual(["Propose 2 changes"]));
	press("Propose 2 changes");
	expect(sent.at(-1)).toEqual({ edit: "e", intent: "propose", reason: "SUP-2" });
});

test("a bulk edit of other things is not proposed", () => {
	open({ proposal: undefined });
	expect(buttons()).toEqual(["Change 2 templates"]);
});
