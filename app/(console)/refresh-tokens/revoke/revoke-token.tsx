"use client";

import { useActionState } from "react";
import { keepInput } from "@/app/forms/keep-input";
import { ProblemAlert } from "@/app/forms/problem-alert";
import { Button } from "@/components/ui/button";
import { ConfirmDialog, DialogTrigger } from "@/components/ui/confirm-dialog";
import type { TokenLabels } from "../token/token-labels";
import { revokeTokenAction } from "./revoke-actions";

/** Revokes a token after a dialog that names it, its application and its user. */
export function RevokeToken({ token, userId }: { token: TokenLabels; userId: string | null }) {
	const [state, submit, isPending] = useActionState(
		keepInput(revokeTokenAction, () => ({})),
		{},
	);
	return (
		<>
			<DialogTrigger dialog="revoke-token">Revoke token</DialogTrigger>
			<ConfirmDialog
				id="revoke-token"
				title="Revoke this refresh token?"
				action={
					<form action={submit}>
						<input type="hidden" name="tokenId" value={token.id} />
						<input type="hidden" name="userId" value={userId ?? ""} />
						<Button variant="danger" disabled={isPending}>
							Revoke token
						</Button>
					</form>
				}
			>
				<p className="[overflow-wrap:anywhere]">
					<strong>{token.application}</strong> can no longer renew the access of <strong>{token.user}</strong> with the
					token <code>{token.id}</code>. Its metadata is gone with it.
				</p>
				<p>The person has to sign in again. This can't be undone.</p>
				{state.problem ? <ProblemAlert problem={state.problem} /> : null}
			</ConfirmDialog>
		</>
	);
}
