import { UnreadableMetadata } from "@/lib/dashboard/single-sign-on/provider-metadata";
import { type EditState, formOf } from "./edit-state";
import type { Content, Editor, Fields, Values } from "./editor";
import type { SubmittedEdit } from "./submitted-edit";

/** The values of a form that was filled from metadata, and what the admin should know, a sentence each. */
export type Filled<F extends Fields> = { values: Values<F>; notes: string[] };

/** The same with what changed in front of the notes. @param baseline the stored content; null for a new resource */
export function withChanges<F extends Fields>(
	editor: Editor<F>,
	baseline: Content<F> | null,
	before: Values<F>,
	{ values, notes }: Filled<F>,
): Filled<F> {
	const [old, filled] = [editor.contentOf(before, baseline), editor.contentOf(values, baseline)];
	const changes = editor.describeChanges(old, filled, new Map()).map(({ words }) => `${words}.`);
	return { values, notes: [...(changes.length === 0 ? ["The form already holds all of it."] : changes), ...notes] };
}

/** Fills the form from the other party's metadata, which sends nothing. @param fill @throws UnreadableMetadata */
export function filledForm<F extends Fields>(
	submitted: SubmittedEdit<F>,
	fill: (metadata: string) => Filled<F>,
): EditState<F> {
	try {
		const { notes, values: full } = fill(String(submitted.form.get("metadata") ?? ""));
		return { kind: "filled", fill: { notes }, ...formOf(submitted, full) };
	} catch (error) {
		if (!(error instanceof UnreadableMetadata)) throw error;
		return { kind: "filled", fill: { refusal: error.message }, ...formOf(submitted) };
	}
}
