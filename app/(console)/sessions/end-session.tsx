import { ConfirmedAction } from "@/app/_forms/confirmed-action";
import { Breakable } from "@/components/ui/breakable";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import type { Session } from "@/lib/contract/session";
import { lastDeviceName } from "@/lib/dashboard/devices/user-agent";
import { listed } from "@/lib/dashboard/in-short";
import { resources } from "@/lib/dashboard/resources/resources";
import { requestRevocationAction } from "../_revocation/revocation-action";
import { endNotices, metadataNotices, unlistedTokens } from "./logout-notices";
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
	const leaving = notesInWords(session.session_metadata) === null ? [] : metadataNotices(served);
	const person = userId ? <Name className="font-semibold" text={user} /> : "The user";
	return (
		<ConfirmedAction
			verb="End session"
			action={requestRevocationAction}
			acts={["end", "revoke"]}
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
						<Name className="font-semibold" text={openedBy} /> opened it as {userId ? person : "the user"} and is signed
						out of it.
					</>
				)}{" "}
				Session{" "}
				<code className="wrap-anywhere">
					<Breakable text={id} />
				</code>{" "}
				ends.
			</p>
			<p>{endingWith(tokens, session.session_metadata)}</p>
			{[resources.session.ends.stays.one, unlistedTokens("it"), ...endNotices(served), ...leaving].map(
				(notice) => notice && <p key={notice}>{notice}</p>,
			)}
			<p>This can't be undone.</p>
		</ConfirmedAction>
	);
}

/** "Ends with it: Storefront's refresh token and 2 notes." What is not reported is not said to be none. */
function endingWith(found: SessionTokens | undefined, metadata: Session["session_metadata"]): string {
	const ending = [found ? tokensInWords(found) : UNKNOWN_TOKENS, notesInWords(metadata)].filter(
		(part) => part !== null,
	);
	return ending.length > 0 ? `Ends with it: ${ending.join(" and ")}.` : "No refresh token or note ends with it.";
}

const UNKNOWN_TOKENS = "all refresh tokens that were issued in it (not known which)";

/** "Partner Portal's refresh token", "3 refresh tokens of Partner Portal (2) and Field App". */
function tokensInWords({ tokens, isCut }: SessionTokens): string | null {
	if (tokens.length === 0) {
		return isCut ? "refresh tokens that were issued in it (none among those read here)" : null;
	}
	const counts = [...Map.groupBy(tokens, ({ application }) => application)];
	const names = counts.map(
		([name, { length }]) => nameInWords(name) + (counts.length > 1 && length > 1 ? ` (${length})` : ""),
	);
	const these =
		tokens.length === 1 ? `${names.join()}'s refresh token` : `${tokens.length} refresh tokens of ${listed(names)}`;
	return isCut ? `${these}, any others that were issued in it` : these;
}

function notesInWords(metadata: Session["session_metadata"]): string | null {
	if (metadata === undefined) return "its notes, which are not reported";
	const count = Object.keys(metadata ?? {}).length;
	return count === 0 ? null : count === 1 ? "1 note" : `${count} notes`;
}
