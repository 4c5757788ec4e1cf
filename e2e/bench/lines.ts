import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "../../lib/cli/prepare/stamps.ts";
import { compare, takeTurns } from "./rounds.ts";
import type { Measure } from "./sides.ts";

const LINES_MAX = { "lib/server": 1_250, "lib/database": 650 };
const TEST = /\.test\.ts$|\/testing\//;

export const measureLines: Measure = async ({ sides }) => {
	const of = await takeTurns({ rounds: 1 }, sides, async ({ folder }) =>
		Object.fromEntries(Object.keys(LINES_MAX).map((module) => [module, linesIn(join(folder, module))])),
	);
	return Object.entries(LINES_MAX).map(([module, atMost]) =>
		compare(`Lines of ${module} without tests`, String, of(module), { ours: { atMost } }),
	);
};

function linesIn(folder: string): number {
	const files = listFiles(folder).filter((file) => !TEST.test(file));
	return files.reduce((sum, file) => sum + readFileSync(file, "utf8").split("\n").length - 1, 0);
}
