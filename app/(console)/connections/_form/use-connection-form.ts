"use client";

import { postedChoices } from "@/app/_forms/conflict/posted-choices";
import { type EditFormModel, useEditForm } from "@/app/_forms/use-edit-form";
import { contentChanges, hasEdits } from "../_edit/connection-changes";
import { type ConnectionContent, type ConnectionValues, valuesOf, wantedContent } from "../_edit/connection-content";
import { steps } from "../_edit/connection-edit";
import { type ConnectionFaults, connectionFaults } from "../_edit/connection-faults";
import type { ConnectionFormState } from "../_edit/connection-form-state";
import { postedValues } from "../_edit/posted-values";
import { createConnectionAction, updateConnectionAction } from "../_save/connection-actions";

const model: EditFormModel<ConnectionContent, ConnectionValues, ConnectionFaults> = {
	...{ valuesOf, wantedContent, changes: contentChanges, hasEdits, faults: connectionFaults },
	...{ steps, postedValues, postedChoices },
};

const nothing: ConnectionFormState = {};

/** The store of a connection's form. @param id empty for a new one */
export function useConnectionForm(id: string, start: ConnectionContent, canWrite: boolean) {
	const action = id === "" ? createConnectionAction : updateConnectionAction;
	const form = useEditForm({
		...{ id, postedAs: "connectionId" as const, rememberedAs: id, start, canWrite },
		...{ action, nothing, model },
	});
	return {
		...form,
		/** Takes it from every application and saves that alone: what was typed beside it stays typed. */
		turnOff() {
			form.change({ clients: [] });
			form.save({ ...valuesOf(form.opened), clients: [] });
		},
	};
}
