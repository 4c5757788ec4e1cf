import type { MetadataOperation } from "@/lib/dashboard/store/bulk-edit";
import { keyWarnings, valueWarnings } from "../_metadata/rows/row-notes";
import { ShownText } from "../_metadata/rows/shown-text";

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
export function BulkWarnings({ of: operation }: { of: MetadataOperation }) {
	const { kind, key } = operation;
	const warnings = kind === "set" ? [...keyWarnings(key, null), ...valueWarnings(operation.value)] : [];
	return (
		<div role="status" className="grid gap-1 text-sm text-warning empty:hidden">
			{warnings.map((warning) => (
				<p key={warning}>{warning}</p>
			))}
		</div>
	);
}
