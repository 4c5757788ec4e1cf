import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Shelf, shelf, shelfEditor } from "@/app/_testing/shelf-editor";
import { contestedChoices, onConflict, onDraft, onSaved, withChoices } from "./edit-state";
import { contentOfResponse, fieldAtPath, requestOfChanges } from "./wire";

const { valuesOf, contentOf, partsOf, contentOfParts, changes, describeChanges, faults, hasEdits } = shelfEditor;
const names = new Map([["r1", "Ada"]]);
const wordsOf = (after: Partial<Shelf>, before = shelf) =>
	describeChanges(before, { ...before, ...after }, names).map(({ words }) => words);

const some = (...of: string[]) => fc.subarray(of);
/** Of few values, so that two of them often have values in common. */
const content: fc.Arbitrary<Shelf> = fc.record({
	title: fc.constantFrom("Poems", "Plays", "Maps"),
	colour: fc.constantFrom("oak", "ash", "stored once"),
	isOpen: fc.boolean(),
	books: some("a", "b", "__proto__", "c d"),
	readers: some("r1", "r2", "constructor"),
	order: some("x", "y"),
	site: fc.constantFrom("", "https://a.example/", "https://b.example/"),
	seal: fc.constantFrom("", "-----BEGIN CERTIFICATE-----\nb25l\n-----END CERTIFICATE-----\n"),
});

describe("a field", () => {
	test("converts between value, content and parts without loss", () => {
		fc.assert(
			fc.property(content, (one) => {
				expect(contentOf(valuesOf(one), null)).toEqual(one);
				// A field that doesn't apply has no part.
				expect(contentOfParts(partsOf(one))).toEqual(one.isOpen ? one : { ...one, site: "" });
				expect(changes(one, one)).toEqual([]);
			}),
		);
	});

	test("is read from native controls, with the line breaks that scripts use", () => {
		const form = new FormData();
		form.set("title", "Poems");
		form.set("books", "a\r\n\r\n b \r\na");
		form.append("readers", "r1");
		form.append("readers", "r2");
		form.set("isOpen", "on");
		const typed = shelfEditor.typed(form);
		expect(typed).toMatchObject({ books: "a\n\n b \na", readers: ["r1", "r2"], isOpen: true, colour: "oak" });
		expect(contentOf(typed, null)).toMatchObject({ books: ["a", "b"], readers: ["r1", "r2"] });
	});

	test("is read from a form or draft only with all the others, and unknown properties are left out", () => {
		const values = { ...valuesOf(shelf), another: 1 };
		expect(shelfEditor.valuesIn(values)).toEqual(valuesOf(shelf));
		for (const name of shelfEditor.names) expect(shelfEditor.valuesIn({ ...values, [name]: 7 })).toBeNull();
		expect(shelfEditor.contentIn({ ...shelf, note: "typed" })).toEqual(shelf);
		for (const name of shelfEditor.stored) expect(shelfEditor.contentIn({ ...shelf, [name]: {} })).toBeNull();
		for (const odd of [null, [], "x"]) expect(shelfEditor.contentIn(odd)).toBeNull();
	});
});

describe("a change in words", () => {
	test.each([
		[{ title: "Plays" }, ["Renames it to “Plays” (was “Poems”)"]],
		[{ colour: "ash" }, ["Sets the colour to Ash (was Oak)"]],
		[{ isOpen: true }, ["Switches “Open to all” on"]],
		[{ books: ["b", "c"] }, ["Removes the book a", "Adds the book c"]],
		[{ readers: [] }, ["Stops lending to Ada"]],
		[{ order: ["x", "y"] }, ["Sets the order to x, y"]],
		[{ title: "Plays", readers: ["r1", "r2"] }, ["Renames it to “Plays” (was “Poems”)", "Lets r2 borrow"]],
	] as [Partial<Shelf>, string[]][])("%j: %j", (after, words) => {
		expect(wordsOf(after)).toEqual(words);
	});

	test.each([
		[{ title: "Plays" }, ["title “Poems” → “Plays”"]],
		[{ colour: "ash" }, ["colour Oak → Ash"]],
		[{ isOpen: true }, ["open to all off → on"]],
		[{ books: ["b", "c"] }, ["− Book a", "+ Book c"]],
		[{ readers: [] }, ["− Reader Ada"]],
		[{ order: ["x", "y"] }, ["+ order x, y"]],
	] as [Partial<Shelf>, string[]][])("%j is in short %j", (after, words) => {
		const short = describeChanges(shelf, { ...shelf, ...after }, names).map(({ chip }) => chip);
		expect(short).toEqual(words);
	});

	test("of the whole may come before those of its parts", () => {
		expect(wordsOf({ isOpen: false }, { ...shelf, isOpen: true })).toEqual(["Closes it", "Switches “Open to all” off"]);
	});

	test("that was undone is none, and a value that only helps to fill in still is an edit", () => {
		expect(hasEdits(valuesOf(shelf), { ...valuesOf(shelf), books: "a\n\nb \n" })).toBe(false);
		expect(hasEdits(valuesOf(shelf), { ...valuesOf(shelf), note: "typed" })).toBe(true);
	});
});

