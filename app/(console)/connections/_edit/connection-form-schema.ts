import { z } from "zod";
import { MAPPED_FIELDS } from "@/lib/contract/connection/connection-limits";
import { type ConnectionContent, type ConnectionValues, isNew } from "./connection-content";
import { type ConnectionFaults, connectionFaults } from "./connection-faults";
import { CHOICE_FIELDS, choices, SWITCH_FIELDS, TEXT_FIELDS } from "./option-catalogue";

const each = <Name extends string, Schema extends z.ZodType>(names: readonly Name[], schema: Schema) =>
	Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>;

const text = z.string();
const texts = z.array(text);
const shared = {
	...each(TEXT_FIELDS, text),
	...each(SWITCH_FIELDS, z.boolean()),
	...each(CHOICE_FIELDS, text),
	clients: texts,
};

/** What was opened, as a page of this version posts it. */
export const connectionContent: z.ZodType<ConnectionContent> = z.object({
	...shared,
	mapping: z.object(each(MAPPED_FIELDS, texts)).partial(),
});

/** The form's values, as a page with scripts posts them. */
export const connectionValues: z.ZodType<ConnectionValues> = z.object({
	...shared,
	mapping: z.object(each(MAPPED_FIELDS, text)),
});

/** What stops the values, where they come from anybody: the browser's rules, that choices are such as are offered, and that a name stays. */
export function refusedFields(opened: ConnectionContent, values: ConnectionValues): ConnectionFaults | null {
	const foreign = CHOICE_FIELDS.filter(
		(name) => values[name] !== opened[name] && !choices[name].options.some(([value]) => value === values[name]),
	);
	const faults = {
		...connectionFaults(opened, values),
		...Object.fromEntries(foreign.map((name) => [name, "Choose one of those that are offered."])),
		...(isNew(opened) || values.name === opened.name ? {} : { name: "A connection keeps its name." }),
	};
	return Object.keys(faults).length > 0 ? faults : null;
}
