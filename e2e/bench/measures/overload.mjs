import { setTimeout as delay } from "node:timers/promises";
import { pagesOf } from "../pages.mjs";
import { request } from "../request.mjs";
import { ADMINS, emptyTally, signInAdmins, workUntil } from "./admins-at-work.mjs";

/** So hurried, 200 admins ask for many times what a core serves. */
const THINK_MILLISECONDS = 100;
const SAMPLE_MILLISECONDS = 250;
const HEALTH_MAX_MILLISECONDS = 1_000;
/** Of resident memory in the second half, to the first. */
const MEMORY_RATIO_MAX = 1.1;
const NORMAL_MILLISECONDS = 500;
const RECOVERY_MAX_MILLISECONDS = 5_000;
const GIVE_UP_MILLISECONDS = 60_000;

/**
 * More admins than a core can serve: what they are told, what it costs, and when it is over.
 * @param {import("../surroundings.mjs").Surroundings} surroundings
 * @param {number} minutes
 * @returns {Promise<import("../table.mjs").Row[]>}
 */
export async function measureOverload({ app, tenant }, minutes) {
	const admins = await signInAdmins(tenant);
	const paths = Object.values(await pagesOf(tenant));
	const tally = emptyTally();
	const end = performance.now() + minutes * 60_000;
	const work = admins.map((admin) => workUntil(admin, { end, paths, thinkMilliseconds: THINK_MILLISECONDS, tally }));
	const { memory, health } = await sampleUntil(end, app);
	const [admin] = admins;
	const recovery = admin ? await untilNormal(admin, paths, end) : Number.NaN;
	await Promise.all(work);
	if (tally.errors.length > 0) console.log([...new Set(tally.errors)].slice(0, 10).join("\n"));
	const half = Math.floor(memory.length / 2);
	const [first, second] = [Math.max(...memory.slice(0, half)), Math.max(...memory.slice(half))];
	const slowest = Math.max(...health);
	const name = `${ADMINS} hurried admins, ${minutes} min, ${tally.times.length} answers`;
	return [
		{
			...{ measure: `${name}: errors`, floor: "", ours: String(tally.errors.length) },
			...{ goal: "0", met: tally.errors.length === 0 },
		},
		{
			...{ measure: "Refused with 503 and Retry-After", floor: "", ours: String(tally.refused) },
			...{ goal: "beyond capacity some", met: tally.refused > 0 },
		},
		{
			...{ measure: "Resident memory at most, first half and second" },
			...{ floor: `${first.toFixed(0)} MB`, ours: `${second.toFixed(0)} MB`, ratio: second / first },
			...{ goal: `≤ ${MEMORY_RATIO_MAX} ×`, met: second <= first * MEMORY_RATIO_MAX },
		},
		{
			...{ measure: "/healthz, slowest answer", floor: "", ours: `${slowest.toFixed(0)} ms` },
			...{ goal: `≤ ${HEALTH_MAX_MILLISECONDS} ms`, met: slowest <= HEALTH_MAX_MILLISECONDS },
		},
		{
			...{ measure: `From the end of it to a page within ${NORMAL_MILLISECONDS} ms`, floor: "" },
			...{ ours: `${(recovery / 1000).toFixed(1)} s`, goal: `≤ ${RECOVERY_MAX_MILLISECONDS / 1000} s` },
			met: recovery <= RECOVERY_MAX_MILLISECONDS,
		},
	];
}

/**
 * @param {number} end on the clock of `performance`
 * @param {import("../server.mjs").Server} app
 * @returns {Promise<{ memory: number[], health: number[] }>} megabytes, and milliseconds; infinite where no answer came
 */
async function sampleUntil(end, app) {
	/** @type {{ memory: number[], health: number[] }} */
	const samples = { memory: [], health: [] };
	while (performance.now() < end) {
		const healthy = request(`${app.address}/healthz`).then(
			({ status, milliseconds }) => (status === 200 ? milliseconds : Number.POSITIVE_INFINITY),
			() => Number.POSITIVE_INFINITY,
		);
		samples.health.push(await healthy);
		samples.memory.push((await app.usage()).memoryMegabytes);
		await delay(SAMPLE_MILLISECONDS);
	}
	return samples;
}

/**
 * @param {import("../visitor.mjs").Visitor} admin
 * @param {string[]} paths that are all answered as on a quiet day
 * @param {number} end on the clock of `performance`
 * @returns {Promise<number>} milliseconds from then; infinite where it takes more than a minute
 */
async function untilNormal(admin, paths, end) {
	for (let since = 0; since < GIVE_UP_MILLISECONDS; ) {
		since = performance.now() - end;
		const answers = [];
		for (const path of paths) answers.push(await admin.visit(path));
		if (answers.every(({ status, milliseconds }) => status === 200 && milliseconds <= NORMAL_MILLISECONDS))
			return since;
	}
	return Number.POSITIVE_INFINITY;
}
