import type { ApplicationContent, ApplicationFormValues } from "../edit/application-content";
import { type ApplicationFaults, applicationFaults } from "../edit/application-faults";

type Refusal = {
	/** Whether the last attempt to save was refused: faults are shown from then on. */
	wasRefused: boolean;
	/** What the server refused, and the values that it is about. */
	faults: ApplicationFaults | undefined;
	answered: ApplicationFormValues;
};

/** What stops a save, as far as it has been said: by the browser's rules, and by the server of what was not edited since. */
export function shownFaults(
	opened: ApplicationContent | null,
	values: ApplicationFormValues,
	{ wasRefused, faults, answered }: Refusal,
): ApplicationFaults {
	const refused = Object.entries(faults ?? {}).filter(([field]) => {
		const name = field as keyof ApplicationFaults;
		return JSON.stringify(values[name]) === JSON.stringify(answered[name]);
	});
	return { ...Object.fromEntries(refused), ...(wasRefused ? applicationFaults(opened, values) : null) };
}
