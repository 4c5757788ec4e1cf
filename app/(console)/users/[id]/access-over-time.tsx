import { Badge } from "@/components/ui/badge";
import { notReported } from "@/components/ui/facts";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { Section } from "@/components/ui/section";
import { localDay } from "@/components/ui/time-in-zone";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { canUse, missingScope } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import type { Role } from "@/lib/dashboard/session/permissions";
import { OpenedBy } from "../../sessions/session-facts";
import {
	type Act,
	type ActOnAll,
	actsOnAll,
	leftAfter,
	leftInWords,
	reachOf,
	type SessionLane,
	sessionLane,
	type TokenLane,
	tokenLane,
} from "./access-lanes";
import { LaneLines, type Scale } from "./lane-lines";
import type { SignInProps } from "./person-part";
import type { SignIns, TokenApart } from "./read-sign-ins";
import "./access-lanes.css";

/** Of each kind; the others are in the lists. */
const LANES_MAX = 30;
const DAY_MS = 24 * 3_600_000;

const labels: Readonly<Record<ActOnAll, string>> = {
	"sessions-and-tokens": "After ending all sessions, with refresh tokens",
	sessions: "After ending all sessions alone",
	tokens: "After revoking all refresh tokens",
};

/**
 * A lane for each session from its beginning to its expiry, and for each refresh token that stands under none of them. What
 * stays after an act is chosen without scripts, by the style sheet.
 */
export function AccessOverTime({ signIns, part: { clock, role } }: SignInProps) {
	const now = clock.now.getTime();
	const sessions = (signIns.sessions.value?.items ?? []).map((session) => sessionLane(session, signIns.actorName));
	const tokens = signIns.lines.map(tokenLane);
	if (sessions.length + tokens.length === 0) return null;
	const [shown, apart] = [sessions.slice(0, LANES_MAX), signIns.apart.slice(0, LANES_MAX)];
	const tokensOf = Map.groupBy(tokens, ({ sessionId }) => sessionId);
	const drawn = [...shown.flatMap(({ id }) => tokensOf.get(id) ?? []), ...apart.map(tokenLane)];
	const times = [...shown, ...drawn].flatMap(({ began, ends }) => [began, ends]);
	const scale: Scale = { now, reach: reachOf([...times, ...drawn.map(({ exchanged }) => exchanged)], now) };
	const after = (act: Act) => leftInWords(leftAfter(act, sessions, tokens, now), isPart(signIns));
	const canEnd = canUse(role, "post_session_revoke");
	const acts = actsOnAll.filter((act) => isOffered(act, role, sessions.length, tokens.length));
	const names = Map.groupBy(sessions, ({ name }) => name);
	return (
		<Section title="Access over time">
			<div className="access">
				{acts.length > 0 || (canEnd && shown.length > 0) ? <Acts acts={acts} after={after} /> : null}
				<p className="text-xs text-muted">
					Bars are sessions, thin lines refresh tokens with a mark at the latest exchange. An arrow: it continues. A
					question mark: not reported.
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
								<LaneOfToken key={token.id} token={token} scale={scale} clock={clock} />
							))}
						</ul>
						<More count={signIns.apart.length - apart.length} of="refresh tokens" />
					</>
				) : null}
			</div>
		</Section>
	);
}

/** Whether an act is offered on the page, and would end something. */
function isOffered(act: ActOnAll, role: Role, sessions: number, tokens: number): boolean {
	if (act === "tokens") return tokens > 0 && canUse(role, "delete_user_refresh-tokens");
	if (sessions === 0 || !canUse(role, "delete_user_sessions")) return false;
	return act === "sessions" || missingScope("delete_user_refresh-tokens") === null;
}

/** There are sessions or refresh tokens that are not loaded, or can't be read. */
function isPart({ sessions, tokens }: SignIns): boolean {
	return [sessions.value, tokens.value].some((list) => !list || list.hasMore || list.unreadable > 0);
}

function Acts({ acts, after }: { acts: readonly ActOnAll[]; after: (act: Act) => string }) {
	const staysToo = (act: ActOnAll) => resources[act === "tokens" ? "refresh token" : "session"].ends.stays.all;
	return (
		<fieldset className="text-sm">
			<legend className="font-medium">What stays</legend>
			<div className="flex flex-wrap gap-x-4">
				<Choice value="" label="Now" isChosen />
				{acts.map((act) => (
					<Choice key={act} value={act} label={labels[act]} describedBy={`after-${act}`} />
				))}
			</div>
			{acts.map((act) => (
				<p key={act} id={`after-${act}`} className="after" data-after={act}>
					{after(act)} {staysToo(act)}
				</p>
			))}
		</fieldset>
	);
}

type ChoiceProps = { value: string; label: string; name?: string; describedBy?: string; isChosen?: boolean };

function Choice({ value, label, name, describedBy, isChosen = false }: ChoiceProps) {
	return (
		<label className="inline-flex min-h-6 items-center gap-1.5">
			<input
				type="radio"
				name="after"
				value={value}
				defaultChecked={isChosen}
				aria-label={name}
				aria-describedby={describedBy}
			/>
			{label}
		</label>
	);
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

type LaneOfTokenProps = { token: TokenApart; scale: Scale; clock: Clock };

function LaneOfToken({ token, scale, clock }: LaneOfTokenProps) {
	const { id, application, device, reason } = token;
	const lane = tokenLane(token);
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

type SpanProps = { of: Pick<SessionLane, "began" | "ends" | "isWhenUnused">; clock: Clock };

/** "Began 3 days ago, expires in 4 days if unused". */
function Span({ of: { began, ends, isWhenUnused }, clock }: SpanProps) {
	const isOver = ends !== null && ends <= clock.now.getTime();
	return (
		<>
			{"Began "}
			<At time={began} clock={clock} />
			{isOver ? ", expired " : ends === null ? ", expiry " : ", expires "}
			<At time={ends} clock={clock} />
			{isWhenUnused && !isOver ? " if unused" : null}
		</>
	);
}

function At({ time, clock }: { time: number | null; clock: Clock }) {
	return time === null ? notReported : <TimeText value={new Date(time).toISOString()} clock={clock} isCompact />;
}

/** Of the refresh tokens of a session: how many, the latest exchange, and the last expiry. */
function Held({ tokens, clock }: { tokens: TokenLane[] | null; clock: Clock }) {
	if (tokens === null) return "Refresh tokens not known.";
	if (tokens.length === 0) return "No refresh token listed.";
	const ends = tokens.flatMap((token) => token.ends ?? []);
	const isOne = tokens.length === 1;
	const unknown = tokens.length - ends.length;
	return (
		<>
			{isOne ? "1 refresh token" : `${tokens.length} refresh tokens`}, <Exchange of={tokens} clock={clock} />
			{ends.length > 0 ? (isOne ? ", expires " : ", the last one expires ") : null}
			{ends.length > 0 ? <At time={Math.max(...ends)} clock={clock} /> : null}
			{unknown > 0 ? `, expiry ${isOne ? "" : `of ${unknown} `}not reported` : null}.
		</>
	);
}

function Exchange({ of, clock }: { of: TokenLane[]; clock: Clock }) {
	const exchanges = of.flatMap(({ exchanged }) => exchanged ?? []);
	if (exchanges.length === 0)
		return of.every(({ isNeverExchanged }) => isNeverExchanged) ? "never exchanged" : "latest exchange not reported";
	return (
		<>
			last exchanged <At time={Math.max(...exchanges)} clock={clock} />
		</>
	);
}
