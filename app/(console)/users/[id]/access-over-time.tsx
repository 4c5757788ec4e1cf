import { notReported } from "@/components/ui/facts";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { Section } from "@/components/ui/section";
import { localDay } from "@/components/ui/time-in-zone";
import { type Clock, TimeText } from "@/components/ui/time-text";
import type { Session } from "@/lib/contract/session";
import { timeOf } from "@/lib/dashboard/devices/flags";
import { lastDeviceName } from "@/lib/dashboard/devices/user-agent";
import { canUse, missingScope } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import type { Role } from "@/lib/dashboard/session/permissions";
import { endOf } from "../../refresh-tokens/token-columns";
import {
	type ActOnAll,
	actsOnAll,
	type Edge,
	leftAfter,
	leftInWords,
	lineOf,
	markOf,
	reachOf,
	tokenAfter,
} from "./access-lanes";
import type { SignInProps } from "./person-part";
import type { SignIns, TokenApart } from "./read-sign-ins";
import "./access-lanes.css";

/** Of each kind; the others are in the lists. */
const LANES_MAX = 30;
const LINES_MAX = 5;
const DAY_MS = 24 * 3_600_000;

const labels: Readonly<Record<ActOnAll, string>> = {
	"sessions-and-tokens": "ending all sessions, with refresh tokens",
	sessions: "ending all sessions alone",
	tokens: "revoking all refresh tokens",
};

