/** Of what is measured and of what it is compared with, one of each a round. */
export type Samples = { ours: number[]; floor?: number[] | undefined; older?: number[] | undefined };
type Bound = { atMost: number } | { atLeast: number };
type Unit = (value: number) => string;
export type Row = { measure: string; cells: string[] };

export const milliseconds: Unit = (value) => `${value.toFixed(value < 100 ? 2 : 0)} ms`;
export const seconds: Unit = (value) => `${value.toFixed(1)} s`;
export const megabytes: Unit = (value) => `${value.toFixed(0)} MB`;
export const kilobytes: Unit = (value) => `${value.toFixed(1)} KB`;
export const perSecond: Unit = (value) => `${value.toFixed(0)}/s`;
export const percent: Unit = (value) => `${(value * 100).toFixed(0)} %`;
const times: Unit = (value) => `${value.toFixed(2)} ×`;

const HEADS = ["Floor or peer", "Ours", "Ratio", "Goal", "Met", "Older", "Ours to older"];

/**
 * A row of the table: medians with their ends, and the median of what ours is of the others' in the same round.
 * @param goal of ours itself, or of its ratio to the floor
 */
export function compare(
	measure: string,
	unit: Unit,
	{ ours, floor, older }: Samples,
	goal: { ours?: Bound; floor?: Bound } = {},
): Row {
	const ratio = floor && ratioOf(ours, floor);
	const own = goal.ours && check(median(ours), goal.ours, unit);
	const toFloor = goal.floor && check(ratio ?? Number.NaN, goal.floor, times);
	const { words, isMet } = own ?? toFloor ?? { words: "", isMet: undefined };
	return {
		measure,
		cells: [
			...[floor ? spread(floor, unit) : "", spread(ours, unit), ratio === undefined ? "" : times(ratio)],
			...[words, isMet === undefined ? "" : isMet ? "yes" : "NO"],
			...(older ? [spread(older, unit), times(ratioOf(ours, older))] : []),
		],
	};
}

/** At least one value. */
export function median(values: number[]): number {
	return quantile(values, 0.5);
}

/** @param share 0 to 1 */
export function quantile(values: number[], share: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

function spread(values: number[], unit: Unit): string {
	const ends = values.length > 1 ? ` (${unit(Math.min(...values))} to ${unit(Math.max(...values))})` : "";
	return unit(median(values)) + ends;
}

/** @param others of the same rounds, or one for all of them */
function ratioOf(values: number[], others: number[]): number {
	return median(values.map((value, round) => value / (others[round] ?? others[0] ?? Number.NaN)));
}

function check(value: number, bound: Bound, unit: Unit) {
	return "atMost" in bound
		? { words: `≤ ${unit(bound.atMost)}`, isMet: value <= bound.atMost }
		: { words: `≥ ${unit(bound.atLeast)}`, isMet: value >= bound.atLeast };
}

/** Prints Markdown, its columns aligned. */
export function printTable(rows: Row[]): void {
	const width = Math.max(...rows.map(({ cells }) => cells.length));
	const lines = [["Measure", ...HEADS.slice(0, width)], ...rows.map(({ measure, cells }) => [measure, ...cells])];
	const widths = Array.from({ length: width + 1 }, (_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
	const print = (line: string[]) =>
		console.log(`| ${widths.map((size, at) => (line[at] ?? "").padEnd(size)).join(" | ")} |`);
	const [heads = [], ...body] = lines;
	print(heads);
	console.log(`|${widths.map((size) => "-".repeat(size + 2)).join("|")}|`);
	for (const line of body) print(line);
}
