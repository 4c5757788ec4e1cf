import type { RequestPrint } from "@/lib/dashboard/templates/request-print";

/** Of the cells; those of the two age limits are narrower, in a column of their own. */
const AGE_LIMITS = ["Over 18", "Over 21"];
const ROWS = 3;
const [WIDTH, HEIGHT, STEP_X, STEP_Y, LEFT] = [7, 8, 8, 9, 8];
const [AGE_WIDTH, AGE_STEP] = [5, 18];
const NOTCH = 4;
const RING = 1.5;

/** A dot in each cell, by the dashes of `print.css`; what is requested or listed covers its own. */
const DOTS = "M1.5 4h2m7 0H63M10.5 13H63M1.5 22h2m7 0H63";

/** Of the sign, and with a number beside it. */
const [SIGN_WIDTH, NUMBER_WIDTH] = [63, 24];

type Box = { x: number; y: number; width: number };

type PrintProps = {
	of: RequestPrint;
	/** Above each cell is an element, which lights up with its attribute, and lights it up (`pointing.css`). */
	isPointable?: boolean;
};

/**
 * What a template asks for as a sign of 63 by 27 pixels: a cell for each age limit and each of the 21 attributes, in columns
 * from the top. Filled: requested; without a corner: requested and sensitive; a ring: listed as false; a dot: not requested.
 * Legible in one colour. The number of others is beside it. Its markup is short, as a list has many.
 */
export function Print({ of: { cells, others }, isPointable }: PrintProps) {
	const drawn = (state: string, path: (box: Box) => string) =>
		[...cells].flatMap((cell, place) => (cell === state ? [path(boxAt(place))] : [])).join("");
	const [requested, sensitive, listedFalse] = [drawn("r", filled), drawn("s", notched), drawn("f", ring)];
	const sign = (
		<svg
			className="print"
			role="img"
			aria-label={printInWords({ cells, others })}
			width={others > 0 ? SIGN_WIDTH + NUMBER_WIDTH : undefined}
		>
			{/* The style of each is in `print.css`. */}
			<path d={DOTS} />
			<path d={requested} />
			{sensitive || listedFalse ? <path d={sensitive} /> : null}
			{listedFalse ? <path d={listedFalse} /> : null}
			{others > 0 ? (
				<text x="67" y="18">
					+{others}
				</text>
			) : null}
		</svg>
	);
	if (!isPointable) return sign;
	return (
		<span className="pointable">
			{sign}
			<span>
				{Array.from(cells, (_, place) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place.
					<i key={place} />
				))}
			</span>
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
	if (place < AGE_LIMITS.length) return { x: 0, y: place * AGE_STEP, width: AGE_WIDTH };
	const cell = place - AGE_LIMITS.length;
	return { x: LEFT + Math.floor(cell / ROWS) * STEP_X, y: (cell % ROWS) * STEP_Y, width: WIDTH };
}

/** A line as wide as the cell is high. */
function filled({ x, y, width }: Box): string {
	return `M${x} ${y + HEIGHT / 2}h${width}`;
}

/** Without its upper right corner. */
function notched({ x, y, width }: Box): string {
	return `M${x} ${y}h${width - NOTCH}l${NOTCH} ${NOTCH}v${HEIGHT - NOTCH}h-${width}z`;
}

function ring({ x, y, width }: Box): string {
	const [across, down] = [width - RING, HEIGHT - RING];
	return `M${x + RING / 2} ${y + RING / 2}h${across}v${down}h-${across}z`;
}
