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
 * Takes one sample of each side a round, in turns.
 * @template Side, Sample
 * @param {number} rounds
 * @param {Side[]} sides
 * @param {(side: Side) => Promise<Sample>} take
 * @returns {Promise<Sample[][]>} the samples of each side
 */
export async function takeTurns(rounds, sides, take) {
	const taken = sides.map((side) => ({ side, samples: /** @type {Sample[]} */ ([]) }));
	for (let round = 0; round < rounds; round += 1) {
		// Each begins as often as the others.
		const order = round % 2 === 0 ? taken : [...taken].reverse();
		for (const { side, samples } of order) samples.push(await take(side));
	}
	return taken.map(({ samples }) => samples);
}

/**
 * Runs each piece of work once a round, in turns, so that what else the machine does meets all of them alike.
 * @template {string} Name
 * @template Sample
 * @param {number} rounds
 * @param {Record<Name, () => Promise<Sample>>} works
 * @returns {Promise<Record<Name, Sample[]>>} the samples of each
 */
export async function alternate(rounds, works) {
	const names = /** @type {Name[]} */ (Object.keys(works));
	const samples = await takeTurns(rounds, names, (name) => works[name]());
	return /** @type {Record<Name, Sample[]>} */ (Object.fromEntries(names.map((name, at) => [name, samples[at]])));
}
