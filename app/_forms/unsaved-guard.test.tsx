import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { UnsavedGuard } from "./unsaved-guard";

test("a link that is followed before the browser reports that the question was closed is asked about again", () => {
	render(
		<>
			<UnsavedGuard isDirty />
			<a href="/connection">Connection</a>
		</>,
	);
	const question = () => screen.queryByRole<HTMLDialogElement>("dialog", { name: "Leave?" });
	fireEvent.click(screen.getByRole("link"));
	const first = question() ?? expect.fail();
	// Browsers close it at once, and report that later.
	first.removeAttribute("open");
	fireEvent.click(screen.getByRole("link"));
	fireEvent(first, new Event("close"));
	expect(question()?.open).toBe(true);
	fireEvent(question() ?? expect.fail(), new Event("close"));
	expect(question()).toBeNull();
});
