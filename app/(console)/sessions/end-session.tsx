import { ConfirmedAction } from "@/app/_forms/confirmed-action";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import type { Outcome } from "@/lib/dashboard/problem/problem-of";
import { requestRevocationAction } from "../_revocation/revocation-action";
import { unlistedTokens } from "./logout-notices";
import type { SessionTokens } from "./session-tokens";

type EndSessionProps = {
	id: string;
	/** The user's e-mail address or name. */
	user: string;
	/** Null where the tenant does not report it. */
	userId: string | null;
	/** Null where it is not known. */
	device: string | null;
	/** Who opened it as the user; null: the user. */
	openedBy: string | null;
	/** The refresh tokens that end with it; null or a problem where they are not known. */
	tokens: Outcome<SessionTokens> | null;
	/** What the applications learn of its end. */
	notices: readonly string[];
	/** On the page of its user, where others stand beside it: the element that names it. */
	onUserPage?: { describedBy: string };
};

/** Ends a session after a dialog that names it, its user, and what ends with it. */
export function EndSession({ id, user, userId, device, openedBy, tokens, notices, onUserPage }: EndSessionProps) {
	const unlisted = unlistedTokens("it");
	const person = userId ? <Name className="font-semibold" text={user} /> : "The person";
	return (
		<ConfirmedAction
			id={`end-session-${id}`}
			verb="End session"
			title="End this session?"
			action={requestRevocationAction}
			sends={{ sessionId: id, userId: userId ?? "", ...(onUserPage && { on: "user" }) }}
			{...onUserPage}
		>
			<p>
				{openedBy === null ? (
					<>
						{person} has to sign in again {device ? <>on {device}</> : "on that device"}.
					</>
				) : (
					<>
						<Name className="font-semibold" text={openedBy} /> opened it as {userId ? person : "the person"} and is
						signed out of it. The person’s own sessions stay.
					</>
				)}{" "}
				The session <code className="break-all">{id}</code> and its metadata are gone then.
			</p>
			<EndingTokens tokens={tokens} />
			{unlisted ? <p>{unlisted}</p> : null}
			{notices.map((notice) => (
				<p key={notice}>{notice}</p>
			))}
			<p>This can't be undone.</p>
		</ConfirmedAction>
	);
}

const listFormat = new Intl.ListFormat("en-GB", { type: "conjunction" });

function EndingTokens({ tokens: outcome }: { tokens: Outcome<SessionTokens> | null }) {
	if (!outcome || outcome.problem) {
		return <p>All refresh tokens that were issued in it end as well. Which ones is not known here.</p>;
	}
	const { tokens, isCut } = outcome.value;
	if (tokens.length === 0 && !isCut) return <p>No refresh token of it is listed.</p>;
	if (tokens.length === 0)
		return <p>Refresh tokens that were issued in it end as well; none is among those read here.</p>;
	return (
		<p>
			With it {tokens.length === 1 ? "ends one refresh token" : `end ${tokens.length} refresh tokens`} of{" "}
			<strong>{listFormat.format(applicationsOf(tokens))}</strong>
			{isCut ? ", and any others that were issued in it" : ""}: access can't be renewed without a new sign-in.
		</p>
	);
}

/** "Partner Portal", "Field App (2)". */
function applicationsOf(tokens: SessionTokens["tokens"]): string[] {
	const counts = new Map<string, number>();
	for (const { application } of tokens) counts.set(application, (counts.get(application) ?? 0) + 1);
	return [...counts].map(([application, count]) => nameInWords(application) + (count > 1 ? ` (${count})` : ""));
}
