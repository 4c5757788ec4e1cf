import "server-only";
import { MDL_NAMESPACE } from "@/lib/contract/template/mdl-attribute-names";
import type { RequestedElement } from "@/lib/mdoc/verification/verification";

/** The elements of a template in its one namespace, all to be retained or none. */
export function requestedElements({
	names,
	isRetained,
}: {
	names: readonly string[];
	/** Null: not stated. */
	isRetained: boolean | null;
}): RequestedElement[] {
	return names.map((name) => ({ namespace: MDL_NAMESPACE, name, isRetained }));
}
