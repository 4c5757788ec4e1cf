import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { EditState } from "./edit-state";
import { EditorField, useEditing } from "./editor-context";
import { EditorForm } from "./editor-form";
import { type Shelf, type ShelfFields, type ShelfValues, shelf, shelfEditor } from "./testing/shelf-editor";

type State = EditState<ShelfFields>;

/** What the service holds. */
let stored: Shelf;
let sent: ShelfValues[];
/** Answers in place of the service where there is one. */
let answer: ((values: ShelfValues) => State | Promise<State>) | null;
let clock: number;

beforeEach(() => {
	[stored, sent, answer, clock] = [shelf, [], null, Date.parse("2026-01-01T10:00:00Z")];
});

const now = () => new Date(clock++).toISOString();

/** Saves as every editor does: nothing over what was not seen. */
async function save(_: State, form: FormData): Promise<State> {
	const values = shelfEditor.valuesIn(JSON.parse(String(form.get("values"))));
	const baseline = shelfEditor.contentIn(JSON.parse(String(form.get("opened"))));
	if (!values || !baseline) throw new Error("not of this form");
	sent.push(values);
	if (answer) return answer(values);
	const wanted = shelfEditor.contentOf(values, baseline);
	if (shelfEditor.changes(baseline, stored).length > 0) {
		return { baseline: stored, conflict: { baseline, theirs: stored, yours: wanted }, at: now() };
	}
	const before = stored;
	stored = wanted;
	return { baseline: wanted, saved: { before, after: wanted, differing: [], history: null, at: now() } };
}

let pages = 0;
type Options = { canWrite?: boolean; madeAt?: string; baseline?: Shelf; subject?: string; id?: string };

function open({ canWrite = true, madeAt = now(), baseline = stored, subject = "editor", id }: Options = {}) {
	if (id === undefined) pages += 1;
	const page = id ?? `shelf-${pages}`;
	const { unmount } = render(
		<EditorForm
			editor={shelfEditor}
			id={page}
			idField="tokenId"
			baseline={baseline}
			canWrite={canWrite}
			subject={subject}
			madeAt={madeAt}
			timeZone="UTC"
			action={save}
			draftInWords={({ title }) => `“${title}”`}
		>
			<EditorField of={shelfEditor} name="title" />
			<EditorField of={shelfEditor} name="colour" />
			<EditorField of={shelfEditor} name="isOpen" />
			<EditorField of={shelfEditor} name="books" />
			<Readers />
		</EditorForm>,
	);
	return { unmount, id: page };
}

/** A part that its form draws itself. */
function Readers() {
	const { change } = useEditing(shelfEditor);
	return (
		<fieldset id="readers" tabIndex={-1}>
			<input type="checkbox" name="readers" value="r1" defaultChecked />
			<button type="button" onClick={() => change("readers", ["r1", "r2", "r3", "r4"])}>
				Four readers
			</button>
		</fieldset>
	);
}

const title = () => screen.getByLabelText<HTMLInputElement>("Title");
const books = () => screen.getByLabelText<HTMLTextAreaElement>("Books");
const type = (control: HTMLElement, value: string) => void fireEvent.change(control, { target: { value } });
const press = (name: string) => void fireEvent.click(screen.getByText(name, { selector: "button" }));
const isSaid = (words: string | RegExp) => screen.queryByText(words) !== null;
const says = (words: string | RegExp) => screen.findByText(words);
const saving = () => screen.getByLabelText("Changes", { selector: "section" }).textContent;
const CONFLICT = "Changed since you opened it";
const OFFER = "There is a draft that was not saved";

