import { Name } from "@/components/ui/name";
import { resources } from "@/lib/dashboard/resources/resources";
import type { MetadataOperation, MetadataPlan } from "@/lib/dashboard/store/bulk-edit";
import { keyWarnings, valueWarnings } from "../_metadata/rows/row-notes";
import { ShownText } from "../_metadata/rows/shown-text";

const actWords = { set: "Set", remove: "Remove", undo: "Undo the change of" };

export function actWord({ kind }: MetadataOperation): string {
	return actWords[kind];
}

/** "Set device to phone on tokens of jose@example.org", "Remove device on sessions of …", "Undo the change of device on …". */
export function BulkEditText({ of: { resource, user, operation } }: { of: MetadataPlan }) {
	return (
		<>
			{actWord(operation)} <ShownText text={operation.key} />{" "}
			{operation.kind === "set" ? (
				<>
					to <ShownText text={operation.value} />{" "}
				</>
			) : null}
			on {resources[resource].metadata.many} of <Name text={user.label} />
		</>
	);
}

/** Possible mistakes in the key or value to set. They don't stop the edit. */
export function BulkWarnings({ of: operation }: { of: MetadataOperation }) {
	const { key } = operation;
	const warnings = operation.kind === "set" ? [...keyWarnings(key, null), ...valueWarnings(operation.value)] : [];
	return (
		<div role="status" className="grid gap-1 text-sm text-warning empty:hidden">
			{warnings.map((warning) => (
				<p key={warning}>{warning}</p>
			))}
		</div>
	);
}
