import { ConfirmedAction } from "@/app/_forms/confirmed-action";
import type { CountOfAll } from "./read-sign-ins";
import { endSessionsAction, revokeTokensAction } from "./user-actions";

type EndAllProps = { userId: string; person: string };

/** @param tokens null where they can't be read */
export function EndAllSessions({
	userId,
	person,
	sessions,
	tokens,
}: EndAllProps & { sessions: CountOfAll; tokens: CountOfAll | null }) {
	return (
		<ConfirmedAction
			id="end-all-sessions"
			verb="End all sessions"
			title="End all sessions?"
			action={endSessionsAction}
			sends={{ userId }}
			option={tokens?.count === 0 ? undefined : { name: "revoke", label: "Also revoke all refresh tokens" }}
		>
			<p>
				<bdi className="font-semibold">{person}</bdi> is signed out everywhere: {allOf(sessions, "session")}.
			</p>
			<p>
				Refresh tokens are not revoked with them, so an application that holds one keeps its access
				{tokens ? ` (${allOf(tokens, "refresh token")})` : ""}.
			</p>
			<p>This can't be undone.</p>
		</ConfirmedAction>
	);
}

export function RevokeAllTokens({ userId, person, tokens }: EndAllProps & { tokens: CountOfAll }) {
	return (
		<ConfirmedAction
			id="revoke-all-tokens"
			verb="Revoke all tokens"
			title="Revoke all refresh tokens?"
			action={revokeTokensAction}
			sends={{ userId }}
		>
			<p>
				No application can renew the access of <bdi className="font-semibold">{person}</bdi> any more:{" "}
				{allOf(tokens, "refresh token")}, with their metadata.
			</p>
			<p>Sessions stay: where the person is signed in, an application can get a new token without a sign-in.</p>
			<p>This can't be undone.</p>
		</ConfirmedAction>
	);
}

/** "3 sessions", "50 sessions or more". */
export function allOf({ count, isAtLeast }: CountOfAll, one: string): string {
	return `${count} ${count === 1 ? one : `${one}s`}${isAtLeast ? " or more" : ""}`;
}
