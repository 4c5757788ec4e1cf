import { metadataWarnings } from "../../metadata/rows/metadata-warnings";
import type { BulkFormValues } from "./bulk-form-data";

/** What may be a mistake in the key or the value that is set. Nothing here stops the edit. */
export function BulkWarnings({ values }: { values: BulkFormValues }) {
	const { operation, key, value } = values;
	const warnings = operation === "set" ? (metadataWarnings([{ key, value, original: null }])[0] ?? []) : [];
	return (
		<div role="status" className="grid gap-1 text-sm text-warning empty:hidden [overflow-wrap:anywhere]">
			{warnings.map((warning) => (
				<p key={warning}>{warning}</p>
			))}
		</div>
	);
}
