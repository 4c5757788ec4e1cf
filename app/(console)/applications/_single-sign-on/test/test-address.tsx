"use client";

import { useActionState } from "react";
import { keepInput } from "@/app/_forms/keep-input";
import { ProblemAlert } from "@/app/_forms/problem-alert";
import { Button } from "@/components/ui/button";
import { type TestAddressState, testAddressAction } from "./test-address-actions";

/** Adds this console's own address to the application's callback URLs, or removes it. */
export function TestAddress({ id, isThere }: { id: string; isThere: boolean }) {
	const [state, submit, isPending] = useActionState<TestAddressState, FormData>(
		keepInput(testAddressAction, () => ({})),
		{},
	);
	return (
		<form action={submit} className="grid justify-items-start gap-2">
			{state.problem ? <ProblemAlert problem={state.problem} /> : null}
			<input type="hidden" name="applicationId" value={id} />
			<input type="hidden" name="intent" value={isThere ? "remove" : "add"} />
			<div className="flex flex-wrap items-center gap-3">
				<Button aria-disabled={isPending} variant={isThere ? "secondary" : "primary"}>
					{isThere ? "Remove the test address" : "Add the test address to the callbacks"}
				</Button>
				<span role="status" className="text-sm text-success">
					{state.done ?? ""}
				</span>
			</div>
		</form>
	);
}
