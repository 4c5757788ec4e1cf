// Can be deleted, with its folder, as soon as every machine that runs the commands has the Node that package.json requires.
// Where the current Node is too old, a command continues on the one that package-lock.json pins here for its platform
// (`npm install --package-lock-only` updates it): npm fetches it once, from its configured registry and proxy, verifies
// it, and it stays in node_modules/.cache. This file itself needs Node 18.
import { spawnSync } from "node:child_process";
import {
	closeSync,
	copyFileSync,
	cpSync,
	existsSync,
	fsyncSync,
	mkdirSync,
	mkdtempSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { ALLOCATOR, exitCodeOf, forwardSignals, holdOutput, onNpmExit, spawnNode, spawnNpm } from "../child.mjs";
import { withCheckoutLock } from "../prepare/lock.mjs";
import { inProject } from "../project.mjs";

/** What becomes the server by itself. */
const START = inProject("lib", "cli", "start", "start.mjs");
const LOCKFILE = inProject("lib", "cli", "runtime", "package-lock.json");
// `npm ci` does not touch it.
const ASIDE = inProject(".next", "cache", "node");
const QUIETLY = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-progress", "--loglevel=error"];
// npm would try for more than a minute where there is no network.
const WITH_LITTLE_PATIENCE = ["--prefer-offline", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=2000"];

/** Why there is no Node to continue on; run.mjs adds what to install. */
class NoRuntime extends Error {
	/** @override */
	name = "NoRuntime";
}

/** @typedef {NonNullable<ReturnType<typeof pinnedRuntime>>} Runtime the Node to continue on where the current one is too old */

/** Undefined where the lockfile pins none for this platform. */
function pinnedRuntime() {
	const platform = `${process.platform}-${process.arch}`;
	/** The npm package that holds it. */
	const name = `node-${platform}`;
	/** @type {{ version: string, integrity: string } | undefined} */
	const locked = JSON.parse(readFileSync(LOCKFILE, "utf8")).packages[`node_modules/${name}`];
	if (!locked) return undefined;
	// Named by its version: a folder that exists is complete, and never written again.
	const folder = inProject("node_modules", ".cache", `node-${locked.version}-${platform}`);
	return { name, locked, folder, program: `${folder}/node` };
}

/**
 * Runs a script on the pinned Node, with the flags of this one, and ends as that ends.
 * @param {string} script absolute
 * @param {string[]} parameters
 */
export async function continueOnRuntime(script, parameters) {
	const { folder, program } = await ensureRuntime();
	// Tools that look for `node` on the path must find the same one.
	const PATH = [folder, process.env.PATH].join(delimiter);
	const env = { ...(script === START && ALLOCATOR), ...process.env, PATH };
	const child = spawnNode([...process.execArgv, script, ...parameters], { node: program, env });
	forwardSignals(child);
	onNpmExit(() => child.kill("SIGTERM"));
	process.exit(await exitCodeOf(child));
}

/** @returns {Promise<Runtime>} fetched where it was missing */
async function ensureRuntime() {
	const runtime = pinnedRuntime();
	if (!runtime) {
		const platform = `${process.platform} on ${process.arch}`;
		throw new NoRuntime(`Node ${process.versions.node} is too old here, and none can be fetched for ${platform}`);
	}
	if (existsSync(runtime.program)) return runtime;
	await withCheckoutLock(async () => {
		// Another command may have fetched it meanwhile.
		if (!existsSync(runtime.program)) await fetchRuntime(runtime);
	});
	return runtime;
}

/** @param {Runtime} runtime */
async function fetchRuntime(runtime) {
	const { name, locked, folder, program } = runtime;
	const { version } = locked;
	console.error(
		`Node ${process.versions.node} is too old here: fetching Node ${version} from the npm registry, once, into node_modules/.cache …`,
	);
	const work = openWorkFolder(`${folder}.part-`);
	try {
		writeProject(work, runtime);
		await install(work, version);
		const fetched = join(work, "node_modules", name, "bin", "node");
		const { stdout } = spawnSync(fetched, ["--version"], { encoding: "utf8" });
		if (stdout?.trim() !== `v${version}`) {
			throw new NoRuntime(`Node ${version} of the npm registry does not run on this system`);
		}
		toDisk(fetched);
		mkdirSync(folder, { recursive: true });
		renameSync(fetched, program);
	} finally {
		rmSync(work, { recursive: true, force: true });
	}
}

/** @param {string} prefix of the folder; others with it were left behind by interrupted fetches */
function openWorkFolder(prefix) {
	const parent = dirname(prefix);
	mkdirSync(parent, { recursive: true });
	for (const name of readdirSync(parent)) {
		if (name.startsWith(basename(prefix))) rmSync(join(parent, name), { recursive: true, force: true });
	}
	return mkdtempSync(prefix);
}

/**
 * A project that depends on nothing but the package for this platform. If it were optional, among those of all
 * platforms, npm would silently skip a package that it could not fetch or verify.
 * @param {string} work
 * @param {Runtime} runtime
 */
function writeProject(work, { name, locked }) {
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
	// Stopped on request, for example by Ctrl+C: nothing to explain.
	if (npm.killed) process.exit(exitCode);
	const [, code = `npm ended with ${exitCode}`] = /npm \S+ code (\w+)/.exec(output.text()) ?? [];
	throw new NoRuntime(
		code === "EINTEGRITY"
			? `What the npm registry sent as Node ${version} is not what this project pins (${code})`
			: `Node ${version} could not be fetched from the npm registry (${code})`,
	);
}

/**
 * The file is renamed next, and its new name must not survive a power cut that its content does not.
 * @param {string} file
 */
function toDisk(file) {
	const descriptor = openSync(file, "r+");
	fsyncSync(descriptor);
	closeSync(descriptor);
}

/**
 * `npm ci` empties node_modules, the fetched Node included, on which this very process may run and start others.
 * It is moved out of node_modules for the time of `work`.
 * @param {(node: string) => Promise<void>} work receives the path of the Node meanwhile
 */
export async function keepRuntime(work) {
	const program = pinnedRuntime()?.program;
	if (!program || !existsSync(program)) return work(process.execPath);
	move(program, ASIDE);
	const putBack = () => move(ASIDE, program);
	process.once("exit", putBack);
	try {
		await work(ASIDE);
	} finally {
		process.off("exit", putBack);
		putBack();
	}
}

/**
 * @param {string} from
 * @param {string} to appears whole or not at all
 */
function move(from, to) {
	mkdirSync(dirname(to), { recursive: true });
	try {
		renameSync(from, to);
	} catch {
		// node_modules is on another disk.
		copyFileSync(from, `${to}.part`);
		renameSync(`${to}.part`, to);
		rmSync(from);
	}
}
