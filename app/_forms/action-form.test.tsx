import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { ProblemAlert } from "@/app/_page/problem-alert";
import { ActionForm, type FormResult, SubmitRow, useActionForm } from "./action-form";

type Sent = { form: FormData; respond: (result: FormResult) => void; fail: (error: unknown) => void };

const sent: Sent[] = [];

function pending(_: FormResult, form: FormData): Promise<FormResult> {
	return new Promise((respond, fail) => sent.push({ form, respond, fail }));
}

function Example() {
	const form = useActionForm<FormResult>(pending, {});
	const { problem } = form.state;
	return (
		<ActionForm of={form} sends={{ id: "1" }} aria-label="Example">
			<input aria-label="Name" name="name" defaultValue="" />
			<label>
				<input type="checkbox" name="option" value="yes" /> Option
			</label>
			<SubmitRow of={form} name="intent" value="save" working="Saving…">
				Save
			</SubmitRow>
			{problem ? <ProblemAlert problem={problem} /> : null}
		</ActionForm>
	);
}

// React shows the results of no other action before all have ended.
afterEach(() => {
	for (const { respond } of sent.splice(0)) respond({});
});

const name = () => screen.getByLabelText<HTMLInputElement>("Name");
const option = () => screen.getByLabelText<HTMLInputElement>("Option");
const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save" });
const isBusy = () => button().getAttribute("aria-disabled") === "true";
const status = () => screen.getByRole("status", { hidden: true }).textContent;
const last = () => sent.at(-1) as Sent;

/** Types, ticks and presses. */
function begin() {
	render(<Example />);
	fireEvent.input(name(), { target: { value: "typed" } });
	fireEvent.click(option());
	press();
}

function press() {
	button().focus();
	fireEvent.click(button());
}

const refusals: [string, (one: Sent) => void, RegExp][] = [
	["a refusal", ({ respond }) => respond({ problem: { title: "Not allowed", message: "" } }), /^Not allowed/],
	["a lost connection", ({ fail }) => fail(new TypeError("Failed to fetch")), /^Not confirmed/],
	["did not answer in time", ({ fail }) => fail(new DOMException("timed out", "TimeoutError")), /^Not confirmed/],
	[
		"a server under too much load",
		({ fail }) => fail(new Error("The console is busy. Nothing was changed.")),
		/^Not carried out/,
	],
];

test.each(refusals)(
	"%s leaves what was typed and ticked, and the focus on the button, and is sent again",
	async (_, answer, words) => {
		begin();
		await waitFor(() => expect(status()).toBe("Saving…"));
		expect([isBusy(), button().disabled]).toEqual([true, false]);
		answer(last());
		expect((await screen.findByRole("alert")).textContent).toMatch(words);
		expect([name().value, option().checked, status()]).toEqual(["typed", true, ""]);
		expect([isBusy(), document.activeElement]).toEqual([false, button()]);
		press();
		await waitFor(() => expect(sent).toHaveLength(2));
		const entries = [
			["id", "1"],
			["name", "typed"],
			["option", "yes"],
			["intent", "save"],
		];
		for (const { form } of sent) expect([...form]).toEqual(entries);
	},
);

test("one submit is under way at a time, and what is typed meanwhile outlasts its success", async () => {
	begin();
	press();
	fireEvent.submit(screen.getByRole("form"));
	await waitFor(() => expect(isBusy()).toBe(true));
	press();
	fireEvent.input(name(), { target: { value: "typed since" } });
	fireEvent.click(option());
	last().respond({ done: "Saved." });
	await waitFor(() => expect(status()).toBe("Saved."));
	expect(sent).toHaveLength(1);
	expect([name().value, option().checked]).toEqual(["typed since", false]);
});

describe("a service that asks to wait", () => {
	const problem = { title: "Too many requests", message: "", retryAfterSeconds: 1 };

	test("is sent nothing until then, by the button or by Enter; the button counts down and keeps the focus", async () => {
		begin();
		await waitFor(() => expect(sent).toHaveLength(1));
		last().respond({ problem });
		await screen.findByText("You can try again in 1 s.");
		expect([isBusy(), button().disabled, button().dataset.wait]).toEqual([true, false, "1 s"]);
		press();
		fireEvent.submit(screen.getByRole("form"));
		await screen.findByText("You can try again now.");
		await waitFor(() => expect([isBusy(), button().dataset.wait]).toEqual([false, undefined]));
		expect([sent.length, document.activeElement]).toEqual([1, button()]);
		press();
		await waitFor(() => expect(sent).toHaveLength(2));
		expect([...last().form]).toEqual([...(sent[0]?.form ?? [])]);
	});

	test("counts down anew for each refusal", async () => {
		begin();
		await waitFor(() => expect(sent).toHaveLength(1));
		last().respond({ problem });
		await screen.findByText("You can try again now.");
		// The button counts for itself.
		await waitFor(() => expect(isBusy()).toBe(false));
		press();
		await waitFor(() => expect(sent).toHaveLength(2));
		last().respond({ problem: { ...problem } });
		await screen.findByText("You can try again in 1 s.");
		expect(isBusy()).toBe(true);
	});
});
