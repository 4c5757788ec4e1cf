import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { pagesOf } from "../pages.mjs";
import { quantile } from "../rounds.mjs";
import { ADMINS, emptyTally, signInAdmins, workUntil } from "./admins-at-work.mjs";

const THINK_MILLISECONDS = 2_000;
const HALF_OPEN_CONNECTIONS = 1_000;
const WARM_UP_MILLISECONDS = 15_000;
const P95_MAX_MILLISECONDS = 500;
/** Whose event loop has less time left is not below its capacity: admins wait for each other. */
const BUSY_SHARE_MAX = 0.9;
const HEAP_GROWTH_MAX_MEGABYTES = 20;

/**
 * Admins at work, each with a session of their own, beside connections that begin a request and never end it.
 * @param {import("../surroundings.mjs").Surroundings} surroundings
 * @param {number} minutes after a warm-up
 * @returns {Promise<import("../table.mjs").Row[]>}
 */
export async function measureLoad({ app, tenant }, minutes) {
	const admins = await signInAdmins(tenant);
	const stopHolding = holdHalfOpen(Number(new URL(app.address).port));
	const paths = [...Object.values(await pagesOf(tenant)), "/refresh-tokens?q=amara.okafor@example.com"];
	const tally = emptyTally();
	const end = performance.now() + WARM_UP_MILLISECONDS + minutes * 60_000;
	const work = Promise.all(
		admins.map((admin) => workUntil(admin, { end, paths, thinkMilliseconds: THINK_MILLISECONDS, tally })),
	);
	await delay(WARM_UP_MILLISECONDS);
	// What went wrong before counts as well.
	const [warmUpAnswers, before] = [tally.times.length, await app.usage("collected")];
	const begin = performance.now();
	await delay(end - begin);
	const busy = await app.usage();
	const busyShare = (busy.busyMilliseconds - before.busyMilliseconds) / (performance.now() - begin);
	const served = tally.times.length - warmUpAnswers;
	// All of Next runs on one thread. What was broken off has cost something, too, and is not counted.
	const capacity = (served * 1000) / (busy.mainThreadMilliseconds - before.mainThreadMilliseconds);
	await work;
	stopHolding();
	const after = await app.usage("collected");
	const times = tally.times.slice(warmUpAnswers);
	const isBelowCapacity = busyShare < BUSY_SHARE_MAX;
	const growth = after.heapMegabytes - before.heapMegabytes;
	if (tally.errors.length > 0) console.log([...new Set(tally.errors)].slice(0, 10).join("\n"));
	const p95 = quantile(times, 0.95);
	const name = `${ADMINS} admins, ${minutes} min, ${times.length} requests, a tenth more broken off`;
	return [
		{
			...{ measure: `${name}: errors`, floor: "", ours: String(tally.errors.length) },
			...{ goal: "0", met: tally.errors.length === 0 },
		},
		{
			...{ measure: "Requests that a core serves", floor: "", ours: `${capacity.toFixed(0)}/s` },
			...{ goal: "", met: true },
		},
		{
			...{ measure: "Share of the time that it was busy", floor: "" },
			...{ ours: `${(busyShare * 100).toFixed(0)} %: ${isBelowCapacity ? "below" : "beyond"} capacity` },
			...{ goal: "", met: true },
		},
		{
			...{ measure: "Refused with 503 and Retry-After", floor: "", ours: String(tally.refused) },
			...{ goal: "0 below capacity", met: tally.refused === 0 || !isBelowCapacity },
		},
		{
			...{ measure: "p50 / p95", floor: "" },
			...{ ours: `${quantile(times, 0.5).toFixed(0)} / ${p95.toFixed(0)} ms` },
			...{ goal: `p95 < ${P95_MAX_MILLISECONDS} ms below capacity` },
			met: p95 < P95_MAX_MILLISECONDS || !isBelowCapacity,
		},
		{
			...{ measure: "Heap growth, collected", floor: `${before.heapMegabytes.toFixed(0)} MB` },
			...{ ours: `${growth.toFixed(0)} MB`, goal: `< ${HEAP_GROWTH_MAX_MEGABYTES} MB` },
			met: growth < HEAP_GROWTH_MAX_MEGABYTES,
		},
		{
			...{ measure: "Resident memory at the end", floor: `${before.memoryMegabytes.toFixed(0)} MB` },
			...{ ours: `${after.memoryMegabytes.toFixed(0)} MB`, goal: "", met: true },
		},
	];
}

/**
 * Connections that have sent half a request; one that the server closes is opened again.
 * @param {number} port
 */
function holdHalfOpen(port) {
	let held = true;
	/** @type {Set<import("node:net").Socket>} */
	const sockets = new Set();
	const open = () => {
		if (!held) return;
		const socket = connect(port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nHost: local"));
		sockets.add(socket);
		socket.on("error", () => {});
		socket.once("close", () => {
			sockets.delete(socket);
			setTimeout(open, 100);
		});
	};
	for (let index = 0; index < HALF_OPEN_CONNECTIONS; index += 1) open();
	return () => {
		held = false;
		for (const socket of sockets) socket.destroy();
	};
}
