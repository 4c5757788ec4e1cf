import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { conflictState, type EditState, type Save, savedState } from "@/app/_editor/edit-state";
import { EditorField, useEditing, useField, useNow } from "@/app/_editor/editor-context";
import { EditorForm } from "@/app/_editor/editor-form";
import type { PastChange } from "@/app/_history/history-list";
import { type Shelf, type ShelfFields, type ShelfValues, shelf, shelfEditor } from "./shelf-editor";

export type ShelfState = EditState<ShelfFields>;

/** What the service stores, what it was sent, and what responds in its place, if anything. */
export const service: {
	stored: Shelf;
	sent: ShelfValues[];
	respond: ((values: ShelfValues) => ShelfState | Promise<ShelfState>) | null;
} = { stored: shelf, sent: [], respond: null };
let clock = 0;
let pages = 0;

/** Before each test. */
export function resetShelf(): void {
	Object.assign(service, { stored: shelf, sent: [], respond: null });
	clock = Date.parse("2026-01-01T10:00:00Z");
}

/** A later time at each call, in the console's format. */
export const now = () => new Date(clock++).toISOString();

/** Another admin's write in the trail. */
export const pastChange = (words: string, given: Partial<PastChange> = {}): PastChange => ({
	id: words,
	at: now(),
	person: "Ada",
	account: "ada@example.org",
	outcome: "done",
	lines: [{ what: words }],
	authorPage: "/users/a",
	reason: null,
	isOwn: false,
	isEdit: true,
	...given,
});

/** Saves as every editor does: never over an unseen change. */
async function save(_: ShelfState, form: FormData): Promise<ShelfState> {
	const values = shelfEditor.valuesIn(JSON.parse(String(form.get("values"))));
	const baseline = shelfEditor.contentIn(JSON.parse(String(form.get("opened"))));
	if (!values || !baseline) throw new Error("not of this form");
	service.sent.push(values);
	if (service.respond) return service.respond(values);
	const before = service.stored;
	const contents = shelfEditor.contentOf(values, baseline);
	if (shelfEditor.changes(baseline, before).length > 0) {
		return conflictState(shelfEditor, { baseline, theirs: before, yours: contents, at: now() });
	}
	service.stored = contents;
	return savedAs(contents, { before, history: [pastChange("Saved it")] });
}

/** The result of a save over the stored shelf. */
export const savedAs = (after: Shelf, given: Partial<Save<ShelfFields>> = {}): ShelfState =>
	savedState(shelfEditor, {
		before: shelf,
		after,
		differing: [],
		unconfirmed: [],
		history: null,
		at: now(),
		...given,
	});

/** What the form of the stored shelf contains. */
export const shownAs = (values: Partial<ShelfValues>) => ({
	baseline: shelf,
	conflict: null,
	values: { ...shelfEditor.valuesOf(shelf), ...values },
	openedAt: now(),
});

type Options = {
	canWrite?: boolean;
	madeAt?: string;
	baseline?: Shelf | null;
	subject?: string;
	id?: string;
	isCreated?: boolean;
	history?: PastChange[];
	isDone?: boolean;
	edits?: { by: string; values: ShelfValues } | null;
	page?: string;
};

/** The form of a shelf on its page. */
export function ShelfForm({ id = "", canWrite = true, baseline = null, subject = "editor", ...page }: Options) {
	return (
		<EditorForm
			editor={shelfEditor}
			id={id}
			idField="tokenId"
			baseline={baseline}
			canWrite={canWrite}
			subject={subject}
			madeAt={page.madeAt ?? now()}
			timeZone="UTC"
			historyDays={90}
			action={save}
			history={page.history ?? []}
			isCreated={page.isCreated ?? false}
			edits={page.edits}
			{...(page.page !== undefined && { page: page.page })}
			notes={(_, isFilled) => (isFilled ? <p>Filled in</p> : null)}
			done={() => (page.isDone ? <p>Done</p> : null)}
			draftInWords={({ title }) => `“${title}”`}
		>
			<EditorField of={shelfEditor} name="title" />
			<EditorField of={shelfEditor} name="colour" />
			<EditorField of={shelfEditor} name="isOpen" />
			<EditorField of={shelfEditor} name="books" />
			<EditorField of={shelfEditor} name="note" />
			<Rendered />
			<Readers />
			<Seal />
		</EditorForm>
	);
}

