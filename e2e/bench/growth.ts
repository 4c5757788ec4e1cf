import { exitCodeOf, spawnNode } from "../../lib/cli/child.mjs";
import { listFiles } from "../../lib/cli/prepare/stamps.ts";
import { inProject, PROJECT_DIR } from "../../lib/cli/project.mjs";
import { keptFolder } from "./echo.ts";
import { compare, median, milliseconds, takeTurns } from "./rounds.ts";
import { startServer } from "./server.ts";
import type { Measure } from "./sides.ts";
import { openTenant, TEMPLATES, type Tenant } from "./tenant.ts";

/** Code is compiled on its first runs. */
const COUNT = { rounds: 15, warmUp: 2 };
const CALLS = 20;
const PAGE_SIZE = 50;
const GOAL = { beside: { atMost: 1.2 } };
/** The first of the invented users, who owns one token in twenty. */
const OWNER = "grace.costa.0@example.net";
/** What decides how a filled store looks. */
const SOURCES = ["store", "testing", "sample-tenant"];

/** The same requests to a small store and to one a thousand times as large; and in that, deep pages and first ones. */
export const measureGrowth: Measure = async () => {
	const small = await openStore(1_000, 1_000);
	const large = await openStore(100_000, 1_000_000);
	const deep = { templates: await large.pageAt("templates", 100), tokens: await large.pageAt("tokens") };
	const timeOfLarge = async () => ({
		...(await large.timeOfAll()),
		deepTemplates: await large.timeOf("GET", deep.templates),
		deepTokens: await large.timeOf("GET", deep.tokens),
	});
	const stores = [
		{ name: "ours", take: timeOfLarge },
		{ name: "small", take: small.timeOfAll },
	];
	const of = await takeTurns(COUNT, stores, ({ take }) => take());
	await Promise.all([small.server.stop(), large.server.stop()]);
	const name = "100k templates and users, 1M tokens, sessions and entries of the log against 1k";
	const row = (what: string, key: string) => compare(`${name}: ${what}`, milliseconds, of(key, "small"), GOAL);
	const deepRow = (what: string, key: string, first: string) =>
		compare(`${name}: ${what}`, milliseconds, { ours: of(key).ours, beside: of(first).ours }, GOAL);
	return [
		row("Templates, first page", "templates"),
		row("Tokens of a user, first page", "tokens"),
		row("Sessions of a user, first page", "sessions"),
		row("Users, first page with totals", "users"),
		row("User search, e-mail", "email"),
		row("User search, beginning of a name", "name"),
		row("User search, any word", "word"),
		row("Log of a user, first page with totals", "logOfUser"),
		row("Log, first page with totals", "log"),
		row("Log, failed sign-ins", "logByType"),
		row("Log, a term in any field", "logByTerm"),
		row("PATCH of a token", "patch"),
		deepRow("Templates, hundredth page, against its first", "deepTemplates", "templates"),
		deepRow("Tokens of a user, last page, against its first", "deepTokens", "tokens"),
	];
};

/** A store of that size behind a server, and the requests to make. */
async function openStore(templates: number, tokens: number) {
	const dataDir = await filledFolder(templates, tokens);
	const server = await startServer(PROJECT_DIR, { dataDir });
	const { call, tokensOf } = await openTenant(server.address, dataDir);
	const owner = await tokensOf(OWNER);
	const ofOwner = encodeURIComponent(owner.userId);
	const lists = {
		templates: `${TEMPLATES}?take=${PAGE_SIZE}`,
		tokens: `/users/${ofOwner}/refresh-tokens?take=${PAGE_SIZE}`,
		sessions: `/users/${ofOwner}/sessions?take=${PAGE_SIZE}`,
	};
	const search = (q: string) =>
		`/logs?per_page=${PAGE_SIZE}&include_totals=true&sort=date:-1&q=${encodeURIComponent(q)}`;
	const metadata = { refresh_token_metadata: { note: "measured" } };
	const operations: Record<string, Parameters<Tenant["call"]>> = {
		templates: ["GET", lists.templates],
		tokens: ["GET", lists.tokens],
		email: ["GET", `/users?q=${encodeURIComponent(`email:"${OWNER}"`)}`],
		name: ["GET", "/users?q=name:gr*&per_page=10"],
		word: ["GET", `/users?per_page=10&q=${encodeURIComponent("name:*okafor* OR email:*okafor* OR nickname:*okafor*")}`],
		users: ["GET", `/users?per_page=${PAGE_SIZE}&include_totals=true`],
		sessions: ["GET", lists.sessions],
		logOfUser: ["GET", `/users/${ofOwner}/logs?per_page=${PAGE_SIZE}&include_totals=true&sort=date:-1`],
		log: ["GET", search("")],
		logByType: ["GET", search("type:(f OR fp OR fu OR fc OR limit_wc)")],
		logByTerm: ["GET", search("Username-Password-Authentication")],
		patch: ["PATCH", `/refresh-tokens/${owner.tokens[0]?.id}`, metadata],
	};
	/** The median of some calls, one after the other, in milliseconds. */
	async function timeOf(...operation: Parameters<Tenant["call"]>): Promise<number> {
		const times: number[] = [];
		while (times.length < CALLS) times.push((await call(...operation)).milliseconds);
		return median(times);
	}

	return {
		server,
		timeOf,
		/** The time of each operation. */
		async timeOfAll() {
			const sample: Record<string, number> = {};
			for (const [name, operation] of Object.entries(operations)) sample[name] = await timeOf(...operation);
			return sample;
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
function filledFolder(templates: number, tokens: number): Promise<string> {
	const sources = SOURCES.flatMap((folder) => listFiles(inProject("lib", "identity-service", folder)));
	return keptFolder(`data-${templates}-${tokens}`, sources, async (dataDir) => {
		const seed = [inProject("e2e/bench/seed.ts"), "--templates", String(templates), "--tokens", String(tokens)];
		seed.push("--entries", String(tokens));
		const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "" };
		if ((await exitCodeOf(spawnNode(seed, { env }))) !== 0) throw new Error("The store was not filled.");
	});
}
