// A page that is left with unsaved edits, and one that the browser's Back restores.
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
	books,
	CONFLICT,
	changes,
	draftContains,
	follow,
	hasText,
	note,
	now,
	open,
	pastChange,
	press,
	resetShelf,
	ShelfForm,
	saved,
	savedAs,
	service,
	shows,
	title,
	type,
} from "@/app/_testing/rendered-shelf";
import { type Shelf, shelf, shelfEditor } from "@/app/_testing/shelf-editor";
import { removeDraftsOfOthers } from "./stored-drafts";

beforeEach(resetShelf);

/** Half a minute after the start of the tests' clock. */
const halfAMinuteLater = { at: "2026-01-01T10:00:30.000Z" };

describe("a draft", () => {
	const offers = () => screen.queryAllByText(/^Draft/).length;

	test("is offered and not applied, beside the one that is being typed", async () => {
		const first = open();
		type(title(), "First");
		await draftContains("First");
		first.unmount();
		const second = open({ id: first.id });
		expect([offers(), title().value]).toEqual([1, "Poems"]);
		type(title(), "Second");
		await draftContains("Second");
		second.unmount();
		open({ id: first.id });
		expect(offers()).toBe(2);
		fireEvent.click(screen.getAllByText("Restore draft", { selector: "button" })[0] as HTMLElement);
		expect([offers(), title().value]).toEqual([1, "First"]);
		expect(document.activeElement).toBe(title());
		press("Discard");
		expect(offers()).toBe(0);
		press("Save changes");
		await shows("Saved.");
		await waitFor(() => expect(Object.keys(sessionStorage)).toEqual([]));
	});

	test("says how old it is, each of two", async () => {
		vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-01-01T10:00:00Z") });
		const { id } = await left("First");
		vi.setSystemTime("2026-01-01T10:03:00Z");
		await left("Second", { id });
		vi.setSystemTime("2026-01-01T10:05:00Z");
		open({ id });
		const [first, second] = screen.getAllByText(/^Draft/);
		expect([first?.textContent, second?.textContent]).toEqual(["Draft from 5 minutes ago", "Draft from 2 minutes ago"]);
		vi.useRealTimers();
	});

	test("is not offered to another user", async () => {
		const page = open();
		type(title(), "Mine");
		await draftContains("Mine");
		page.unmount();
		open({ id: page.id, subject: "another" });
		expect(offers()).toBe(0);
	});

	test("is ignored where the storage contains something else", () => {
		for (const text of ["{", "7", "[{}]", '[{"values":{},"opened":null}]']) {
			const id = `odd-${text.length}`;
			sessionStorage.setItem(`shelf-draft ${id} editor`, text);
			const page = open({ id });
			expect(offers()).toBe(0);
			page.unmount();
		}
	});

	test("of an older version is offered without the field that it has in another form", () => {
		const values = { ...shelfEditor.valuesOf(shelf), title: "Typed", books: [] };
		sessionStorage.setItem("shelf-draft older editor", JSON.stringify([{ values, opened: shelf }]));
		open({ id: "older" });
		press("Restore draft");
		expect([title().value, changes()]).toEqual(["Typed", ["Renames it to “Typed” (was “Poems”)"]]);
	});

	/** Leaves a page with a typed value. */
	async function left(words: string, options: Parameters<typeof open>[0] = {}) {
		const page = open(options);
		type(title(), words);
		await draftContains(words);
		page.unmount();
		return page;
	}
	const drafts = () => Object.keys(sessionStorage);

	test("is removed when its edits are undone, and when it is discarded", async () => {
		const { id, unmount } = open();
		type(title(), "Typed");
		await draftContains("Typed");
		type(title(), "Poems");
		await waitFor(() => expect(drafts()).toEqual([]));
		unmount();
		await left("Typed", { id });
		open({ id });
		press("Discard");
		await waitFor(() => expect(drafts()).toEqual([]));
	});

	test("stays while a sign-out may still not happen, and so do edits after it", async () => {
		const { id } = await left("Typed");
		const page = open({ id });
		type(title(), "Beside");
		const form = document.createElement("form");
		form.action = "/sign-out";
		document.body.append(form);
		fireEvent.submit(form);
		form.remove();
		// The admin chose to stay, or there was no connection.
		type(title(), "Beside it");
		window.dispatchEvent(new Event("pagehide"));
		page.unmount();
		open({ id });
		expect([offers(), hasText("“Typed”"), hasText("“Beside it”")]).toEqual([2, true, true]);
	});

	test("is removed once the console is opened by another admin, and stays for the same one", async () => {
		await left("Typed");
		sessionStorage.setItem("other", "stays");
		removeDraftsOfOthers("editor");
		expect(drafts()).toHaveLength(2);
		removeDraftsOfOthers("itor");
		expect(drafts()).toEqual(["other"]);
	});

	test("is not offered where it equals the present content, from the beginning or by now", async () => {
		const { id } = await left("Plays");
		service.stored = { ...shelf, title: "Plays" };
		open({ id }).unmount();
		expect(offers()).toBe(0);
		const values = shelfEditor.valuesOf(shelfEditor.defaults);
		sessionStorage.setItem("shelf-draft new editor", JSON.stringify([{ values, opened: null }]));
		open({ id: "" });
		expect(offers()).toBe(0);
	});

	test("warns that it replaces what was typed beside it, while there is something", async () => {
		const beside = /^Restoring it replaces your edits/;
		const { id } = await left("Typed");
		open({ id });
		expect([hasText("“Typed”"), hasText(beside)]).toEqual([true, false]);
		type(title(), "Beside");
		expect(hasText(beside)).toBe(true);
		type(title(), "Poems");
		expect([hasText(beside), offers()]).toEqual([false, 1]);
	});

	test("of a new resource is removed by its creation, and an earlier one stays", async () => {
		await left("First", { id: "" });
		await left("Second", { id: "" });
		open({ isCreated: true }).unmount();
		open({ id: "" });
		expect([offers(), hasText("“First”")]).toEqual([1, true]);
		press("Discard");
	});

	test("that is restored shows what another admin has changed since as a conflict, before anything is sent", async () => {
		const { id } = await left("Yours");
		service.stored = { ...shelf, title: "Theirs", colour: "ash" };
		open({ id });
		press("Restore draft");
		expect([hasText(CONFLICT), hasText("Sets the colour to Ash (was Oak)")]).toEqual([true, true]);
		expect(service.sent).toEqual([]);
		fireEvent.click(screen.getByLabelText("Yours: “Yours”"));
		await saved();
		expect(service.stored).toEqual({ ...shelf, title: "Yours", colour: "ash" });
	});

	test.each([
		[
			"Ada changed it 2 minutes ago.",
			[pastChange("Rotated it", { ...halfAMinuteLater, isEdit: false }), pastChange("Changed it", halfAMinuteLater)],
		],
		["You changed it 2 minutes ago.", [pastChange("Changed it", { ...halfAMinuteLater, isOwn: true })]],
		["It was changed outside this console.", [pastChange("Changed it", { at: "2026-01-01T09:59:00.000Z" })]],
	])("that is restored names the author of that change: %s", async (words, history) => {
		const { id } = await left("Yours");
		service.stored = { ...shelf, title: "Theirs" };
		open({ id, history, madeAt: "2026-01-01T10:03:00.000Z" });
		press("Restore draft");
		const notice = document.querySelector("#conflict [role=status] > div > p")?.textContent;
		const unsaved = words.startsWith("You") ? "The draft is" : "Your changes are";
		expect(notice).toBe(`${words} ${unsaved} not saved yet. Save again to keep both.`);
	});

	test("is not offered to a viewer", async () => {
		const { id } = await left("Typed");
		open({ id, canWrite: false });
		expect(offers()).toBe(0);
	});
});

