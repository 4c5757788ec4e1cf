import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { alternate } from "../rounds.mjs";
import { startServer } from "../server.mjs";

const ROUNDS = 5;
const IDLE_MILLISECONDS = 1_500;

/** To the first answer, with an empty data folder; then the memory of doing nothing. @type {import("../bench.mjs").Measure} */
export async function measureStart({ floorFolder }) {
	const memory = { floor: [], app: [] };
	const works = {
		floor: () => startOnce(memory.floor, { folder: floorFolder, readyPath: "/" }),
		app: () => withDataFolder((dataDir) => startOnce(memory.app, { dataDir })),
	};
	const { floor, app } = await alternate(ROUNDS, works);
	const idle = {
		floor: memory.floor.reduce((sum, one) => sum + one, 0) / ROUNDS,
		app: memory.app.reduce((sum, one) => sum + one, 0) / ROUNDS,
	};
	return [
		{
			...{ measure: "Start, with migration and sample data", floor: `${floor.toFixed(0)} ms` },
			...{ ours: `${app.toFixed(0)} ms`, ratio: app / floor, goal: "≤ 1.3 × the floor", met: app <= 1.3 * floor },
		},
		{
			...{ measure: "Idle memory", floor: `${idle.floor.toFixed(0)} MB`, ours: `${idle.app.toFixed(0)} MB` },
			...{ ratio: idle.app / idle.floor, goal: "≤ 1.3 × the floor", met: idle.app <= 1.3 * idle.floor },
		},
	];
}

async function startOnce(memory, options) {
	const server = await startServer(options);
	await delay(IDLE_MILLISECONDS);
	memory.push((await server.usage()).memoryMegabytes);
	await server.stop();
	return server.startMilliseconds;
}

async function withDataFolder(work) {
	const dataDir = mkdtempSync(join(tmpdir(), "identity-console-bench-data-"));
	try {
		return await work(dataDir);
	} finally {
		rmSync(dataDir, { recursive: true, force: true });
	}
}
