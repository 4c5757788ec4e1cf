import { setTimeout as delay } from "node:timers/promises";
import { takeTurns } from "../rounds.ts";
import { startServer } from "../server.ts";
import { type Measure, newDataFolder } from "../sides.ts";
import { compare, megabytes, milliseconds } from "../table.ts";

const ROUNDS = 5;
const IDLE_MILLISECONDS = 1_500;

/** `npm start` to the first answer, with an empty data folder and again; then the memory of doing nothing. */
export const measureStart: Measure = async ({ floorFolder, sides }) => {
	const of = await takeTurns(
		{ rounds: ROUNDS },
		sides,
		async ({ folder }) => {
			const dataDir = newDataFolder();
			const first = await startOnce({ folder, dataDir });
			const second = await startOnce({ folder, dataDir });
			return { first: first.start, second: second.start, idle: first.idle };
		},
		() => startOnce({ folder: floorFolder, readyPath: "/" }),
	);
	return [
		compare("npm start to first answer, with migration and sample data", milliseconds, of("first", "start"), {
			floor: { atMost: 1.3 },
		}),
		compare("npm start to first answer, the second time", milliseconds, of("second", "start"), {
			ours: { atMost: 1_000 },
		}),
		compare("Idle memory", megabytes, of("idle", "idle"), { floor: { atMost: 1.2 } }),
	];
};

async function startOnce(app: Parameters<typeof startServer>[0]) {
	const server = await startServer(app);
	await delay(IDLE_MILLISECONDS);
	const { memoryMegabytes } = await server.usage();
	await server.stop();
	return { start: server.startMilliseconds, idle: memoryMegabytes };
}
