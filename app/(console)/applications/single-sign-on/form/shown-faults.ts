import type { SingleSignOnContent, SingleSignOnValues } from "../edit/single-sign-on-content";
import { type SingleSignOnFaults, singleSignOnFaults } from "../edit/single-sign-on-faults";

type Refusal = {
	/** Whether the last attempt to save was refused: faults are shown from then on. */
	wasRefused: boolean;
	/** What the server refused, and the values that it is about. */
	faults: SingleSignOnFaults | undefined;
	answered: SingleSignOnValues;
};

/** What stops a save, as far as it has been said: by the browser's rules, and by the server of what was not edited since. */
export function shownFaults(
	opened: SingleSignOnContent,
	values: SingleSignOnValues,
	{ wasRefused, faults, answered }: Refusal,
): SingleSignOnFaults {
	const refused = Object.entries(faults ?? {}).filter(([field]) => {
		const name = field as keyof SingleSignOnFaults;
		return JSON.stringify(values[name]) === JSON.stringify(answered[name]);
	});
	return { ...Object.fromEntries(refused), ...(wasRefused ? singleSignOnFaults(opened, values) : null) };
}