describe("a save", () => {
	test("sends what the bar has said, says so, and offers to take it back", async () => {
		open();
		expect(saving()).toBe("No changes to save");
		type(title(), "Plays");
		expect(saving()).toBe("Saving:Renames it to “Plays” (was “Poems”)");
		press("Save changes");
		await says("Saved.");
		expect(stored.title).toBe("Plays");
		press("Undo");
		await waitFor(() => expect(stored.title).toBe("Poems"));
		expect(title().value).toBe("Poems");
		expect(document.activeElement?.textContent).toBe("Save changes");
	});

	test("of nothing sends nothing, and says so; what was saved before can still be taken back", async () => {
		open();
		type(title(), "Plays");
		press("Save changes");
		await says("Saved.");
		press("Save changes");
		expect(isSaid("Nothing to save: nothing was changed.")).toBe(true);
		expect(sent).toHaveLength(1);
		press("Undo");
		await waitFor(() => expect(stored.title).toBe("Poems"));
	});

	test("under way lets nothing else through, be it a second press or Undo", async () => {
		open();
		type(title(), "Plays");
		press("Save changes");
		await says("Saved.");
		const { promise, resolve } = Promise.withResolvers<State>();
		answer = () => promise;
		press("Undo");
		press("Save changes");
		await says("Sending…");
		expect(isSaid("Undo")).toBe(false);
		resolve({});
		await waitFor(() => expect(isSaid("Sending…")).toBe(false));
		expect(sent).toHaveLength(2);
	});

	test("is not offered to be taken back where the rules would stop that", async () => {
		stored = { ...shelf, title: "A long title" };
		open();
		type(title(), "Short");
		press("Save changes");
		await says("Saved.");
		expect(isSaid("Undo")).toBe(false);
	});

	test("keeps what was typed while it was under way", async () => {
		open();
		const { promise, resolve } = Promise.withResolvers<State>();
		answer = () => promise;
		type(title(), "Plays");
		press("Save changes");
		await says("Sending…");
		type(books(), "a\nb\nlate");
		const after = { ...shelf, title: "Plays" };
		resolve({ baseline: after, saved: { before: shelf, after, differing: [], history: null, at: now() } });
		await waitFor(() => expect(saving()).toBe("Saving:Adds the book late"));
		expect(title().value).toBe("Plays");
	});
});

describe("what stops a save", () => {
	test("by the form's rules is listed in a summary with links to the fields, which takes the focus", async () => {
		open();
		type(title(), "");
		press("Four readers");
		press("Save changes");
		const summary = (await says("This can't be sent yet")).closest("[id=problems]");
		const links = [...(summary?.querySelectorAll("a") ?? [])].map(({ textContent, hash }) => [textContent, hash]);
		expect(links).toEqual([
			["Title: A title is needed.", "#title"],
			["Readers: At most 3 fit.", "#readers"],
		]);
		await waitFor(() => expect(document.activeElement).toBe(summary));
		expect(title().getAttribute("aria-invalid")).toBe("true");
		type(title(), "Plays");
		expect(isSaid("Title: A title is needed.")).toBe(false);
		expect(sent).toEqual([]);
	});

	test("by the service's refusal stands at its field and puts the focus there, until that is edited", async () => {
		open();
		answer = () => ({ faults: { books: "The service refused it: no." } });
		type(title(), "Plays");
		press("Save changes");
		await waitFor(() => expect(document.activeElement).toBe(books()));
		expect(isSaid("Books: The service refused it: no.")).toBe(true);
		type(title(), "Maps");
		expect(isSaid("Books: The service refused it: no.")).toBe(true);
		type(books(), "a");
		expect(isSaid("Books: The service refused it: no.")).toBe(false);
	});

	test("by anything else is said above the form, which takes the focus; what was typed stays", async () => {
		open();
		answer = () => ({ problem: { title: "The tenant is slow", message: "It gave no answer." } });
		type(title(), "Plays");
		press("Save changes");
		await says("The tenant is slow");
		await waitFor(() => expect(document.activeElement?.id).toBe("problems"));
		expect(title().value).toBe("Plays");
	});

	test("of a page of another version keeps what was typed, and says that the page is out of date", async () => {
		open();
		answer = () => {
			throw Object.assign(new Error("Server Action was not found."), { name: "UnrecognizedActionError" });
		};
		type(title(), "Plays");
		press("Save changes");
		await says(/^(This page is out of date|Not confirmed)$/);
		expect(title().value).toBe("Plays");
	});
});