/** A lane for each session from its beginning to its expiry, and for each refresh token that stands under none of them. */
export function AccessOverTime({ signIns, part }: SignInProps) {
	const { clock, role } = part;
	const now = clock.now.getTime();
	const sessions = (signIns.sessions.value?.items ?? []).map(sessionLane);
	const tokens = signIns.lines.map(tokenLane);
	if (sessions.length + tokens.length === 0) return null;
	const [shown, apart] = [sessions.slice(0, LANES_MAX), signIns.apart.slice(0, LANES_MAX)];
	const ids = new Set(sessions.map(({ id }) => id));
	const tokensOf = Map.groupBy(tokens, ({ sessionId }) => (sessionId && ids.has(sessionId) ? sessionId : null));
	const drawn = [...shown, ...shown.flatMap(({ id }) => tokensOf.get(id) ?? []), ...apart.map(tokenLane)];
	const reach = reachOf(
		drawn.flatMap((lane) => [lane.began, lane.ends, "exchanged" in lane ? lane.exchanged : null]),
		now,
	);
	const isPart = isPartOf(signIns);
	const after = (act: ActOnAll | { session: string }) => leftInWords(leftAfter(act, sessions, tokens, now), isPart);
	const acts = actsOnAll.filter((act) => isOffered(act, role, sessions.length, tokens.length));
	const canEndOne = canUse(role, "post_session_revoke");
	const names = Map.groupBy(sessions, ({ name }) => name);
	const scale = { clock, now, reach };
	return (
		<Section title="Access over time">
			<div className="access">
				{acts.length > 0 || (canEndOne && sessions.length > 0) ? (
					<fieldset className="text-sm">
						<legend className="font-medium">What would stay after</legend>
						<div className="flex flex-wrap gap-x-4">
							<Choice value="" label="nothing, as now" isChosen />
							{acts.map((act) => (
								<Choice key={act} value={act} label={labels[act]} describedBy={`after-${act}`} />
							))}
						</div>
						{acts.map((act) => (
							<p key={act} id={`after-${act}`} className="after" data-after={act}>
								{after(act)}{" "}
								{act === "tokens" ? resources["refresh token"].ends.stays.all : resources.session.ends.stays.all}
							</p>
						))}
					</fieldset>
				) : null}
				<p className="text-xs text-muted">
					Bars are sessions, thin lines their refresh tokens, with a mark at the latest exchange. An arrow: it goes on.
					A question mark: not reported.
				</p>
				<div aria-hidden="true" className="lane-axis">
					<span>{localDay(new Date(now - reach * DAY_MS), clock.timeZone)}</span>
					<span>Today</span>
					<span>{localDay(new Date(now + reach * DAY_MS), clock.timeZone)}</span>
				</div>
				<ul aria-label="Sessions over time" className="empty:hidden">
					{shown.map((lane) => {
						const { id, name } = lane;
						const held = tokensOf.get(id) ?? [];
						const isAmbiguous = (names.get(name)?.length ?? 0) > 1;
						return (
							<li key={id} className="lane">
								<div className="lane-words">
									<a href={`#session-${encodeURIComponent(id)}`} className="link">
										<Name text={name} />
									</a>
									{isAmbiguous ? <code className="text-xs text-muted"> {id}</code> : null}
									<p>
										<Span of={lane} clock={clock} />
										<Held tokens={held} clock={clock} isKnown={signIns.tokens.value !== undefined} />
									</p>
									{canEndOne ? (
										<>
											<Choice
												value="session"
												label="after ending it"
												name={`${nameInWords(name)}, ${id}: what would stay after ending it`}
												describedBy={`after-session-${id}`}
											/>
											<p id={`after-session-${id}`} className="after">
												{after({ session: id })}
											</p>
										</>
									) : null}
								</div>
								<Lines session={lane} tokens={held} {...scale} />
							</li>
						);
					})}
				</ul>
				<More count={sessions.length - shown.length} of="sessions" />
				{apart.length > 0 ? (
					<>
						<h3 className="text-sm font-medium">Refresh tokens under none of these sessions</h3>
						<ul aria-label="Refresh tokens over time">
							{apart.map((token) => (
								<TokenLane key={token.id} token={token} {...scale} />
							))}
						</ul>
						<More count={signIns.apart.length - apart.length} of="refresh tokens" />
					</>
				) : null}
			</div>
		</Section>
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

/** Whether an act is offered on the page, and would end something. */
function isOffered(act: ActOnAll, role: Role, sessions: number, tokens: number): boolean {
	if (act === "tokens") return tokens > 0 && canUse(role, "delete_user_refresh-tokens");
	if (sessions === 0 || !canUse(role, "delete_user_sessions")) return false;
	return act === "sessions" || missingScope("delete_user_refresh-tokens") === null;
}

/** There are sessions or refresh tokens that are not loaded, or can't be read. */
function isPartOf({ sessions, tokens }: SignIns): boolean {
	return [sessions.value, tokens.value].some((list) => !list || list.hasMore || list.unreadable > 0);
}

type SessionLane = ReturnType<typeof sessionLane>;
type Ends = Parameters<typeof endOf>[0];

function sessionLane(session: Session) {
	const { id, device, authenticated_at, created_at, expires_at, idle_expires_at } = session;
	const beganAt = timeOf(authenticated_at) ?? timeOf(created_at);
	const ends: Ends = { expiresAt: timeOf(expires_at), idleExpiresAt: timeOf(idle_expires_at) };
	return { id, name: lastDeviceName(device) ?? "Unknown device", ...timesOf(beganAt, ends) };
}

function tokenLane(token: SignIns["lines"][number]) {
	const { sessionId, createdAt, lastExchangedAt } = token;
	const isNeverExchanged = lastExchangedAt === null;
	return { sessionId, ...timesOf(createdAt, token), exchanged: parsed(lastExchangedAt), isNeverExchanged };
}

function timesOf(beganAt: string | null, ends: Ends) {
	const { at, isWhenUnused } = endOf(ends);
	return { began: parsed(beganAt), ends: parsed(at), isWhenUnused };
}

/** Null for what is no time. */
function parsed(time: string | null | undefined): number | null {
	const at = Date.parse(time ?? "");
	return Number.isNaN(at) ? null : at;
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

type TokenLaneTimes = ReturnType<typeof tokenLane>;

/** Of the refresh tokens of a session: how many, the latest exchange, and the last expiry. */
function Held({ tokens, clock, isKnown }: { tokens: TokenLaneTimes[]; clock: Clock; isKnown: boolean }) {
	if (!isKnown) return <>. Refresh tokens not known.</>;
	if (tokens.length === 0) return <>. No refresh token listed.</>;
	const ends = tokens.flatMap((token) => token.ends ?? []);
	const openEnds = tokens.length - ends.length;
	return (
		<>
			{`. ${tokens.length} refresh ${tokens.length === 1 ? "token" : "tokens"}`}, <Exchange of={tokens} clock={clock} />
			{ends.length > 0 ? (
				<>
					{tokens.length === 1 ? ", expires " : ", the last one expires "}
					<At time={Math.max(...ends)} clock={clock} />
				</>
			) : null}
			{openEnds > 0 ? `, expiry ${tokens.length === 1 ? "" : `of ${openEnds} `}not reported` : ""}.
		</>
	);
}

function Exchange({ of, clock }: { of: TokenLaneTimes[]; clock: Clock }) {
	const exchanges = of.flatMap(({ exchanged }) => exchanged ?? []);
	if (exchanges.length > 0) {
		return (
			<>
				last exchanged <At time={Math.max(...exchanges)} clock={clock} />
			</>
		);
	}
	return of.every(({ isNeverExchanged }) => isNeverExchanged) ? "never exchanged" : "latest exchange not reported";
}

type ScaleProps = { clock: Clock; now: number; reach: number };

function TokenLane({ token, ...scale }: { token: TokenApart } & ScaleProps) {
	const { id, application, device, reason } = token;
	const lane = tokenLane(token);
	return (
		<li className="lane">
			<div className="lane-words">
				<a href={pageOf("refresh token", id)} className="link">
					<Name text={application} />
				</a>
				<p>
					{reason}
					{device === null ? "" : `, ${device}`}. <Span of={lane} clock={scale.clock} />,{" "}
					<Exchange of={[lane]} clock={scale.clock} />.
				</p>
			</div>
			<Lines tokens={[lane]} {...scale} />
		</li>
	);
}

const [BAR, THIN] = [8, 3];
const [BAR_ROW, THIN_ROW] = [16, 12];

/** A session's bar, if there is one, and below it the lines of refresh tokens that expire last. */
function Lines({ session, tokens, now, reach }: { session?: SessionLane; tokens: TokenLaneTimes[] } & ScaleProps) {
	const top = session ? BAR_ROW : 0;
	const last = tokens.toSorted((one, other) => (other.ends ?? Infinity) - (one.ends ?? Infinity)).slice(0, LINES_MAX);
	return (
		<div className="lane-time">
			<svg aria-hidden="true" width="100%" height={top + THIN_ROW * last.length + 4}>
				{session ? <Drawn line={lineOf(session, now, reach)} y={BAR_ROW / 2 + 2} width={BAR} stays="tokens" /> : null}
				{last.map((token, index) => {
					const y = top + THIN_ROW * index + THIN_ROW / 2 + 2;
					const mark = markOf(token.exchanged, now, reach);
					const stays = actsOnAll.filter((act) => tokenAfter(act, token) !== "ends").join(" ");
					return (
						// biome-ignore lint/suspicious/noArrayIndexKey: lines have no state.
						<g key={index} className="lane-token">
							<Drawn line={lineOf(token, now, reach)} y={y} width={THIN} stays={stays} />
							{mark === null ? null : (
								<line x1={`${mark}%`} x2={`${mark}%`} y1={y - 5} y2={y + 5} strokeWidth={2} className="lane-mark" />
							)}
						</g>
					);
				})}
			</svg>
			{tokens.length > last.length ? (
				<p className="text-xs text-muted">{tokens.length - last.length} more refresh tokens</p>
			) : null}
		</div>
	);
}

type DrawnProps = {
	line: ReturnType<typeof lineOf>;
	y: number;
	width: number;
	/** The acts on all after which it goes on. */
	stays: string;
};

function Drawn({ line: { past, ahead, start, end }, y, width, stays }: DrawnProps) {
	const stroke = ([from, to]: [number, number]) => (
		<line x1={`${from}%`} x2={`${to}%`} y1={y} y2={y} strokeWidth={width} />
	);
	return (
		<>
			{past ? stroke(past) : null}
			{past ? <EdgeMark edge={start} x="0" y={y} to={1} /> : null}
			{ahead ? (
				<g className="ahead" data-stays={stays}>
					{stroke(ahead)}
					<EdgeMark edge={end} x="100%" y={y} to={-1} />
				</g>
			) : null}
		</>
	);
}

/** An arrow outwards, or a question mark. @param to the direction of the picture's inside */
function EdgeMark({ edge, x, y, to }: { edge: Edge; x: string; y: number; to: 1 | -1 }) {
	if (edge === "inside") return null;
	return (
		<svg aria-hidden="true" x={x} y={y} overflow="visible" className="lane-edge">
			{edge === "beyond" ? (
				<path d={`M0 0l${9 * to} -6v12z`} />
			) : (
				<text x={5 * to} y="4" textAnchor="middle">
					?
				</text>
			)}
		</svg>
	);
}
