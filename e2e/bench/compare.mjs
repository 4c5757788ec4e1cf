import { median } from "./rounds.mjs";

/**
 * @typedef {{ atMost: number } | { atLeast: number }} Bound
 * @typedef {{ ours: number[], floor?: number[] | undefined, older?: number[] | undefined }} Samples one of each a round
 */

/**
 * A row of the table: medians with their ends, and the median of what ours is of the others' in the same round.
 * @param {string} measure
 * @param {(value: number) => string} inWords
 * @param {Samples} samples
 * @param {{ ours?: Bound, floor?: Bound, older?: Bound }} goals of ours itself, and of its ratio to the others
 * @returns {import("./table.mjs").Row}
 */
export function compare(measure, inWords, { ours, floor, older }, goals) {
	const ratio = floor && ratioOf(ours, floor);
	const olderRatio = older && ratioOf(ours, older);
	const checks = [
		check(median(ours), goals.ours, inWords),
		check(ratio, goals.floor, (value) => `${value} × the floor`),
		check(olderRatio, goals.older, (value) => `${value} × the older`),
	].filter((one) => one !== undefined);
	return {
		measure,
		...{ floor: floor ? spread(floor, inWords) : "", ours: spread(ours, inWords), ratio, olderRatio },
		...{ older: older && spread(older, inWords), goal: checks.map(({ goal }) => goal).join(", ") },
		met: checks.every(({ met }) => met),
	};
}

/** @param {number} value */
export const milliseconds = (value) => `${value.toFixed(value < 100 ? 2 : 0)} ms`;
/** @param {number} value */
export const megabytes = (value) => `${value.toFixed(0)} MB`;
/** @param {number} value */
export const perSecond = (value) => `${value.toFixed(0)}/s`;

/**
 * @param {number[]} values at least one
 * @param {(value: number) => string} inWords
 */
export function spread(values, inWords = (value) => `${value.toFixed(0)} ms`) {
	return `${inWords(median(values))} (${inWords(Math.min(...values))} to ${inWords(Math.max(...values))})`;
}

/**
 * @param {number[]} values
 * @param {number[]} others of the same rounds
 */
function ratioOf(values, others) {
	return median(values.map((value, round) => value / (others[round] ?? Number.NaN)));
}

/**
 * @param {number | undefined} value undefined where there is nothing to compare with
 * @param {Bound | undefined} bound
 * @param {(value: number) => string} inWords
 */
function check(value, bound, inWords) {
	if (value === undefined || bound === undefined) return undefined;
	return "atMost" in bound
		? { goal: `≤ ${inWords(bound.atMost)}`, met: value <= bound.atMost }
		: { goal: `≥ ${inWords(bound.atLeast)}`, met: value >= bound.atLeast };
}