/** Counts how often what reads the form's values is rendered. */
export const rendered = { times: 0 };

function Rendered() {
	useNow(shelfEditor);
	rendered.times += 1;
	return null;
}

/** A control that the form renders itself. */
function Readers() {
	const { value, onChange } = useField(shelfEditor, "readers");
	return (
		<fieldset id="readers" tabIndex={-1}>
			<input type="checkbox" name="readers" value="r1" defaultChecked={value.includes("r1")} />
			<button type="button" onClick={() => onChange(["r1", "r2", "r3", "r4"])}>
				Four readers
			</button>
		</fieldset>
	);
}

/** A control that reports a removed private key, and can be filled in. */
function Seal() {
	const { withheld, request } = useEditing(shelfEditor);
	const { value, onChange } = useField(shelfEditor, "seal");
	return (
		<>
			<textarea
				aria-label="Seal"
				id="seal"
				name="seal"
				value={value}
				onChange={(event) => onChange(event.target.value)}
			/>
			{withheld ? <p>A key was taken out.</p> : null}
			<button type="button" onClick={() => request({ intent: "fill" })}>
				Fill in
			</button>
		</>
	);
}

/** Opens the page of the stored shelf, under a new id unless one is given. @param id empty: a new shelf */
export function open({ id, ...options }: Options = {}) {
	if (id === undefined) pages += 1;
	const page = id ?? `shelf-${pages}`;
	const baseline = page === "" ? null : service.stored;
	const { unmount } = render(<ShelfForm id={page} baseline={baseline} {...options} />);
	return { unmount, id: page };
}

export const title = () => screen.getByLabelText<HTMLInputElement>("Title");
export const books = () => screen.getByLabelText<HTMLTextAreaElement>("Books");
export const note = () => screen.getByLabelText<HTMLInputElement>("Note");
export const seal = () => screen.getByLabelText<HTMLTextAreaElement>("Seal");
export const type = (control: HTMLElement, value: string) => void fireEvent.change(control, { target: { value } });
export const press = (name: string) => void fireEvent.click(screen.getByText(name, { selector: "button" }));
export const hasText = (words: string | RegExp) => screen.queryByText(words) !== null;
export const shows = (words: string | RegExp) => screen.findByText(words);
/** The status beside the save button. */
export const saving = () => screen.getByLabelText("Changes", { selector: "section" }).textContent;
/** What saving would do, in words. */
export const changes = () =>
	[...document.querySelectorAll('[aria-label="Changes to save"] li')].map(({ textContent }) => textContent);
/** The changes in short, as far as the bar shows them. */
export const chips = () =>
	[...document.querySelectorAll('[aria-label="Changes"] summary > span')].map(({ textContent }) => textContent);
export const CONFLICT = "Changed since you opened it";

/** Waits until a stored draft contains these words. */
export const draftContains = (words: string) => waitFor(() => expect(JSON.stringify(sessionStorage)).toContain(words));

export async function saved(): Promise<void> {
	press("Save changes");
	await shows("Saved.");
}

/** Follows a link out of the page. @returns whether the page is left */
export function follow(attributes = ""): boolean {
	document.body.insertAdjacentHTML("beforeend", `<a href="/elsewhere" ${attributes}>Elsewhere</a>`);
	const link = document.body.lastElementChild as HTMLElement;
	const isFree = fireEvent.click(link);
	link.remove();
	return isFree;
}