describe("what a page's address fills in", () => {
	const filled = { page: "/shelf", edits: { by: "v1", values: { ...shelfEditor.valuesOf(shelf), title: "Old" } } };
	const isMarked = () => hasText("Filled in");
	const drafts = () => Object.keys(sessionStorage);
	const isFree = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
	beforeEach(() => window.history.replaceState(null, "", "/shelf?version=v1#title"));
	afterEach(() => window.history.replaceState(null, "", "/"));

	test("is in the form and in the changes, and is neither a draft nor asked about", () => {
		open(filled);
		expect([title().value, isMarked(), changes()]).toEqual(["Old", true, ["Renames it to “Old” (was “Poems”)"]]);
		expect([drafts(), isFree(), window.location.search]).toEqual([[], true, "?version=v1"]);
		type(note(), "typed");
		expect(isFree()).toBe(false);
	});

	test.each([
		["as it is", ["Poems", "Old"]],
		["with more", ["Poems", "Older"]],
	])(
		"ends with its save, %s: in the address, in the page, and once the page is read again",
		async (_, [before, after]) => {
			const form = (page: object) => (
				<ShelfForm id={`filled ${after}`} madeAt={now()} baseline={service.stored} {...page} />
			);
			const { rerender } = render(form(filled));
			type(title(), String(after));
			await saved();
			expect([isMarked(), window.location.href.replace(window.location.origin, "")]).toEqual([false, "/shelf#title"]);
			// A later press stops: nothing of it comes back.
			type(title(), "");
			press("Save changes");
			expect(isMarked()).toBe(false);
			type(title(), "Typed since");
			rerender(form({ page: "/shelf" }));
			expect([title().value, isMarked()]).toEqual(["Typed since", false]);
			type(title(), String(after));
			press("Undo");
			await waitFor(() => expect(service.stored.title).toBe(before));
			await waitFor(() => expect(drafts()).toEqual([]));
		},
	);

	test("is another form where a link fills in something else, or nothing, whose draft of what was typed is offered", async () => {
		const { rerender } = render(<ShelfForm id="linked" baseline={shelf} madeAt={now()} {...filled} />);
		type(note(), "typed");
		await draftContains("typed");
		const other = { by: "v2", values: { ...filled.edits.values, title: "Older" } };
		rerender(<ShelfForm id="linked" baseline={shelf} madeAt={now()} {...filled} edits={other} />);
		expect([title().value, note().value, isMarked()]).toEqual(["Older", "", true]);
		rerender(<ShelfForm id="linked" baseline={shelf} madeAt={now()} page="/shelf" />);
		expect([title().value, isMarked(), hasText("Restore draft")]).toEqual(["Poems", false, true]);
	});
});

