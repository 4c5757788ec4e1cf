"use client";

import { useEffect } from "react";
import { ProblemAlert } from "@/app/_forms/problem-alert";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ConfirmDialog, DialogTrigger } from "@/components/ui/confirm-dialog";
import type { TokenLabels } from "../../_token/token-labels";
import type { MetadataFormState } from "./metadata-form-state";
import type { MetadataEntry } from "./metadata-rows";

type ClearMetadataProps = {
	token: TokenLabels;
	/** What the dialog shows, and so the most that it may remove. */
	baseline: readonly MetadataEntry[];
	state: MetadataFormState;
	submit: (form: FormData) => void;
	isPending: boolean;
	dropsEdits: boolean;
};

const DIALOG = "clear-metadata";

/** Removes every key at once, after a dialog that names the token, its user and the number of keys. */
export function ClearMetadata({ token, baseline, state, submit, isPending, dropsEdits }: ClearMetadataProps) {
	useEffect(() => {
		const dialog = document.getElementById(DIALOG);
		if (state.result && dialog instanceof HTMLDialogElement) dialog.close();
	}, [state]);

	return (
		<div>
			<DialogTrigger dialog={DIALOG}>Clear all metadata</DialogTrigger>
			<ConfirmDialog
				id={DIALOG}
				title="Clear all metadata?"
				action={
					<form action={submit}>
						<input type="hidden" name="tokenId" value={token.id} />
						<input type="hidden" name="baseline" value={JSON.stringify(baseline)} />
						<Button variant="danger" aria-disabled={isPending}>
							Clear all metadata
						</Button>
					</form>
				}
			>
				{state.conflict ? (
					<Alert tone="warning" title="Changed since you opened it">
						<p>Nothing was cleared yet. The number below is what the service holds now.</p>
					</Alert>
				) : null}
				<p className="[overflow-wrap:anywhere]">
					{amount(baseline.length)} of the refresh token <code>{token.id}</code> of <strong>{token.user}</strong> (
					{token.application}) will be gone.
				</p>
				{dropsEdits ? <p>What you typed and have not saved is dropped too.</p> : null}
				{state.problem ? <ProblemAlert problem={state.problem} /> : null}
			</ConfirmDialog>
		</div>
	);
}

function amount(keys: number): string {
	if (keys === 0) return "There is nothing to clear now; any metadata";
	return keys === 1 ? "The one key" : `All ${keys} keys`;
}
