"use client";

import { useActionState } from "react";
import { againText } from "@/app/_bulk/again-text";
import { keepInput } from "@/app/_forms/keep-input";
import { ProblemAlert } from "@/app/_forms/problem-alert";
import { Button } from "@/components/ui/button";
import type { MetadataOperation } from "@/lib/dashboard/store/bulk-edit";
import { type BulkFormState, previewBulkEditAction } from "./bulk-actions";

/** Starts a new preview of the same operation for the tokens that were not changed. */
export function BulkAgain({
	userId,
	operation,
	tokenIds,
}: {
	userId: string;
	operation: MetadataOperation;
	tokenIds: string[];
}) {
	const [state, submit, isPending] = useActionState<BulkFormState, FormData>(
		keepInput(previewBulkEditAction, () => ({})),
		{},
	);
	return (
		<form action={submit} className="grid gap-3">
			<input type="hidden" name="user" value={userId} />
			<input type="hidden" name="operation" value={operation.kind} />
			<input type="hidden" name="key" value={operation.key} />
			<input type="hidden" name="value" value={operation.kind === "set" ? operation.value : ""} />
			{tokenIds.map((id) => (
				<input key={id} type="hidden" name="token" value={id} />
			))}
			{state.problem ? <ProblemAlert problem={state.problem} /> : null}
			<p>
				<Button aria-disabled={isPending}>{againText(tokenIds.length)}</Button>
			</p>
		</form>
	);
}
