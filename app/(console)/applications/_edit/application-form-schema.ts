import { z } from "zod";
import { APP_TYPES, GRANT_TYPES } from "@/lib/contract/client/client-limits";
import type { ApplicationContent, ApplicationFormValues } from "./application-content";
import { type ApplicationFaults, applicationFaults } from "./application-faults";

const texts = z.array(z.string());

/** What was opened, as a page of this version posts it. */
export const applicationContent: z.ZodType<ApplicationContent> = z.object({
	name: z.string(),
	description: z.string(),
	type: z.string(),
	callbacks: texts,
	logoutUrls: texts,
	webOrigins: texts,
	grants: texts,
	rotates: z.boolean(),
	signUp: z.boolean(),
});

/** The form's values, as a page with scripts posts them. */
export const applicationFormValues: z.ZodType<ApplicationFormValues> = z.object({
	name: z.string(),
	description: z.string(),
	type: z.string(),
	callbacks: z.string(),
	logoutUrls: z.string(),
	webOrigins: z.string(),
	grants: texts,
	rotates: z.boolean(),
	signUp: z.boolean(),
});

const known = (names: readonly string[]) => new Set(names);
const TYPES = known(APP_TYPES);
const GRANTS = known(GRANT_TYPES);

/**
 * What stops the values, where they come from anybody: the rules that the browser asks, and that types and grants are
 * such as the console offers or the application has.
 * @param opened null for a new application
 */
export function refusedFields(
	opened: ApplicationContent | null,
	values: ApplicationFormValues,
): ApplicationFaults | null {
	const foreign = values.grants.filter((grant) => !GRANTS.has(grant) && !opened?.grants.includes(grant));
	const isType = TYPES.has(values.type) || values.type === opened?.type;
	const faults = {
		...applicationFaults(opened, values),
		...(isType ? {} : { type: "Choose one of the types." }),
		...(foreign.length > 0 ? { grants: `Unknown here: ${foreign.join(", ")}.` } : {}),
	};
	return Object.keys(faults).length > 0 ? faults : null;
}
