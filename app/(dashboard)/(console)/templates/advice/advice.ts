import type { Advice, AdviceRule } from "./advice-rule";
import { ageRules } from "./age-rules";
import { documentRules } from "./document-rules";
import { personRules } from "./person-rules";

const rules: readonly AdviceRule[] = [...ageRules, ...personRules, ...documentRules];

/**
 * What could be left out of a request, or asked for in a less telling way. Advice only: it never stops a save.
 * @param elements the elements as they would be sent
 */
export function adviceFor(elements: Record<string, unknown>): Advice[] {
	const entries = Object.entries(elements);
	const requested = new Set(entries.flatMap(([name, value]) => (value === false ? [] : [name])));
	const listedFalse = entries.flatMap(([name, value]) => (value === false ? [name] : []));
	return rules.flatMap(({ id, find }) => {
		const finding = find({ requested, listedFalse });
		return finding ? [{ id, ...finding }] : [];
	});
}