test("a page that Back restores continues from what this tab has saved since, and can undo it", async () => {
	const madeAt = now();
	const page = open({ madeAt });
	type(title(), "Plays");
	press("Save changes");
	await shows("Saved.");
	page.unmount();
	open({ madeAt, baseline: shelf, id: page.id });
	expect(title().value).toBe("Plays");
	press("Undo");
	await waitFor(() => expect(service.stored.title).toBe("Poems"));
});

describe("on instances whose clocks are ten minutes apart", () => {
	const SAVED_AT = "2026-01-01T10:00:00.000Z";

	test.each([
		["ahead", "2026-01-01T10:10:00.000Z"],
		["behind", "2026-01-01T09:50:00.000Z"],
	])("a page from before a save continues from it, one from after it shows what is stored: %s", async (_, at) => {
		const renamed = { ...shelf, title: "Plays" };
		service.respond = () => savedAs(renamed, { history: [], at: SAVED_AT });
		const page = open({ madeAt: at });
		type(title(), "Plays");
		press("Save changes");
		await shows("Saved.");
		page.unmount();
		const again = open({ madeAt: at, baseline: shelf, id: page.id });
		expect(title().value).toBe("Plays");
		again.unmount();
		open({ madeAt: at.replace(".000", ".001"), baseline: { ...shelf, title: "Theirs" }, id: page.id });
		expect([title().value, hasText("Saved.")]).toEqual(["Theirs", false]);
	});
});

