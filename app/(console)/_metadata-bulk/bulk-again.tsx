"use client";

import { againText } from "@/app/_bulk/plan-counts";
import { ActionForm, SubmitRow, useActionForm } from "@/app/_forms/action-form";
import { noAnswerToRead } from "@/app/_forms/no-answer";
import { ProblemAlert } from "@/app/_forms/problem-alert";
import type { MetadataResource } from "@/lib/dashboard/resources/resources";
import type { MetadataOperation } from "@/lib/dashboard/store/bulk-edit";
import { metadataWords } from "../_metadata/metadata-words";
import { type BulkFormState, previewBulkEditAction } from "./bulk-actions";

type BulkAgainProps = { resource: MetadataResource; userId: string; operation: MetadataOperation; ids: string[] };

/** Starts a new preview of the same operation for what was not changed. */
export function BulkAgain({ resource, userId, operation, ids }: BulkAgainProps) {
	const form = useActionForm<BulkFormState>(previewBulkEditAction, {}, { unconfirmed: noAnswerToRead });
	const sends = {
		...{ resource, user: userId, operation: operation.kind, key: operation.key },
		value: operation.kind === "set" ? operation.value : "",
	};
	return (
		<ActionForm of={form} sends={sends} className="grid gap-3">
			{ids.map((id) => (
				<input key={id} type="hidden" name="item" value={id} />
			))}
			{form.state.problem ? <ProblemAlert problem={form.state.problem} /> : null}
			<SubmitRow of={form} working={`Reading the ${metadataWords[resource].many}…`}>
				{againText(ids.length)}
			</SubmitRow>
		</ActionForm>
	);
}
