import fc from "fast-check";
import { expect } from "vitest";
import { contestedChoices, type EditState, type EditStep, onChoice, onConflict, onSaved } from "../edit-state";
import type { Content, Editor, Fields, Values } from "../editor";
import { CHOICES } from "../merge";

/** An editor as two admins have it open at a time. */
type SharedForm<F extends Fields> = {
	editor: Editor<F>;
	/** What the service holds. */
	stored: () => Content<F>;
	save: (state: EditState<F>, form: FormData) => Promise<EditState<F>>;
	/** The field that says what is edited. */
	target: Readonly<Record<string, string>>;
	/** What one of them makes of it. */
	wanted: fc.Arbitrary<Content<F>>;
	/** What holds after every step. */
	always?: () => void;
};

/**
 * Lets two admins edit one thing in turn, again and again, and holds every save to what its page has said: nothing is
 * written at a conflict, what is merged then is what is stored, and what the page's rules stop is stopped, and nothing else.
 * @param runs in one of four there is a conflict at least
 */
export async function expectTruthfulSaves<F extends Fields>(form: SharedForm<F>, runs: number): Promise<void> {
	const { editor, stored, target, always } = form;
	const edit = fc.record({ who: fc.nat(1), wanted: form.wanted, choice: fc.constantFrom(...CHOICES) });
	const open = (): EditStep<F> => ({
		edit: { baseline: stored(), conflict: null },
		values: editor.valuesOf(stored()),
	});
	const send = async (baseline: Content<F>, values: Values<F>) => {
		const sent = new FormData();
		const fields = { ...target, opened: JSON.stringify(baseline), values: JSON.stringify(values) };
		for (const [name, text] of Object.entries(fields)) sent.set(name, text);
		const answer = await form.save({}, sent);
		expect(answer.faults !== undefined).toBe(editor.faults(baseline, values) !== null);
		return answer;
	};
	let conflicts = 0;
	await fc.assert(
		fc.asyncProperty(fc.array(edit, { minLength: 4, maxLength: 12 }), async (edits) => {
			const pages = [open(), open()];
			for (const { who, wanted, choice } of edits) {
				let page: EditStep<F> = { ...(pages[who] ?? open()), values: editor.valuesOf(wanted) };
				const before = stored();
				const { baseline } = page.edit;
				if (!baseline) return expect.fail("a page without what was opened");
				const said = editor.changes(baseline, editor.contentOf(page.values, baseline));
				let answer = await send(baseline, page.values);
				if (answer.conflict) {
					conflicts += 1;
					expect(stored()).toEqual(before);
					page = onConflict(editor, answer.conflict, page.values);
					for (const { part } of contestedChoices(editor, { ...answer.conflict, chosen: {} }, page.values)) {
						page = onChoice(editor, page, part, choice);
					}
					const merged = editor.contentOf(page.values, before);
					answer = await send(before, page.values);
					// A merge may want what a rule stops, and then nothing is written.
					expect(editor.changes(answer.faults ? before : merged, stored())).toEqual([]);
				} else {
					expect(editor.changes(before, stored())).toEqual(answer.saved ? said : []);
				}
				expect(answer.problem).toBeUndefined();
				always?.();
				pages[who] = answer.saved ? onSaved(editor, answer.saved.after, page.values, page.values) : page;
			}
		}),
		{ numRuns: runs },
	);
	expect(conflicts).toBeGreaterThan(runs / 4);
}
