import type { SingleSignOnValues } from "../edit/single-sign-on-content";
import type { SingleSignOnFaults } from "../edit/single-sign-on-faults";

/** What every field of the form works with. */
export type FieldProps = {
	values: SingleSignOnValues;
	faults: SingleSignOnFaults;
	isDisabled: boolean;
	change: (part: Partial<SingleSignOnValues>) => void;
};
