// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { CommentState, DecisionState } from "../proposal-actions";
import { CommentForm } from "./comment-form";
import { DecisionForm } from "./decision-form";
import { RevisionForm } from "./revision-form";
import { Withdrawal } from "./withdrawal";

afterEach(cleanup);

function expectFocusAround(element: HTMLElement) {
	expect(document.activeElement).not.toBe(document.body);
	expect(document.activeElement?.contains(element)).toBe(true);
}

const OPEN = { accept: true, resume: false, decline: true, giveBack: true };
const OVER = { accept: false, resume: false, decline: false, giveBack: false };

test("what takes long is saved in steps, each of which the page requests, and the result stays in sight", async () => {
	const intents: unknown[] = [];
	const results: DecisionState[] = [{ isUnfinished: true }, { isUnfinished: true }, { done: "Accepted." }];
	const action = async (_: DecisionState, form: FormData) => {
		intents.push([form.get("proposalId"), form.get("intent")]);
		return results[intents.length - 1] ?? {};
	};
	const sends = { proposalId: "p" };
	const { rerender } = render(<DecisionForm action={action} sends={sends} offers={OPEN} />);
	fireEvent.click(screen.getByRole("button", { name: "Accept" }));
	rerender(<DecisionForm action={action} sends={sends} offers={{ ...OVER, resume: true }} />);
	await screen.findByText("Accepted.");
	rerender(<DecisionForm action={action} sends={sends} offers={OVER} />);
	expect(screen.getByRole("status").textContent).toBe("Accepted.");
	expect(screen.queryByRole("button")).toBeNull();
	expect(intents).toEqual([
		["p", "accept"],
		["p", "resume"],
		["p", "resume"],
	]);
});

test("between the steps the page says how far it is, offers no other press, and keeps the focus at the end", async () => {
	let finish = (_: DecisionState) => {};
	const results: (DecisionState | Promise<DecisionState>)[] = [
		{ isUnfinished: true, done: "12 of 40 templates done. 28 are left." },
		new Promise((resolve) => {
			finish = resolve;
		}),
	];
	const action = async () => results.shift() ?? {};
	const { rerender } = render(<DecisionForm action={action} sends={{}} offers={OPEN} />);
	const accept = screen.getByRole("button", { name: "Accept" });
	accept.focus();
	fireEvent.click(accept);
	rerender(
		<DecisionForm action={action} sends={{}} offers={{ ...OVER, resume: true }}>
			Saving it was interrupted.
		</DecisionForm>,
	);
	await screen.findByText("12 of 40 templates done. 28 are left.");
	expect(screen.queryByText("Saving it was interrupted.")).toBeNull();
	expect(screen.queryByRole("button")).toBeNull();
	await act(async () => finish({ done: "Accepted." }));
	rerender(<DecisionForm action={action} sends={{}} offers={OVER} />);
	await screen.findByText("Accepted.");
	await waitFor(() => expectFocusAround(screen.getByRole("status")));
});

test("the focus stays at the answer of a press that came too late", async () => {
	const action = async () => ({ problem: { title: "Nothing was changed", message: "It was accepted already." } });
	const { rerender } = render(<DecisionForm action={action} sends={{}} offers={OPEN} />);
	const accept = screen.getByRole("button", { name: "Accept" });
	accept.focus();
	fireEvent.click(accept);
	await screen.findByText("It was accepted already.");
	rerender(<DecisionForm action={action} sends={{}} offers={OVER} />);
	expectFocusAround(screen.getByText("It was accepted already."));
});

test("the focus stays where the author's form was, once it is proposed again, or a press came too late", async () => {
	const action = async () => ({ problem: { title: "Nothing was changed", message: "It was accepted already." } });
	const forms = (isOffered: boolean) => (
		<>
			<RevisionForm action={action} sends={{}} choices={[]} acts={[]} isOffered={isOffered} />
			<Withdrawal action={action} sends={{}} isOffered={isOffered} />
		</>
	);
	const { rerender } = render(forms(false));
	expect(document.activeElement).toBe(document.body);
	rerender(forms(true));
	screen.getByRole("button", { name: "Propose again" }).focus();
	rerender(forms(false));
	expect(document.activeElement).not.toBe(document.body);
	rerender(forms(true));
	const again = screen.getByRole("button", { name: "Propose again" });
	again.focus();
	fireEvent.click(again);
	await screen.findByText("It was accepted already.");
	rerender(forms(false));
	expectFocusAround(screen.getByText("It was accepted already."));
});

