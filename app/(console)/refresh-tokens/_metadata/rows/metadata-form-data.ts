import { z } from "zod";
import { CHOICES, type Choice } from "@/app/_forms/conflict/choice";
import type { MetadataEntry, MetadataRow } from "./metadata-rows";
import { postedRows } from "./posted-rows";

const entry = z.tuple([z.string(), z.string()]);
const entries = z.array(entry);
const rows = z.array(z.object({ key: z.string(), value: z.string(), original: entry.nullable() }));

export type MetadataForm = {
	id: string;
	/** What the service held when editing began. */
	baseline: MetadataEntry[];
	rows: MetadataRow[];
	/** What the button that was pressed asks for. */
	intent: { kind: "save" | "add" | "resolve" } | { kind: "remove"; row: number };
	/** After a conflict: what the service held then, and whose value was chosen for each contested key, by position. */
	theirs: MetadataEntry[] | null;
	choices: (Choice | null)[];
};

/**
 * Reads the metadata form. With scripts the rows come as one JSON text, exact to the last line break; without, as the
 * browser posts its controls, and texts that were not edited are restored from what they were made of.
 * @returns null for a form that no page of this version sends
 */
export function readMetadataForm(form: FormData): MetadataForm | null {
	try {
		const theirs = form.get("theirs");
		return {
			id: z.string().min(1).parse(form.get("tokenId")),
			baseline: entries.parse(parseJson(form.get("baseline"))),
			rows: rows.parse(form.has("rows") ? parseJson(form.get("rows")) : postedRows(form)),
			intent: readIntent(form.get("intent")),
			theirs: theirs === null ? null : entries.parse(parseJson(theirs)),
			choices: z.array(z.enum(CHOICES).nullable()).parse(readChoices(form)),
		};
	} catch {
		return null;
	}
}

function parseJson(text: FormDataEntryValue | null): unknown {
	return JSON.parse(String(text));
}

function readIntent(value: FormDataEntryValue | null): MetadataForm["intent"] {
	if (value === null || value === "save") return { kind: "save" };
	if (value === "add" || value === "resolve") return { kind: value };
	const row = /^remove:(\d{1,4})$/.exec(String(value))?.[1];
	if (row === undefined) throw new TypeError("unknown intent");
	return { kind: "remove", row: Number(row) };
}

/** The n-th conflict's choice is posted as `choice-n`. */
function readChoices(form: FormData): (FormDataEntryValue | null)[] {
	const count = Number(form.get("conflicts") ?? 0);
	return Array.from({ length: Math.min(count, 1000) }, (_, index) => form.get(`choice-${index}`));
}
