import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { StepList } from "./step-list";

function renderSteps() {
	const onOpen = vi.fn();
	render(
		<StepList label="Versions">
			{["1", "2", "3", "4"].map((step) => (
				<li key={step}>
					<a
						href={`/${step}`}
						onClick={(event) => {
							event.preventDefault();
							onOpen(step);
						}}
					>
						{step}
					</a>
				</li>
			))}
		</StepList>,
	);
	screen.getByRole("link", { name: "1" }).focus();
	const press = (key: string, options = {}) =>
		fireEvent.keyDown(document.activeElement ?? document, { key, ...options });
	const release = (key: string) => fireEvent.keyUp(document.activeElement ?? document, { key });
	return { onOpen, press, release };
}

test("an arrow key that is held moves along the links, and opens the one that is reached when it is released", () => {
	const { onOpen, press, release } = renderSteps();
	press("ArrowRight");
	press("ArrowRight", { repeat: true });
	press("ArrowRight", { repeat: true });
	press("ArrowRight", { repeat: true });
	expect(document.activeElement?.textContent).toBe("4");
	expect(onOpen).not.toHaveBeenCalled();
	release("ArrowRight");
	expect(onOpen.mock.calls).toEqual([["4"]]);
	press("ArrowLeft");
	release("ArrowLeft");
	expect(onOpen.mock.calls).toEqual([["4"], ["3"]]);
});

test("at the end of the list, and with another key, nothing is opened", () => {
	const { onOpen, press, release } = renderSteps();
	for (const [key, options] of [
		["ArrowLeft", {}],
		["a", {}],
		["ArrowRight", { altKey: true }],
	] as const) {
		press(key, options);
		release(key);
	}
	expect(onOpen).not.toHaveBeenCalled();
	expect(document.activeElement?.textContent).toBe("1");
});
