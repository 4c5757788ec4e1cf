import { ConfirmedAction } from "@/app/_forms/confirmed-action";
import { Name } from "@/components/ui/name";
import { resources } from "@/lib/dashboard/resources/resources";
import { unlistedTokens } from "../../sessions/logout-notices";
import type { CountOfAll } from "./read-sign-ins";
import { endSessionsAction, revokeTokensAction } from "./user-actions";

type EndAllProps = { userId: string; person: string };

type EndAllSessionsProps = EndAllProps & {
	sessions: CountOfAll;
	/** Of them, how many somebody else opened as the person. */
	delegated: number;
	/** Null where they can't be read. */
	tokens: CountOfAll | null;
	/** Why the refresh tokens can't be revoked here; null: they can. */
	tokensStay: string | null;
	/** What the applications learn of it. */
	notices: readonly string[];
};

export function EndAllSessions(props: EndAllSessionsProps) {
	const { userId, person, sessions, delegated, tokens, tokensStay, notices } = props;
	const isWithout = tokens?.count === 0 && !tokens.isAtLeast;
	const hasOption = !isWithout && tokensStay === null;
	const ofThem = tokens && !tokens.isAtLeast ? allOf(tokens, "refresh token") : "all refresh tokens";
	const revoke = `Also revoke ${ofThem}. Without it, applications keep their access.`;
	return (
		<ConfirmedAction
			verb="End all sessions"
			title="End all sessions?"
			action={endSessionsAction}
			sends={{ userId, ...(isWithout && tokensStay === null && { revoke: "yes" }) }}
			acts={isWithout && tokensStay === null ? ["end", "revoke"] : ["end"]}
			option={hasOption ? { name: "revoke", label: revoke, isTicked: true, acts: ["revoke"] } : undefined}
		>
			<p>
				<Name className="font-semibold" text={person} /> is signed out everywhere: {allOf(sessions, "session")}
				{delegated > 0 ? `, of which someone else opened ${delegated} as this user` : ""}.
			</p>
			{[tokensStay, resources.session.ends.stays.all, unlistedTokens("them"), ...notices].map(
				(notice) => notice && <p key={notice}>{notice}</p>,
			)}
			<p>This can't be undone.</p>
		</ConfirmedAction>
	);
}

export function RevokeAllTokens({ userId, person, tokens }: EndAllProps & { tokens: CountOfAll }) {
	return (
		<ConfirmedAction
			verb="Revoke all tokens"
			title="Revoke all refresh tokens?"
			action={revokeTokensAction}
			acts={["revoke"]}
			sends={{ userId }}
		>
			<p>
				No application can renew the access of <Name className="font-semibold" text={person} /> any more:{" "}
				{allOf(tokens, "refresh token")}, with their metadata.
			</p>
			{[resources["refresh token"].ends.stays.all, unlistedTokens("their session")].map(
				(notice) => notice && <p key={notice}>{notice}</p>,
			)}
			<p>This can't be undone.</p>
		</ConfirmedAction>
	);
}

/** "3 sessions", "50 sessions or more". */
export function allOf({ count, isAtLeast }: CountOfAll, one: string): string {
	return `${count} ${count === 1 ? one : `${one}s`}${isAtLeast ? " or more" : ""}`;
}
