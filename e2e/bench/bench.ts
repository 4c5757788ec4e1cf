// `npm run bench`: measures the app, beside the least that Next can do and beside other consoles where a goal is a ratio to
// them, all built here and run in turns, and prints a table of what was measured, the goal and whether it is met.
// `--only bytes,writes` takes some of it; `--against ../older` measures the version of another checkout in the same turns,
// where the measure can. Many admins at work, `--only load,overload --minutes 5`, are measured only where they are named.
import { existsSync } from "node:fs";
import { cpus } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { CommandError, runMain } from "../../lib/cli/command.mjs";
import { prepare } from "../../lib/cli/prepare/prepare.mjs";
import { measureBytes, measureInteraction } from "./browser.ts";
import { measureLogins, measureSlowSync } from "./contention.ts";
import { measureGrowth } from "./growth.ts";
import { measureHangingTenant } from "./hanging-tenant.ts";
import { measureLines } from "./lines.ts";
import { measureLoad, measureOverload } from "./load.ts";
import { measurePaint, measureTasks } from "./paint.ts";
import { measureMemory, measureStart } from "./process.ts";
import { measureCpu, measureWrites } from "./requests.ts";
import { COLUMNS, type Row } from "./rounds.ts";
import { type Measure, openSides } from "./sides.ts";

/** In the order of the table. */
const measures: Record<string, Measure> = {
	bytes: measureBytes,
	paint: measurePaint,
	tasks: measureTasks,
	interaction: measureInteraction,
	cpu: measureCpu,
	writes: measureWrites,
	logins: measureLogins,
	"slow-sync": measureSlowSync,
	hanging: measureHangingTenant,
	memory: measureMemory,
	start: measureStart,
	lines: measureLines,
	growth: measureGrowth,
	load: measureLoad,
	overload: measureOverload,
};
/** These take many minutes, and the whole machine. */
const WHERE_NAMED = ["load", "overload"];

runMain(async () => {
	const { values } = parseArgs({
		options: {
			only: { type: "string" },
			against: { type: "string" },
			minutes: { type: "string", default: "1" },
		},
	});
	const minutes = Number(values.minutes);
	if (!(minutes > 0 && minutes <= 60)) throw new CommandError("--minutes must be a number from above 0 to 60.");
	const against = values.against && resolve(values.against);
	if (against && !existsSync(join(against, "package.json")))
		throw new CommandError(`--against takes the folder of a checkout, not "${against}".`);
	const names = values.only?.split(",") ?? Object.keys(measures).filter((name) => !WHERE_NAMED.includes(name));
	const chosen = names.map((name) => {
		const measure = measures[name];
		if (!measure) throw new CommandError(`--only takes ${Object.keys(measures).join(", ")}, not "${name}".`);
		return { name, measure };
	});
	await prepare({ build: true });
	const sides = await openSides(against, minutes);
	try {
		const rows: Row[] = [];
		for (const { name, measure } of chosen) {
			const begin = performance.now();
			try {
				rows.push(...(await measure(sides)));
			} catch (error) {
				// What the others measured counts.
				console.error(error);
				rows.push([`${name}: not measured`]);
				process.exitCode = 1;
			}
			console.log(`${name}: measured in ${Math.round((performance.now() - begin) / 1000)} s`);
		}
		const today = new Date().toISOString().slice(0, 10);
		console.log(`\n${today}, ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`);
		console.log("Medians of the rounds (lowest to highest); ratios are medians of the rounds' ratios.");
		console.log("The echo is a route of an app without proxy or settings under `next start`.\n");
		printTable(rows);
	} finally {
		await sides.close();
	}
	// Connections that are kept would keep the process.
	process.exit();
});

/** Prints Markdown, its columns aligned. */
function printTable(rows: Row[]): void {
	const columns = COLUMNS.slice(0, Math.max(...rows.map(({ length }) => length)));
	const widths = columns.map((head, at) =>
		Math.max(...[head, ...rows.map((row) => row[at] ?? "")].map(({ length }) => length)),
	);
	for (const line of [columns, widths.map((width) => "-".repeat(width)), ...rows])
		console.log(`| ${widths.map((width, at) => (line[at] ?? "").padEnd(width)).join(" | ")} |`);
}
