import { Badge } from "@/components/ui/badge";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { Section } from "@/components/ui/section";
import { localDay } from "@/components/ui/time-in-zone";
import type { Clock } from "@/components/ui/time-text";
import { canUse } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { OpenedBy } from "../../sessions/session-facts";
import {
	type Act,
	actsOnAll,
	DAY_MS,
	exchangesIn,
	leftAfter,
	leftInWords,
	newestFirst,
	reachOf,
	type SessionLane,
	sessionLane,
	type TokenLane,
	tokenLane,
} from "./access-lanes";
import { LaneLines, type Scale } from "./lane-lines";
import { Exchange, Held, Span } from "./lane-words";
import type { SignInProps } from "./person-part";
import type { UserLog } from "./read-log";
import type { SignIns, TokenApart } from "./read-sign-ins";
import { Acts, Choice, isOffered } from "./what-stays";
import "./access-lanes.css";

/** Of each kind, of the sessions those that began last; the others are in the lists. */
const LANES_MAX = 30;

type AccessOverTimeProps = SignInProps & {
	/** The user's newest entries; null where they are not read yet. */
	log: UserLog | null;
	/** It replaces the lanes without the log: its words must not move the page. */
	isLate?: boolean;
};

/**
 * A lane for each session from its beginning to its expiry, and for each refresh token that stands under none of them. What
 * stays after an act is chosen without scripts, by the style sheet.
 */
export function AccessOverTime({ signIns, part: { clock, role }, log, isLate = false }: AccessOverTimeProps) {
	const exchanges = exchangesIn(log?.kind === "read" ? log.entries : []);
	const isLogWhole = log?.kind === "read" && !log.hasOlder && !log.isCut && log.unreadable === 0;
	const now = clock.now.getTime();
	const sessions = newestFirst(
		(signIns.sessions.value?.items ?? []).map((session) => sessionLane(session, signIns.actorName)),
	);
	const tokens = signIns.lines.map((token) => tokenLane(token, exchanges));
	if (sessions.length + tokens.length === 0) return null;
	const [shown, apart] = [sessions.slice(0, LANES_MAX), signIns.apart.slice(0, LANES_MAX)];
	const tokensOf = Map.groupBy(tokens, ({ sessionId }) => sessionId);
	const drawn = [
		...shown.flatMap(({ id }) => tokensOf.get(id) ?? []),
		...apart.map((token) => tokenLane(token, exchanges)),
	];
	const times = [...shown, ...drawn].flatMap(({ began, ends }) => [began, ends]);
	const scale: Scale = { now, reach: reachOf([...times, ...drawn.map(({ exchanged }) => exchanged)], now) };
	const after = (act: Act) => leftInWords(leftAfter(act, sessions, tokens, now), isPart(signIns));
	const canEnd = canUse(role, "post_session_revoke");
	const acts = actsOnAll.filter((act) => isOffered(act, role, sessions.length, tokens.length));
	const names = Map.groupBy(sessions, ({ name }) => name);
	return (
		<Section title="Access over time">
			<div className="access group" data-late={isLate || undefined}>
				{acts.length > 0 || (canEnd && shown.length > 0) ? <Acts acts={acts} after={after} /> : null}
				<p className="text-xs text-muted">
					Bars are sessions, thin lines refresh tokens with a mark at the latest exchange
					{exchanges.size > 0 ? (
						<span className="group-data-late:sr-only">
							{isLogWhole ? " and a tick at each in the log" : " and a tick at each of the latest in the log"}
						</span>
					) : null}
					. An arrow: it continues. A question mark: not reported. After an act what stays is dotted; faint with a
					question mark: not known whether it stays.
				</p>
				<div aria-hidden="true" className="lane-axis">
					<span>{localDay(new Date(now - scale.reach * DAY_MS), clock.timeZone)}</span>
					<span>Today</span>
					<span>{localDay(new Date(now + scale.reach * DAY_MS), clock.timeZone)}</span>
				</div>
				<ul aria-label="Sessions over time" className="empty:hidden">
					{shown.map((lane) => (
						<LaneOfSession
							key={lane.id}
							lane={lane}
							tokens={signIns.tokens.value ? (tokensOf.get(lane.id) ?? []) : null}
							isNamesake={(names.get(lane.name)?.length ?? 0) > 1}
							after={canEnd ? after({ session: lane.id }) : null}
							scale={scale}
							clock={clock}
						/>
					))}
				</ul>
				<More count={sessions.length - shown.length} of="sessions" />
				{signIns.sessions.value ? null : <p className="text-sm text-muted">Sessions are not known.</p>}
				{apart.length > 0 ? (
					<>
						<h3 className="text-sm font-medium">
							{shown.length > 0 ? "Refresh tokens under none of these sessions" : "Refresh tokens"}
						</h3>
						<ul aria-label="Refresh tokens over time">
							{apart.map((token) => (
								<LaneOfToken
									key={token.id}
									token={token}
									lane={tokenLane(token, exchanges)}
									scale={scale}
									clock={clock}
								/>
							))}
						</ul>
						<More count={signIns.apart.length - apart.length} of="refresh tokens" />
					</>
				) : null}
			</div>
		</Section>
	);
}

