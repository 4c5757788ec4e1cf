import { type Conflict, editSteps } from "@/app/_forms/conflict/edit-steps";
import { contentOfFields, fieldsOf, withField } from "./connection-changes";
import { type ConnectionContent, type ConnectionValues, valuesOf, wantedContent } from "./connection-content";

export type ConnectionConflict = Conflict<ConnectionContent>;

/** The steps of editing a connection, which two may do at a time. */
export const steps = editSteps<ConnectionContent, ConnectionValues>({
	...{ fieldsOf, contentOfFields, valuesOf, wantedContent, withField },
});