describe("a page that is read again while it is shown", () => {
	const theirs = { ...shelf, title: "Theirs" };
	/** @returns shows the page as it is read again, with what is stored now */
	function openToReadAgain(id: string): () => void {
		const form = (baseline: Shelf) => <ShelfForm id={id} baseline={baseline} madeAt={now()} />;
		const { rerender } = render(form(shelf));
		return () => {
			service.stored = theirs;
			rerender(form(theirs));
		};
	}

	test("shows what is stored now, keeps the focus, and saves without a conflict", async () => {
		const readAgain = openToReadAgain("untouched");
		title().focus();
		readAgain();
		expect([title().value, document.activeElement, changes()]).toEqual(["Theirs", title(), []]);
		type(books(), "a");
		await saved();
		expect(service.stored.title).toBe("Theirs");
	});

	test("keeps what was typed meanwhile, and overwrites no change unseen", async () => {
		const readAgain = openToReadAgain("typed in");
		type(title(), "Mine");
		readAgain();
		expect(title().value).toBe("Mine");
		press("Save changes");
		await shows(CONFLICT);
		expect(service.stored.title).toBe("Theirs");
	});

	test("keeps the report of its own save", async () => {
		const form = (baseline: Shelf) => <ShelfForm id="saved here" baseline={baseline} madeAt={now()} />;
		const { rerender } = render(form(shelf));
		type(title(), "Plays");
		await saved();
		rerender(form(service.stored));
		expect([title().value, hasText("Saved.")]).toEqual(["Plays", true]);
	});
});

describe("leaving", () => {
	/** Whether the browser would leave the page without a prompt. */
	const isFree = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

	const question = () => document.querySelector('dialog[aria-label="Leave?"]')?.textContent ?? null;

	test("with edits asks in the page, but not for a download, and not once they are undone", () => {
		open();
		expect([isFree(), follow()]).toEqual([true, true]);
		type(title(), "Plays");
		expect([isFree(), follow("download"), question()]).toEqual([false, true, null]);
		expect(follow()).toBe(false);
		expect(question()).toContain("Leave?Your edits stay as a draft in this tab.");
		press("Stay");
		expect([question(), isFree()]).toEqual([null, false]);
		type(title(), "Poems");
		expect([isFree(), follow(), question()]).toEqual([true, true, null]);
	});

	test("that was confirmed follows the very link, and is not asked about again, also not by the browser", () => {
		open();
		type(title(), "Plays");
		const followed: boolean[] = [];
		document.body.insertAdjacentHTML("beforeend", '<a href="/elsewhere">Elsewhere</a>');
		const link = document.body.lastElementChild as HTMLElement;
		// As the router does.
		link.addEventListener("click", (event) => {
			followed.push(isFree());
			event.preventDefault();
		});
		fireEvent.click(link);
		expect(followed).toEqual([]);
		press("Leave");
		expect([followed, question()]).toEqual([[true], null]);
		// The page is still there: the next one is asked about.
		fireEvent.keyDown(title(), { key: "a" });
		fireEvent.click(link);
		expect([followed.length, question()]).toEqual([1, expect.stringContaining("Leave?")]);
		link.remove();
	});

	test("by signing out asks in the page too, and says that the edits are lost", () => {
		document.body.insertAdjacentHTML("beforeend", '<form action="/sign-out" method="post"><button>Out</button></form>');
		const form = document.body.lastElementChild as HTMLFormElement;
		const sent: boolean[] = [];
		form.addEventListener("submit", (event) => {
			sent.push(isFree());
			event.preventDefault();
		});
		open();
		press("Out");
		type(title(), "Plays");
		press("Out");
		expect(sent).toEqual([true]);
		expect(question()).toContain("Leave?Signing out deletes your unsaved edits.");
		press("Stay");
		press("Out");
		press("Leave");
		expect([sent, question()]).toEqual([[true, true], null]);
		form.remove();
	});

	test("needs no confirmation where nothing that is stored was typed, and does for what only helps to fill in", () => {
		open({ id: "" });
		type(title(), "  ");
		expect(isFree()).toBe(true);
		cleanup();
		open();
		type(note(), "typed");
		expect(isFree()).toBe(false);
	});

	test("needs no confirmation where something else is shown in place of the fields", () => {
		open({ isDone: true });
		expect(isFree()).toBe(true);
	});

	test("needs no confirmation from the moment at which the page reports that it is saved", async () => {
		open();
		type(title(), "Plays");
		const seen = new Promise<boolean>((resolve) => {
			new MutationObserver(() => {
				if (hasText("Saved.")) resolve(isFree());
			}).observe(document.body, { subtree: true, childList: true, characterData: true });
		});
		press("Save changes");
		expect(await seen).toBe(true);
	});
});
