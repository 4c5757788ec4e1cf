import type { ConnectionValues } from "../edit/connection-content";
import type { ConnectionFaults } from "../edit/connection-faults";

/** What every field of the form works with. */
export type FieldProps = {
	values: ConnectionValues;
	faults: ConnectionFaults;
	isDisabled: boolean;
	change: (part: Partial<ConnectionValues>) => void;
};
