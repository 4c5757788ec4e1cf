// How a server starts, and what its process holds.
import { rmSync } from "node:fs";
import { join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { COMPILED, PROJECT_DIR } from "../../lib/cli/project.mjs";
import { expectStatus } from "./http.ts";
import { openPeer, type Peer } from "./peers.ts";
import { compare, megabytes, milliseconds, takeTurns } from "./rounds.ts";
import { startServer } from "./server.ts";
import { type Measure, newDataFolder, openSide, type Side } from "./sides.ts";

const START_ROUNDS = 5;
const IDLE_MILLISECONDS = 1_500;
const MEMORY_ROUNDS = 2;
const VIEWS = 2_000;
const CONNECTIONS = 8;
/** More than V8 waits for before it gives memory back. */
const QUIET_MILLISECONDS = 12_000;

/** `npm start` to the first response, as after a build, with an empty data folder and nothing compiled; and again. */
export const measureStart: Measure = async ({ sides }) => {
	const of = await takeTurns({ rounds: START_ROUNDS }, sides, async ({ folder }) => {
		rmSync(join(folder, relative(PROJECT_DIR, COMPILED)), { recursive: true, force: true });
		const dataDir = newDataFolder();
		return { first: await startOnce(folder, dataDir), second: await startOnce(folder, dataDir) };
	});
	const name = "npm start to first response";
	const goal = { ours: { atMost: 1_000 } };
	return [
		compare(`${name}, the first after the build`, milliseconds, of("first"), goal),
		compare(`${name}, the second`, milliseconds, of("second"), goal),
	];
};

async function startOnce(folder: string, dataDir: string): Promise<number> {
	const server = await startServer(folder, { dataDir });
	await server.stop();
	return server.startMilliseconds;
}

/**
 * The memory of a server's process as the system reports it, without a garbage collection on request: after its start,
 * after many views, and when nothing has come for a while.
 */
export const measureMemory: Measure = async ({ sides, peers }) => {
	const payload = await peers("Payload");
	const of = await takeTurns({ rounds: MEMORY_ROUNDS }, [...sides, ...payload], usageAfterViews);
	const after = `Memory after ${VIEWS} views`;
	return [
		compare(after, megabytes, of("after"), { ours: { atMost: 350 } }),
		compare("Memory idle after them", megabytes, of("quiet"), { ours: { atMost: 220 } }),
		...payload.flatMap(({ name }) => [
			compare(`${after}, beside ${name}`, megabytes, of("after", name), { beside: { atMost: 1 } }),
			compare(`Memory idle, beside ${name}`, megabytes, of("idle", name), { beside: { atMost: 1 } }),
		]),
	];
};

async function usageAfterViews(side: Side | Peer) {
	const { app, admin, pages } = await ("folder" in side ? openSide(side.name, side.folder) : openPeer(side.name));
	await delay(IDLE_MILLISECONDS);
	const memory = async () => (await app.usage()).memoryMegabytes;
	const idle = await memory();
	const paths = Object.values(pages);
	let begun = 0;
	const view = async () => {
		for (; begun < VIEWS; begun += 1) await expectStatus(200, admin.visit(paths[begun % paths.length] ?? "/"));
	};
	await Promise.all(Array.from({ length: CONNECTIONS }, view));
	const after = await memory();
	await delay(QUIET_MILLISECONDS);
	const quiet = await memory();
	await app.stop();
	return { idle, after, quiet };
}
