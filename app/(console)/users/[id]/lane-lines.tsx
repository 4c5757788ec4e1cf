import {
	actsOnAll,
	type Edge,
	type Fate,
	lineOf,
	markOf,
	type SessionLane,
	type TokenLane,
	ticksOf,
	tokenAfter,
} from "./access-lanes";

const LINES_MAX = 5;
const [BAR, THIN] = [8, 3];
const [BAR_ROW, THIN_ROW] = [16, 12];

export type Scale = { now: number /** Days. */; reach: number };
type LaneLinesProps = Scale & { session?: SessionLane; tokens: TokenLane[] };

/** A session's bar, if there is one, and below it the lines of some of its refresh tokens. */
export function LaneLines({ session, tokens, now, reach }: LaneLinesProps) {
	const top = session ? BAR_ROW : 0;
	const drawn = drawnOf(tokens);
	return (
		<div className="lane-time">
			<svg aria-hidden="true" width="100%" height={top + THIN_ROW * drawn.length + 4}>
				{session ? (
					<Drawn line={lineOf(session, now, reach)} y={BAR_ROW / 2 + 2} width={BAR} stays="tokens" fate="stays" />
				) : null}
				{drawn.map((token, index) => {
					const y = top + THIN_ROW * index + THIN_ROW / 2 + 2;
					const mark = markOf(token.exchanged, now, reach);
					const stays = actsOnAll.filter((act) => tokenAfter(act, token) !== "ends").join(" ");
					return (
						// biome-ignore lint/suspicious/noArrayIndexKey: lines have no state.
						<g key={index}>
							<Drawn
								line={lineOf(token, now, reach)}
								y={y}
								width={THIN}
								stays={stays}
								fate={tokenAfter({ session: "" }, token)}
							/>
							{ticksOf(token.logged, now, reach).map((at) => (
								<line
									key={at}
									x1={`${at}%`}
									x2={`${at}%`}
									y1={y - 4}
									y2={y + 4}
									strokeWidth={1}
									className="lane-mark"
								/>
							))}
							{mark === null ? null : (
								<line x1={`${mark}%`} x2={`${mark}%`} y1={y - 5} y2={y + 5} strokeWidth={2} className="lane-mark" />
							)}
						</g>
					);
				})}
			</svg>
			{tokens.length > drawn.length ? (
				<p className="text-xs text-muted">{tokens.length - drawn.length} more refresh tokens</p>
			) : null}
		</div>
	);
}

/** Those that expire last, and in any case the one that was exchanged last. */
function drawnOf(tokens: readonly TokenLane[]): TokenLane[] {
	const latest = Math.max(...tokens.map(({ exchanged }) => exchanged ?? -Infinity));
	const isUsed = ({ exchanged }: TokenLane) => exchanged === latest;
	const last = tokens.toSorted((one, other) => (other.ends ?? Infinity) - (one.ends ?? Infinity));
	const drawn = last.slice(0, LINES_MAX);
	const used = last.find(isUsed);
	return used && !drawn.some(isUsed) ? [...drawn.slice(0, -1), used] : drawn;
}

type DrawnProps = {
	line: ReturnType<typeof lineOf>;
	y: number;
	width: number;
	/** The acts on all after which it goes on. */
	stays: string;
	/** What becomes of it at the end of another session. */
	fate: Fate;
};

function Drawn({ line: { past, ahead, start, end }, y, width, stays, fate }: DrawnProps) {
	// However short, it is as wide as its mark.
	const stroke = ([from, to]: [number, number], mark: number) => (
		<>
			<line x1={`${from}%`} x2={`${to}%`} y1={y} y2={y} strokeWidth={width} />
			<svg aria-hidden="true" x={`${from}%`} y={y} overflow="visible">
				<path d={`M0 ${-mark / 2}h2v${mark}h-2z`} />
			</svg>
		</>
	);
	const begin = start === "inside" ? width + 4 : width;
	return (
		<>
			{past ? stroke(past, begin) : null}
			{past ? <EdgeMark edge={start} x="0" y={y} out={-1} /> : null}
			{ahead ? (
				<g className="ahead" data-stays={stays} data-fate={fate}>
					{stroke(ahead, past ? width : begin)}
					<EdgeMark edge={end} x="100%" y={y} out={1} />
					{fate === "unknown" ? (
						<text x={`${(ahead[0] + ahead[1]) / 2}%`} y={y + 4} textAnchor="middle" className="doubt">
							?
						</text>
					) : null}
				</g>
			) : null}
		</>
	);
}

/** An arrow, or a question mark, outside of the picture. @param out the direction */
function EdgeMark({ edge, x, y, out }: { edge: Edge; x: string; y: number; out: 1 | -1 }) {
	if (edge === "inside") return null;
	return (
		<svg aria-hidden="true" x={x} y={y} overflow="visible">
			{edge === "beyond" ? (
				<path d={`M0 -6l${8 * out} 6l${-8 * out} 6z`} />
			) : (
				<text x={6 * out} y="4" textAnchor="middle">
					?
				</text>
			)}
		</svg>
	);
}
