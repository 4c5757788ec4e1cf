import { ConfirmedAction } from "@/app/_forms/confirmed-action";
import type { TokenLabels } from "../_token/token-labels";
import { revokeTokenAction } from "./revoke-actions";

/** Revokes a token after a dialog that names it, its application and its user. */
export function RevokeToken({ token, userId }: { token: TokenLabels; userId: string | null }) {
	return (
		<ConfirmedAction
			id="revoke-token"
			verb="Revoke token"
			title="Revoke this refresh token?"
			action={revokeTokenAction}
			sends={{ tokenId: token.id, userId: userId ?? "" }}
		>
			<p>
				<strong>{token.application}</strong> can no longer renew the access of <strong>{token.user}</strong> with the
				token <code>{token.id}</code>. Its metadata is gone with it.
			</p>
			<p>The person has to sign in again. This can't be undone.</p>
		</ConfirmedAction>
	);
}
