import { spawnSync } from "node:child_process";
import {
	closeSync,
	cpSync,
	existsSync,
	fsyncSync,
	mkdirSync,
	mkdtempSync,
	openSync,
	readdirSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { exitCodeOf, forwardSignals, holdOutput } from "../child.mjs";
import { CommandError } from "../command-error.mjs";
import { spawnNpm } from "../npm.mjs";
import { withCheckoutLock } from "../prepare/checkout-lock.mjs";
import { inProject } from "../project.mjs";
import { stopWithNpm } from "../stop-with-npm.mjs";
import { THIS_NODE, whatToInstall } from "./node-needed.mjs";

const QUIETLY = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-progress", "--loglevel=error"];
// npm would try for more than a minute where there is no network.
const WITH_LITTLE_PATIENCE = ["--prefer-offline", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=2000"];

/**
 * Lets npm, with the registry and the proxy that it is set up for, fetch the pinned Node and verify it.
 * @param {import("./pinned-runtime.mjs").Runtime} runtime
 * @throws CommandError with one sentence, when there is none afterwards
 */
export async function fetchRuntime(runtime) {
	const endWatch = stopWithNpm(() => process.exit(1));
	await withCheckoutLock(async () => {
		// Another command may have fetched it meanwhile.
		if (!existsSync(runtime.program)) await fetchOnce(runtime);
	});
	endWatch();
}

/** @param {import("./pinned-runtime.mjs").Runtime} runtime */
async function fetchOnce({ name, locked, folder, program }) {
	const { version } = locked;
	console.error(
		`${THIS_NODE} is too old here: fetching Node ${version} from the npm registry, once, into node_modules/.cache …`,
	);
	const work = openWorkFolder(`${folder}.part-`);
	try {
		writeProject(work, name, locked);
		await install(work, version);
		const fetched = join(work, "node_modules", name, "bin", "node");
		if (versionOf(fetched) !== `v${version}`) {
			throw new CommandError(whatToInstall(`Node ${version} of the npm registry does not run on this system`));
		}
		toDisk(fetched);
		mkdirSync(folder, { recursive: true });
		renameSync(fetched, program);
	} finally {
		rmSync(work, { recursive: true, force: true });
	}
}

/** @param {string} prefix of the folder; others with it were left behind by fetches that were cut off */
function openWorkFolder(prefix) {
	const parent = dirname(prefix);
	mkdirSync(parent, { recursive: true });
	for (const name of readdirSync(parent)) {
		if (name.startsWith(basename(prefix))) rmSync(join(parent, name), { recursive: true, force: true });
	}
	return mkdtempSync(prefix);
}

/**
 * A project that depends on nothing but the package for this platform. As an optional one among those of all
 * platforms, npm would pass over what it could not fetch or verify without a word.
 * @param {string} work
 * @param {string} name
 * @param {{ version: string }} locked
 */
function writeProject(work, name, locked) {
	const project = { private: true, dependencies: { [name]: locked.version } };
	const packages = { "": project, [`node_modules/${name}`]: { ...locked, optional: false } };
	writeFileSync(join(work, "package.json"), JSON.stringify(project));
	writeFileSync(join(work, "package-lock.json"), JSON.stringify({ lockfileVersion: 3, requires: true, packages }));
	if (existsSync(inProject(".npmrc"))) cpSync(inProject(".npmrc"), join(work, ".npmrc"));
}

/**
 * @param {string} work
 * @param {string} version for people
 */
async function install(work, version) {
	const npm = spawnNpm(["ci", ...QUIETLY, ...WITH_LITTLE_PATIENCE], { cwd: work });
	forwardSignals(npm);
	const output = holdOutput(npm);
	const exitCode = await exitCodeOf(npm).catch((error) => error.code);
	if (exitCode === 0) return;
	// Stopped on request, by Ctrl+C for one: nothing to explain.
	if (npm.killed) process.exit(exitCode);
	const [, code = `npm ended with ${exitCode}`] = /npm \S+ code (\w+)/.exec(output.text()) ?? [];
	const reason =
		code === "EINTEGRITY"
			? `What the npm registry sent as Node ${version} is not what this project pins (${code})`
			: `Node ${version} could not be fetched from the npm registry (${code})`;
	throw new CommandError(whatToInstall(reason));
}

/** @param {string} program */
function versionOf(program) {
	const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
	return stdout?.trim();
}

/**
 * Its name, given to it next, must not survive a power cut that its content does not.
 * @param {string} file
 */
function toDisk(file) {
	const descriptor = openSync(file, "r+");
	fsyncSync(descriptor);
	closeSync(descriptor);
}
