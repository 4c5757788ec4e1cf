import type { CheckedElement } from "./check-elements";
import type { AskedElement, ElementResult } from "./verification";

const AGE_LIMIT = /^age_over_(\d\d)$/;

/** Those asked for in their order with what was sent for each, then others that were sent, without their values. */
export function answersTo(asked: readonly AskedElement[], sent: readonly CheckedElement[]): ElementResult[] {
	const used = new Set<CheckedElement>();
	const answers = asked.map(({ namespace, name, isRetained }): ElementResult => {
		const exact = sent.find((element) => element.namespace === namespace && element.name === name);
		const answer =
			exact ??
			nearestAttestation(
				name,
				sent.filter((element) => element.namespace === namespace),
			);
		const base = { namespace, name, isAsked: true, isRetained };
		if (!answer) return { ...base, isSent: false, answeredBy: null, value: null, digest: null };
		used.add(answer);
		const answeredBy = exact ? null : answer.name;
		return { ...base, isSent: true, answeredBy, value: answer.value, digest: answer.digest };
	});
	const isAsked = (element: CheckedElement) =>
		asked.some(({ namespace, name }) => namespace === element.namespace && name === element.name);
	const others = sent
		.filter((element) => !used.has(element) && !isAsked(element))
		.map(({ namespace, name, digest }) => {
			return { namespace, name, isAsked: false, isSent: true, answeredBy: null, value: null, digest, isRetained: null };
		});
	return [...answers, ...others];
}

/**
 * What answers an age limit in its place (ISO/IEC 18013-5, 7.2.5): the nearest limit at or above it that is reached, or
 * else the nearest at or below it that is not.
 */
function nearestAttestation(name: string, sent: readonly CheckedElement[]): CheckedElement | undefined {
	const limit = limitOf(name);
	if (limit === null) return undefined;
	const attestations = sent.flatMap((element) => {
		const years = limitOf(element.name);
		const isReached = element.value?.kind === "simple" ? element.value.value : null;
		return years === null ? [] : [{ element, years, isReached }];
	});
	const reached = attestations.filter(({ years, isReached }) => isReached === true && years >= limit);
	const missed = attestations.filter(({ years, isReached }) => isReached === false && years <= limit);
	const nearest =
		reached.toSorted((one, other) => one.years - other.years)[0] ??
		missed.toSorted((one, other) => other.years - one.years)[0];
	return nearest?.element;
}

function limitOf(name: string): number | null {
	const [, years] = AGE_LIMIT.exec(name) ?? [];
	return years === undefined ? null : Number(years);
}
