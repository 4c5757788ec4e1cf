import { ScopeMissing } from "@/app/_forms/page-notices";
import { UnreadPart } from "@/app/_forms/unread-part";
import { UnreadableRows } from "@/app/_tables/unread-items";
import { PageLink } from "@/components/layout/links";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { canUse } from "@/lib/dashboard/management/tenant-link/can-use";
import { missingScope } from "@/lib/dashboard/management/tenant-link/missing-scope";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { RevocationRequested, RevocationStatus } from "../../_revocation/revocation-status";
import { wasThere } from "../../_revocation/watched";
import { endNotices, type Served } from "../../sessions/_session/logout-notices";
import { isEmbedded, unlistedTokens } from "../../sessions/_session/unlisted-tokens";
import { allOf, EndAllSessions } from "./end-all";
import { MoreLink } from "./more-link";
import { OneSession } from "./one-session";
import type { PersonPart } from "./person-part";
import type { SignIns } from "./read-sign-ins";
import type { SessionLine } from "./session-lines";

type SessionSectionProps = SignIns & PersonPart & { moreHref: string | null };

const SELECTION = "session-selection";

/** A user's sessions, each with the refresh tokens that it gave rise to. */
export function SessionSection({ sessions, tokens, logouts, moreHref, ...part }: SessionSectionProps) {
	const { userId, person, role, clock, requested } = part;
	if ("problem" in sessions) {
		return (
			<Section title="Sessions">
				<UnreadPart problem={sessions.problem} />
			</Section>
		);
	}
	const { shown, unreadable, hasMore } = sessions;
	const count = shown.length + unreadable;
	const isPart = hasMore || unreadable > 0;
	const knownTokens = "problem" in tokens ? null : tokens;
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
						notices={endNotices({ ...servedBy(shown, isPart), logouts, isEmbedded: isEmbedded() })}
						unlisted={unlistedTokens("them")}
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
							notices={endNotices({ ...servedBy([session], false), logouts, isEmbedded: isEmbedded() })}
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

function servedBy(sessions: readonly SessionLine[], hasMore: boolean): Pick<Served, "applications" | "mayBeMore"> {
	const byId = new Map(sessions.flatMap(({ applications }) => applications ?? []).map((one) => [one.id, one]));
	return {
		applications: [...byId.values()],
		mayBeMore: hasMore || sessions.some(({ servesUnnamed }) => servesUnnamed !== false),
	};
}

/** Why the refresh tokens can't be revoked together with the sessions; null: they can. */
function tokensStay(): string | null {
	const reason = missingScope("delete_user_refresh-tokens");
	return reason && `The refresh tokens stay, and applications that hold one keep their access. ${reason}`;
}

type RevokedProps = Pick<PersonPart, "userId" | "requested" | "page"> &
	Exclude<SignIns["sessions"], { problem: unknown }> & {
		tokens: Exclude<SignIns["tokens"], { problem: unknown }> | null;
	};

/** What has become of the end that was requested. */
function Revoked({ requested, tokens, page, ...read }: RevokedProps) {
	const { session, allSessions, keptTokens } = requested;
	if (allSessions) {
		return (
			<>
				<AllEnded {...read} {...{ page, at: allSessions.at }} />
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

type AllEndedProps = Omit<RevokedProps, "requested" | "tokens"> & { at: string };

/** @param at when the end of all was requested: those that began later are not among them */
function AllEnded({ userId, shown, unreadable, hasMore, page, at }: AllEndedProps) {
	if (shown.some(({ startedAt }) => wasThere(startedAt, at)) || unreadable > 0 || (shown.length > 0 && hasMore)) {
		const watched = { resource: "session", allOf: userId, until: at } as const;
		return <RevocationRequested title="End requested" what="they are" {...{ watched, page }} />;
	}
	if (shown.length === 0) return <Alert tone="success" title="All sessions have ended." />;
	return <Alert tone="success" title="All those sessions have ended: those below began since." />;
}
