import type { MetadataOperation } from "@/lib/dashboard/store/bulk-edit";
import { metadataWarnings, NO_WARNINGS } from "../_metadata/rows/metadata-warnings";
import { ShownText } from "../_metadata/rows/shown-text";
import type { BulkFormValues } from "./bulk-form-data";

/** "Set device to phone", "Remove device". */
export function OperationText({ operation }: { operation: MetadataOperation }) {
	return operation.kind === "set" ? (
		<>
			Set <ShownText text={operation.key} /> to <ShownText text={operation.value} />
		</>
	) : (
		<>
			Remove <ShownText text={operation.key} />
		</>
	);
}

/** Possible mistakes in the key or value to set. They don't stop the edit. */
export function BulkWarnings({ values }: { values: BulkFormValues }) {
	const { operation, key, value } = values;
	const [found = NO_WARNINGS] = operation === "set" ? metadataWarnings([{ key, value, original: null }]) : [];
	return (
		<div role="status" className="grid gap-1 text-sm text-warning empty:hidden">
			{[...found.key, ...found.value].map((warning) => (
				<p key={warning}>{warning}</p>
			))}
		</div>
	);
}
