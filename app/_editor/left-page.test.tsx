// What becomes of a page that is left with something unsaved, and of one that the browser's Back brings again.
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
	CONFLICT,
	follow,
	hasText,
	kept,
	now,
	open,
	press,
	saved,
	says,
	service,
	title,
	told,
	type,
} from "./testing/rendered-shelf";
import { shelf, shelfEditor } from "./testing/shelf-editor";

/** Half a minute after the tests' clock begins. */
const halfAMinuteLater = { at: "2026-01-01T10:00:30.000Z" };

describe("a draft", () => {
	const offers = () => screen.queryAllByText("There is a draft that was not saved").length;

	test("is offered and not applied, one beside the one that is being typed", async () => {
		const first = open();
		type(title(), "First");
		await kept("First");
		first.unmount();
		const second = open({ id: first.id });
		expect([offers(), title().value]).toEqual([1, "Poems"]);
		type(title(), "Second");
		await kept("Second");
		second.unmount();
		open({ id: first.id });
		expect(offers()).toBe(2);
		fireEvent.click(screen.getAllByText("Restore draft", { selector: "button" })[0] as HTMLElement);
		expect([offers(), title().value]).toEqual([1, "First"]);
		expect(document.activeElement).toBe(title());
		press("Discard");
		expect(offers()).toBe(0);
		press("Save changes");
		await says("Saved.");
		await waitFor(() => expect(Object.keys(sessionStorage)).toEqual([]));
	});

	test("is one person's", async () => {
		const page = open();
		type(title(), "Mine");
		await kept("Mine");
		page.unmount();
		open({ id: page.id, subject: "another" });
		expect(offers()).toBe(0);
	});

	test("is none where the storage holds something else", () => {
		for (const text of ["{", "7", "[{}]", '[{"values":{},"opened":null}]']) {
			const id = `odd-${text.length}`;
			sessionStorage.setItem(`shelf-draft ${id} editor`, text);
			const page = open({ id });
			expect(offers()).toBe(0);
			page.unmount();
		}
	});

	/** Leaves a page on which something was typed. */
	async function left(words: string, options: Parameters<typeof open>[0] = {}) {
		const page = open(options);
		type(title(), words);
		await kept(words);
		page.unmount();
		return page;
	}
	const drafts = () => Object.keys(sessionStorage);

	test("goes when its edits are taken back, when it is discarded, and with the sign-out", async () => {
		const { id, unmount } = open();
		type(title(), "Typed");
		await kept("Typed");
		type(title(), "Poems");
		await waitFor(() => expect(drafts()).toEqual([]));
		unmount();
		await left("Typed", { id });
		const page = open({ id });
		press("Discard");
		await waitFor(() => expect(drafts()).toEqual([]));
		page.unmount();
		await left("Typed", { id });
		open({ id });
		type(title(), "Beside");
		await kept("Beside");
		const form = document.createElement("form");
		form.action = "/sign-out";
		document.body.append(form);
		fireEvent.submit(form);
		form.remove();
		window.dispatchEvent(new Event("pagehide"));
		expect(drafts()).toEqual([]);
	});

	test("is none where nothing differs from what was opened, by now or from the beginning", async () => {
		const { id } = await left("Plays");
		service.stored = { ...shelf, title: "Plays" };
		open({ id }).unmount();
		expect(offers()).toBe(0);
		const values = shelfEditor.valuesOf(shelfEditor.usual);
		sessionStorage.setItem("shelf-draft new editor", JSON.stringify([{ values, opened: null }]));
		open({ id: "" });
		expect(offers()).toBe(0);
	});

	test("says that it takes the place of what was typed beside it, while something is", async () => {
		const beside = /^Restoring it takes the place of what you have changed/;
		const { id } = await left("Typed");
		open({ id });
		expect([hasText("“Typed”"), hasText(beside)]).toEqual([true, false]);
		type(title(), "Beside");
		expect(hasText(beside)).toBe(true);
		type(title(), "Poems");
		expect([hasText(beside), offers()]).toEqual([false, 1]);
	});

	test("of a new thing goes with its creation, and one that was left before it stays", async () => {
		await left("First", { id: "" });
		await left("Second", { id: "" });
		open({ isCreated: true }).unmount();
		open({ id: "" });
		expect([offers(), hasText("“First”")]).toEqual([1, true]);
		press("Discard");
	});

	test("that is restored meets what somebody else has changed since as a conflict, before anything is sent", async () => {
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
			[told("Rotated it", { ...halfAMinuteLater, isEdit: false }), told("Changed it", halfAMinuteLater)],
		],
		["You changed it 2 minutes ago.", [told("Changed it", { ...halfAMinuteLater, isOwn: true })]],
		["Somebody changed it outside this console.", [told("Changed it", { at: "2026-01-01T09:59:00.000Z" })]],
	])("that is restored tells of that change: %s", async (words, history) => {
		const { id } = await left("Yours");
		service.stored = { ...shelf, title: "Theirs" };
		open({ id, history, madeAt: "2026-01-01T10:03:00.000Z" });
		press("Restore draft");
		const said = document.querySelector("#conflict [role=status] > div > p")?.textContent;
		expect(said).toBe(`${words} Nothing of yours is saved yet. Save again to keep both.`);
	});

	test("is none of a viewer's", async () => {
		const { id } = await left("Typed");
		open({ id, canWrite: false });
		expect(offers()).toBe(0);
	});
});

test("a page that Back brings goes on from what this tab has saved since, and takes it back", async () => {
	const madeAt = now();
	const page = open({ madeAt });
	type(title(), "Plays");
	press("Save changes");
	await says("Saved.");
	page.unmount();
	open({ madeAt, baseline: shelf, id: page.id });
	expect(title().value).toBe("Plays");
	press("Undo");
	await waitFor(() => expect(service.stored.title).toBe("Poems"));
});

describe("leaving", () => {
	afterEach(() => void vi.unstubAllGlobals());
	/** As the browser asks, were the page left right now. */
	const isFree = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

	test("with edits asks, but not by a download, and not once they are taken back", () => {
		const questions: string[] = [];
		vi.stubGlobal("confirm", (question: string) => questions.push(question) === 0);
		open();
		expect([isFree(), follow()]).toEqual([true, true]);
		type(title(), "Plays");
		expect([isFree(), follow("download"), questions.length]).toEqual([false, true, 0]);
		expect([follow(), questions]).toEqual([false, ["Leave? Your edits stay as a draft in this tab."]]);
		type(title(), "Poems");
		expect([isFree(), follow(), questions.length]).toEqual([true, true, 1]);
	});

	test("is free from the moment at which the page says that it is saved", async () => {
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
