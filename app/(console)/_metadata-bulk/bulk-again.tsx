"use client";

import { useActionState } from "react";
import { againText } from "@/app/_bulk/again-text";
import { keepInput } from "@/app/_forms/keep-input";
import { ProblemAlert } from "@/app/_forms/problem-alert";
import { Button } from "@/components/ui/button";
import type { MetadataResource } from "@/lib/dashboard/registry/resources";
import type { MetadataOperation } from "@/lib/dashboard/store/bulk-edit";
import { type BulkFormState, previewBulkEditAction } from "./bulk-actions";

type BulkAgainProps = { resource: MetadataResource; userId: string; operation: MetadataOperation; ids: string[] };

/** Starts a new preview of the same operation for what was not changed. */
export function BulkAgain({ resource, userId, operation, ids }: BulkAgainProps) {
	const [state, submit, isPending] = useActionState<BulkFormState, FormData>(
		keepInput(previewBulkEditAction, () => ({})),
		{},
	);
	return (
		<form action={submit} className="grid gap-3">
			<input type="hidden" name="resource" value={resource} />
			<input type="hidden" name="user" value={userId} />
			<input type="hidden" name="operation" value={operation.kind} />
			<input type="hidden" name="key" value={operation.key} />
			<input type="hidden" name="value" value={operation.kind === "set" ? operation.value : ""} />
			{ids.map((id) => (
				<input key={id} type="hidden" name="item" value={id} />
			))}
			{state.problem ? <ProblemAlert problem={state.problem} /> : null}
			<p>
				<Button aria-disabled={isPending}>{againText(ids.length)}</Button>
			</p>
		</form>
	);
}
