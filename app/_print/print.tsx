import type { RequestPrint } from "@/lib/dashboard/templates/request-print";

/** Of the cells; the two age limits are beside the others, and as high together. */
const AGE_LIMITS = ["Over 18", "Over 21"];
const ROWS = 3;
const [WIDTH, HEIGHT, STEP_X, STEP_Y, LEFT] = [7, 8, 8, 9, 8];
const [AGE_WIDTH, AGE_HEIGHT, AGE_STEP] = [5, 12, 14];
const NOTCH = 4;
const DOT = 2;
const RING = 1.5;

type Box = { x: number; y: number; width: number; height: number };

/**
 * What a template asks for as a sign of 63 by 27 pixels: a cell for each age limit and each of the 21 attributes, in columns
 * from the top. Filled: requested; without a corner: requested and sensitive; a ring: listed as false; a dot: not requested.
 * Legible in one colour. The number of others is beside it.
 */
export function Print({ of: { cells, others } }: { of: RequestPrint }) {
	const drawn = (state: string, path: (box: Box) => string) =>
		[...cells].flatMap((cell, place) => (cell === state ? [path(boxAt(place))] : [])).join("");
	return (
		<span className="inline-flex shrink-0 items-center gap-1 align-middle">
			<svg role="img" aria-label={printInWords({ cells, others })} viewBox="0 0 63 27" width="63" height="27">
				<path d={drawn("-", dot)} className="fill-control" />
				<path d={drawn("r", filled)} fill="currentColor" />
				<path d={drawn("s", notched)} className="fill-warning" />
				<path d={drawn("f", ring)} fill="none" stroke="currentColor" strokeWidth={RING} />
			</svg>
			{others > 0 ? (
				<span aria-hidden="true" className="text-xs tabular-nums">
					+{others}
				</span>
			) : null}
		</span>
	);
}

/** "7 of the 21, 2 sensitive, Over 18, 2 others, 1 listed as false"; "nothing". */
export function printInWords({ cells, others }: RequestPrint): string {
	const [ages, attributes] = [cells.slice(0, AGE_LIMITS.length), cells.slice(AGE_LIMITS.length)];
	const count = (state: string, among = attributes) => among.split(state).length - 1;
	const sensitive = count("s");
	const requested = count("r") + sensitive;
	const listedFalse = count("f", cells);
	const words = [
		requested > 0 && `${requested} of the ${attributes.length}`,
		sensitive > 0 && `${sensitive} sensitive`,
		...AGE_LIMITS.filter((_, place) => ages[place] === "r"),
		others > 0 && `${others} ${others === 1 ? "other" : "others"}`,
		listedFalse > 0 && `${listedFalse} listed as false`,
	];
	return words.filter(Boolean).join(", ") || "nothing";
}

function boxAt(place: number): Box {
	if (place < AGE_LIMITS.length) return { x: 0, y: place * AGE_STEP, width: AGE_WIDTH, height: AGE_HEIGHT };
	const cell = place - AGE_LIMITS.length;
	return { x: LEFT + Math.floor(cell / ROWS) * STEP_X, y: (cell % ROWS) * STEP_Y, width: WIDTH, height: HEIGHT };
}

function filled({ x, y, width, height }: Box): string {
	return `M${x} ${y}h${width}v${height}h-${width}z`;
}

/** Without its upper right corner. */
function notched({ x, y, width, height }: Box): string {
	return `M${x} ${y}h${width - NOTCH}l${NOTCH} ${NOTCH}v${height - NOTCH}h-${width}z`;
}

function ring({ x, y, width, height }: Box): string {
	return filled({ x: x + RING / 2, y: y + RING / 2, width: width - RING, height: height - RING });
}

function dot({ x, y, width, height }: Box): string {
	return filled({ x: x + (width - DOT) / 2, y: y + (height - DOT) / 2, width: DOT, height: DOT });
}
