import { ScopeMissing } from "@/app/_page/notices";
import { UnreadPart } from "@/app/_page/unread";
import { UnreadableRows } from "@/app/_tables/unread-items";
import { Alert } from "@/components/ui/alert";
import { Section } from "@/components/ui/section";
import { SelectionButton } from "@/components/ui/selection-button";
import type { Session } from "@/lib/contract/session";
import { timeOf } from "@/lib/dashboard/devices/flags";
import { canUse, missingScope } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { resources } from "@/lib/dashboard/resources/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { AllGone, RevocationStatus } from "../../_revocation/revocation-status";
import { endNotices, servedBy } from "../../sessions/logout-notices";
import { allOf, EndAllSessions } from "./end-all";
import { OneSession } from "./one-session";
import type { SignInProps } from "./person-part";

const SELECTION = "session-selection";

export function SessionSection({ signIns, part }: SignInProps) {
	const { sessions, tokens, names, logouts } = signIns;
	if (sessions.problem) {
		return (
			<Section title="Sessions">
				<UnreadPart problem={sessions.problem} />
			</Section>
		);
	}
	const { userId, person, role } = part;
	const { items, unreadable, hasMore } = sessions.value;
	const count = items.length + unreadable;
	const isPart = hasMore || unreadable > 0;
	const canSelect = items.length > 1 && canUse(role, "patch_sessions_by_id");
	const delegated = items.filter(({ actor }) => actor).length;
	return (
		<Section
			title="Sessions"
			aside={
				count > 0 && canUse(role, "delete_user_sessions") ? (
					<EndAllSessions
						userId={userId}
						person={person}
						delegated={delegated}
						sessions={{ count, isAtLeast: hasMore }}
						tokens={tokens.value?.all ?? null}
						tokensStay={tokensStay()}
						notices={endNotices(servedBy(items, names, logouts, isPart))}
					/>
				) : null
			}
		>
			{items.length > 0 && may(role, "endSessions") ? <ScopeMissing of="post_session_revoke" /> : null}
			<Requested signIns={signIns} part={part} isPart={isPart} listed={items} />
			<UnreadableRows count={unreadable} />
			<p className="text-sm text-muted">
				{count === 0
					? "Not signed in anywhere."
					: "A session is a browser that is signed in. Ending it revokes its refresh tokens."}
				{delegated > 0 && delegated === items.length && !isPart
					? " The user is not signed in anywhere: someone else opened all of these."
					: ""}
			</p>
			<ul className="grid gap-4 empty:hidden">
				{items.map((session) => (
					<li key={session.id} aria-labelledby={`session-${session.id}`} className="rounded-md border border-line">
						<OneSession session={session} signIns={signIns} part={part} selectIn={canSelect ? SELECTION : null} />
					</li>
				))}
			</ul>
			{canSelect ? (
				<form id={SELECTION} action={`${resources.session.path}/bulk`}>
					<input type="hidden" name="user" value={userId} />
					<SelectionButton form={SELECTION} reason="Select the sessions to edit first.">
						Edit metadata of selected sessions…
					</SelectionButton>
				</form>
			) : null}
		</Section>
	);
}

/** Why the refresh tokens can't be revoked together with the sessions; null: they can. */
function tokensStay(): string | null {
	const reason = missingScope("delete_user_refresh-tokens");
	return reason && `The refresh tokens stay, and applications that hold one keep their access. ${reason}`;
}

type RequestedProps = SignInProps & { listed: readonly Session[]; isPart: boolean };

/** What has become of the end that was requested. */
function Requested({ signIns, part: { userId, requested }, listed, isPart }: RequestedProps) {
	const { session, allSessions, keepsTokens } = requested;
	if (allSessions) {
		const began = listed.map(({ created_at }) => timeOf(created_at));
		const tokens = signIns.tokens.value?.all;
		return (
			<>
				<AllGone resource="session" userId={userId} began={began} isPart={isPart} at={allSessions.at} />
				{keepsTokens && tokens?.count !== 0 ? (
					<Alert tone="info" title="The refresh tokens stay">
						{tokens ? `There ${tokens.count === 1 ? "is" : "are"} ${allOf(tokens, "refresh token")}. ` : ""}
						Applications that hold one keep their access.
					</Alert>
				) : null}
			</>
		);
	}
	if (!session) return null;
	if (session.presence !== "ended" || listed.some(({ id }) => id === session.id))
		return <RevocationStatus watched={{ resource: "session", id: session.id }} />;
	const left = signIns.apart.filter(({ sessionId }) => sessionId === session.id).length;
	return (
		<Alert tone={left > 0 ? "warning" : "success"} title="The session has ended.">
			{left > 0 ? (
				<p>
					{left === 1 ? "One of its refresh tokens is" : `${left} of its refresh tokens are`} still listed below: their
					revocation was requested, and may take a moment.
				</p>
			) : null}
			<p>{resources.session.ends.stays.one}</p>
		</Alert>
	);
}
