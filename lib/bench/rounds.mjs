/** @param {number[]} values at least one */
export function median(values) {
	return quantile(values, 0.5);
}

/**
 * @param {number[]} values at least one
 * @param {number} share 0 to 1
 */
export function quantile(values, share) {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/**
 * Runs each piece of work once a round, in turns, so that what else the machine does meets all of them alike.
 * @template {string} Name
 * @param {number} rounds
 * @param {Record<Name, () => Promise<number>>} works
 * @returns {Promise<Record<Name, number>>} the median of each
 */
export async function alternate(rounds, works) {
	const names = /** @type {Name[]} */ (Object.keys(works));
	const results = /** @type {Record<Name, number[]>} */ (Object.fromEntries(names.map((name) => [name, []])));
	for (let round = 0; round < rounds; round += 1) {
		// Each begins as often as the others.
		for (const name of round % 2 === 0 ? names : [...names].reverse()) results[name].push(await works[name]());
	}
	return /** @type {Record<Name, number>} */ (Object.fromEntries(names.map((name) => [name, median(results[name])])));
}
