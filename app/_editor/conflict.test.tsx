import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import {
	books,
	CONFLICT,
	changes,
	hasText,
	now,
	open,
	press,
	resetShelf,
	saved,
	saving,
	service,
	shows,
	title,
	type,
} from "@/app/_testing/rendered-shelf";
import { shelf, shelfEditor } from "@/app/_testing/shelf-editor";
import { conflictState } from "./edit-state";

beforeEach(resetShelf);

describe("a conflict", () => {
	test("takes the focus, merges what only one side has changed, and offers a choice where both have", async () => {
		open();
		type(title(), "Yours");
		type(books(), "a\nb\nyours");
		service.stored = { ...shelf, title: "Theirs", books: ["a", "b", "theirs"] };
		press("Save changes");
		await shows(CONFLICT);
		await waitFor(() => expect(document.activeElement?.id).toBe("conflict"));
		expect(books().value).toBe("a\nb\nyours\ntheirs");
		expect(hasText(/^It was changed since you opened it\./)).toBe(true);
		press("Save changes");
		expect(hasText("Both sides changed the same: choose what to keep.")).toBe(true);
		expect(service.sent).toHaveLength(1);
		fireEvent.click(screen.getByLabelText("Theirs: “Theirs”"));
		expect(title().value).toBe("Theirs");
		press("Save changes");
		await shows("Saved.");
		expect(service.stored).toMatchObject({ title: "Theirs", books: ["a", "b", "yours", "theirs"] });
	});

	test.each([
		["another admin", { person: "Ada", isOneself: false }, ["Theirs", "Yours"], "You both changed “Title”"],
		[
			"your other tab",
			{ person: "You", isOneself: true },
			["Your other tab", "This tab"],
			"You changed “Title” in both tabs",
		],
	])("names whose change it is: of %s", async (_, by, [theirs, yours], contested) => {
		const page = open();
		type(title(), "Mine");
		service.respond = () => {
			const changedBy = { ...by, at: now() };
			const found = { baseline: shelf, theirs: { ...shelf, title: "Other" }, yours: { ...shelf, title: "Mine" } };
			return conflictState(shelfEditor, { ...found, changedBy, at: now() });
		};
		press("Save changes");
		await shows(CONFLICT);
		const panel = document.getElementById("conflict");
		expect(panel?.querySelector("legend")?.textContent).toBe(`${contested}. Keep which?`);
		for (const [side, value] of [
			[theirs, "Other"],
			[yours, "Mine"],
		])
			screen.getByLabelText(`${side}: “${value}”`);
		if (by.isOneself) expect(panel?.textContent).not.toMatch(/\b(they|theirs|yours)\b/i);
		page.unmount();
	});

	test("isolates names and values of others, marks what would turn them around, and shows a blank one as such", async () => {
		const page = open();
		type(title(), "Mine");
		service.respond = () => {
			const changedBy = { person: "\u202eadA", isOneself: false, at: now() };
			const theirs = { ...shelf, title: " \u200b", books: [...shelf.books, "שלום", "\u202egnp"] };
			const found = { baseline: shelf, theirs, yours: { ...shelf, title: "Mine" } };
			return conflictState(shelfEditor, { ...found, changedBy, at: now() });
		};
		press("Save changes");
		await shows(CONFLICT);
		const panel = document.getElementById("conflict");
		const isolated = [...(panel?.querySelectorAll("bdi") ?? [])].map(({ textContent }) => textContent);
		expect(isolated).toContain("\u202eadA");
		expect(panel?.querySelector("bdi > .invisible-character")?.getAttribute("data-code")).toBe("U+202E");
		const words = [...(panel?.querySelectorAll("label bdi, li") ?? [])].map(({ textContent }) => textContent);
		expect(words).toContain("Adds the book \u2068שלום\u2069");
		expect(words).toContain("Adds the book [U+202E]gnp");
		expect(words).toContain("“ \u200b” (contains invisible characters: U+0020, U+200B)");
		page.unmount();
	});

	test("in which theirs is chosen for every part reports that nothing is left to save, and ends", async () => {
		open();
		type(title(), "Yours");
		service.stored = { ...shelf, title: "Theirs" };
		press("Save changes");
		await shows(CONFLICT);
		fireEvent.click(screen.getByLabelText("Theirs: “Theirs”"));
		expect(hasText(/nothing left to save/)).toBe(true);
		expect(saving()).toBe("No changes to save");
		press("Save changes");
		expect(hasText(CONFLICT)).toBe(false);
		expect(service.sent).toHaveLength(1);
	});

	test("names a hundred of very many changes of each side, and the number of the others", async () => {
		open();
		const many = (prefix: string) => Array.from({ length: 9_000 }, (_, index) => `${prefix} ${index}`);
		type(books(), ["a", "b", ...many("yours")].join("\n"));
		service.stored = { ...shelf, books: ["a", "b", ...many("theirs")] };
		press("Save changes");
		await shows(CONFLICT);
		const panel = document.getElementById("conflict");
		expect(panel?.querySelectorAll("li")).toHaveLength(2 * 101);
		expect([...(panel?.querySelectorAll("li:last-child") ?? [])].map(({ textContent }) => textContent)).toEqual([
			"8,900 more",
			"8,900 more",
		]);
	});

	test("is remembered when Back restores the page from before it: its draft shows no reversal that no admin made", async () => {
		const madeAt = now();
		const page = open({ madeAt });
		type(title(), "Yours");
		service.stored = { ...shelf, colour: "ash" };
		press("Save changes");
		await shows(CONFLICT);
		await waitFor(() => expect(JSON.stringify(sessionStorage)).toContain("Yours"));
		page.unmount();
		open({ madeAt, baseline: shelf, id: page.id });
		press("Restore draft");
		expect(hasText(CONFLICT)).toBe(false);
		expect(changes()).toEqual(["Renames it to “Yours” (was “Poems”)"]);
	});

	test("describes what a save then does: what only they changed is listed as theirs, and not as something to save", async () => {
		open();
		type(title(), "Yours");
		service.stored = { ...shelf, colour: "ash", readers: [] };
		press("Save changes");
		const panel = (await shows(CONFLICT)).closest("#conflict");
		const lists = [...(panel?.querySelectorAll("ul") ?? [])].map(({ textContent }) => textContent);
		expect(lists).toEqual([
			"Sets the colour to Ash (was Oak)Stops lending to r1",
			"Renames it to “Yours” (was “Poems”)",
		]);
		expect(panel?.querySelectorAll("input[type=radio]")).toHaveLength(0);
		expect(changes()).toEqual(["Renames it to “Yours” (was “Poems”)"]);
		await saved();
		expect(service.stored).toEqual({ ...shelf, title: "Yours", colour: "ash", readers: [] });
		expect(hasText(CONFLICT)).toBe(false);
	});

	test.each([
		["Opened", "Poems"],
		["Theirs", "Maps"],
		["Yours", "Plays"],
	])("preselects no side for the admin: %s", async (side, name) => {
		open();
		type(title(), "Plays");
		service.stored = { ...shelf, title: "Maps" };
		press("Save changes");
		await shows(CONFLICT);
		for (const radio of screen.getAllByRole<HTMLInputElement>("radio")) expect(radio.checked).toBe(false);
		const radio = screen.getByLabelText(`${side}: “${name}”`);
		fireEvent.click(radio);
		expect(title().value).toBe(name);
		radio.focus();
		press("Save changes");
		await waitFor(() => expect(hasText(CONFLICT)).toBe(false));
		await waitFor(() => expect(document.activeElement?.textContent).toBe("Save changes"));
		expect(service.stored.title).toBe(name);
	});

	test("can stop an Undo like any save", async () => {
		open();
		type(books(), "a\nb\nc");
		await saved();
		service.stored = { ...service.stored, title: "Maps" };
		press("Undo");
		await shows(CONFLICT);
		expect(changes()).toEqual(["Removes the book c"]);
		expect(service.stored.books).toEqual(["a", "b", "c"]);
		await saved();
		expect(service.stored).toEqual({ ...shelf, title: "Maps" });
	});

	test("that occurs again requires a new choice", async () => {
		open();
		type(title(), "Yours");
		service.stored = { ...shelf, title: "Theirs" };
		press("Save changes");
		await shows(CONFLICT);
		fireEvent.click(screen.getByLabelText("Yours: “Yours”"));
		service.stored = { ...shelf, title: "Again" };
		press("Save changes");
		const again = await screen.findByLabelText<HTMLInputElement>("Theirs: “Again”");
		expect([again.checked, screen.getByLabelText<HTMLInputElement>("Yours: “Yours”").checked]).toEqual([false, false]);
		expect(service.stored.title).toBe("Again");
	});
});
