import { filledFolder } from "../filled-folder.mjs";
import { alternate, median } from "../rounds.mjs";
import { startServer } from "../server.mjs";
import { openTenant, TEMPLATES } from "../tenant.mjs";

const ROUNDS = 15;
const CALLS = 20;
const PAGE_SIZE = 50;
const PAGES = 100;
/** The first of the invented users, who owns one token in twenty. */
const OWNER = "grace.costa.0@example.net";
const GOAL = 1.1;

/**
 * @typedef {import("../tenant.mjs").Tenant["call"]} Call
 * @typedef {Parameters<Call>} Operation
 * @typedef {Record<"small" | "large", number>} Pair
 */

/** The same requests to a small store and to one a thousand times as large. @type {import("../surroundings.mjs").Measure} */
export async function measureGrowth() {
	const small = await openStore({ templates: 1_000, tokens: 1_000 });
	const large = await openStore({ templates: 100_000, tokens: 1_000_000 });
	const pairs = small.first.map(({ name, operation }, index) => ({
		name,
		works: { small: () => small.time(operation), large: () => large.time(large.first[index]?.operation ?? operation) },
	}));
	// Once before it counts: code is compiled on its first runs.
	for (const { works } of pairs) await alternate(2, works);
	const before = { small: await small.server.usage(), large: await large.server.usage() };
	const rows = [];
	for (const { name, works } of pairs) rows.push(row(name, await medians(works)));
	const after = { small: await small.server.usage(), large: await large.server.usage() };
	/** @param {"small" | "large"} store */
	const used = (store) => after[store].cpuMilliseconds - before[store].cpuMilliseconds;
	rows.push(row("CPU of all these", { small: used("small"), large: used("large") }));
	for (const { name, first, deep } of large.deep) {
		rows.push(row(name, await medians({ small: () => large.time(first), large: () => large.time(deep) })));
	}
	const memory = { small: await small.server.usage(), large: await large.server.usage() };
	rows.push({
		...row("Memory after all these", { small: memory.small.memoryMegabytes, large: memory.large.memoryMegabytes }),
		...{
			floor: `${memory.small.memoryMegabytes.toFixed(0)} MB`,
			ours: `${memory.large.memoryMegabytes.toFixed(0)} MB`,
		},
	});
	await Promise.all([small.server.stop(), large.server.stop()]);
	return rows;
}

/**
 * @param {Record<"small" | "large", () => Promise<number>>} works
 * @returns {Promise<Pair>}
 */
async function medians(works) {
	const { small, large } = await alternate(ROUNDS, works);
	return { small: median(small), large: median(large) };
}

/**
 * @param {string} name
 * @param {Pair} pair
 */
function row(name, { small, large }) {
	return {
		...{ measure: `100k templates, 1M tokens against 1k: ${name}`, floor: `${small.toFixed(2)} ms` },
		...{ ours: `${large.toFixed(2)} ms`, ratio: large / small, goal: `≤ ${GOAL} ×`, met: large <= GOAL * small },
	};
}

/**
 * A filled store behind a server, and the addresses to ask: those of first pages, and those of deep ones.
 * @param {Parameters<typeof filledFolder>[0]} size
 */
async function openStore(size) {
	const dataDir = await filledFolder(size);
	const server = await startServer({ dataDir });
	const { call } = await openTenant(server.address, dataDir);
	const [user] = (await call("GET", `/users-by-email?email=${OWNER}`)).json;
	const templates = `${TEMPLATES}?take=${PAGE_SIZE}`;
	const tokens = `/users/${encodeURIComponent(user.user_id)}/refresh-tokens?take=${PAGE_SIZE}`;
	const token = (await call("GET", tokens)).json.tokens[0];
	const search = `/users?q=${encodeURIComponent(`email:"${user.email}"`)}`;
	/** @type {{ name: string, operation: Operation }[]} */
	const first = [
		{ name: "Templates, first page", operation: ["GET", templates] },
		{ name: "Tokens of a user, first page", operation: ["GET", tokens] },
		{ name: "User search, e-mail", operation: ["GET", search] },
		{ name: "User search, beginning of a name", operation: ["GET", "/users?q=name:gr*&per_page=10"] },
		{
			name: "PATCH of a token",
			operation: ["PATCH", `/refresh-tokens/${token.id}`, { refresh_token_metadata: { note: "measured" } }],
		},
	];
	/** @type {{ name: string, first: Operation, deep: Operation }[]} */
	const deep = [
		{
			name: "Templates, hundredth page, against its first",
			first: ["GET", templates],
			deep: ["GET", await pageAt(call, templates, PAGES)],
		},
		{
			name: "Tokens of a user, last page, against its first",
			first: ["GET", tokens],
			deep: ["GET", await pageAt(call, tokens, Number.POSITIVE_INFINITY)],
		},
	];
	return { server, first, deep, time: (/** @type {Operation} */ operation) => timeOf(call, operation) };
}

/**
 * The address of the page at a position, or of the last full one.
 * @param {Call} call
 * @param {string} path
 * @param {number} position from 1
 */
async function pageAt(call, path, position) {
	let address = path;
	for (let page = 1; page < position; page += 1) {
		const { next } = (await call("GET", address)).json;
		if (!next) break;
		address = `${path}&from=${encodeURIComponent(next)}`;
	}
	return address;
}

/**
 * The median of some calls, one after the other, in milliseconds.
 * @param {Call} call
 * @param {Operation} operation
 */
async function timeOf(call, operation) {
	const times = [];
	for (let count = 0; count < CALLS; count += 1) times.push((await call(...operation)).milliseconds);
	return median(times);
}
