import { OperationMissing } from "@/app/_forms/page-notices";
import { UnreadPart } from "@/app/_forms/unread-part";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { resources } from "@/lib/dashboard/registry/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { EndRequested, EndStatus } from "../../_end/end-status";
import { canUse } from "./can-use";
import { EndAllSessions } from "./end-all";
import { MoreLink } from "./more-link";
import { OneSession } from "./one-session";
import type { PersonPart } from "./person-part";
import type { SignIns } from "./read-sign-ins";

type SessionSectionProps = SignIns & PersonPart & { moreHref: string | null };

const SELECTION = "session-selection";

/** A user's sessions, each with the refresh tokens that it gave rise to. */
export function SessionSection({ sessions, tokens, moreHref, ...part }: SessionSectionProps) {
	const { userId, person, role, clock, requested } = part;
	if ("problem" in sessions) {
		return (
			<Section title="Sessions">
				<UnreadPart problem={sessions.problem} />
			</Section>
		);
	}
	const { shown, hasMore } = sessions;
	const knownTokens = "problem" in tokens ? null : tokens;
	const canSelect = shown.length > 1 && canUse(role, "patch_sessions_by_id");
	return (
		<Section
			title="Sessions"
			aside={
				shown.length > 0 && canUse(role, "delete_user_sessions") ? (
					<EndAllSessions
						{...{ userId, person }}
						sessions={{ count: shown.length, isAtLeast: hasMore }}
						tokens={knownTokens?.all ?? null}
					/>
				) : null
			}
		>
			{shown.length > 0 && may(role, "endSessions") ? (
				<OperationMissing operation="post_session_revoke" what="end sessions" />
			) : null}
			<Ended {...{ userId, requested }} sessions={shown} />
			<p className="text-sm text-muted">
				{shown.length === 0
					? "Signed in nowhere."
					: "A session is a browser that is signed in. Its end revokes the refresh tokens beneath it."}
			</p>
			<ul className="grid gap-4 empty:hidden">
				{shown.map((session) => (
					<li key={session.id} aria-labelledby={`session-${session.id}`} className="rounded-md border border-line">
						<OneSession
							{...{ session, userId, person, clock, tokens: knownTokens }}
							canEnd={canUse(role, "post_session_revoke")}
							canRevoke={may(role, "revokeTokens")}
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

type EndedProps = Pick<PersonPart, "userId" | "requested"> & { sessions: readonly { id: string }[] };

/** What has become of the end that was requested. */
function Ended({ userId, requested: { ended }, sessions }: EndedProps) {
	if (!ended) return null;
	if (ended === "all") {
		if (sessions.length === 0) return <Alert tone="success" title="All sessions have ended." />;
		return <EndRequested title="End requested" what="they are" watched={{ resource: "session", allOf: userId }} />;
	}
	if (sessions.some(({ id }) => id === ended)) return <EndStatus resource="session" id={ended} />;
	return <Alert tone="success" title="The session has ended, with its refresh tokens." />;
}
