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

/** The same requests to a small store and to one a thousand times as large. @type {import("../bench.mjs").Measure} */
export async function measureGrowth() {
	const small = await openStore({ templates: 1_000, tokens: 1_000 });
	const large = await openStore({ templates: 100_000, tokens: 1_000_000 });
	const pairs = Object.entries(small.first).map(([name, operation]) => ({
		name,
		works: { small: () => small.time(operation), large: () => large.time(large.first[name]) },
	}));
	// Once before it counts: code is compiled on its first runs.
	for (const { works } of pairs) await alternate(2, works);
	const before = { small: await small.server.usage(), large: await large.server.usage() };
	const rows = [];
	for (const { name, works } of pairs) rows.push(row(name, await alternate(ROUNDS, works)));
	const used = async ({ server }, since) => (await server.usage()).cpuMilliseconds - since.cpuMilliseconds;
	const cpu = { small: await used(small, before.small), large: await used(large, before.large) };
	rows.push(row("CPU of all these", cpu));
	for (const [name, path] of Object.entries(large.deep)) {
		const works = { small: () => large.time(large.first[`${name}, first page`]), large: () => large.time(path) };
		rows.push(
			row(
				`${name}, ${name.startsWith("Tokens") ? "last" : "hundredth"} page, against its first`,
				await alternate(ROUNDS, works),
			),
		);
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

function row(name, { small, large }) {
	return {
		...{ measure: `100k templates, 1M tokens against 1k: ${name}`, floor: `${small.toFixed(2)} ms` },
		...{ ours: `${large.toFixed(2)} ms`, ratio: large / small, goal: `≤ ${GOAL} ×`, met: large <= GOAL * small },
	};
}

/** A filled store behind a server, and the addresses to ask: those of first pages, and those of deep ones. */
async function openStore(size) {
	const dataDir = await filledFolder(size);
	const server = await startServer({ dataDir });
	const { call } = await openTenant(server.address, dataDir);
	const [user] = (await call("GET", `/users-by-email?email=${OWNER}`)).json;
	const templates = `${TEMPLATES}?take=${PAGE_SIZE}`;
	const tokens = `/users/${encodeURIComponent(user.user_id)}/refresh-tokens?take=${PAGE_SIZE}`;
	const token = (await call("GET", tokens)).json.tokens[0];
	const first = {
		"Templates, first page": ["GET", templates],
		"Tokens of a user, first page": ["GET", tokens],
		"User search, e-mail": ["GET", `/users?q=${encodeURIComponent(`email:"${user.email}"`)}`],
		"User search, beginning of a name": ["GET", "/users?q=name:gr*&per_page=10"],
		"PATCH of a token": ["PATCH", `/refresh-tokens/${token.id}`, { refresh_token_metadata: { note: "measured" } }],
	};
	const deep = {
		Templates: ["GET", await pageAt(call, templates, PAGES)],
		"Tokens of a user": ["GET", await pageAt(call, tokens, Number.POSITIVE_INFINITY)],
	};
	return { server, first, deep, time: (operation) => timeOf(call, operation) };
}

/** The address of the page at a position, or of the last full one. */
async function pageAt(call, path, position) {
	let address = path;
	for (let page = 1; page < position; page += 1) {
		const { next } = (await call("GET", address)).json;
		if (!next) break;
		address = `${path}&from=${encodeURIComponent(next)}`;
	}
	return address;
}

/** The median of some calls, one after the other, in milliseconds. */
async function timeOf(call, operation) {
	const times = [];
	for (let count = 0; count < CALLS; count += 1) times.push((await call(...operation)).milliseconds);
	return median(times);
}
