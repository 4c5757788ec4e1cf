import type { PastChange } from "@/app/_editor/past-change";
import type { FillOutcome } from "@/app/_forms/fill-panel";
import type { EditFormState, EditSave } from "@/app/_forms/use-edit-form";
import type { ConnectionContent, ConnectionValues } from "./connection-content";
import type { ConnectionFaults } from "./connection-faults";

export type ConnectionSave = EditSave<ConnectionContent> & {
	/** Fields, by the names of `connection-changes`, that the service stored otherwise than was sent. */
	differing: string[];
	/** The connection's history, the save included; null where it can't be read just now. */
	history: PastChange[] | null;
};

export type ConnectionFormState = EditFormState<ConnectionContent, ConnectionValues, ConnectionFaults> & {
	saved?: ConnectionSave;
	fill?: FillOutcome;
	/** A pasted private key was taken out. */
	isKeyWithheld?: boolean;
};
