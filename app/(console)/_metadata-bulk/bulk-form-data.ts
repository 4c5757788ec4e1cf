import { z } from "zod";
import { METADATA_VALUE_LENGTH_MAX, textLength } from "@/lib/contract/limits";
import { metadataResources } from "@/lib/dashboard/resources/resources";
import type { MetadataOperation } from "@/lib/dashboard/store/bulk-edit";

export const BULK_ITEMS_MAX = 100;

const form = z.object({
	resource: z.enum(metadataResources),
	userId: z.string().min(1),
	ids: z.array(z.string().min(1)).min(1).max(BULK_ITEMS_MAX),
	values: z.object({ operation: z.enum(["set", "remove"]), key: z.string(), value: z.string() }),
});

export type BulkForm = z.infer<typeof form>;
export type BulkFormValues = BulkForm["values"];
export type BulkFormErrors = { key?: string; value?: string };

/** Parses the form of a bulk edit; null for one that no page of this version sends. Duplicates are removed. */
export function readBulkForm(data: FormData): BulkForm | null {
	const parsed = form.safeParse({
		resource: data.get("resource"),
		userId: data.get("user"),
		ids: [...new Set(data.getAll("item"))],
		values: { operation: data.get("operation"), key: data.get("key"), value: data.get("value") ?? "" },
	});
	return parsed.success ? parsed.data : null;
}

/** The operation of the values, or their errors by field. The limits are those of the editor. */
export function bulkOperationOf({ operation, key, value }: BulkFormValues): MetadataOperation | BulkFormErrors {
	const errors: BulkFormErrors = {};
	const length = textLength(value);
	if (key === "") errors.key = "Enter the key.";
	if (operation === "set" && length > METADATA_VALUE_LENGTH_MAX) {
		errors.value = `The value has ${length} characters; at most ${METADATA_VALUE_LENGTH_MAX} fit.`;
	}
	if (errors.key || errors.value) return errors;
	return operation === "set" ? { kind: "set", key, value } : { kind: "remove", key };
}
