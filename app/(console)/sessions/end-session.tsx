import { ConfirmedAction } from "@/app/_forms/confirmed-action";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { lastDeviceName } from "@/lib/dashboard/devices/user-agent";
import { listed } from "@/lib/dashboard/in-short";
import { requestRevocationAction } from "../_revocation/revocation-action";
import { endNotices, unlistedTokens } from "./logout-notices";
import type { ShownSession } from "./session-facts";
import type { SessionTokens } from "./session-tokens";

type EndSessionProps = ShownSession & {
	/** Null where the tenant does not report it. */
	userId: string | null;
	/** The refresh tokens that end with it; absent where they are not known. */
	tokens: SessionTokens | undefined;
	/** On the page of its user, where others stand beside it: the element that names it. */
	onUserPage?: { describedBy: string };
};

/** Ends a session after a dialog that names it, its user, and what ends with it. */
export function EndSession({ session, user, userId, openedBy, tokens, served, onUserPage }: EndSessionProps) {
	const { id } = session;
	const device = lastDeviceName(session.device);
	const person = userId ? <Name className="font-semibold" text={user} /> : "The person";
	return (
		<ConfirmedAction
			verb="End session"
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
				The session <code className="wrap-anywhere">{id}</code> and its metadata are gone then.
			</p>
			<EndingTokens tokens={tokens} />
			{[unlistedTokens("it"), ...endNotices(served)].map((notice) => notice && <p key={notice}>{notice}</p>)}
			<p>This can't be undone.</p>
		</ConfirmedAction>
	);
}

function EndingTokens({ tokens: found }: { tokens: SessionTokens | undefined }) {
	if (!found) return <p>All refresh tokens that were issued in it end as well. Which ones is not known here.</p>;
	const { tokens, isCut } = found;
	if (tokens.length === 0) {
		return isCut ? (
			<p>Refresh tokens that were issued in it end as well; none is among those read here.</p>
		) : (
			<p>No refresh token of it is listed.</p>
		);
	}
	return (
		<p>
			With it {tokens.length === 1 ? "ends one refresh token" : `end ${tokens.length} refresh tokens`} of{" "}
			<strong>{listed(applicationsOf(tokens))}</strong>
			{isCut ? ", and any others that were issued in it" : ""}: access can't be renewed without a new sign-in.
		</p>
	);
}

/** "Partner Portal", "Field App (2)". */
function applicationsOf(tokens: SessionTokens["tokens"]): string[] {
	const counts = Map.groupBy(tokens, ({ application }) => application);
	return [...counts].map(([name, { length }]) => nameInWords(name) + (length > 1 ? ` (${length})` : ""));
}
