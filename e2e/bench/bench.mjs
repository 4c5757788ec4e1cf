// `npm run bench`: measures the app beside the least that Next can do, both built here and run in turns, and prints a
// table of what was measured, the floor, the goal and whether it is met. `--only bytes,writes` takes some of it;
// `--against a1b2c3d` measures an older version in the same turns, where the measure can: a commit, which is built, or
// the folder of another checkout; `--old-node /usr/bin/node` runs that version on another Node;
// `--load --minutes 5` measures many admins at work instead, `--overload` more of them than a core serves.
import { existsSync } from "node:fs";
import { cpus } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { CommandError, runMain } from "../../lib/cli/command-error.mjs";
import { prepare } from "../../lib/cli/prepare/prepare.mjs";

runMain(async () => {
	const { values } = parseArgs({
		options: {
			only: { type: "string" },
			against: { type: "string" },
			"old-node": { type: "string" },
			load: { type: "boolean", default: false },
			overload: { type: "boolean", default: false },
			minutes: { type: "string", default: "1" },
		},
	});
	const minutes = Number(values.minutes);
	if (!(minutes > 0 && minutes <= 60)) throw new CommandError("--minutes must be a number from above 0 to 60.");
	const older = readOlder(values.against, values["old-node"]);
	await prepare({ build: true });
	const isLoad = values.load || values.overload;
	const measures = isLoad ? await loadMeasures(values, minutes) : await chosenMeasures(values.only);
	// Packages, which were not there before `prepare`.
	const { printTable } = await import("./table.mjs");
	const { openSurroundings } = await import("./surroundings.mjs");
	const surroundings = await openSurroundings(older);
	try {
		/** @type {import("./table.mjs").Row[]} */
		const rows = [];
		for (const [name, measure] of measures) {
			const begin = performance.now();
			rows.push(...(await measure(surroundings)));
			console.log(`${name}: measured in ${Math.round((performance.now() - begin) / 1000)} s`);
		}
		const nodes = surroundings.sides.map(({ version, app }) => `${version.name} on Node ${app.nodeVersion}`);
		const machine = `${cpus().length} × ${cpus()[0]?.model}`;
		console.log(`\n${new Date().toISOString().slice(0, 10)}, ${machine}, ${nodes.join(", ")}`);
		console.log("Medians of the rounds (lowest to highest); ratios are medians of the rounds' ratios.");
		console.log("The floor is `next start` of an app without proxy or settings: an empty page, an echo of JSON.\n");
		printTable(rows);
	} finally {
		await surroundings.close();
	}
	// Connections that are kept would keep the process.
	process.exit();
});

/**
 * @param {string | undefined} against
 * @param {string | undefined} oldNode
 */
function readOlder(against, oldNode) {
	if (against === undefined) {
		if (oldNode !== undefined) throw new CommandError("--old-node runs the version that --against names.");
		return {};
	}
	if (oldNode === undefined) return { against };
	if (!existsSync(oldNode)) throw new CommandError(`--old-node names no program: ${oldNode}`);
	return { against, oldNode: resolve(oldNode) };
}

/** @param {string | undefined} only names, separated by commas */
async function chosenMeasures(only) {
	const { measures } = await import("./measures.mjs");
	const names = only?.split(",") ?? Object.keys(measures);
	return names.map((name) => {
		const measure = measures[name];
		if (!measure) throw new CommandError(`--only takes ${Object.keys(measures).join(", ")}, not "${name}".`);
		return /** @type {const} */ ([name, measure]);
	});
}

/**
 * The measures with many admins at work.
 * @param {{ load: boolean, overload: boolean }} chosen
 * @param {number} minutes of each
 */
async function loadMeasures({ load, overload }, minutes) {
	const { measureLoad } = await import("./measures/load.mjs");
	const { measureOverload } = await import("./measures/overload.mjs");
	/** @type {[string, import("./surroundings.mjs").Measure][]} */
	const measures = [];
	if (load) measures.push(["load", (surroundings) => measureLoad(surroundings, minutes)]);
	if (overload) measures.push(["overload", (surroundings) => measureOverload(surroundings, minutes)]);
	return measures;
}
