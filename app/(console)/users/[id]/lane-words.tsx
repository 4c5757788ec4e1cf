import { notReported } from "@/components/ui/facts";
import { type Clock, TimeText } from "@/components/ui/time-text";
import type { SessionLane, TokenLane } from "./access-lanes";

// The times of a lane in words.

type SpanProps = { of: Pick<SessionLane, "began" | "ends" | "isWhenUnused">; clock: Clock };
type EndsProps = { of: Omit<SpanProps["of"], "began">; clock: Clock; isLastKnown?: boolean };

/** "Began 3 days ago, expires in 4 days if unused". */
export function Span({ of, clock }: SpanProps) {
	return (
		<>
			{"Began "}
			<At time={of.began} clock={clock} />, <Ends of={of} clock={clock} />
		</>
	);
}

/** "expires in 4 days if unused". @param isLastKnown others may expire later: "last known expiry in 4 days" */
function Ends({ of: { ends, isWhenUnused }, clock, isLastKnown = false }: EndsProps) {
	const isOver = ends !== null && ends <= clock.now.getTime();
	return (
		<>
			{isLastKnown ? "last known expiry " : isOver ? "expired " : ends === null ? "expiry " : "expires "}
			<At time={ends} clock={clock} />
			{isWhenUnused && !isOver ? " if unused" : null}
		</>
	);
}

function At({ time, clock }: { time: number | null; clock: Clock }) {
	return time === null ? notReported : <TimeText value={new Date(time).toISOString()} clock={clock} isCompact />;
}

/** Of the refresh tokens of a session: how many, the latest exchange, and the last expiry. */
export function Held({ tokens, clock }: { tokens: TokenLane[] | null; clock: Clock }) {
	if (tokens === null) return "Refresh tokens not known.";
	if (tokens.length === 0) return "No refresh token listed.";
	const known = tokens.filter(({ ends }) => ends !== null);
	const last = known.toSorted((one, other) => (other.ends ?? 0) - (one.ends ?? 0))[0];
	const unknown = tokens.length - known.length;
	const isOne = tokens.length === 1;
	return (
		<>
			{isOne ? "1 refresh token" : `${tokens.length} refresh tokens`}, <Exchange of={tokens} clock={clock} />
			{last ? (
				<>
					{isOne || unknown > 0 ? ", " : ", the last one "}
					<Ends of={last} clock={clock} isLastKnown={unknown > 0} />
				</>
			) : null}
			{unknown > 0 ? `, expiry ${isOne ? "" : `of ${unknown} `}not reported` : null}.
		</>
	);
}

export function Exchange({ of, clock }: { of: TokenLane[]; clock: Clock }) {
	const exchanges = of.flatMap(({ exchanged }) => exchanged ?? []);
	if (exchanges.length === 0)
		return of.every(({ isNeverExchanged }) => isNeverExchanged) ? "never exchanged" : "latest exchange not reported";
	const logged = of.flatMap((lane) => lane.logged);
	return (
		<>
			last exchanged <At time={Math.max(...exchanges)} clock={clock} />
			{logged.length > 1 ? (
				<span className="group-data-late:sr-only">
					, {logged.length.toLocaleString("en")} times since <At time={Math.min(...logged)} clock={clock} />
				</span>
			) : null}
		</>
	);
}
