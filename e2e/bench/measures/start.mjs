import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { compare, megabytes, milliseconds } from "../compare.mjs";
import { alternate } from "../rounds.mjs";
import { startServer } from "../server.mjs";

const ROUNDS = 5;
const IDLE_MILLISECONDS = 1_500;
const TO_FLOOR = { floor: { atMost: 1.3 } };

/**
 * `npm start` to the first answer, with an empty data folder and again; then the memory of doing nothing.
 * @type {import("../surroundings.mjs").Measure}
 */
export async function measureStart({ floorFolder, sides }) {
	/** @type {Record<string, () => Promise<Record<"first" | "second" | "idle", number>>>} */
	const works = {
		floor: async () => {
			const { start, idle } = await startOnce({ folder: floorFolder, readyPath: "/" });
			return { first: start, second: start, idle };
		},
	};
	for (const { version } of sides) works[version.name] = () => startTwice(version);
	const samples = await alternate(ROUNDS, works);
	/** @param {"first" | "second" | "idle"} what */
	const of = (what) => {
		const [floor, ours = [], older] = ["floor", "ours", "older"].map((name) => samples[name]?.map((one) => one[what]));
		return { floor, ours, older };
	};
	return [
		compare("npm start to first answer, with migration and sample data", milliseconds, of("first"), TO_FLOOR),
		compare("npm start to first answer, the second time", milliseconds, of("second"), { ours: { atMost: 1_000 } }),
		compare("Idle memory", megabytes, of("idle"), TO_FLOOR),
	];
}

/** @param {import("../surroundings.mjs").Version} version */
async function startTwice(version) {
	const dataDir = mkdtempSync(join(tmpdir(), "identity-console-bench-data-"));
	try {
		const first = await startOnce({ ...version, dataDir });
		const second = await startOnce({ ...version, dataDir });
		return { first: first.start, second: second.start, idle: first.idle };
	} finally {
		rmSync(dataDir, { recursive: true, force: true });
	}
}

/** @param {Parameters<typeof startServer>[0]} options */
async function startOnce(options) {
	const server = await startServer(options);
	await delay(IDLE_MILLISECONDS);
	const { memoryMegabytes } = await server.usage();
	await server.stop();
	return { start: server.startMilliseconds, idle: memoryMegabytes };
}
