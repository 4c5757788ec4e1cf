import { ConfirmedAction } from "@/app/_forms/confirmed-action";
import { UnreadPart } from "@/app/_forms/unread-part";
import { PageLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { FactGrid, GridFact } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { pageOf } from "@/lib/dashboard/registry/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { Expiry } from "../../refresh-tokens/_find/token-columns";
import type { TokenLine } from "../../refresh-tokens/_find/token-search-result";
import { EndAllSessions } from "./end-all";
import { MoreLink } from "./more-link";
import type { PersonPart } from "./person-part";
import type { SignIns } from "./read-sign-ins";
import { RequestedNotice } from "./requested-notice";
import type { SessionLine } from "./session-lines";
import { TokensOfSession } from "./token-section";
import { endSessionAction } from "./user-actions";

type SessionSectionProps = SignIns & PersonPart & { moreHref: string | null };

/** A user's sessions, each with the refresh tokens that it gave rise to. */
export function SessionSection({ sessions, tokens, moreHref, ...part }: SessionSectionProps) {
	const { userId, person, role, clock, requested } = part;
	const canEnd = may(role, "endSessions");
	if ("problem" in sessions) {
		return (
			<Section title="Sessions">
				<UnreadPart problem={sessions.problem} />
			</Section>
		);
	}
	const { shown, hasMore } = sessions;
	const isLeft = requested.ended === "all" ? shown.length > 0 : shown.some(({ id }) => id === requested.ended);
	return (
		<Section
			title="Sessions"
			aside={
				canEnd && shown.length > 0 ? (
					<EndAllSessions
						{...{ userId, person }}
						sessions={{ count: shown.length, hasMore }}
						tokens={"problem" in tokens ? null : tokens}
					/>
				) : null
			}
		>
			{requested.ended ? (
				<RequestedNotice
					what={requested.ended === "all" ? "All sessions" : "The session"}
					verb="end"
					done={requested.ended === "all" ? "All sessions have ended" : "The session has ended"}
					isLeft={isLeft}
				/>
			) : null}
			<p className="text-sm text-muted empty:hidden">
				{shown.length === 0
					? `${person} is signed in nowhere.`
					: `Where ${person} is signed in. Ending a session revokes the refresh tokens beneath it.`}
			</p>
			<ul className="grid gap-4">
				{shown.map((session) => (
					<li key={session.id} aria-labelledby={`session-${session.id}`} className="rounded-md border border-line">
						<OneSession {...{ userId, person, clock, session, canEnd }} areTokensKnown={!("problem" in tokens)} />
					</li>
				))}
			</ul>
			<MoreLink href={moreHref} what="sessions" />
		</Section>
	);
}

type OneSessionProps = Omit<PersonPart, "requested" | "role"> & {
	session: SessionLine & { tokens: TokenLine[] };
	canEnd: boolean;
	areTokensKnown: boolean;
};

function OneSession({ userId, person, clock, session, canEnd, areTokensKnown }: OneSessionProps) {
	const { id, now, atStart, tokens } = session;
	const name = now.device ?? "Unknown device";
	return (
		<>
			<div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 p-3">
				<h3 id={`session-${id}`} className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 text-sm">
					<PageLink
						href={pageOf("session", id)}
						className="inline-flex min-h-6 items-center font-medium text-accent underline-offset-2 hover:underline"
					>
						<bdi>{name}</bdi>
					</PageLink>
					<code className="text-xs font-normal break-all text-muted">{id}</code>
					{session.isDeviceChanged ? <Badge tone="warning">device changed</Badge> : null}
				</h3>
				{canEnd ? (
					<ConfirmedAction
						id={`end-session-${id}`}
						verb="End session"
						title="End this session?"
						action={endSessionAction}
						sends={{ userId, sessionId: id }}
						describedBy={`session-${id}`}
					>
						<p>
							<strong>{person}</strong> is signed out of <strong>{name}</strong>
							{now.ip ? (
								<>
									{" "}
									at <code>{now.ip}</code>
								</>
							) : null}{" "}
							(session <code className="break-all">{id}</code>).
						</p>
						<p>
							{areTokensKnown ? endsWith(tokens) : "Its refresh tokens, which can’t be read here, are revoked with it."}
						</p>
						<p>This can't be undone.</p>
					</ConfirmedAction>
				) : null}
				<SessionFacts session={session} clock={clock} />
				{session.isDeviceChanged ? (
					<p className="basis-full text-sm text-muted">
						It began on <bdi>{atStart.device ?? "an unknown device"}</bdi>
						{atStart.ip ? (
							<>
								{" "}
								at <code>{atStart.ip}</code>
							</>
						) : null}
						.
					</p>
				) : null}
			</div>
			{areTokensKnown ? (
				<TokensOfSession tokens={tokens} name={name} userId={userId} clock={clock} canRevoke={canEnd} />
			) : null}
		</>
	);
}

/** What ends with a session. */
function endsWith(tokens: readonly TokenLine[]): string {
	if (tokens.length === 0) return "It has no refresh token. Applications may ask for a new sign-in.";
	const applications = [...new Set(tokens.map(({ application }) => application))].join(", ");
	const [are, their] =
		tokens.length === 1 ? ["refresh token is", "its"] : [`${tokens.length} refresh tokens are`, "their"];
	return `Its ${are} revoked with it, and ${their} metadata is lost: ${applications}.`;
}

const methodNames: Readonly<Record<string, string>> = {
	pwd: "password",
	otp: "one-time code",
	fed: "identity provider",
};

function SessionFacts({ session, clock }: { session: SessionLine; clock: Clock }) {
	const { now, applications, methods, metadataKeys } = session;
	return (
		<FactGrid>
			<GridFact term="Began">
				<TimeText value={session.startedAt} clock={clock} isCompact />
			</GridFact>
			<GridFact term="Last used">
				<TimeText value={session.lastUsedAt} clock={clock} isCompact />
			</GridFact>
			<GridFact term="Expires">
				<Expiry of={session} clock={clock} />
			</GridFact>
			<GridFact term="IP address">{now.ip ? <code className="break-all">{now.ip}</code> : null}</GridFact>
			<GridFact term="Applications">
				{applications.length > 0 ? applications.map(({ name }) => name).join(", ") : null}
			</GridFact>
			<GridFact term="Signed in with">
				{methods.length > 0 ? methods.map((name) => methodNames[name] ?? name).join(", ") : null}
			</GridFact>
			<GridFact term="Metadata">{metadataKeys === 1 ? "1 key" : `${metadataKeys} keys`}</GridFact>
		</FactGrid>
	);
}