/** There are sessions or refresh tokens that are not loaded, or can't be read. */
function isPart({ sessions, tokens }: SignIns): boolean {
	return [sessions.value, tokens.value].some((list) => !list || list.hasMore || list.unreadable > 0);
}

function More({ count, of }: { count: number; of: string }) {
	return count > 0 ? (
		<p className="text-sm text-muted">
			and {count} more {of} below
		</p>
	) : null;
}

type LaneOfSessionProps = {
	lane: SessionLane;
	/** Null where they can't be read. */
	tokens: TokenLane[] | null;
	/** Another one has the same name. */
	isNamesake: boolean;
	/** What stays after its end; null where that is not offered. */
	after: string | null;
	scale: Scale;
	clock: Clock;
};

function LaneOfSession({ lane, tokens, isNamesake, after, scale, clock }: LaneOfSessionProps) {
	const { id, name, opener } = lane;
	return (
		<li className="lane">
			<div>
				<div className="flex flex-wrap items-center justify-between gap-x-3">
					<span className="flex flex-wrap items-center gap-x-2">
						<a href={`#session-${encodeURIComponent(id)}`} className="link">
							<Name text={name} />
						</a>
						{opener === null ? null : <Badge tone="accent">not the user’s own</Badge>}
					</span>
					{after === null ? null : (
						<Choice
							value="session"
							label="After ending it"
							name={`After ending it: ${nameInWords(name)}, ${id}`}
							describedBy={`after-session-${id}`}
						/>
					)}
				</div>
				{isNamesake ? <code className="text-xs wrap-anywhere text-muted">{id}</code> : null}
				{opener === null ? null : <OpenedBy name={opener} />}
				<p>
					<Span of={lane} clock={clock} />. <Held tokens={tokens} clock={clock} />
				</p>
				{after === null ? null : (
					<p id={`after-session-${id}`} className="after">
						{after}
					</p>
				)}
			</div>
			<LaneLines session={lane} tokens={tokens ?? []} {...scale} />
		</li>
	);
}

type LaneOfTokenProps = { token: TokenApart; lane: TokenLane; scale: Scale; clock: Clock };

function LaneOfToken({ token, lane, scale, clock }: LaneOfTokenProps) {
	const { id, application, device, reason } = token;
	return (
		<li className="lane">
			<div>
				<a href={pageOf("refresh token", id)} className="link">
					<Name text={application} />
				</a>
				<p>
					{device === null ? reason : `${reason}, ${device}`}. <Span of={lane} clock={clock} />,{" "}
					<Exchange of={[lane]} clock={clock} />.
				</p>
			</div>
			<LaneLines tokens={[lane]} {...scale} />
		</li>
	);
}
