import type { Samples } from "./table.ts";

export type Sample = Record<string, number>;

/**
 * Takes a sample of each side and of the floor a round, in turns, so that what else the machine does meets all of them
 * alike.
 * @param count of rounds; those of `warmUp` come first and don't count
 * @param sides named "ours" and "older"
 * @returns the samples under one key, of the floor those under `floorKey`
 */
export async function takeTurns<Side extends { name: string }>(
	count: { rounds: number; warmUp?: number },
	sides: Side[],
	take: (side: Side) => Promise<Sample>,
	takeFloor?: () => Promise<Sample>,
): Promise<(key: string, floorKey?: string) => Samples> {
	const turns = [
		...(takeFloor ? [{ name: "floor", take: takeFloor, samples: [] as Sample[] }] : []),
		...sides.map((side) => ({ name: side.name, take: () => take(side), samples: [] as Sample[] })),
	];
	const { rounds, warmUp = 0 } = count;
	for (let round = -warmUp; round < rounds; round += 1) {
		// Each begins as often as the others.
		for (const turn of round % 2 === 0 ? turns : turns.toReversed()) {
			const sample = await turn.take();
			if (round >= 0) turn.samples.push(sample);
		}
	}
	const of = (name: string, key: string) =>
		turns.find((turn) => turn.name === name)?.samples.map((sample) => sample[key] ?? Number.NaN);
	return (key, floorKey) => ({
		...{ ours: of("ours", key) ?? [], older: of("older", key) },
		floor: floorKey === undefined ? undefined : of("floor", floorKey),
	});
}
