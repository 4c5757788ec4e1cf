import { attributeLabel } from "@/lib/dashboard/templates/attribute-catalogue";
import { attributesInWords, requestedNames } from "@/lib/dashboard/templates/attribute-facts";
import { beyondMinimumSet, findPreset } from "@/lib/dashboard/templates/presets";
import { type Advice, sources } from "./advice-rule";

/** What a template requests beyond the minimum set of its purpose; null where nothing is. */
export function beyondPurpose(elements: Record<string, unknown>, presetId: string): Advice | null {
	const requested = requestedNames(elements);
	const beyond = beyondMinimumSet(requested, presetId);
	const preset = findPreset(presetId);
	if (!preset || beyond.length === 0) return null;
	return {
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
	};
}