describe("a rule", () => {
	const faultsOf = (after: Partial<Shelf>) => faults(shelf, { ...valuesOf({ ...shelf, ...after }) });

	test("applies only to what changed in a stored resource, and to all of a new one", () => {
		const long = { ...shelf, title: "A long title" };
		expect(faults(long, valuesOf({ ...long, books: [] }))).toBeNull();
		expect(faultsOf({ title: "A long title" })).toEqual({ title: "A title has at most 8 characters." });
		expect(faults(null, valuesOf(shelfEditor.defaults))).toEqual({ title: "A title is needed." });
	});

	test("accepts a stored choice, and no other that isn't offered", () => {
		const odd = { ...shelf, colour: "stored once" };
		expect(faults(odd, valuesOf({ ...odd, title: "Plays" }))).toBeNull();
		expect(faultsOf({ colour: "stored once" })).toEqual({ colour: "Choose one of the options." });
	});

	test("across two fields is shown at the one that it names", () => {
		expect(faultsOf({ isOpen: true, readers: [] })).toEqual({ readers: "An open shelf needs a reader." });
	});

	test("does not apply to a field that doesn't apply", () => {
		expect(faultsOf({ site: "no address" })).toBeNull();
		expect(faultsOf({ site: "no address", isOpen: true })).toHaveProperty("site");
	});
});

describe("between the form and the interface", () => {
	const stored = { title: "Poems", books: ["a"], looks: { colour: "ash", size: 3 } };

	test("a response is read by the path of each field, and an unexpected value there becomes the usual one", () => {
		expect(contentOfResponse(shelfEditor, stored)).toMatchObject({ title: "Poems", books: ["a"], colour: "ash" });
		expect(contentOfResponse(shelfEditor, { title: 7, books: "x", looks: [] })).toEqual(shelfEditor.defaults);
		expect(contentOfResponse(shelfEditor, null)).toEqual(shelfEditor.defaults);
	});

	test("only what changed is sent, each property whole with what else is stored in it; nothing where nothing changed", () => {
		const before = contentOfResponse(shelfEditor, stored);
		expect(requestOfChanges(shelfEditor, before, before, stored)).toBeNull();
		expect(requestOfChanges(shelfEditor, before, { ...before, title: "Plays" }, stored)).toEqual({ title: "Plays" });
		expect(requestOfChanges(shelfEditor, before, { ...before, isOpen: true }, stored)).toEqual({
			looks: { colour: "ash", size: 3, open: true },
		});
	});

	test("what was sent and is read again equals the values", () => {
		fc.assert(
			fc.property(content, content, (before, after) => {
				const held = { ...requestOfChanges(shelfEditor, shelfEditor.defaults, before, {}) };
				const body = requestOfChanges(shelfEditor, before, after, held);
				const now = contentOfResponse(shelfEditor, { ...held, ...body });
				expect(changes(after, now)).toEqual([]);
			}),
		);
	});

	test.each([
		["title", "title"],
		["looks.open", "isOpen"],
		["books.3", "books"],
		["looks", "colour"],
		["other", null],
		["tit", null],
	])("a refusal at %s belongs to the field %s", (path, field) => {
		expect(fieldAtPath(shelfEditor, path)).toBe(field);
	});
});