test("the reason for what is not an acceptance is in a group of its own", () => {
	const { rerender } = render(<DecisionForm action={async () => ({})} sends={{}} offers={OPEN} />);
	const group = screen.getByRole("group", { name: "To return or decline it" });
	expect(group.contains(screen.getByRole("textbox", { name: /^Reason/ }))).toBe(true);
	expect(group.contains(screen.getByRole("button", { name: "Accept" }))).toBe(false);
	rerender(<DecisionForm action={async () => ({})} sends={{}} offers={{ ...OVER, resume: true, stop: true }} />);
	expect(screen.getByRole("group", { name: "To stop it" })).not.toBeNull();
});

test("the reason before is spoken of where one was stated alone", () => {
	const form = (reasonBefore?: string) => (
		<RevisionForm
			action={async () => ({})}
			sends={{}}
			choices={[]}
			acts={[]}
			reasonBefore={reasonBefore}
			isOffered={true}
		/>
	);
	const { rerender, container } = render(form());
	expect(container.textContent).not.toContain("one before");
	rerender(form("In place of the one before, if you state one."));
	expect(container.textContent).toContain("In place of the one before");
});

test("what the author's press was answered stays where the page's values are others then, and where it is over", async () => {
	const choice = { part: "0:name", question: "Keep which?", mine: "A", theirs: "B", baseline: "C" };
	const action = async () => ({ problem: { title: "Changed since you opened it", message: "" } });
	const { rerender } = render(
		<RevisionForm action={action} sends={{ result: "1" }} choices={[choice]} acts={[]} isOffered />,
	);
	const mine = () => screen.getByRole<HTMLInputElement>("radio", { name: /^Mine/ });
	const kept = { ...choice, part: "0:type", question: "And which?" };
	fireEvent.click(mine());
	fireEvent.click(screen.getByRole("button", { name: "Propose again" }));
	const next = (choices: (typeof choice)[], isOffered = true) =>
		rerender(
			<RevisionForm action={action} sends={{ result: "2" }} choices={choices} acts={[]} isOffered={isOffered} />,
		);
	next([choice, kept]);
	await screen.findByText("Changed since you opened it");
	expect(screen.getAllByRole<HTMLInputElement>("radio", { name: /^Mine/ }).map(({ checked }) => checked)).toEqual([
		true,
		false,
	]);
	next([{ ...choice, theirs: "other" }]);
	expect(mine().checked).toBe(false);
	next([], false);
	expect(screen.getByText("Changed since you opened it")).not.toBeNull();
	expect(screen.queryByRole("button")).toBeNull();
});

test("Enter in the field of the reason does not decline", () => {
	render(<DecisionForm action={async () => ({})} sends={{}} offers={OPEN} />);
	const { form } = screen.getByRole<HTMLInputElement>("textbox", { name: /^Reason/ });
	expect(form?.querySelector("button")?.textContent).toBe("Return to author");
});

test("a comment that was refused stays in its field, and one that was added does not", async () => {
	const results: CommentState[] = [{ problem: { title: "Too long", message: "" } }, { done: "Comment added." }];
	const action = async () => results.shift() ?? {};
	render(<CommentForm action={action} sends={{}} lengthMax={10} />);
	const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Comment/ });
	fireEvent.input(field, { target: { value: "Why?" } });
	fireEvent.click(screen.getByRole("button", { name: "Add comment" }));
	await screen.findByText("Too long");
	expect(field.value).toBe("Why?");
	fireEvent.click(screen.getByRole("button", { name: "Add comment" }));
	await screen.findByText("Comment added.");
	await waitFor(() => expect(field.value).toBe(""));
});

test("a comment that was begun while the one before was under way stays in its field", async () => {
	let finish = (_: CommentState) => {};
	const action = () =>
		new Promise<CommentState>((resolve) => {
			finish = resolve;
		});
	render(<CommentForm action={action} sends={{}} lengthMax={10} />);
	const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Comment/ });
	fireEvent.input(field, { target: { value: "First" } });
	fireEvent.click(screen.getByRole("button", { name: "Add comment" }));
	await screen.findByText("Sending…");
	fireEvent.input(field, { target: { value: "Second" } });
	fireEvent.click(screen.getByRole("button", { name: "Add comment" }));
	await act(async () => finish({ done: "Comment added." }));
	await screen.findByText("Comment added.");
	expect(field.value).toBe("Second");
});
