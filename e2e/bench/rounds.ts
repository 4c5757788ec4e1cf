// Samples of what is measured and of what it is compared with, taken in turns, and the rows that they make.

type Sample = Record<string, number>;
/** One value a round, NaN for what did not happen: of this version, of what it is beside, of an older version. */
type Samples = { ours: number[]; beside?: number[] | undefined; older?: number[] | undefined };
type Bound = { atMost: number } | { atLeast: number };
type Unit = (value: number) => string;
/** The measure, then the cells under the heads of `COLUMNS`. */
export type Row = string[];

export const milliseconds: Unit = (value) => `${value.toFixed(value < 100 ? 2 : 0)} ms`;
export const seconds: Unit = (value) => `${value.toFixed(1)} s`;
export const megabytes: Unit = (value) => `${value.toFixed(0)} MB`;
export const kilobytes: Unit = (value) => `${value.toFixed(1)} KB`;
export const perSecond: Unit = (value) => `${value.toFixed(0)}/s`;
export const percent: Unit = (value) => `${(value * 100).toFixed(0)} %`;
const times: Unit = (value) => (Number.isNaN(value) ? "" : `${value.toFixed(2)} ×`);
const timesOlder: Unit = (value) => `${value.toFixed(2)} × older`;

export const COLUMNS = ["Measure", "Beside", "Ours", "Ratio", "Goal", "Met", "Older", "Ours to older"];

/**
 * Takes a sample of each side a round, in turns, so that what else the machine does affects all of them alike.
 * @param count of rounds; those of `warmUp` come first and don't count
 * @param sides named "ours" and "older", and what they are beside under names of their own
 * @returns the samples under one key, and those of the side of that name
 */
export async function takeTurns<Side extends { name: string }>(
	count: { rounds: number; warmUp?: number },
	sides: Side[],
	take: (side: Side) => Promise<Sample>,
): Promise<(key: string, beside?: string) => Samples> {
	const turns = sides.map((side) => ({ side, samples: [] as Sample[] }));
	const { rounds, warmUp = 0 } = count;
	for (let round = -warmUp; round < rounds; round += 1) {
		// Each begins as often as the others.
		for (const { side, samples } of round % 2 === 0 ? turns : turns.toReversed()) {
			const sample = await take(side);
			if (round >= 0) samples.push(sample);
		}
	}
	const of = (name: string, key: string) =>
		turns.find(({ side }) => side.name === name)?.samples.map((sample) => sample[key] ?? Number.NaN);
	return (key, beside = "") => ({ ours: of("ours", key) ?? [], older: of("older", key), beside: of(beside, key) });
}

/**
 * A row of the table: medians with their ends, and the median of what ours is of the others' in the same round.
 * @param goal of ours itself, of its ratio to what it is beside, or of its ratio to the older version where there is one
 */
export function compare(
	measure: string,
	unit: Unit,
	{ ours, beside, older }: Samples,
	goal: { ours?: Bound; beside?: Bound; older?: Bound } = {},
): Row {
	const ratio = beside && ratioOf(ours, beside);
	const own = goal.ours && check(median(ours), goal.ours, unit);
	const toBeside = goal.beside && check(ratio ?? Number.NaN, goal.beside, times);
	const toOlder = goal.older && older && check(ratioOf(ours, older), goal.older, timesOlder);
	return [
		...[measure, beside ? spread(beside, unit) : "", spread(ours, unit), ratio === undefined ? "" : times(ratio)],
		...(own ?? toBeside ?? toOlder ?? ["", ""]),
		...(older ? [spread(older, unit), times(ratioOf(ours, older))] : []),
	];
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
	if (values.every(Number.isNaN)) return "none";
	const ends = values.length > 1 ? ` (${unit(Math.min(...values))} to ${unit(Math.max(...values))})` : "";
	return unit(median(values)) + ends;
}

/** @param others of the same rounds, or one for all of them */
function ratioOf(values: number[], others: number[]): number {
	return median(values.map((value, round) => value / (others[round] ?? others[0] ?? Number.NaN)));
}

/** @returns the goal, and whether it is met */
function check(value: number, bound: Bound, unit: Unit): [string, string] {
	const isMet = "atMost" in bound ? value <= bound.atMost : value >= bound.atLeast;
	return ["atMost" in bound ? `≤ ${unit(bound.atMost)}` : `≥ ${unit(bound.atLeast)}`, isMet ? "yes" : "NO"];
}
