// `npm run bench`: measures the app beside the least that Next can do, both built here and run in turns, and prints a
// table of what was measured, the floor, the goal and whether it is met. `--only bytes,writes` takes some of it;
// `--beside folder` measures the built app of another checkout in the same turns, where the measure can;
// `--load --minutes 5` measures many admins at work instead.
import { cpus } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { CommandError, runMain } from "../cli/command-error.mjs";
import { prepare } from "../cli/prepare/prepare.mjs";

/**
 * @typedef {object} Row
 * @property {string} measure
 * @property {string} floor what it is compared with
 * @property {string} ours
 * @property {number} [ratio] ours against the floor
 * @property {string} goal
 * @property {boolean} met
 * @property {string} [beside] the version of `--beside`
 * @typedef {Awaited<ReturnType<typeof import("./surroundings.mjs").openSurroundings>>} Surroundings
 * @typedef {(surroundings: Surroundings) => Promise<Row[]>} Measure
 */

runMain(async () => {
	const { values } = parseArgs({
		options: {
			only: { type: "string" },
			beside: { type: "string" },
			load: { type: "boolean", default: false },
			minutes: { type: "string", default: "1" },
		},
	});
	const minutes = Number(values.minutes);
	if (!(minutes > 0 && minutes <= 60)) throw new CommandError("--minutes must be a number from above 0 to 60.");
	await prepare({ build: true });
	// Packages, which were not there before `prepare`.
	const { printTable } = await import("./table.mjs");
	const { openSurroundings } = await import("./surroundings.mjs");
	const surroundings = await openSurroundings(values.beside && resolve(values.beside));
	try {
		const measures = values.load ? [await loadMeasure(minutes)] : await chosenMeasures(values.only);
		/** @type {Row[]} */
		const rows = [];
		for (const [name, measure] of measures) {
			const begin = performance.now();
			rows.push(...(await measure(surroundings)));
			console.log(`${name}: measured in ${Math.round((performance.now() - begin) / 1000)} s`);
		}
		console.log(
			`\n${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}\n`,
		);
		printTable(rows);
	} finally {
		await surroundings.close();
	}
	// Connections that are kept would keep the process.
	process.exit();
});

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

/** @param {number} minutes */
async function loadMeasure(minutes) {
	const { measureLoad } = await import("./measures/load.mjs");
	return /** @type {const} */ ([
		"load",
		(/** @type {Surroundings} */ surroundings) => measureLoad(surroundings, minutes),
	]);
}
