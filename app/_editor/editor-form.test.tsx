import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import {
	books,
	changes,
	chips,
	draftContains,
	hasText,
	open,
	press,
	rendered,
	resetShelf,
	type ShelfState,
	saved,
	savedAs,
	saving,
	seal,
	service,
	shownAs,
	shows,
	title,
	type,
} from "@/app/_testing/rendered-shelf";
import { shelf } from "@/app/_testing/shelf-editor";

beforeEach(resetShelf);

describe("a save", () => {
	test("sends what the bar has shown, reports it, and offers to undo it", async () => {
		open();
		expect(saving()).toBe("No changes to save");
		type(title(), "Plays");
		expect(saving()).toContain("1 change");
		expect([chips(), changes()]).toEqual([["title “Poems” → “Plays”"], ["Renames it to “Plays” (was “Poems”)"]]);
		press("Save changes");
		await shows("Saved.");
		expect(service.stored.title).toBe("Plays");
		press("Undo");
		await waitFor(() => expect(service.stored.title).toBe("Poems"));
		expect(title().value).toBe("Poems");
		expect(document.activeElement?.textContent).toBe("Save changes");
	});

	test("of nothing sends nothing, and reports that; the save before can still be undone", async () => {
		open();
		type(title(), "Plays");
		press("Save changes");
		await shows("Saved.");
		press("Save changes");
		expect(hasText("Nothing to save: no changes.")).toBe(true);
		expect(service.sent).toHaveLength(1);
		press("Undo");
		await waitFor(() => expect(service.stored.title).toBe("Poems"));
	});

	test("of many changes shows six in short, the number of all, and all of them in words", () => {
		open();
		type(title(), "Plays");
		type(books(), "b\nc\nd\ne\nf\ng");
		expect(saving()).toContain("7 changes");
		const some = ["+ Book c", "+ Book d", "+ Book e", "+ Book f"];
		expect(chips()).toEqual(["title “Poems” → “Plays”", "− Book a", ...some]);
		expect(changes()).toHaveLength(7);
		expect(changes().at(-1)).toBe("Adds the book g");
	});

	test("of very many changes names a hundred in words, and the number of the others", () => {
		open();
		type(books(), Array.from({ length: 9_000 }, (_, index) => `book ${index}`).join("\n"));
		expect(saving()).toContain("9002 changes");
		expect(changes()).toHaveLength(101);
		expect(changes().at(-1)).toBe("8,902 more");
	});

	test("shows one status at a time: what would be saved, that it is pending, or its result", async () => {
		open();
		const states = () =>
			[...document.querySelectorAll("[aria-label=Changes] [role=status]")].map((each) => each.textContent);
		expect(states()).toEqual(["No changes to save"]);
		press("Save changes");
		expect(states()).toEqual(["Nothing to save: no changes."]);
		type(title(), "Plays");
		expect(states()).toEqual(["1 change"]);
		await saved();
		expect(states()).toEqual(["Saved."]);
		expect(screen.getByText("Save changes", { selector: "button" }).title).toBe("Ctrl S");
	});

	test("that is pending blocks another one, by a second press or by Undo", async () => {
		open();
		type(title(), "Plays");
		press("Save changes");
		await shows("Saved.");
		const { promise, resolve } = Promise.withResolvers<ShelfState>();
		service.respond = () => promise;
		press("Undo");
		press("Save changes");
		await shows("Sending…");
		expect(hasText("Undo")).toBe(false);
		resolve({ kind: "idle" });
		await waitFor(() => expect(hasText("Sending…")).toBe(false));
		expect(service.sent).toHaveLength(2);
	});

	test("is listed in the history, and so is what the service stored differently from what was sent", async () => {
		open();
		expect(hasText("No changes made here in the last 90 days.")).toBe(true);
		type(title(), "Plays");
		await saved();
		expect(within(screen.getByRole("region", { name: "History" })).getAllByRole("listitem")).toHaveLength(1);
		const after = { ...shelf, title: "Maps", colour: "ash" };
		service.respond = () => savedAs(after, { differing: ["colour"], unconfirmed: ["title"] });
		type(title(), "Maps");
		press("Save changes");
		const describeChanges = await shows("The tenant stored something different from what was sent");
		expect(describeChanges.closest("[role=status]")?.textContent).toContain("Colour");
		const unconfirmed = await shows("The tenant does not report whether this was stored");
		expect(unconfirmed.closest("[role=status]")?.textContent).toContain("Title");
		expect(hasText("Saved.")).toBe(false);
		expect(hasText("Sent. Not all of it is confirmed.")).toBe(true);
	});

	test("is started by Enter in a field: it presses the first button of the form", async () => {
		open();
		type(title(), "Plays");
		fireEvent.click(document.querySelector("form button") as HTMLElement);
		await shows("Saved.");
		expect(service.stored.title).toBe("Plays");
	});

	test("offers no Undo where the rules would stop that", async () => {
		service.stored = { ...shelf, title: "A long title" };
		open();
		type(title(), "Short");
		press("Save changes");
		await shows("Saved.");
		expect(hasText("Undo")).toBe(false);
	});

	test("keeps what was typed while it was pending", async () => {
		open();
		const { promise, resolve } = Promise.withResolvers<ShelfState>();
		service.respond = () => promise;
		type(title(), "Plays");
		press("Save changes");
		await shows("Sending…");
		type(books(), "a\nb\nlate");
		const after = { ...shelf, title: "Plays" };
		resolve(savedAs(after));
		await waitFor(() => expect(changes()).toEqual(["Adds the book late"]));
		expect(title().value).toBe("Plays");
	});
});

