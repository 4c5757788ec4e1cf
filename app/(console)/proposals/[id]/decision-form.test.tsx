// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { CommentState, DecisionState } from "../proposal-actions";
import { CommentForm } from "./comment-form";
import { DecisionForm } from "./decision-form";

afterEach(cleanup);

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
