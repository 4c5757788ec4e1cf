import { describe, expect, test } from "vitest";
import { type Shelf, type ShelfFields, type ShelfValues, shelf, shelfEditor } from "@/app/_testing/shelf-editor";
import { conflictState, type EditState, formOf, savedState } from "./edit-state";
import { type EditorEvent, type EditorState, firstState, lastSave, reduce, type Seen } from "./editor-reducer";
import { KEY_WITHHELD } from "./kinds/kind";
import { errorsOf, faultsIn } from "./use-store";

type State = EditorState<ShelfFields>;
const at = "2026-01-01T10:05:00.000Z";
const madeAt = "2026-01-01T10:00:00.000Z";
const { valuesOf } = shelfEditor;

function opened(
	answer: EditState<ShelfFields> = { kind: "idle" },
	seen: Seen<ShelfFields> | null = null,
	page: { baseline?: Shelf | null; edits?: { by: string; values: ShelfValues } } = {},
): State {
	const action = () => Promise.reject(new Error("nothing is sent here"));
	const options = { editor: shelfEditor, id: "s1", idField: "tokenId" as const, canWrite: true, madeAt, action };
	return firstState({ ...options, baseline: shelf, ...page }, seen, answer);
}
const stateAfter = (state: State, event: EditorEvent<ShelfFields>) => reduce(shelfEditor, state, event);
const typed = (values: Partial<ShelfValues>): ShelfValues => ({ ...valuesOf(shelf), ...values });
const saveOf = (content: Shelf) => ({
	before: shelf,
	after: content,
	differing: [],
	unconfirmed: [],
	history: null,
	at,
});
const savedAs = (content: Shelf) => savedState(shelfEditor, saveOf(content));
const press = (state: State, values: ShelfValues) => stateAfter(state, { type: "pressed", values });
const result = (state: State, answer: EditState<ShelfFields>, values: ShelfValues, sent = values) =>
	stateAfter(state, { type: "result", result: answer, sent, values });

describe("a form begins with", () => {
	test("what is stored, or what differs from it", () => {
		expect(opened()).toMatchObject({ values: valuesOf(shelf), openedAt: madeAt, latest: null });
		const edits = { by: "v1", values: typed({ title: "Before" }) };
		expect(opened(undefined, null, { edits })).toMatchObject({ values: edits.values, unchanged: valuesOf(shelf) });
		expect(opened(undefined, null, { baseline: null }).values).toEqual(valuesOf(shelfEditor.defaults));
	});

	test("what a page without scripts has submitted, over the baseline that it had then", () => {
		const form = { baseline: shelf, conflict: null, values: typed({ title: "A long title" }), openedAt: at };
		const state = opened({ kind: "refused", faults: { title: "Too long" }, ...form }, null, { baseline: null });
		expect(state).toMatchObject({ edit: { baseline: shelf }, values: form.values, openedAt: at });
		expect(faultsIn(errorsOf(shelfEditor, state, state.values)).title).toBe("A title has at most 8 characters.");
	});

	test("what this tab has saved since the page was rendered, which can be undone", () => {
		const saved = saveOf({ ...shelf, title: "Plays" });
		const state = opened(undefined, { after: saved.after, at, saved });
		expect([state.values.title, lastSave(state), state.openedAt]).toEqual(["Plays", saved, at]);
		expect(stateAfter(state, { type: "undone", values: state.values }).values.title).toBe("Poems");
	});
});

describe("a press", () => {
	test("of changed values leaves the state as it is: they are to be sent", () => {
		const state = opened();
		expect(press(state, typed({ title: "Plays" }))).toBe(state);
	});

	test("of nothing says so, of white space as well", () => {
		expect(press(opened(), typed({ books: "a\n\nb " })).result.kind).toBe("unchanged");
	});

	test("that a rule stops takes away the result before it, and not the Undo of a save", () => {
		const saved = result(opened(), savedAs({ ...shelf, title: "Plays" }), typed({ title: "Plays" }));
		const state = press(saved, typed({ title: "" }));
		expect([state.result.kind, lastSave(state)?.after.title]).toEqual(["idle", "Plays"]);
	});
});

