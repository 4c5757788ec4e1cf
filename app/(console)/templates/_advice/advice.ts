import type { Advice, AdviceRule } from "./advice-rule";
import { ageRules } from "./age-rules";
import { documentRules } from "./document-rules";
import { personRules } from "./person-rules";

const rules: readonly AdviceRule[] = [...ageRules, ...personRules, ...documentRules];

/**
 * What a request could omit, or request in a way that discloses less. Advice only: it never stops a save.
 * @param elements the elements as they would be sent
 * @param chosen names of a chosen preset that was not edited since: there is no advice against them
 */
export function adviceFor(elements: Record<string, unknown>, chosen: readonly string[] = []): Advice[] {
	const entries = Object.entries(elements);
	const requested = new Set(entries.flatMap(([name, value]) => (value === false ? [] : [name])));
	const listedFalse = entries.flatMap(([name, value]) => (value === false ? [name] : []));
	return rules.flatMap(({ id, find }) => {
		const finding = find({ requested, listedFalse });
		const isChosen = finding?.fix.remove.every((name) => chosen.includes(name));
		return finding && !isChosen ? [{ id, ...finding }] : [];
	});
}
