import "server-only";
import { MDL_NAMESPACE } from "@/lib/contract/template/mdl-attribute-names";
import type { RequestedElement } from "@/lib/mdoc/verification/verification";

/** The elements of a template, as a request names them: in its one namespace, all to be kept or none. */
export function requestedElements({
	names,
	isRetained,
}: {
	names: readonly string[];
	/** Null where nothing is said of it. */
	isRetained: boolean | null;
}): RequestedElement[] {
	return names.map((name) => ({ namespace: MDL_NAMESPACE, name, isRetained }));
}
