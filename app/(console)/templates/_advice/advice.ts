import { minimumSetOf } from "@/lib/dashboard/templates/presets";
import type { Advice, AdviceRule, Fix } from "./advice-rule";
import { ageRules } from "./age-rules";
import { documentRules } from "./document-rules";
import { personRules } from "./person-rules";
import { beyondPurpose } from "./purpose-rule";

const rules: readonly AdviceRule[] = [...ageRules, ...personRules, ...documentRules];

/**
 * What a request could omit, or request in a way that discloses less. Advice only: it never stops a save. None is against
 * what the purpose needs, and none suggests anything beyond that.
 * @param elements the elements as they would be sent
 * @param presetId the preset of the template's purpose; empty: none
 */
export function adviceFor(elements: Record<string, unknown>, presetId = ""): Advice[] {
	const entries = Object.entries(elements);
	const requested = new Set(entries.flatMap(([name, value]) => (value === false ? [] : [name])));
	const listedFalse = entries.flatMap(([name, value]) => (value === false ? [name] : []));
	const needed = minimumSetOf(presetId);
	const found = rules.flatMap(({ id, find }) => {
		const finding = find({ requested, listedFalse });
		return finding && (!needed || suits(finding.fix, requested, needed)) ? [{ id, ...finding }] : [];
	});
	const beyond = beyondPurpose(elements, presetId);
	return beyond ? [beyond, ...found] : found;
}

/** Whether a fix leaves what is needed and adds nothing beyond it. */
function suits({ add, remove }: Fix, requested: ReadonlySet<string>, needed: readonly string[]): boolean {
	return (
		add.every((name) => needed.includes(name)) && !remove.some((name) => requested.has(name) && needed.includes(name))
	);
}
