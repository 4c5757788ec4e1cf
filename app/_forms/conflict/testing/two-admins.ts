import fc from "fast-check";
import { expect } from "vitest";
import type { EditFormState } from "../../use-edit-form";
import type { EditStep, EditSteps } from "../edit-steps";
import type { FieldChange } from "../three-way";

/** An edit form as two admins have it open at a time. */
type SharedForm<Content, Values> = {
	steps: Pick<EditSteps<Content, Values>, "onConflict" | "contestedChoices" | "onChoice" | "onSaved">;
	valuesOf: (content: Content) => Values;
	wantedContent: (opened: Content | null, values: Values) => Content;
	/** What the page says of a save. */
	contentChanges: (before: Content, after: Content) => FieldChange[];
	/** What the page stops; null: nothing. */
	faults: (opened: Content, values: Values) => object | null;
	/** What the service holds. */
	stored: () => Content;
	save: (state: object, form: FormData) => Promise<EditFormState<Content, Values, object>>;
	/** The field that says what is edited. */
	target: Readonly<Record<string, string>>;
	/** What one of them makes of it. */
	wanted: fc.Arbitrary<Content>;
	/** What holds after every step. */
	always?: () => void;
};

/**
 * Lets two admins edit one thing in turn, again and again, and holds every save to what its page has said: nothing is
 * written at a conflict, what is merged then is what is stored, and what the page's rules stop is stopped, and nothing else.
 * @param runs in one of four there is a conflict at least
 */
export async function expectTruthfulSaves<Content, Values>(
	form: SharedForm<Content, Values>,
	runs: number,
): Promise<void> {
	const { steps, valuesOf, wantedContent, contentChanges, stored, target, always } = form;
	const edit = fc.record({ who: fc.nat(1), wanted: form.wanted, choice: fc.constantFrom("opened", "theirs", "yours") });
	const open = (): EditStep<Content, Values> => ({
		...{ edit: { opened: stored(), conflict: null }, values: valuesOf(stored()) },
	});
	const post = async (opened: Content, values: Values) => {
		const sent = new FormData();
		const fields = { ...target, opened: JSON.stringify(opened), values: JSON.stringify(values) };
		for (const [name, text] of Object.entries(fields)) sent.set(name, text);
		const answer = await form.save({}, sent);
		expect(answer.faults !== undefined).toBe(form.faults(opened, values) !== null);
		return answer;
	};
	let conflicts = 0;
	await fc.assert(
		fc.asyncProperty(fc.array(edit, { minLength: 4, maxLength: 12 }), async (edits) => {
			const pages = [open(), open()];
			for (const { who, wanted, choice } of edits) {
				let page = { ...(pages[who] ?? open()), values: valuesOf(wanted) };
				const before = stored();
				const { opened } = page.edit;
				if (!opened) return expect.fail("a page without what was opened");
				const said = contentChanges(opened, wantedContent(opened, page.values));
				let answer = await post(opened, page.values);
				if (answer.conflict) {
					conflicts += 1;
					expect(stored()).toEqual(before);
					page = steps.onConflict(answer.conflict);
					for (const { field } of steps.contestedChoices(answer.conflict, page.values)) {
						page = steps.onChoice(page, field, choice);
					}
					const merged = wantedContent(before, page.values);
					answer = await post(before, page.values);
					// A merge may want what a rule stops, and then nothing is written.
					expect(contentChanges(answer.faults ? before : merged, stored())).toEqual([]);
				} else {
					expect(contentChanges(before, stored())).toEqual(answer.saved ? said : []);
				}
				expect(answer.problem).toBeUndefined();
				always?.();
				pages[who] = answer.saved ? steps.onSaved(answer.saved, page.values, page.values) : page;
			}
		}),
		{ numRuns: runs },
	);
	expect(conflicts).toBeGreaterThan(runs / 4);
}
