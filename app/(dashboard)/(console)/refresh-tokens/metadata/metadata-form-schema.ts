import { z } from "zod";
import { METADATA_PROPERTIES_MAX, METADATA_VALUE_LENGTH_MAX } from "@/lib/contract/limits";
import { textLength } from "@/lib/contract/text-length";
import { entriesOfRows, isPlaceholder, type MetadataRow } from "./metadata-rows";

export type MetadataFormValues = { rows: MetadataRow[] };

const value = z.string().superRefine((text, context) => {
	const length = textLength(text);
	if (length <= METADATA_VALUE_LENGTH_MAX) return;
	context.addIssue(`The value has ${length} characters; at most ${METADATA_VALUE_LENGTH_MAX} fit.`);
});

const entry = z.tuple([z.string(), z.string()]);
const row = z.object({ key: z.string(), value, original: entry.nullable() }).superRefine((row, context) => {
	if (row.key !== "" || isPlaceholder(row) || row.original?.[0] === "") return;
	context.addIssue({ code: "custom", path: ["key"], message: "This value needs a key." });
});

/** The rules of the rows, in the admin's words; checked in the browser once it has loaded, and always on the server. */
export const metadataFormSchema: z.ZodType<MetadataFormValues, MetadataFormValues> = z.object({
	rows: z.array(row).superRefine((rows, context) => {
		for (const [index, { key }] of rows.entries()) {
			const twin = rows.findIndex((other, position) => position !== index && other.key === key);
			if (key === "" || twin === -1) continue;
			const message = `The key “${key}” is also in row ${twin + 1}.`;
			context.addIssue({ code: "custom", path: [index, "key"], message });
		}
		const count = entriesOfRows(rows).length;
		if (count <= METADATA_PROPERTIES_MAX) return;
		const message = `${count} keys are too many; at most ${METADATA_PROPERTIES_MAX} fit.`;
		context.addIssue({ code: "custom", path: ["count"], message });
	}),
});

/** Messages by place: `rows.count`, `rows.3.key`, `rows.3.value`. */
export type MetadataErrors = Record<string, string>;

/** The first message per place, or null where the rows hold. */
export function metadataFormErrors(rows: readonly MetadataRow[]): MetadataErrors | null {
	const parsed = metadataFormSchema.safeParse({ rows });
	if (parsed.success) return null;
	return Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join("."), issue.message]).reverse());
}
