import { fireEvent, render, screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { SelectionButton } from "./selection-button";

const form = (onSubmit: () => void) => (
	<>
		<input type="checkbox" form="chosen" name="session" value="s_1" aria-label="One" />
		<form
			id="chosen"
			onSubmit={(event) => {
				event.preventDefault();
				onSubmit();
			}}
		>
			<SelectionButton form="chosen" reason="Select the sessions to edit first.">
				Edit
			</SelectionButton>
		</form>
	</>
);

test("while nothing is selected the button is disabled and says why", () => {
	const onSubmit = vi.fn();
	render(form(onSubmit));
	const button = screen.getByRole("button", { name: "Edit" });
	fireEvent.click(button);
	expect([button.getAttribute("aria-disabled"), onSubmit.mock.calls.length]).toEqual(["true", 0]);
	screen.getByText("Select the sessions to edit first.");
	fireEvent.click(screen.getByLabelText("One"));
	expect(button.getAttribute("aria-disabled")).toBe("false");
	screen.getByText("1 selected");
	fireEvent.click(button);
	expect(onSubmit).toHaveBeenCalledOnce();
});

test("without scripts it is a plain button", () => {
	expect(renderToStaticMarkup(form(() => {}))).not.toMatch(/aria-disabled="true"|Select the sessions/);
});
