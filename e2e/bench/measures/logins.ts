import { setTimeout as delay } from "node:timers/promises";
import { takeTurns } from "../rounds.ts";
import type { Measure, Side } from "../sides.ts";
import { compare, median, milliseconds } from "../table.ts";

const ROUNDS = 5;
const LOGINS = 60;
const QUIET_MILLISECONDS = 3_000;
/** Writes begin at this pace whether the ones before are answered or not, so that one that waits long hides no others. */
const PACE_MILLISECONDS = 50;

/** What a durable write takes beside many logins with wrong passwords that come at once, each for an account of its own. */
export const measureLogins: Measure = async ({ sides }) => {
	const of = await takeTurns({ rounds: ROUNDS }, sides, async (side) => {
		const quiet = await patchWhile(side, delay(QUIET_MILLISECONDS));
		const guesses = Array.from({ length: LOGINS }, side.tenant.guess);
		const beside = await patchWhile(side, Promise.all(guesses));
		return { quiet: median(quiet), beside: median(beside), longest: Math.max(...beside) };
	});
	const name = `A durable PATCH beside ${LOGINS} wrong logins at once, against a quiet one`;
	const floor = of("quiet").ours;
	return [
		compare(name, milliseconds, { ...of("beside"), floor }, { floor: { atMost: 3 } }),
		compare(`${name}: the longest`, milliseconds, { ...of("longest"), floor }),
	];
};

/** @returns milliseconds of the writes that were made beside a piece of work */
async function patchWhile({ tenant, templateId }: Side, work: Promise<unknown>): Promise<number[]> {
	let isOver = false;
	const over = work.finally(() => {
		isOver = true;
	});
	const patches = [];
	while (!isOver) {
		patches.push(tenant.rename(templateId));
		await delay(PACE_MILLISECONDS);
	}
	await over;
	return (await Promise.all(patches)).map((patch) => patch.milliseconds);
}