describe("what stops a save", () => {
	test("by the form's rules is listed in a summary with links to the fields, which takes the focus", async () => {
		open();
		type(title(), "");
		press("Four readers");
		press("Save changes");
		const summary = (await shows("This can't be sent yet")).closest("[id=problems]");
		const links = [...(summary?.querySelectorAll("a") ?? [])].map(({ textContent, hash }) => [textContent, hash]);
		expect(links).toEqual([
			["Title: A title is needed.", "#title"],
			["Readers: At most 3 fit.", "#readers"],
		]);
		await waitFor(() => expect(document.activeElement).toBe(summary));
		expect(title().getAttribute("aria-invalid")).toBe("true");
		type(title(), "Plays");
		await waitFor(() => expect(hasText("Title: A title is needed.")).toBe(false));
		expect(service.sent).toEqual([]);
	});

	test("by the service's refusal is shown at its field, which takes the focus, until the field is edited", async () => {
		open();
		const faults = { books: "The tenant refused it: no." };
		service.respond = (values) => ({ kind: "refused", faults, ...shownAs(values) });
		type(title(), "Plays");
		press("Save changes");
		await waitFor(() => expect(document.activeElement).toBe(books()));
		await shows("Books: The tenant refused it: no.");
		type(title(), "");
		await shows("Title: A title is needed.");
		expect(hasText("Books: The tenant refused it: no.")).toBe(true);
		type(books(), "a");
		await waitFor(() => expect(hasText("Books: The tenant refused it: no.")).toBe(false));
	});

	test("is checked again at each key, and rendered again only where that is another message", async () => {
		open();
		type(title(), "");
		press("Save changes");
		await shows("Title: A title is needed.");
		const before = rendered.times;
		type(books(), "a");
		await act(async () => {});
		expect(rendered.times - before).toBe(1);
		type(title(), "A long title");
		await shows("Title: A title has at most 8 characters.");
	});

	test("by anything else is shown above the form and takes the focus; what was typed stays", async () => {
		open();
		const problem = { title: "The tenant is slow", message: "It gave no answer." };
		service.respond = (values) => ({ kind: "failed", problem, ...shownAs(values) });
		type(title(), "Plays");
		press("Save changes");
		await shows("The tenant is slow");
		await waitFor(() => expect(document.activeElement?.id).toBe("problems"));
		expect(title().value).toBe("Plays");
	});

	test("in a page of another version keeps what was typed, and reports that the page is out of date", async () => {
		open();
		service.respond = () => {
			throw Object.assign(new Error("Server Action was not found."), { name: "UnrecognizedActionError" });
		};
		type(title(), "Plays");
		press("Save changes");
		await shows(/^(This page is out of date|Not confirmed)$/);
		expect(title().value).toBe("Plays");
	});

	const link = { href: "/sign-in", text: "Sign in again" };
	const signedOut = { title: "Signed out", message: "Sign in.", about: "signed-out", link } as const;
	test("by the end of the session is resolved by signing in in another tab and pressing the button again", async () => {
		open();
		service.respond = () => ({ kind: "unread", problem: signedOut });
		type(title(), "Plays");
		press("Save changes");
		await shows("Signed out");
		expect(screen.getByText<HTMLAnchorElement>("Sign in again (opens a new tab)").target).toBe("_blank");
		service.respond = null;
		await saved();
		expect(service.stored.title).toBe("Plays");
	});

	test("causes no conflict once it is corrected, after a successful save as well", async () => {
		open();
		type(title(), "Plays");
		await saved();
		const faults = { title: "The tenant refused it: no." };
		service.respond = (values) => ({ kind: "refused", faults, ...shownAs(values) });
		type(title(), "Maps");
		type(books(), "a");
		press("Save changes");
		await waitFor(() => expect(document.activeElement).toBe(title()));
		service.respond = null;
		type(title(), "Plays");
		await saved();
		expect(service.stored).toMatchObject({ title: "Plays", books: ["a"] });
	});

	test("by a private key no longer stops it once the key is removed: the key is stored nowhere", async () => {
		open();
		const certificate = "-----BEGIN CERTIFICATE-----\nb25l\n-----END CERTIFICATE-----\n";
		type(seal(), `${certificate}-----BEGIN PRIVATE KEY-----\nplanted\n-----END PRIVATE KEY-----\n`);
		expect([seal().value, hasText("A key was taken out.")]).toEqual([certificate, true]);
		await draftContains("b25l");
		await saved();
		expect(service.stored.seal).toBe(certificate);
		expect(JSON.stringify([document.body.outerHTML, sessionStorage, service.sent])).not.toContain("planted");
	});
});

