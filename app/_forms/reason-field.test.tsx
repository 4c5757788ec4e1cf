import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { BulkControls } from "@/app/_bulk/bulk-controls";
import type { Problem } from "@/lib/dashboard/problem/problem";
import type { ActKind } from "@/lib/dashboard/resources/act-kinds";
import { ConfirmedAction, ConfirmedForm, type ConfirmedState } from "./confirmed-action";
import { ReasonField, ReasonRules } from "./reason-field";

afterEach(() => vi.restoreAllMocks());

const refused: Problem = {
	title: "A reason is needed",
	message: "Ending sessions needs a reason or ticket here. Nothing was changed.",
	about: "reason",
};
const REFUSED = "A reason is needed. Ending sessions needs a reason or ticket here. Nothing was changed.";
const sent: Record<string, unknown>[] = [];
const answers: ConfirmedState[] = [];
afterEach(() => {
	sent.length = 0;
	answers.length = 0;
});

async function act(_: ConfirmedState, form: FormData): Promise<ConfirmedState> {
	sent.push(Object.fromEntries(form));
	return answers.shift() ?? {};
}

function open(required: readonly ActKind[], props: Partial<Parameters<typeof ConfirmedAction>[0]> = {}) {
	const { container } = render(
		<ReasonRules value={{ required, typed: "" }}>
			<ConfirmedAction verb="End all" title="End all?" action={act} sends={{ userId: "u" }} acts={["end"]} {...props}>
				All of them.
			</ConfirmedAction>
		</ReasonRules>,
	);
	const button = [...container.querySelectorAll<HTMLButtonElement>("form button")].at(-1);
	if (!button) throw new Error("There is no button.");
	return button;
}

const field = () => screen.getByLabelText<HTMLInputElement>("Reason or ticket");
const isRequired = () => field().getAttribute("aria-required") === "true";

test("a reason is sent with the form, and is not required by itself", () => {
	const button = open([]);
	expect(isRequired()).toBe(false);
	fireEvent.input(field(), { target: { value: "SUP-1" } });
	fireEvent.click(button);
	expect(sent).toEqual([{ userId: "u", reason: "SUP-1" }]);
});

test("where one is required the field says so, and a refusal is its error, once, with the focus and what was typed", async () => {
	const button = open(["end"]);
	expect(isRequired()).toBe(true);
	fireEvent.input(field(), { target: { value: "   " } });
	const tooLong = { ...refused, title: "The reason is too long", message: "It may have 200 characters." };
	for (const [problem, words] of [
		[refused, REFUSED],
		[tooLong, "The reason is too long. It may have 200 characters."],
	] as const) {
		answers.push({ problem });
		button.focus();
		fireEvent.click(button);
		await screen.findByText(words);
		await waitFor(() => expect(document.activeElement).toBe(field()));
		expect(field().getAttribute("aria-invalid")).toBe("true");
		const error = document.getElementById(field().getAttribute("aria-describedby") ?? "");
		expect(error?.textContent).toBe(words);
		expect(screen.queryAllByText(words)).toHaveLength(1);
		expect(field().value).toBe("   ");
	}
});

test("it has the focus also where it is there again only with the refusal, as in a run that goes on", async () => {
	const controls = (run: "preview" | "running") => (
		<BulkControls
			{...{ action: act, editId: "e", run, acts: ["delete"], reason: null, open: 2, summary: "", what: "token" }}
			apply={{ text: "Apply" }}
		>
			Back
		</BulkControls>
	);
	for (const run of ["preview", "running"] as const) {
		const { unmount } = render(controls(run));
		answers.push({ problem: refused });
		const button = screen.getByRole("button", { name: run === "preview" ? "Apply" : "Resume" });
		button.focus();
		fireEvent.click(button);
		await screen.findByText(REFUSED);
		await waitFor(() => expect(document.activeElement).toBe(field()));
		unmount();
	}
});

test("another refusal is not the field's", async () => {
	const button = open(["end"]);
	answers.push({ problem: { title: "Missing scope", message: "" } });
	fireEvent.click(button);
	await screen.findByText("Missing scope");
	expect(field().hasAttribute("aria-invalid")).toBe(false);
});

test("an option requires one only while it is ticked", () => {
	open(["revoke"], { option: { name: "revoke", label: "Also revoke", isTicked: true, acts: ["revoke"] } });
	expect(isRequired()).toBe(true);
	fireEvent.click(screen.getByLabelText("Also revoke"));
	expect(isRequired()).toBe(false);
	fireEvent.click(screen.getByLabelText("Also revoke"));
	expect(isRequired()).toBe(true);
});

test("without scripts the dialog is open again after a refusal, with the error and what was typed and ticked", () => {
	const state = { problem: refused, isTicked: false };
	const form = { state, first: state, isPending: false, wait: 0, dispatch: () => {}, onSubmit: () => {} };
	const html = renderToStaticMarkup(
		<ReasonRules value={{ required: ["end"], typed: 'a "long" one' }}>
			<ConfirmedForm
				form={form}
				verb="End all"
				sends={{}}
				acts={["end"]}
				option={{ name: "revoke", label: "Also revoke", isTicked: true }}
			>
				All.
			</ConfirmedForm>
		</ReasonRules>,
	);
	expect(html).toMatch(/<dialog[^>]* open=""/);
	expect(html).toContain('value="a &quot;long&quot; one"');
	expect(html).toMatch(/aria-invalid="true"/);
	expect(html).not.toContain('checked=""');
	expect(html.split(REFUSED)).toHaveLength(2);
	// The first one with the attribute has the focus.
	expect(html.match(/<(?:input|button)[^>]* autofocus/g)?.[0]).toContain('aria-invalid="true"');
});

test("without scripts a form that was not sent has nothing of what was typed in another", () => {
	const html = renderToStaticMarkup(
		<ReasonRules value={{ required: [], typed: "of another" }}>
			<ReasonField acts={["block"]} />
		</ReasonRules>,
	);
	expect(html).not.toContain("of another");
	expect(html).not.toContain("autofocus");
});

test("a field of a form elsewhere names the form", () => {
	render(<ReasonField acts={["delete"]} form="f" />);
	expect(field().getAttribute("form")).toBe("f");
});
