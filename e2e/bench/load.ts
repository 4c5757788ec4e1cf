import { setTimeout as delay } from "node:timers/promises";
import { request, type Visitor } from "./http.ts";
import { compare, megabytes, milliseconds, percent, perSecond, quantile, seconds } from "./rounds.ts";
import type { Measure, Sides } from "./sides.ts";
import { newTemplate } from "./tenant.ts";

const ADMINS = 200;
const SIGN_INS_AT_ONCE = 4;
const WARM_UP_MILLISECONDS = 15_000;
const SAMPLE_MILLISECONDS = 250;
/** One request in ten is broken off, at some moment before a page is usually there. */
const BROKEN_OFF_WITHIN_MILLISECONDS = 100;
/** Where the event loop has less time left, the server is not below its capacity: requests wait for each other. */
const BUSY_SHARE_MAX = 0.9;
const NORMAL_MILLISECONDS = 500;
const GIVE_UP_MILLISECONDS = 60_000;

/** Many admins at work. */
export const measureLoad: Measure = (all) => measureAdmins(all, { thinkMilliseconds: 2_000, isHurried: false });
/** Many times the requests that a core serves: which are refused, what that costs, and when it is over. */
export const measureOverload: Measure = (all) => measureAdmins(all, { thinkMilliseconds: 100, isHurried: true });

/** Of all requests: milliseconds of each response, how many got a 503 with `Retry-After`, what went wrong. */
type Tally = { times: number[]; refused: number; errors: string[] };

async function measureAdmins(
	{ ours: { app, tenant, admin: onlooker, pages }, minutes }: Sides,
	{ thinkMilliseconds, isHurried }: { thinkMilliseconds: number; isHurried: boolean },
) {
	const tally: Tally = { times: [], refused: 0, errors: [] };
	const patient = patientRequest(tally);
	const admins: Visitor[] = [];
	while (admins.length < ADMINS) {
		const several = Array.from({ length: SIGN_INS_AT_ONCE }, () => tenant.signIn(patient));
		admins.push(...(await Promise.all(several)));
	}
	const paths = Object.values(pages);
	const end = performance.now() + WARM_UP_MILLISECONDS + minutes * 60_000;
	const work = Promise.all(admins.map((admin) => workUntil(end, admin, paths, thinkMilliseconds, tally)));
	await delay(WARM_UP_MILLISECONDS);
	// What went wrong before counts as well.
	const [timesBefore, before, begin] = [tally.times.length, await app.usage("collected"), performance.now()];
	const [memory, health]: [number[], number[]] = [[], []];
	while (performance.now() < end) {
		const response = await request(`${app.address}/healthz`).catch(() => null);
		health.push(response?.status === 200 ? response.milliseconds : Number.POSITIVE_INFINITY);
		memory.push((await app.usage()).memoryMegabytes);
		await delay(SAMPLE_MILLISECONDS);
	}
	const busyMilliseconds = (await app.usage()).busyMilliseconds - before.busyMilliseconds;
	const busyShare = busyMilliseconds / (performance.now() - begin);
	const recovery = await untilNormal(onlooker, paths, end);
	await work;
	const after = await app.usage("collected");
	console.log([...new Set(tally.errors)].slice(0, 10).join("\n"));
	const times = tally.times.slice(timesBefore);
	const half = Math.floor(memory.length / 2);
	const halves = { beside: [Math.max(...memory.slice(0, half))], ours: [Math.max(...memory.slice(half))] };
	const one = (value: number) => ({ ours: [value] });
	const atMost = (most: number) => ({ ours: { atMost: most } });
	const isBelowCapacity = busyShare < BUSY_SHARE_MAX;
	const refused = isHurried ? { ours: { atLeast: 1 } } : isBelowCapacity ? atMost(0) : {};
	const name = `${ADMINS}${isHurried ? " hurried" : ""} admins, ${minutes} min, ${times.length} responses`;
	return [
		compare(`${name}: errors`, String, one(tally.errors.length), atMost(0)),
		compare("Requests that a core serves", perSecond, one((times.length * 1000) / busyMilliseconds)),
		compare("Share of the time that it was busy", percent, one(busyShare)),
		compare("Refused with 503 and Retry-After", String, one(tally.refused), refused),
		compare("p95", milliseconds, one(quantile(times, 0.95)), isBelowCapacity ? atMost(500) : {}),
		compare("Resident memory at most, first half and second", megabytes, halves, { beside: { atMost: 1.1 } }),
		compare("Heap growth, collected", megabytes, one(after.heapMegabytes - before.heapMegabytes), atMost(20)),
		compare("/healthz, slowest response", milliseconds, one(Math.max(...health)), atMost(1_000)),
		compare(`From the end of it to a page within ${NORMAL_MILLISECONDS} ms`, seconds, one(recovery), atMost(5)),
	];
}

/** Repeats a request that is refused for want of capacity after its `Retry-After`, as the page of that 503 does by itself. */
function patientRequest(tally: Tally): typeof request {
	return async (url, options) => {
		for (;;) {
			const result = await request(url, options);
			const wait = Number(result.headers["retry-after"]);
			if (result.status !== 503 || !(wait > 0)) {
				tally.times.push(result.milliseconds);
				if (result.status >= 400) tally.errors.push(`${url}: ${result.status}`);
				return result;
			}
			tally.refused += 1;
			await delay(wait * 1000);
		}
	};
}

/** Reads a page, thinks, reads the next one; every tenth time creates a template, every tenth time leaves too early. */
async function workUntil(end: number, admin: Visitor, paths: string[], thinkMilliseconds: number, tally: Tally) {
	await delay(Math.random() * thinkMilliseconds);
	for (let step = Math.floor(Math.random() * 10); performance.now() < end; step += 1) {
		const path = paths[step % paths.length] ?? "/";
		const patience = Math.ceil(Math.random() * BROKEN_OFF_WITHIN_MILLISECONDS);
		const signal = step % 10 === 4 ? AbortSignal.timeout(patience) : undefined;
		try {
			if (step % 10 === 9) await admin.sendForm(await admin.readForm("/templates/new"), newTemplate());
			else await admin.visit(path, { signal });
		} catch (error) {
			if (!signal?.aborted) tally.errors.push(`${path}: ${error}`);
		}
		await delay(thinkMilliseconds * (0.5 + Math.random()));
	}
}

/** @returns seconds from the end until all pages come as on a quiet day; infinite where it takes a minute */
async function untilNormal(admin: Visitor, paths: string[], end: number): Promise<number> {
	for (let since = 0; since < GIVE_UP_MILLISECONDS; ) {
		since = performance.now() - end;
		const results = [];
		for (const path of paths) results.push(await admin.visit(path));
		const isNormal = results.every(({ status, milliseconds }) => status === 200 && milliseconds <= NORMAL_MILLISECONDS);
		if (isNormal) return since / 1000;
	}
	return Number.POSITIVE_INFINITY;
}
