import { rmSync } from "node:fs";
import { join } from "node:path";
import { exitCodeOf, spawnNode } from "../../../lib/cli/child.mjs";
import { hashFiles, listFiles, readStamp, writeStamp } from "../../../lib/cli/prepare/stamps.ts";
import { inProject, PROJECT_DIR } from "../../../lib/cli/project.mjs";
import { CACHE_FOLDER } from "../floor.ts";
import { type Sample, takeTurns } from "../rounds.ts";
import { startServer } from "../server.ts";
import type { Measure } from "../sides.ts";
import { compare, median, megabytes, milliseconds } from "../table.ts";
import { openTenant, TEMPLATES, type Tenant } from "../tenant.ts";

/** Code is compiled on its first runs. */
const COUNT = { rounds: 15, warmUp: 2 };
const CALLS = 20;
const PAGE_SIZE = 50;
const GOAL = { floor: { atMost: 1.1 } };
/** The first of the invented users, who owns one token in twenty. */
const OWNER = "grace.costa.0@example.net";
/** What decides how a filled store looks. */
const SOURCES = ["store", "testing", "sample-tenant"];

/** The same requests to a small store and to one a thousand times as large; and in that, deep pages and first ones. */
export const measureGrowth: Measure = async () => {
	const small = await openStore(1_000, 1_000);
	const large = await openStore(100_000, 1_000_000);
	const deep = { templates: await large.pageAt("templates", 100), tokens: await large.pageAt("tokens") };
	const of = await takeTurns(
		COUNT,
		[{ name: "ours", ...large }],
		async () => ({
			...(await large.timeAll()),
			...{ deepTemplates: await large.time("GET", deep.templates), deepTokens: await large.time("GET", deep.tokens) },
		}),
		small.timeAll,
	);
	const memory = async ({ server }: typeof small) => [(await server.usage()).memoryMegabytes];
	const held = { ours: await memory(large), floor: await memory(small) };
	await Promise.all([small.server.stop(), large.server.stop()]);
	const row = (name: string, key: string, peer?: string) =>
		compare(
			`100k templates, 1M tokens against 1k: ${name}`,
			milliseconds,
			peer ? { ours: of(key).ours, floor: of(peer).ours } : of(key, key),
			GOAL,
		);
	return [
		row("Templates, first page", "templates"),
		row("Tokens of a user, first page", "tokens"),
		row("User search, e-mail", "email"),
		row("User search, beginning of a name", "name"),
		row("PATCH of a token", "patch"),
		row("CPU of all these", "cpu"),
		row("Templates, hundredth page, against its first", "deepTemplates", "templates"),
		row("Tokens of a user, last page, against its first", "deepTokens", "tokens"),
		compare("100k templates, 1M tokens against 1k: Memory after all these", megabytes, held, GOAL),
	];
};

/** A store of that size behind a server, and the requests to make. */
async function openStore(templates: number, tokens: number) {
	const dataDir = await filledFolder(templates, tokens);
	const server = await startServer({ folder: PROJECT_DIR, dataDir });
	const { call, tokensOf } = await openTenant(server.address, dataDir);
	const owner = await tokensOf(OWNER);
	const lists = {
		templates: `${TEMPLATES}?take=${PAGE_SIZE}`,
		tokens: `/users/${encodeURIComponent(owner.userId)}/refresh-tokens?take=${PAGE_SIZE}`,
	};
	const metadata = { refresh_token_metadata: { note: "measured" } };
	const operations: Record<string, Parameters<Tenant["call"]>> = {
		templates: ["GET", lists.templates],
		tokens: ["GET", lists.tokens],
		email: ["GET", `/users?q=${encodeURIComponent(`email:"${OWNER}"`)}`],
		name: ["GET", "/users?q=name:gr*&per_page=10"],
		patch: ["PATCH", `/refresh-tokens/${owner.tokens[0]?.id}`, metadata],
	};

	/** The median of some calls, one after the other, in milliseconds. */
	async function time(...operation: Parameters<Tenant["call"]>): Promise<number> {
		const times = [];
		for (let count = 0; count < CALLS; count += 1) times.push((await call(...operation)).milliseconds);
		return median(times);
	}

	return {
		...{ server, time },
		async timeAll(): Promise<Sample> {
			const sample: Sample = {};
			const cpu = await server.cpuOf(async () => {
				for (const [name, operation] of Object.entries(operations)) sample[name] = await time(...operation);
			});
			return { ...sample, cpu };
		},
		/** The address of a list's page at a position from 1, or of the last one. */
		async pageAt(list: keyof typeof lists, position = Number.POSITIVE_INFINITY): Promise<string> {
			let address = lists[list];
			for (let page = 1; page < position; page += 1) {
				const { next } = (await call("GET", address)).json;
				if (!next) break;
				address = `${lists[list]}&from=${encodeURIComponent(next)}`;
			}
			return address;
		},
	};
}

/** A data folder with an embedded tenant of that size, filled by `npm run seed` and kept for later runs. */
async function filledFolder(templates: number, tokens: number): Promise<string> {
	const dataDir = join(CACHE_FOLDER, `data-${templates}-${tokens}`);
	const stamp = join(dataDir, "filled-by");
	const sources = SOURCES.flatMap((folder) => listFiles(inProject("lib", "identity-service", folder)));
	const wanted = hashFiles(PROJECT_DIR, sources);
	if (readStamp(stamp) === wanted) return dataDir;
	rmSync(dataDir, { recursive: true, force: true });
	const seed = [inProject("e2e/bench/seed.ts"), "--templates", String(templates), "--tokens", String(tokens)];
	const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "" };
	if ((await exitCodeOf(spawnNode(seed, { env }))) !== 0) throw new Error("The store was not filled.");
	writeStamp(stamp, wanted);
	return dataDir;
}