describe("a conflict", () => {
	test("takes the focus, merges what only one has changed, and is chosen where both have", async () => {
		open();
		type(title(), "Yours");
		type(books(), "a\nb\nyours");
		stored = { ...shelf, title: "Theirs", books: ["a", "b", "theirs"] };
		press("Save changes");
		await says(CONFLICT);
		await waitFor(() => expect(document.activeElement?.id).toBe("conflict"));
		expect(books().value).toBe("a\nb\nyours\ntheirs");
		press("Save changes");
		expect(isSaid("Choose what to keep of what you both have changed.")).toBe(true);
		expect(sent).toHaveLength(1);
		fireEvent.click(screen.getByLabelText("Theirs: “Theirs”"));
		expect(title().value).toBe("Theirs");
		press("Save changes");
		await says("Saved.");
		expect(stored).toMatchObject({ title: "Theirs", books: ["a", "b", "yours", "theirs"] });
	});

	test("of which all is chosen as they left it says that nothing is left to save, and ends", async () => {
		open();
		type(title(), "Yours");
		stored = { ...shelf, title: "Theirs" };
		press("Save changes");
		await says(CONFLICT);
		fireEvent.click(screen.getByLabelText("Theirs: “Theirs”"));
		expect(isSaid(/there is nothing left to save/)).toBe(true);
		expect(saving()).toBe("No changes to save");
		press("Save changes");
		expect(isSaid(CONFLICT)).toBe(false);
		expect(sent).toHaveLength(1);
	});

	test("is remembered when Back brings the page from before it: its draft meets no reversal that nobody made", async () => {
		const madeAt = now();
		const page = open({ madeAt });
		type(title(), "Yours");
		stored = { ...shelf, colour: "ash" };
		press("Save changes");
		await says(CONFLICT);
		await waitFor(() => expect(JSON.stringify(sessionStorage)).toContain("Yours"));
		page.unmount();
		open({ madeAt, baseline: shelf, id: page.id });
		press("Restore draft");
		expect(isSaid(CONFLICT)).toBe(false);
		expect(saving()).toBe("Saving:Renames it to “Yours” (was “Poems”)");
	});
});

describe("a draft", () => {
	const kept = (words: string) => waitFor(() => expect(JSON.stringify(sessionStorage)).toContain(words));
	const offers = () => screen.queryAllByText(OFFER).length;

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
			const id = `odd-${pages}-${text.length}`;
			sessionStorage.setItem(`shelf-draft ${id} editor`, text);
			const page = open({ id });
			expect(offers()).toBe(0);
			page.unmount();
		}
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
	await waitFor(() => expect(stored.title).toBe("Poems"));
});

test("leaving with edits asks, and not once they are saved", async () => {
	const confirm = vi.fn(() => false);
	vi.stubGlobal("confirm", confirm);
	const link = document.createElement("a");
	link.href = "/elsewhere";
	document.body.append(link);
	const follow = () => {
		const click = new MouseEvent("click", { bubbles: true, cancelable: true });
		link.dispatchEvent(click);
		return click.defaultPrevented;
	};
	open();
	type(title(), "Plays");
	expect(follow()).toBe(true);
	press("Save changes");
	await says("Saved.");
	expect(confirm).toHaveBeenCalledTimes(1);
	link.remove();
	vi.unstubAllGlobals();
});

test("a viewer has nothing to change anything with", () => {
	open({ canWrite: false });
	expect(title().disabled).toBe(true);
	expect(screen.queryByText("Save changes")).toBeNull();
	expect(document.querySelector("button[type=submit]")).toBeNull();
});
