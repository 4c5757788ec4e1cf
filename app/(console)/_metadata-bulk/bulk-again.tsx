"use client";

import { againText } from "@/app/_bulk/plan-counts";
import { ActionForm, SubmitRow, useActionForm } from "@/app/_forms/action-form";
import { ProblemAlert } from "@/app/_forms/problem-alert";
import { noAnswerToRead } from "@/app/_forms/read-json";
import { type MetadataResource, resources } from "@/lib/dashboard/resources/resources";
import type { MetadataOperation } from "@/lib/dashboard/store/bulk-edit";
import { type BulkFormState, previewBulkEditAction } from "./bulk-actions";

type BulkAgainProps = { resource: MetadataResource; userId: string; operation: MetadataOperation; ids: string[] };

export function BulkAgain({ resource, userId, operation, ids }: BulkAgainProps) {
	const form = useActionForm<BulkFormState>(previewBulkEditAction, {}, { unconfirmed: noAnswerToRead });
	const sends = {
		resource,
		user: userId,
		operation: operation.kind,
		key: operation.key,
		value: operation.kind === "set" ? operation.value : "",
	};
	return (
		<ActionForm of={form} sends={sends} className="grid gap-3">
			{ids.map((id) => (
				<input key={id} type="hidden" name="item" value={id} />
			))}
			{form.state.problem ? <ProblemAlert problem={form.state.problem} /> : null}
			<SubmitRow of={form} working={`Reading the ${resources[resource].metadata.many}…`}>
				{againText(ids.length)}
			</SubmitRow>
		</ActionForm>
	);
}
