import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { CommandError } from "../../lib/cli/command-error.mjs";
import { inProject, PROJECT_DIR } from "../../lib/cli/project.mjs";
import { linkFolder } from "../../lib/cli/test/link-folder.mjs";
import { CACHE_FOLDER } from "./cache-folder.mjs";
import { startServer } from "./server.mjs";

const BUILT_WITHIN_MILLISECONDS = 15 * 60_000;

/**
 * A checkout of another version, with its packages and its build.
 * @param {string} version a commit, or the folder of a checkout
 * @param {string} node the program that is to run it
 * @returns {Promise<string>} its folder, kept for later runs
 * @throws {CommandError} where there is no such commit
 */
export async function prepareOlderVersion(version, node) {
	const folder = existsSync(join(version, "package.json")) ? resolve(version) : checkOut(version);
	const dataDir = mkdtempSync(join(tmpdir(), "identity-console-bench-data-"));
	const begin = performance.now();
	console.log(`Preparing ${version} …`);
	// Its own command installs and builds what is out of date.
	const app = await startServer({ folder, node, dataDir, withinMilliseconds: BUILT_WITHIN_MILLISECONDS });
	await app.stop();
	rmSync(dataDir, { recursive: true, force: true });
	console.log(`Preparing ${version}: done in ${Math.round((performance.now() - begin) / 1000)} s`);
	return folder;
}

/** @param {string} version */
function checkOut(version) {
	const commit = commitOf(version);
	const folder = join(CACHE_FOLDER, `version-${commit.slice(0, 12)}`);
	if (existsSync(folder)) return folder;
	const unfinished = `${folder}-unfinished`;
	rmSync(unfinished, { recursive: true, force: true });
	git(["clone", "--quiet", "--shared", "--no-checkout", PROJECT_DIR, unfinished]);
	git(["checkout", "--quiet", "--detach", commit], unfinished);
	const lockfiles = [unfinished, PROJECT_DIR].map((one) => readFileSync(join(one, "package-lock.json"), "utf8"));
	if (lockfiles[0] === lockfiles[1]) linkFolder(inProject("node_modules"), join(unfinished, "node_modules"));
	renameSync(unfinished, folder);
	return folder;
}

/** @param {string} version */
function commitOf(version) {
	try {
		return git(["rev-parse", "--verify", "--quiet", "--end-of-options", `${version}^{commit}`]).trim();
	} catch {
		throw new CommandError(`--against takes a commit or the folder of a checkout, not "${version}".`);
	}
}

/**
 * @param {string[]} parameters
 * @param {string} [folder]
 */
function git(parameters, folder = PROJECT_DIR) {
	return execFileSync("git", parameters, { cwd: folder, encoding: "utf8" });
}
