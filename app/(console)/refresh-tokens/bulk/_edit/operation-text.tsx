import type { BulkOperation } from "@/lib/dashboard/store/bulk-edit";
import { ShownText } from "../../_token/shown-text";

/** "Set device to phone", "Remove device". */
export function OperationText({ operation }: { operation: BulkOperation }) {
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
