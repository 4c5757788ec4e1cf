import { z } from "zod";
import {
	CHOICE_SETTINGS,
	choiceSettings,
	type Protocol,
	protocolLabels,
	SWITCH_SETTINGS,
	TEXT_SETTINGS,
} from "./setting-catalogue";
import type { SingleSignOnContent, SingleSignOnValues } from "./single-sign-on-content";
import { type SingleSignOnFaults, singleSignOnFaults } from "./single-sign-on-faults";

const each = <Name extends string, Schema extends z.ZodType>(names: readonly Name[], schema: Schema) =>
	Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>;

const text = z.string();
const texts = z.array(text);
const shared = {
	protocol: z.enum(Object.keys(protocolLabels) as Protocol[]),
	mappings: z.array(z.object({ field: text, name: text })),
	...each(TEXT_SETTINGS, text),
	...each(SWITCH_SETTINGS, z.boolean()),
	...each(CHOICE_SETTINGS, text),
};

/** What was opened, as a page of this version posts it. */
export const singleSignOnContent: z.ZodType<SingleSignOnContent> = z.object({
	...shared,
	...{ probes: texts, aliases: texts, callbacks: texts },
});

/** The form's values, as a page with scripts posts them. */
export const singleSignOnValues: z.ZodType<SingleSignOnValues> = z.object({
	...shared,
	...{ probes: text, aliases: text, callbacks: text },
});

/** What stops the values, where they come from anybody: the browser's rules, and that choices are such as are offered. */
export function refusedFields(opened: SingleSignOnContent, values: SingleSignOnValues): SingleSignOnFaults | null {
	const foreign = CHOICE_SETTINGS.filter(
		(name) => values[name] !== opened[name] && !choiceSettings[name].options.some(([value]) => value === values[name]),
	);
	const faults = {
		...singleSignOnFaults(opened, values),
		...Object.fromEntries(foreign.map((name) => [name, "Choose one of those that are offered."])),
	};
	return Object.keys(faults).length > 0 ? faults : null;
}
