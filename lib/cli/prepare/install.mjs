import { existsSync, readFileSync } from "node:fs";
import { spawnNpm } from "../npm.mjs";
import { inProject, PROJECT_DIR } from "../project.mjs";
import { keepRuntime } from "../runtime/keep-runtime.mjs";
import { hashFiles } from "./files-hash.mjs";
import { quietStep } from "./quiet-step.mjs";
import { readStamp, writeStamp } from "./stamp.mjs";

const LOCKFILE = inProject("package-lock.json");
/** npm's own record of what it put into node_modules, written last. */
const INSTALLED = inProject("node_modules", ".package-lock.json");
const STAMP = inProject("node_modules", ".installed-for");

/** Installs the packages of the lockfile unless they are there. */
export async function ensureInstalled() {
	// Packages hold programs for one platform; a folder shared between two must not pass for both.
	const platform = `${process.platform}-${process.arch}`;
	const wanted = `${platform} ${hashFiles(PROJECT_DIR, [LOCKFILE])}`;
	const stamp = readStamp(STAMP);
	if (stamp === wanted) return;
	const samePlatform = stamp === undefined || stamp.startsWith(`${platform} `);
	if (!samePlatform || !isInstalledByHand()) {
		const parameters = ["ci", "--include=dev", "--no-audit", "--no-fund"];
		await keepRuntime((node) => quietStep("Installing packages (npm ci)", spawnNpm(parameters, { node })));
	}
	writeStamp(STAMP, wanted);
}

/** A developer's own `npm install` counts: all that the lockfile demands is there, in its version. */
function isInstalledByHand() {
	if (!existsSync(INSTALLED)) return false;
	const demanded = JSON.parse(readFileSync(LOCKFILE, "utf8")).packages;
	const installed = JSON.parse(readFileSync(INSTALLED, "utf8")).packages;
	return (
		Object.keys(installed).every((path) => installed[path].version === demanded[path]?.version) &&
		Object.keys(demanded).every((path) => path === "" || demanded[path].optional || installed[path] !== undefined)
	);
}
