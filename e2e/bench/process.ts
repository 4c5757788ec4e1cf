// How a server starts, and what its process holds.
import { setTimeout as delay } from "node:timers/promises";
import { expectStatus } from "./http.ts";
import { compare, megabytes, milliseconds, takeTurns } from "./rounds.ts";
import { startServer } from "./server.ts";
import { type Measure, newDataFolder, openSide, type Side } from "./sides.ts";

const START_ROUNDS = 5;
const IDLE_MILLISECONDS = 1_500;
const MEMORY_ROUNDS = 3;
const VIEWS = 2_000;
const CONNECTIONS = 8;
/** More than V8 waits for before it gives memory back. */
const QUIET_MILLISECONDS = 12_000;

/** `npm start` to the first response, with an empty data folder and again; then the memory of doing nothing. */
export const measureStart: Measure = async ({ floorFolder, sides }) => {
	const of = await takeTurns(
		{ rounds: START_ROUNDS },
		sides,
		async ({ folder }) => {
			const dataDir = newDataFolder();
			const first = await startOnce(folder, dataDir);
			const second = await startOnce(folder, dataDir);
			return { first: first.start, second: second.start, idle: first.idle };
		},
		() => startOnce(floorFolder),
	);
	const name = "npm start to first response";
	const [first, second] = [of("first", "start"), of("second", "start")];
	return [
		compare(`${name}, with migration and sample data`, milliseconds, first, { floor: { atMost: 1.3 } }),
		compare(`${name}, the second time`, milliseconds, second, { ours: { atMost: 1_000 } }),
		compare("Idle memory", megabytes, of("idle", "idle"), { floor: { atMost: 1.2 } }),
	];
};

async function startOnce(folder: string, dataDir?: string) {
	const server = await startServer(folder, dataDir);
	await delay(IDLE_MILLISECONDS);
	const { memoryMegabytes } = await server.usage();
	await server.stop();
	return { start: server.startMilliseconds, idle: memoryMegabytes };
}

/** What a server holds after many views and the garbage collection, and what it still holds when nothing has come for a while. */
export const measureMemory: Measure = async ({ sides }) => {
	const of = await takeTurns({ rounds: MEMORY_ROUNDS }, sides, usageAfterViews);
	return [
		compare(`Memory after ${VIEWS} views, collected`, megabytes, of("memoryMegabytes")),
		compare("of it, heap", megabytes, of("heapMegabytes")),
		compare("the same, after a quiet time", megabytes, of("quietMegabytes"), { ours: { atMost: 200 } }),
	];
};

async function usageAfterViews({ name, folder }: Side) {
	const { app, admin, pages } = await openSide(name, folder);
	const paths = Object.values(pages);
	let begun = 0;
	const view = async () => {
		for (; begun < VIEWS; begun += 1) await expectStatus(200, admin.visit(paths[begun % paths.length] ?? "/"));
	};
	await Promise.all(Array.from({ length: CONNECTIONS }, view));
	const usage = await app.usage("collected");
	await delay(QUIET_MILLISECONDS);
	const { memoryMegabytes: quietMegabytes } = await app.usage();
	await app.stop();
	return { ...usage, quietMegabytes };
}