describe("a result", () => {
	const theirs = { ...shelf, title: "Theirs" };
	const found = conflictState(shelfEditor, { baseline: shelf, theirs, yours: { ...shelf, title: "Yours" }, at });

	test("of a save keeps what was typed since", () => {
		const sent = typed({ title: "Plays" });
		const state = result(opened(), savedAs({ ...shelf, title: "Plays" }), { ...sent, books: "late" }, sent);
		expect(state).toMatchObject({
			openedAt: at,
			values: { books: "late" },
			unchanged: { title: "Plays", books: "a\nb" },
		});
	});

	test("of a conflict needs a choice, and ends where nothing is left to save", () => {
		const state = result(opened(), found, typed({ title: "Yours" }));
		expect(press(state, state.values).result.kind).toBe("unresolved");
		const chosen = stateAfter(state, { type: "chosen", part: "title", choice: "theirs", values: state.values });
		expect(chosen.values.title).toBe("Theirs");
		expect(press(chosen, chosen.values)).toMatchObject({ result: { kind: "unchanged" }, edit: { conflict: null } });
	});

	test("of a conflict takes away the Undo of the save before", () => {
		const saved = result(opened(), savedAs({ ...shelf, books: ["a"] }), typed({ books: "a" }));
		expect(lastSave(result(saved, found, typed({ title: "Yours" })))).toBeNull();
	});

	test("of a refusal keeps the values, and is an error of its field until that is edited", () => {
		const values = typed({ books: "c" });
		const form = { baseline: shelf, conflict: null, values, openedAt: at };
		const before = opened();
		const state = result(before, { kind: "refused", faults: { books: "No." }, ...form }, values);
		expect(state.values).toBe(before.values);
		const errors = errorsOf(shelfEditor, state, { ...values, title: "Other" });
		expect(faultsIn(errors)).toEqual({ books: "No." });
		for (const edited of [{ books: "d" }, { note: "typed" }])
			expect(errorsOf(shelfEditor, state, { ...values, ...edited })).toEqual({});
		const both = errorsOf(shelfEditor, state, { ...values, title: "" });
		expect(faultsIn(both)).toEqual({ books: "No.", title: "A title is needed." });
	});

	test("of a save of which a part is done takes what is stored as baseline", () => {
		const values = typed({ title: "Plays", books: "c" });
		const form = { baseline: { ...shelf, title: "Plays" }, conflict: null, values, openedAt: at };
		const problem = { title: "Not all of it was saved", message: "" };
		const state = result(opened(), { kind: "partly", problem, ...form }, values);
		expect(state).toMatchObject({ unchanged: { title: "Plays", books: "a\nb" }, values, openedAt: at });
	});

	test("of a completed request regards what was sent as unchanged", () => {
		const values = typed({ title: "Plays" });
		const form = formOf({ baseline: null, conflict: null, values, openedAt: "" });
		const state = reduce<ShelfFields>(shelfEditor, opened(undefined, null, { baseline: null }), {
			type: "result",
			result: { kind: "settled", made: "a secret", ...form },
			sent: values,
			values,
		});
		expect([state.unchanged, state.values]).toEqual([values, values]);
		// Also where it was sent before the page was hydrated.
		const rendered = opened({ kind: "settled", made: "a secret" as never, ...form }, null, { baseline: null });
		expect(rendered.unchanged).toEqual(values);
	});

	test("with a removed private key says so until the key is gone", () => {
		const form = { baseline: shelf, conflict: null, values: typed({}), openedAt: at };
		const state = result(opened(), { kind: "refused", faults: { seal: KEY_WITHHELD }, ...form }, typed({}));
		expect([state.withheld, stateAfter(state, { type: "withheld", isWithheld: false }).withheld]).toEqual([
			true,
			false,
		]);
	});
});

describe("a page that was rendered again", () => {
	const renewed = (state: State, values: ShelfValues) =>
		stateAfter(state, { type: "renewed", baseline: { ...shelf, title: "Theirs" }, madeAt: at, values });

	test("shows what is stored now", () => {
		expect(renewed(opened(), typed({}))).toMatchObject({ values: { title: "Theirs" }, openedAt: at, latest: null });
	});

	test("stays as it is where something was typed", () => {
		const state = opened();
		expect(renewed(state, typed({ books: "c" }))).toBe(state);
		// White space that was removed from a stored name is an edit.
		const padded = opened(undefined, null, { baseline: { ...shelf, title: " Poems " } });
		expect(renewed(padded, typed({ title: "Poems" }))).toBe(padded);
	});
});
