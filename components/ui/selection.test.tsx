import { act, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Selection } from "./selection";

test("checkboxes that the browser restores after hydration are counted, and stay ticked", () => {
	render(
		<Selection name="id" actions={<button type="submit">Compare</button>}>
			<input type="checkbox" name="id" value="one" aria-label="One" />
			<input type="checkbox" name="id" value="two" aria-label="Two" />
		</Selection>,
	);
	const box: HTMLInputElement = screen.getByLabelText("One");
	box.checked = true;
	act(() => void window.dispatchEvent(new Event("pageshow")));
	expect(screen.getByRole("status").textContent).toBe("1 selected");
	expect(box.checked).toBe(true);
});
