import { render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, test } from "vitest";
import { books, hasText, open, resetShelf, ShelfForm, saving, seal, title } from "@/app/_testing/rendered-shelf";
import { shelf } from "@/app/_testing/shelf-editor";

beforeEach(resetShelf);

/** The server-rendered page. @returns hydrates it */
function served(canWrite = true) {
	const container = document.createElement("div");
	document.body.append(container);
	const page = <ShelfForm id="served" baseline={shelf} canWrite={canWrite} madeAt="2026-01-01T10:00:00Z" />;
	container.innerHTML = renderToString(page);
	return () => void render(page, { container, hydrate: true });
}
const guarded = () => document.querySelector("form[data-early-guard]");

test("what was typed and ticked before the page is hydrated is in all that it shows and sends then", () => {
	const hydrate = served();
	// Nothing is said of edits before there are some: the style sheet does then.
	expect([saving(), guarded()]).toEqual(["No changes to save", expect.anything()]);
	title().value = "Early";
	books().value = "a\nc";
	screen.getByLabelText<HTMLInputElement>(/Open to all/).checked = true;
	hydrate();
	expect([title().value, books().value]).toEqual(["Early", "a\nc"]);
	for (const words of ["Renames it to “Early”", "Removes the book b", "Adds the book c", "Switches “Open to all” on"])
		expect(saving()).toContain(words);
	expect(guarded()).toBeNull();
});

test("a private key that was typed before is removed when the page is hydrated, and that is reported", () => {
	const hydrate = served();
	seal().value = "-----BEGIN PRIVATE KEY-----\nplanted\n-----END PRIVATE KEY-----";
	hydrate();
	expect([seal().value, hasText("A key was taken out.")]).toEqual(["", true]);
	expect(document.body.outerHTML).not.toContain("planted");
});

test("hydration changes nothing where nothing was typed before", () => {
	served()();
	expect(saving()).toBe("No changes to save");
});

test("what a read-only page contains is not treated as an edit", () => {
	const hydrate = served(false);
	seal().value = "Early";
	hydrate();
	expect(screen.queryByText("Save changes")).toBeNull();
	open({ id: "served" });
	expect(screen.queryByText(/^Draft/)).toBeNull();
});
