import {
	CLIENT_DESCRIPTION_LENGTH_MAX,
	CLIENT_NAME_LENGTH_MAX,
	CLIENT_NAME_PATTERN,
} from "@/lib/contract/client/client-limits";
import { textLength } from "@/lib/contract/text-length";
import { addressListFault } from "./address-fault";
import {
	ADDRESS_LISTS,
	type AddressList,
	type ApplicationContent,
	type ApplicationFormValues,
	hasPeople,
} from "./application-content";

/** What stops a save, by field of the form. */
export type ApplicationFaults = Partial<Record<"name" | "description" | "type" | "grants" | AddressList, string>>;

/**
 * The rules of the form in the admin's words; null where the values hold. Plain functions on the contract's constants:
 * the browser asks them at every key, and the server asks the same before it sends anything.
 * @param opened null for a new application; of a stored one only what would change is judged
 */
export function applicationFaults(
	opened: ApplicationContent | null,
	values: ApplicationFormValues,
): ApplicationFaults | null {
	const faults: Record<keyof ApplicationFaults, string | null> = {
		name: opened?.name === values.name ? null : nameFault(values.name),
		description: opened?.description === values.description ? null : descriptionFault(values.description),
		type: null,
		grants: null,
		...addressFaults(opened, values),
	};
	const found = Object.entries(faults).filter(([, message]) => message !== null);
	return found.length > 0 ? Object.fromEntries(found) : null;
}

function addressFaults(opened: ApplicationContent | null, values: ApplicationFormValues) {
	// A new application without people has no addresses: what stands in the field is left out.
	const isJudged = opened !== null || hasPeople(values.type);
	const faultOf = (list: AddressList) => (isJudged ? addressListFault(list, values[list], opened?.[list] ?? []) : null);
	return Object.fromEntries(ADDRESS_LISTS.map((list) => [list, faultOf(list)])) as Record<AddressList, string | null>;
}

function nameFault(name: string): string | null {
	const length = textLength(name);
	if (name.trim() === "") return "A name is needed.";
	if (length > CLIENT_NAME_LENGTH_MAX) {
		return `A name has at most ${CLIENT_NAME_LENGTH_MAX} characters; this one has ${length}.`;
	}
	if (/[<>]/.test(name)) return "A name holds neither < nor >.";
	return CLIENT_NAME_PATTERN.test(name) ? null : "A name is one line of text, without control characters.";
}

function descriptionFault(description: string): string | null {
	const length = textLength(description);
	if (length <= CLIENT_DESCRIPTION_LENGTH_MAX) return null;
	return `The description has ${length} characters; at most ${CLIENT_DESCRIPTION_LENGTH_MAX} fit.`;
}
