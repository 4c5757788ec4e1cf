import type { ConnectionValues } from "../_edit/connection-content";
import type { ConnectionFaults } from "../_edit/connection-faults";

/** What every field of the form works with. */
export type FieldProps = {
	values: ConnectionValues;
	faults: ConnectionFaults;
	isDisabled: boolean;
	change: (part: Partial<ConnectionValues>) => void;
};
