import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { newTemplate, submitForm } from "../forms.mjs";
import { pagesOf } from "../pages.mjs";
import { quantile } from "../rounds.mjs";

const ADMINS = 200;
const THINK_MILLISECONDS = 2_000;
const HALF_OPEN_CONNECTIONS = 1_000;
const SIGN_INS_AT_ONCE = 4;
const WARM_UP_MILLISECONDS = 15_000;
/** One request in ten is broken off, at some moment before a page is usually there. */
const BROKEN_OFF_WITHIN_MILLISECONDS = 100;
const P95_MAX_MILLISECONDS = 500;
/** What 200 admins ask for; a core that serves less lets them wait. */
const CAPACITY_VIEWS_A_SECOND = 90;
const HEAP_GROWTH_MAX_MEGABYTES = 20;

/** @typedef {(path: string, answer: Pick<import("../request.mjs").Answer, "status" | "milliseconds" | "text">) => void} Note */

/**
 * Admins at work, each with a session of their own, beside connections that begin a request and never end it.
 * @param {import("../surroundings.mjs").Surroundings} surroundings
 * @param {number} minutes after a warm-up
 * @returns {Promise<import("../table.mjs").Row[]>}
 */
export async function measureLoad({ app, tenant }, minutes) {
	const admins = await signInAll(tenant);
	const stopHolding = holdHalfOpen(Number(new URL(app.address).port));
	const paths = [...Object.values(await pagesOf(tenant)), "/refresh-tokens?q=amara.okafor@example.com"];
	/** @type {number[]} */
	const times = [];
	/** @type {string[]} */
	const errors = [];
	const begin = performance.now() + WARM_UP_MILLISECONDS;
	const end = begin + minutes * 60_000;
	const work = Promise.all(admins.map((admin) => workUntil(end, admin, paths, record)));
	await delay(WARM_UP_MILLISECONDS);
	const before = await app.usage("collected");
	await work;
	stopHolding();
	const { cpuMilliseconds } = await app.usage();
	const capacity = (times.length * 1000) / (cpuMilliseconds - before.cpuMilliseconds);
	const growth = (await app.usage("collected")).heapMegabytes - before.heapMegabytes;
	if (errors.length > 0) console.log([...new Set(errors)].slice(0, 10).join("\n"));
	const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
	const name = `${ADMINS} admins, ${minutes} min, ${times.length} requests, a tenth more broken off`;
	return [
		{ measure: `${name}: errors`, floor: "", ours: String(errors.length), goal: "0", met: errors.length === 0 },
		{
			...{ measure: "p50 / p95", floor: `a core serves ${capacity.toFixed(0)} requests/s` },
			...{ ours: `${p50.toFixed(0)} / ${p95.toFixed(0)} ms` },
			...{ goal: `p95 < ${P95_MAX_MILLISECONDS} ms where a core serves ${CAPACITY_VIEWS_A_SECOND}/s` },
			met: p95 < P95_MAX_MILLISECONDS || capacity < CAPACITY_VIEWS_A_SECOND,
		},
		{
			...{ measure: "Heap growth, collected", floor: `${before.heapMegabytes.toFixed(0)} MB` },
			...{ ours: `${growth.toFixed(0)} MB`, goal: `< ${HEAP_GROWTH_MAX_MEGABYTES} MB` },
			met: growth < HEAP_GROWTH_MAX_MEGABYTES,
		},
	];

	/** @type {Note} */
	function record(path, { status, milliseconds, text }) {
		if (performance.now() >= begin) times.push(milliseconds);
		if (status >= 400) errors.push(`${path} answered ${status}: ${text.slice(0, 100)}`);
	}
}

/** @param {import("../tenant.mjs").Tenant} tenant */
async function signInAll(tenant) {
	/** @type {import("../visitor.mjs").Visitor[]} */
	const admins = [];
	while (admins.length < ADMINS) {
		admins.push(...(await Promise.all(Array.from({ length: SIGN_INS_AT_ONCE }, () => tenant.signIn()))));
	}
	return admins;
}

/**
 * Reads a page, thinks, reads the next one; every tenth time creates a template, every tenth time leaves too early.
 * @param {number} end on the clock of `performance`
 * @param {import("../visitor.mjs").Visitor} admin
 * @param {string[]} paths
 * @param {Note} record
 */
async function workUntil(end, admin, paths, record) {
	await delay(Math.random() * THINK_MILLISECONDS);
	for (let step = Math.floor(Math.random() * 10); performance.now() < end; step += 1) {
		const path = paths[step % paths.length] ?? "/";
		try {
			if (step % 10 === 9) record("create", await submitForm(admin, "/templates/new", newTemplate()));
			else if (step % 10 === 4) await breakOff(admin, path);
			else record(path, await admin.visit(path));
		} catch (error) {
			record(path, { status: 599, milliseconds: 0, text: String(error) });
		}
		await delay(THINK_MILLISECONDS * (0.5 + Math.random()));
	}
}

/**
 * @param {import("../visitor.mjs").Visitor} admin
 * @param {string} path
 */
async function breakOff(admin, path) {
	const signal = AbortSignal.timeout(1 + Math.floor(Math.random() * BROKEN_OFF_WITHIN_MILLISECONDS));
	try {
		await admin.visit(path, { signal });
	} catch (error) {
		if (!signal.aborted) throw error;
	}
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