test("values that the server fills in keep what was typed since the request, and are not saved by that", async () => {
	open();
	const { promise, resolve } = Promise.withResolvers<ShelfState>();
	service.respond = () => promise;
	press("Fill in");
	await shows("Sending…");
	type(title(), "Typed");
	resolve({ kind: "filled", fill: { notes: [] }, ...shownAs({ title: "Filled", books: "filled" }) });
	await waitFor(() => expect(books().value).toBe("filled"));
	expect([title().value, hasText("Saved.")]).toEqual(["Typed", false]);
	expect(service.stored).toBe(shelf);
});

test("a viewer reads the fields' values, and has no controls to change them", () => {
	open({ canWrite: false });
	const values = [...document.querySelectorAll("dl")].map(({ textContent }) => textContent);
	expect(values).toEqual(["TitlePoems", "ColourOak", "Open to allOff", "Booksab", "Note—"]);
	for (const label of ["Title", "Colour", "Open to all", "Books"]) expect(screen.queryByLabelText(label)).toBeNull();
	expect(screen.queryByText("Save changes")).toBeNull();
	expect(document.querySelector("button[type=submit]")).toBeNull();
});

describe("the save key", () => {
	const strike = (key: Partial<KeyboardEventInit> = { ctrlKey: true }) =>
		fireEvent.keyDown(document.activeElement ?? document.body, { key: "s", ...key });

	test("submits the form, and does nothing to it beneath an open dialog", () => {
		const submit = vi.spyOn(HTMLFormElement.prototype, "requestSubmit").mockImplementation(() => {});
		onTestFinished(() => submit.mockRestore());
		open();
		type(title(), "Plays");
		document.body.insertAdjacentHTML("beforeend", "<dialog><input></dialog>");
		const dialog = document.querySelector("dialog");
		dialog?.showModal();
		dialog?.querySelector("input")?.focus();
		// False: the browser's own dialog does not open either.
		expect([strike(), strike({ metaKey: true }), submit.mock.calls.length]).toEqual([false, false, 0]);
		dialog?.close();
		expect([strike(), submit.mock.calls.length]).toEqual([false, 1]);
		dialog?.remove();
	});
});
