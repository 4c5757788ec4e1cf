/** The document type of a mobile driving licence and its namespaces (ISO/IEC 18013-5, 7.1 and 7.2.1; AAMVA's guidelines). */
export const MDL_DOCUMENT_TYPE = "org.iso.18013.5.1.mDL";
export const MDL_NAMESPACE = "org.iso.18013.5.1";
export const AAMVA_NAMESPACE = "org.iso.18013.5.1.aamva";

/** The years of an `age_over_NN`; null for any other element. */
function ageLimitOf(name: string): number | null {
	const [, years] = /^age_over_(\d\d)$/.exec(name) ?? [];
	return years === undefined ? null : Number(years);
}

/**
 * The attestation for an age limit (ISO/IEC 18013-5, 7.2.5): the nearest limit at or above it that is reached, or else
 * the nearest at or below it that is not.
 * @param held elements of one namespace
 * @param isReached true where the limit is reached, false where it is not
 */
export function nearestAttestation<Held extends { name: string }>(
	name: string,
	held: readonly Held[],
	isReached: (element: Held) => unknown,
): Held | undefined {
	const limit = ageLimitOf(name);
	if (limit === null) return undefined;
	const attested = held
		.flatMap((element) => {
			const years = ageLimitOf(element.name);
			return years === null ? [] : [{ element, years, reached: isReached(element) }];
		})
		.sort((one, other) => one.years - other.years);
	const nearest = attested.find(({ years, reached }) => years >= limit && reached === true);
	return (nearest ?? attested.findLast(({ years, reached }) => years <= limit && reached === false))?.element;
}