describe("two admins who edit the same", () => {
	const edit = (yours: Shelf, theirs: Shelf, values = valuesOf(yours)) =>
		onConflict(shelfEditor, { baseline: shelf, theirs, yours }, values);

	test("keep both what only one of them has changed", () => {
		fc.assert(
			fc.property(content, content, (theirs, yours) => {
				const transition = edit(yours, theirs);
				const merged = contentOf(transition.values, null);
				const contested = contestedChoices(shelfEditor, transition.conflict, transition.values);
				const isContested = new Set(contested.map(({ part }) => part));
				for (const { part, after } of [...changes(shelf, theirs), ...changes(shelf, yours)]) {
					// Whether a field applies depends on the merged content.
					if (!isContested.has(part) && part !== "site") expect(partsOf(merged).get(part) ?? null).toBe(after);
				}
			}),
		);
	});

	test("choose where both have changed it, in the order of the form; typing is a choice as well", () => {
		const theirs = { ...shelf, title: "Theirs", colour: "ash", books: ["a", "b", "t"] };
		const yours = { ...shelf, title: "Yours", colour: "x", books: ["a", "y"] };
		const conflicting = edit(yours, theirs);
		const { conflict, values } = conflicting;
		const choicesOf = (of: typeof values, now = conflict) =>
			contestedChoices(shelfEditor, now, of).map(({ part, chosen }) => [part, chosen]);
		expect(choicesOf(values)).toEqual([
			["title", null],
			["colour", null],
		]);
		expect(values.books).toBe("a\ny\nt");
		expect(choicesOf({ ...values, title: "Typed" })).toContainEqual(["title", "yours"]);
		const chosen = withChoices(shelfEditor, conflicting, new Map([["title", "theirs"]]));
		expect(chosen.values.title).toBe("Theirs");
		const back = withChoices(shelfEditor, chosen, new Map([["title", "baseline"]]));
		expect(back.values.title).toBe("Poems");
	});

	test("restore a draft on its baseline, and as a conflict where that has changed", () => {
		const draft = { opened: shelf, values: { ...valuesOf(shelf), title: "Typed", note: "kept" } };
		const { values } = draft;
		expect(onDraft(shelfEditor, shelf, draft)).toEqual({ baseline: shelf, conflict: null, values });
		const transition = onDraft(shelfEditor, { ...shelf, isOpen: true }, draft);
		expect(transition.conflict).not.toBeNull();
		expect(transition.values).toMatchObject({ title: "Typed", isOpen: true, note: "kept" });
	});

	test("lose nothing that is typed while a save is pending", () => {
		const sent = { ...valuesOf(shelf), title: "Sent" };
		const after = { ...shelf, title: "Sent" };
		expect(onSaved(shelfEditor, after, sent, { ...sent, books: "a\nb\nlate" }).values.books).toBe("a\nb\nlate");
		const values = valuesOf(after);
		expect(onSaved(shelfEditor, after, sent, sent)).toEqual({ baseline: after, conflict: null, values });
	});

	test("reset what helps to fill in a field when the field is replaced", () => {
		const yours = { ...shelf, title: "Yours" };
		const typed = { ...valuesOf(yours), note: "typed" };
		expect(edit(yours, { ...shelf, books: ["t"] }, typed).values.note).toBe("");
		expect(edit(yours, { ...shelf, colour: "ash" }, typed).values.note).toBe("typed");
	});
});

describe("white space around a name", () => {
	const [oldTitle, padded] = [shelf.title, ` ${shelf.title}\u00a0`];
	const stored = { ...shelf, title: padded };
	const typed = (title: string) => ({ ...valuesOf(stored), title });

	test("is removed from a new and from a changed one", () => {
		expect(contentOf(typed("\u00a0Maps\u3000\n"), null).title).toBe("Maps");
		expect(contentOf(typed(" Maps "), stored).title).toBe("Maps");
		expect(contentOf(typed(padded), shelf)).toEqual(shelf);
		expect(faults(stored, typed("\u00a0 "))).toEqual({ title: "A title is needed." });
	});

	test("stays with a stored one, which is no change and no edit", () => {
		const values = { ...valuesOf(stored), colour: "ash" };
		expect(contentOf(values, stored).title).toBe(padded);
		expect(changes(stored, contentOf(values, stored)).map(({ part }) => part)).toEqual(["colour"]);
		expect(hasEdits(valuesOf(stored), valuesOf(stored), stored)).toBe(false);
	});

	test("stays with a stored one where a form without scripts leaves out its line breaks", () => {
		const lines = { ...shelf, title: "\nMa\nps\n" };
		expect(contentOf({ ...valuesOf(lines), title: "Maps", colour: "ash" }, lines)).toEqual({ ...lines, colour: "ash" });
	});

	test("is removed from a stored one by typing the name without it, which is a change in words that differ", () => {
		expect(hasEdits(valuesOf(stored), typed(oldTitle), stored)).toBe(true);
		const [change] = describeChanges(stored, contentOf(typed(oldTitle), stored), names);
		expect(change?.words).toBe(
			`Renames it to “${oldTitle}” (was “${padded}” (contains invisible characters: U+0020, U+00A0))`,
		);
	});

	test("of theirs is no change of one's own", () => {
		const opened = { baseline: shelf, theirs: stored, yours: { ...shelf, colour: "ash" } };
		const { baseline, values } = onConflict(shelfEditor, opened, valuesOf(opened.yours));
		expect(values.title).toBe(padded);
		expect(changes(stored, contentOf(values, baseline)).map(({ part }) => part)).toEqual(["colour"]);
	});

	test("of what was opened is no choice of one's own", () => {
		const versions = { baseline: stored, theirs: { ...shelf, title: "Maps" }, yours: { ...shelf, title: "Plays" } };
		const conflict = onConflict(shelfEditor, versions, valuesOf(versions.yours));
		const chosen = withChoices(shelfEditor, conflict, new Map([["title", "baseline"]]));
		const [contested] = chosen.conflict ? contestedChoices(shelfEditor, chosen.conflict, chosen.values) : [];
		expect(contested?.chosen).toBe("baseline");
		expect(contentOf(chosen.values, chosen.baseline).title).toBe(oldTitle);
	});
});
