import { ScopeMissing } from "@/app/_forms/page-notices";
import { UnreadableRows } from "@/app/_tables/unread-items";
import { PageLink } from "@/components/layout/links";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { canUse } from "@/lib/dashboard/management/tenant-link/can-use";
import { missingScope } from "@/lib/dashboard/management/tenant-link/missing-scope";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { AllGone, RevocationStatus } from "../../_revocation/revocation-status";
import { endNotices, servedBy, unlistedTokens } from "../../sessions/logout-notices";
import { allOf, EndAllSessions } from "./end-all";
import { MoreLink } from "./more-link";
import { OneSession } from "./one-session";
import type { PersonPart } from "./person-part";
import type { ReadSessions, ReadTokens, SignIns } from "./read-sign-ins";

type SessionSectionProps = Omit<SignIns, "sessions"> & PersonPart & { sessions: ReadSessions; moreHref: string | null };

const SELECTION = "session-selection";

export function SessionSection({ sessions, tokens, logouts, moreHref, ...part }: SessionSectionProps) {
	const { userId, person, role, clock, requested } = part;
	const { shown, unreadable, hasMore } = sessions;
	const count = shown.length + unreadable;
	const isPart = hasMore || unreadable > 0;
	const knownTokens = tokens.value ?? null;
	const canSelect = shown.length > 1 && canUse(role, "patch_sessions_by_id");
	const delegated = shown.filter(({ openedBy }) => openedBy !== null).length;
	return (
		<Section
			title="Sessions"
			aside={
				count > 0 && canUse(role, "delete_user_sessions") ? (
					<EndAllSessions
						{...{ userId, person, delegated }}
						sessions={{ count, isAtLeast: hasMore }}
						tokens={knownTokens?.all ?? null}
						tokensStay={tokensStay()}
						notices={endNotices(servedBy(shown, logouts, isPart))}
					/>
				) : null
			}
		>
			{shown.length > 0 && may(role, "endSessions") ? <ScopeMissing of="post_session_revoke" /> : null}
			<Revoked {...{ userId, requested, page: part.page, tokens: knownTokens }} {...sessions} />
			<UnreadableRows count={unreadable} />
			<p className="text-sm text-muted">
				{count === 0
					? "Signed in nowhere."
					: "A session is a browser that is signed in. Its end revokes the refresh tokens beneath it."}
				{delegated > 0 && delegated === shown.length && !isPart
					? " The person is signed in nowhere themself: all were opened by somebody else."
					: ""}
			</p>
			<ul className="grid gap-4 empty:hidden">
				{shown.map((session) => (
					<li key={session.id} aria-labelledby={`session-${session.id}`} className="rounded-md border border-line">
						<OneSession
							{...{ session, userId, person, clock }}
							tokens={knownTokens && { hasMore: knownTokens.hasMore || knownTokens.unreadable > 0 }}
							notices={endNotices(servedBy([session], logouts))}
							canEnd={canUse(role, "post_session_revoke")}
							canRevoke={canUse(role, "delete_refresh-tokens_by_id")}
							selectIn={canSelect ? SELECTION : null}
						/>
					</li>
				))}
			</ul>
			<div className="flex flex-wrap gap-3 empty:hidden">
				<MoreLink href={moreHref} what="sessions" />
				{canSelect ? (
					<form id={SELECTION} action={`${resources.session.path}/bulk`}>
						<input type="hidden" name="user" value={userId} />
						<Button>Edit metadata of selected sessions…</Button>
					</form>
				) : null}
			</div>
		</Section>
	);
}

/** Why the refresh tokens can't be revoked together with the sessions; null: they can. */
function tokensStay(): string | null {
	const reason = missingScope("delete_user_refresh-tokens");
	return reason && `The refresh tokens stay, and applications that hold one keep their access. ${reason}`;
}

type RevokedProps = Pick<PersonPart, "userId" | "requested" | "page"> & ReadSessions & { tokens: ReadTokens | null };

/** What has become of the end that was requested. */
function Revoked({ requested, tokens, page, ...read }: RevokedProps) {
	const { session, allSessions, keptTokens } = requested;
	if (allSessions) {
		return (
			<>
				<AllGone
					{...{ resource: "session", page, userId: read.userId, at: allSessions.at }}
					began={read.shown.map(({ startedAt }) => startedAt)}
					isPart={read.unreadable > 0 || (read.shown.length > 0 && read.hasMore)}
					gone={{ all: "All sessions have ended.", those: "All those sessions have ended: those below began since." }}
				/>
				{keptTokens ? (
					<Alert tone="info" title="The refresh tokens stay, as you chose">
						<p>
							{tokens
								? `${allOf(tokens.all, "refresh token")} ${tokens.all.count === 1 ? "lives" : "live"} on.`
								: "How many live on is not known."}{" "}
							An application that holds one keeps its access without a sign-in. {unlistedTokens("the sessions")}
						</p>
					</Alert>
				) : null}
			</>
		);
	}
	if (!session) return null;
	const isListed = read.shown.some(({ id }) => id === session.id);
	if (session.presence === "there" || isListed)
		return <RevocationStatus resource="session" id={session.id} page={page} />;
	if (session.presence === "unknown") {
		return (
			<Alert tone="info" title="End requested">
				<p>
					Whether the session is still there is not known.{" "}
					<PageLink href={pageOf("session", session.id)} className="text-accent underline">
						Its page says why
					</PageLink>
					.
				</p>
			</Alert>
		);
	}
	const left = tokens?.ofSession.get(session.id) ?? 0;
	if (left > 0) {
		return (
			<Alert tone="warning" title="The session has ended">
				<p>
					{left === 1 ? "One of its refresh tokens is" : `${left} of its refresh tokens are`} still listed below: their
					revocation was requested, and may take a moment.
				</p>
			</Alert>
		);
	}
	const isKnown = tokens !== null && !tokens.hasMore && tokens.unreadable === 0;
	return (
		<Alert
			tone="success"
			title={isKnown ? "The session has ended, with its refresh tokens." : "The session has ended."}
		/>
	);
}
