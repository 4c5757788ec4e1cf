import type { RequestPrint } from "@/lib/dashboard/templates/request-print";

/** Of the cells; the two age limits are beside the others, and as high together. */
const AGE_LIMITS = ["Over 18", "Over 21"];
const ROWS = 3;
const [WIDTH, HEIGHT, STEP_X, STEP_Y, LEFT] = [7, 8, 8, 9, 8];
const [AGE_WIDTH, AGE_HEIGHT, AGE_STEP] = [5, 12, 15];
const NOTCH = 4;
const DOT = 2;
const RING = 1.5;

type Box = { x: number; y: number; width: number; height: number };

type PrintProps = {
	of: RequestPrint;
	/** Above each cell is an element, which lights up with its attribute, and lights it up (`pointing.css`). */
	isPointable?: boolean;
};

/**
 * What a template asks for as a sign of 63 by 27 pixels: a cell for each age limit and each of the 21 attributes, in columns
 * from the top. Filled: requested; without a corner: requested and sensitive; a ring: listed as false; a dot: not requested.
 * Legible in one colour. The number of others is beside it.
 */
export function Print({ of: { cells, others }, isPointable }: PrintProps) {
	const drawn = (state: string, path: (box: Box) => string) =>
		[...cells].flatMap((cell, place) => (cell === state ? [path(boxAt(place))] : [])).join("");
	return (
		<span className="print">
			{/* The colours of the four are in `print.css`. */}
			<svg role="img" aria-label={printInWords({ cells, others })} width="63" height="27">
				<path d={drawn("-", dot)} />
				<path d={drawn("r", filled)} />
				<path d={drawn("s", notched)} />
				<path d={drawn("f", ring)} />
			</svg>
			{isPointable ? (
				<span aria-hidden="true" className="cells">
					{Array.from(cells, (_, place) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place.
						<i key={place} />
					))}
				</span>
			) : null}
			{others > 0 ? <span aria-hidden="true">+{others}</span> : null}
		</span>
	);
}

/** A print before and after a change; one alone where nothing of it has changed. Null: there is none. */
export function PrintChange({ before, after }: { before: RequestPrint | null; after: RequestPrint | null }) {
	const isSame = before?.cells === after?.cells && before?.others === after?.others;
	const [first, second] = isSame ? [before] : [before, after];
	return (
		<span className="flex flex-wrap items-center gap-x-2">
			{first ? <Print of={first} /> : null}
			{first && second ? (
				<>
					<span aria-hidden="true">→</span>
					<span className="sr-only">, then</span>
				</>
			) : null}
			{second ? <Print of={second} /> : null}
		</span>
	);
}

/** "Asks for 7 of the 21, 2 sensitive, Over 18, 2 others, 1 listed as false"; "Asks for nothing". */
export function printInWords({ cells, others }: RequestPrint): string {
	const [ages, attributes] = [cells.slice(0, AGE_LIMITS.length), cells.slice(AGE_LIMITS.length)];
	const count = (state: string, among = attributes) => among.split(state).length - 1;
	const sensitive = count("s");
	const ofAll = count("r") + sensitive;
	const listedFalse = count("f", cells);
	const requested = [
		ofAll > 0 && `${ofAll} of the ${attributes.length}`,
		sensitive > 0 && `${sensitive} sensitive`,
		...AGE_LIMITS.filter((_, place) => ages[place] === "r"),
		others > 0 && `${others} ${others === 1 ? "other" : "others"}`,
	].filter(Boolean);
	return `Asks for ${requested.join(", ") || "nothing"}${listedFalse > 0 ? `, ${listedFalse} listed as false` : ""}`;
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

/** A line as wide as it is long. */
function dot({ x, y, width, height }: Box): string {
	return `M${x + (width - DOT) / 2} ${y + height / 2}h${DOT}`;
}
