// `npm run bench`: measures the app beside the least that Next can do, both built here and run in turns, and prints a
// table of what was measured, the floor, the goal and whether it is met. `--only bytes,writes` takes some of it;
// `--against ../older` measures the version of another checkout in the same turns, where the measure can. Many admins at
// work, `--only load,overload --minutes 5`, are measured only where they are named.
import { existsSync } from "node:fs";
import { cpus } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { CommandError, runMain } from "../../lib/cli/command.mjs";
import { prepare } from "../../lib/cli/prepare/prepare.mjs";

runMain(async () => {
	const { values } = parseArgs({
		options: { only: { type: "string" }, against: { type: "string" }, minutes: { type: "string", default: "1" } },
	});
	const minutes = Number(values.minutes);
	if (!(minutes > 0 && minutes <= 60)) throw new CommandError("--minutes must be a number from above 0 to 60.");
	const against = values.against && resolve(values.against);
	if (against && !existsSync(join(against, "package.json")))
		throw new CommandError(`--against takes the folder of a checkout, not "${against}".`);
	await prepare({ build: true });
	// Packages, which were not there before `prepare`.
	const { measures, WITH_MANY_ADMINS } = await import("./measures.ts");
	const { printTable } = await import("./table.ts");
	const { openSides } = await import("./sides.ts");
	const names = values.only?.split(",") ?? Object.keys(measures).filter((name) => !WITH_MANY_ADMINS.includes(name));
	const chosen = names.map((name) => {
		const measure = measures[name];
		if (!measure) throw new CommandError(`--only takes ${Object.keys(measures).join(", ")}, not "${name}".`);
		return { name, measure };
	});
	const sides = await openSides(against, minutes);
	try {
		const rows = [];
		for (const { name, measure } of chosen) {
			const begin = performance.now();
			rows.push(...(await measure(sides)));
			console.log(`${name}: measured in ${Math.round((performance.now() - begin) / 1000)} s`);
		}
		const today = new Date().toISOString().slice(0, 10);
		console.log(`\n${today}, ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`);
		console.log("Medians of the rounds (lowest to highest); ratios are medians of the rounds' ratios.");
		console.log("The floor is `next start` of an app without proxy or settings: an empty page, an echo of JSON.\n");
		printTable(rows);
	} finally {
		await sides.close();
	}
	// Connections that are kept would keep the process.
	process.exit();
});
