import { actsOnAll, type Edge, lineOf, markOf, type SessionLane, type TokenLane, tokenAfter } from "./access-lanes";

const LINES_MAX = 5;
const [BAR, THIN] = [8, 3];
const [BAR_ROW, THIN_ROW] = [16, 12];

export type Scale = { now: number /** Days. */; reach: number };
type LaneLinesProps = Scale & { session?: SessionLane; tokens: TokenLane[] };

/** A session's bar, if there is one, and below it the lines of refresh tokens that expire last. */
export function LaneLines({ session, tokens, now, reach }: LaneLinesProps) {
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
						<g key={index}>
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
			{past ? <EdgeMark edge={start} x="0" y={y} out={-1} /> : null}
			{ahead ? (
				<g className="ahead" data-stays={stays}>
					{stroke(ahead)}
					<EdgeMark edge={end} x="100%" y={y} out={1} />
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
