import { attributeLabel } from "@/lib/dashboard/templates/attribute-catalogue";
import { attributesInWords, requestedNames } from "@/lib/dashboard/templates/attribute-facts";
import { beyondMinimumSet, findPreset, minimumSetOf } from "@/lib/dashboard/templates/presets";
import { type Advice, generalAdvice, sources } from "./advice-rules";

/**
 * What a request could omit, or request in a way that discloses less. Advice only: it never stops a save. None is against
 * what the purpose needs, and none suggests anything beyond that.
 * @param elements the elements as they would be sent
 * @param presetId the preset of the template's purpose; empty: none
 */
export function adviceFor(elements: Record<string, unknown>, presetId = ""): Advice[] {
	const needed = minimumSetOf(presetId);
	const suits = ({ fix: { add, remove } }: Advice) =>
		!needed ||
		(add.every((name) => needed.includes(name)) &&
			!remove.some((name) => needed.includes(name) && elements[name] !== false));
	return [...beyondPurpose(elements, presetId), ...generalAdvice(elements).filter(suits)];
}

/** What a template requests beyond the minimum set of its purpose. */
function beyondPurpose(elements: Record<string, unknown>, presetId: string): Advice[] {
	const requested = requestedNames(elements);
	const beyond = beyondMinimumSet(requested, presetId);
	const preset = findPreset(presetId);
	if (!preset || beyond.length === 0) return [];
	return [
		{
			id: "beyond-purpose",
			title: `Beyond “${preset.title}”: ${beyond.map(attributeLabel).join(", ")}`,
			reason: `The purpose needs ${attributesInWords(preset.attributes)}. What is asked for beyond that needs a reason of its own.`,
			source: sources.minimisation,
			fix: {
				label: "Ask for what the purpose needs",
				// Without any of the set the request would be empty.
				add: beyond.length === requested.length ? preset.attributes : [],
				remove: beyond,
			},
		},
	];
}
