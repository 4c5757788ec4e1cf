import { setTimeout as delay } from "node:timers/promises";
import { compare, milliseconds } from "../compare.mjs";
import { alternate, median } from "../rounds.mjs";
import { TEMPLATES, templateRequest } from "../tenant.mjs";

const ROUNDS = 5;
const LOGINS = 60;
const QUIET_MILLISECONDS = 3_000;
/** Writes begin at this pace whether the ones before are answered or not, so that one that waits long hides no others. */
const PACE_MILLISECONDS = 50;

/**
 * What a durable write takes beside many logins with wrong passwords that come at once, each for an account of its own.
 * @type {import("../surroundings.mjs").Measure}
 */
export async function measureLogins({ sides }) {
	/** @type {Record<string, () => ReturnType<typeof patchWhile>>} */
	const works = {};
	for (const { version, tenant } of sides) {
		const { id } = (await tenant.call("POST", TEMPLATES, templateRequest())).json;
		const patch = async () => {
			const { milliseconds } = await tenant.call("PATCH", `${TEMPLATES}/${id}`, { name: templateRequest().name });
			return milliseconds;
		};
		works[`${version.name} quiet`] = () => patchWhile(patch, delay(QUIET_MILLISECONDS));
		works[`${version.name} beside`] = () =>
			patchWhile(patch, Promise.all(Array.from({ length: LOGINS }, tenant.guess)));
	}
	const samples = await alternate(ROUNDS, works);
	/** @param {"middle" | "longest"} what */
	const of = (what) => {
		const [floor, ours = [], older] = ["ours quiet", "ours beside", "older beside"].map((one) =>
			samples[one]?.map((sample) => sample[what]),
		);
		return { floor, ours, older };
	};
	const name = `A durable PATCH beside ${LOGINS} wrong logins at once, against a quiet one`;
	return [
		compare(name, milliseconds, of("middle"), { floor: { atMost: 3 } }),
		compare(`${name}: the longest`, milliseconds, of("longest"), {}),
	];
}

/**
 * @param {() => Promise<number>} patch
 * @param {Promise<unknown>} work what the writes are made beside
 */
async function patchWhile(patch, work) {
	let isOver = false;
	const over = work.finally(() => {
		isOver = true;
	});
	const patches = [];
	while (!isOver) {
		patches.push(patch());
		await delay(PACE_MILLISECONDS);
	}
	await over;
	const times = await Promise.all(patches);
	return { middle: median(times), longest: Math.max(...times) };
}
