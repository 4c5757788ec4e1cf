import { z } from "zod";
import { METADATA_VALUE_LENGTH_MAX } from "@/lib/contract/limits";
import { textLength } from "@/lib/contract/text-length";
import type { MetadataOperation } from "@/lib/dashboard/store/bulk-edit";

/** The most tokens of one bulk edit. */
export const BULK_TOKENS_MAX = 100;

/** The form's values, as typed. */
export type BulkFormValues = { operation: "set" | "remove"; key: string; value: string };
export type BulkFormErrors = { key?: string; value?: string };

export type BulkForm = { userId: string; tokenIds: string[]; values: BulkFormValues };

const form = z.object({
	userId: z.string().min(1),
	tokenIds: z.array(z.string().min(1)).min(1).max(BULK_TOKENS_MAX),
	values: z.object({ operation: z.enum(["set", "remove"]), key: z.string(), value: z.string() }),
});

/** Parses the form of a bulk edit; null for one that no page of this version sends. Duplicate tokens are removed. */
export function readBulkForm(data: FormData): BulkForm | null {
	const parsed = form.safeParse({
		userId: data.get("user"),
		tokenIds: [...new Set(data.getAll("token"))],
		values: { operation: data.get("operation"), key: data.get("key"), value: data.get("value") ?? "" },
	});
	return parsed.success ? parsed.data : null;
}

/** The operation of the values, or their errors by field. The limits are those of a single token's editor. */
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
