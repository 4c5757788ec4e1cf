import fc from "fast-check";
import { expect } from "vitest";
import { contestedChoices, type EditState } from "@/app/_editor/edit-state";
import type { Content, Editor, Fields, Values } from "@/app/_editor/editor";
import { type EditorEvent, type EditorState, firstState, lastSave, reduce } from "@/app/_editor/editor-reducer";
import { CHOICES, type Change, type Choice } from "@/lib/dashboard/three-way-merge";

/** An edit of the form, and its description in a failed run. */
export type FormEdit<F extends Fields> = {
	words: string;
	apply: (values: Values<F>, baseline: Content<F>) => Values<F>;
};

/** An editor that two admins have open at the same time. */
export type SharedForm<F extends Fields> = {
	editor: Editor<F>;
	/** What the service stores. */
	stored: () => Content<F>;
	/** Stores it without a page, as a program does. */
	put: (content: Content<F>) => void;
	/** How often a page has written to the service. */
	writes: () => number;
	save: (state: EditState<F>, form: FormData) => Promise<EditState<F>>;
	/** The form field that identifies the resource. */
	target: Readonly<Record<string, string>>;
	/** The contents that admins and programs write, some fields at a time. */
	contents: fc.Arbitrary<Content<F>>;
	/** Further edits of the form. */
	edits?: fc.Arbitrary<FormEdit<F>>;
	/** Assertions after every step. */
	always?: () => void;
};

/**
 * Lets two admins and a program edit one resource in random steps, and checks that every save writes what its page has shown
 * before it, and nothing else. In a conflict nothing is written, the changes of either admin are kept, and exactly the parts
 * that both have changed need a choice. A save is stopped exactly when the page's rules stop it.
 */
export async function expectTruthfulSaves<F extends Fields>(form: SharedForm<F>, runs: number): Promise<void> {
	const counts = { conflicts: 0, saves: 0 };
	const edit = form.edits ? fc.oneof(fieldsOf(form), form.edits) : fieldsOf(form);
	const admin = fc.nat(1);
	const transition = fc.oneof(
		{ weight: 6, arbitrary: fc.record({ kind: fc.constant("edit" as const), admin, edit }) },
		{ weight: 1, arbitrary: fc.record({ kind: fc.constant("program" as const), edit }) },
		{
			weight: 4,
			arbitrary: fc.record({ kind: fc.constant("save" as const), admin, late: fc.option(edit, { freq: 4 }) }),
		},
		{
			weight: 3,
			arbitrary: fc.record({ kind: fc.constant("choose" as const), admin, choice: fc.constantFrom(...CHOICES) }),
		},
		{ weight: 1, arbitrary: fc.record({ kind: fc.constant("undo" as const), admin }) },
		{ weight: 1, arbitrary: fc.record({ kind: fc.constant("reload" as const), admin }) },
	);
	const steps = fc.array(transition, { minLength: 10, maxLength: 40, size: "max" });
	await fc.assert(
		fc.asyncProperty(form.contents, steps, async (start, performed) => {
			form.put(start);
			const pages = [new Page(form, counts), new Page(form, counts)];
			for (const one of performed) {
				if (one.kind === "program") {
					const before = form.stored();
					form.put(form.editor.contentOf(one.edit.apply(form.editor.valuesOf(before), before), before));
				} else {
					const page = pages[one.admin] ?? expect.fail();
					if (one.kind === "edit") page.edit(one.edit);
					else if (one.kind === "choose") page.choose(one.choice);
					else if (one.kind === "save") await page.save(one.late);
					else if (one.kind === "undo") await page.undo();
					else pages[one.admin] = new Page(form, counts);
				}
				form.always?.();
			}
		}),
		{ numRuns: runs },
	);
	// The sequences reach what is checked: on average several times in each, and in few of twenty by chance.
	expect(counts.saves).toBeGreaterThan(runs / 10);
	expect(counts.conflicts).toBeGreaterThan(runs / 10);
}

function fieldsOf<F extends Fields>({ editor, contents }: SharedForm<F>): fc.Arbitrary<FormEdit<F>> {
	const some = fc.subarray(editor.stored, { minLength: 1, maxLength: Math.min(3, editor.stored.length) });
	return fc.tuple(contents, some).map(([content, names]) => {
		const all = editor.valuesOf(content);
		const values = Object.fromEntries(names.map((name) => [name, all[name]])) as unknown as Partial<Values<F>>;
		return { words: JSON.stringify(values), apply: (now) => ({ ...now, ...values }) };
	});
}

/** One admin's open page: what is shown follows from its state and its values alone. */
class Page<F extends Fields> {
	private readonly form: SharedForm<F>;
	private readonly counts: { conflicts: number; saves: number };
	private state: EditorState<F>;
	private values: Values<F>;

	constructor(form: SharedForm<F>, counts: { conflicts: number; saves: number }) {
		this.form = form;
		this.counts = counts;
		const page = { editor: form.editor, id: "1", baseline: form.stored(), canWrite: true, madeAt: "" };
		this.state = firstState({ ...page, idField: "tokenId", action: form.save }, null, { kind: "idle" });
		this.values = this.state.values;
	}

