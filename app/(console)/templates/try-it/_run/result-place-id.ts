/** Where the result of a section stands: what the server drew, or what came later, with scripts. */
export function resultPlaceId(kind: "simulate" | "check" | "wallet"): string {
	return `try-it-result-${kind}`;
}