	private get baseline(): Content<F> {
		return this.state.edit.baseline ?? expect.fail();
	}
	private get content(): Content<F> {
		return this.form.editor.contentOf(this.values, this.baseline);
	}
	private get shown(): Change[] {
		return this.changes(this.baseline, this.content);
	}
	/** Sorted by name, since their order may differ. */
	private changes(before: Content<F>, after: Content<F>): Change[] {
		return this.form.editor.changes(before, after).toSorted((a, b) => (a.part < b.part ? -1 : 1));
	}

	/** @returns whether anything changed */
	private happens(event: EditorEvent<F>): boolean {
		const before = this.state;
		this.state = reduce(this.form.editor, before, event);
		if (this.state.values !== before.values) this.values = this.state.values;
		return this.state !== before;
	}

	edit({ apply }: FormEdit<F>): void {
		this.values = apply(this.values, this.baseline);
	}

	/** Chooses for the first part without a choice. */
	choose(choice: Choice): void {
		const { conflict } = this.state.edit;
		const contested = conflict ? contestedChoices(this.form.editor, conflict, this.values) : [];
		const open = contested.find(({ chosen }) => chosen === null);
		if (open) this.happens({ type: "chosen", part: open.part, choice, values: this.values });
	}

	/** Presses Save. @param late typed while the request is pending */
	async save(late: FormEdit<F> | null = null): Promise<void> {
		const { editor, stored, writes } = this.form;
		const { values: sent, baseline } = this;
		const [before, written, texts] = [stored(), writes(), this.shown];
		const isRefused = editor.faults(baseline, sent) !== null;
		const isStopped = this.happens({ type: "pressed", values: sent });
		if (isStopped && this.state.result.kind === "unresolved") return;
		// What the page stops the server stops as well.
		const result = await this.send(baseline, sent);
		expect(result.kind === "refused").toBe(isRefused);
		if (result.kind !== "saved") expect([writes(), this.changes(before, stored())]).toEqual([written, []]);
		if (isRefused) return;
		expect(isStopped).toBe(texts.length === 0);
		if (isStopped) {
			expect([this.state.result.kind, result.kind, this.state.edit.conflict]).toEqual(["unchanged", "unchanged", null]);
			return;
		}
		if (result.kind !== "saved") {
			if (result.kind !== "conflict") return expect.fail(`neither saved nor a conflict: ${result.kind}`);
			return this.resolve(result, before, texts);
		}
		const { saved } = result;
		this.counts.saves += 1;
		expect(writes()).toBe(written + 1);
		expect(this.changes(before, stored())).toEqual(texts);
		expect([saved.differing, this.changes(saved.before, before), this.changes(saved.after, stored())]).toEqual([
			...[[], [], []],
		]);
		if (late) this.edit(late);
		const since = this.changes(editor.contentOf(sent, saved.after), editor.contentOf(this.values, saved.after));
		this.happens({ type: "result", result, sent, values: this.values });
		expect(this.shown).toEqual(since);
		expect(lastSave(this.state)).toBe(saved);
	}

	/** The other admin, or a program, has saved first. */
	private resolve(result: EditState<F> & { kind: "conflict" }, held: Content<F>, own: readonly Change[]): void {
		const { editor } = this.form;
		this.counts.conflicts += 1;
		expect(this.changes(result.conflict.theirs, held)).toEqual([]);
		const others = new Map(this.changes(this.baseline, held).map((change) => [change.part, change]));
		expect(others.size).toBeGreaterThan(0);
		this.happens({ type: "result", result, sent: this.values, values: this.values });
		// The save before is shown no more, nor its Undo.
		expect(lastSave(this.state)).toBeNull();
		const { conflict } = this.state.edit;
		const contested = conflict ? contestedChoices(editor, conflict, this.values) : [];
		const isBoth = ({ part, after }: Change) => others.has(part) && others.get(part)?.after !== after;
		expect(contested.map(({ part }) => part).toSorted()).toEqual(own.filter(isBoth).map(({ part }) => part));
		const ownParts = new Set(own.map(({ part }) => part));
		expect(this.shown.filter((change) => !ownParts.has(change.part) && !this.isIdle(change))).toEqual([]);
	}

	/** Whether a part is removed because its field no longer applies. */
	private isIdle({ part, before, after }: Change): boolean {
		const { partsOf, contentOfParts } = this.form.editor;
		if (before === null || after !== null) return false;
		return !partsOf(contentOfParts(new Map([...partsOf(this.content), [part, before]]))).has(part);
	}

	/** Undoes the last save, where that is offered. */
	async undo(): Promise<void> {
		const { editor } = this.form;
		const saved = lastSave(this.state);
		if (!saved || this.shown.length > 0) return;
		const before = editor.valuesOf(saved.before);
		if (editor.faults(saved.after, before) !== null) return;
		if (editor.changes(saved.before, editor.contentOf(before, saved.after)).length > 0) return;
		this.happens({ type: "undone", values: this.values });
		expect(this.changes(this.content, saved.before)).toEqual([]);
		await this.save();
	}

	private send(baseline: Content<F>, values: Values<F>): Promise<EditState<F>> {
		const form = new FormData();
		const fields = { opened: JSON.stringify(baseline), values: JSON.stringify(values) };
		for (const [name, text] of Object.entries({ ...this.form.target, ...fields })) form.set(name, text);
		return this.form.save({ kind: "idle" }, form);
	}
}
