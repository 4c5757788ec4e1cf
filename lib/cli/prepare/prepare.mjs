// Updates packages and build, each where the files that it is made from have changed.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { relative, sep } from "node:path";
import { quietStep, spawnNode, spawnNpm } from "../child.mjs";
import { CommandError } from "../command.mjs";
import { inProject, nextCommand, PROJECT_DIR } from "../project.mjs";
import { keepRuntime } from "../runtime/runtime.mjs";
import { withCheckoutLock } from "./lock.mjs";
import { hashFiles, listFiles, readStamp, writeStamp } from "./stamps.ts";

const LOCKFILE = inProject("package-lock.json");
/** npm's own record of what it put into node_modules, written last. */
const INSTALLED = inProject("node_modules", ".package-lock.json");
const INSTALLED_FOR = inProject("node_modules", ".installed-for");
const BUILD_ID_FILE = inProject(".next", "BUILD_ID");
// `next build` deletes it first, so a build that failed or was made by hand never passes for this one.
const BUILT_FROM = inProject(".next", "built-from");

const SOURCE_FOLDERS = ["app", "components", "docs", "lib", "public"];
// Every configuration of the build and every entry point at the top, whatever its name: next.config.mjs,
// instrumentation.ts …
const TOP_LEVEL_FILE = /\.(ts|tsx|mjs|js|json)$/;
const NOT_BUILT =
	/(^|\/)lib\/cli\/|\/testing\/|\/store\/versions\/|\.test\.tsx?$|^(biome|knip)\.json$|^(vitest|playwright)\.config\.|^next-env\.d\.ts$/;

/**
 * Names of actions are hashes under this key. It is no secret: the builds of all machines must have the same names, so
 * that a page of one instance works on the others. Encryption has a key of its own (lib/dashboard/start.ts).
 */
const ACTION_NAMES_KEY = createHash("sha256").update("identity-console action names").digest("base64");

/**
 * Updates packages and, where requested, the build.
 * @param {{ build: boolean }} options
 */
export async function prepare({ build }) {
	await withCheckoutLock(async () => {
		await ensureInstalled();
		if (build) await ensureBuilt();
	});
}

/** Whether there is a complete build, of any sources. */
export function isBuilt() {
	return existsSync(BUILD_ID_FILE);
}

/** Installs the packages of the lockfile unless they are there. */
async function ensureInstalled() {
	// Packages hold programs for one platform; a folder shared between two must not be accepted for both.
	const platform = `${process.platform}-${process.arch}`;
	const current = `${platform} ${hashFiles(PROJECT_DIR, [LOCKFILE])}`;
	const stamp = readStamp(INSTALLED_FOR);
	if (stamp === current) return;
	const samePlatform = stamp === undefined || stamp.startsWith(`${platform} `);
	if (!samePlatform || !isInstalledByHand()) {
		const parameters = ["ci", "--include=dev", "--no-audit", "--no-fund"];
		await keepRuntime((node) => quietStep("Installing packages (npm ci)", spawnNpm(parameters, { node })));
	}
	writeStamp(INSTALLED_FOR, current);
}

/** Accepts a developer's own `npm install`: all that the lockfile demands is there, in its version. */
function isInstalledByHand() {
	if (!existsSync(INSTALLED)) return false;
	const demanded = JSON.parse(readFileSync(LOCKFILE, "utf8")).packages;
	const installed = JSON.parse(readFileSync(INSTALLED, "utf8")).packages;
	return (
		Object.keys(installed).every((path) => installed[path].version === demanded[path]?.version) &&
		Object.keys(demanded).every((path) => path === "" || demanded[path].optional || installed[path] !== undefined)
	);
}

/** Builds the app unless the present build was made from the same sources. */
async function ensureBuilt() {
	const current = hashSources();
	if (readStamp(BUILT_FROM) === current && isBuilt()) return;
	const env = {
		...process.env,
		// Equal for equal sources: a browser takes responses of another build for those of an update.
		BUILD_ID: current,
		NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: ACTION_NAMES_KEY,
		NEXT_TELEMETRY_DISABLED: "1",
	};
	await quietStep("Building (next build)", spawnNode([nextCommand(), "build"], { env, output: "pipe" }));
	if (!isBuilt()) throw new CommandError("next build ended without a complete build.");
	writeStamp(BUILT_FROM, current);
}

/** The hash of everything that determines what `next build` produces. */
function hashSources() {
	const topLevel = readdirSync(PROJECT_DIR, { withFileTypes: true })
		.filter((entry) => entry.isFile() && TOP_LEVEL_FILE.test(entry.name))
		.map((entry) => inProject(entry.name));
	const files = [...topLevel, ...SOURCE_FOLDERS.flatMap((folder) => listFiles(inProject(folder)))];
	return hashFiles(
		PROJECT_DIR,
		files.filter((file) => !NOT_BUILT.test(relative(PROJECT_DIR, file).replaceAll(sep, "/"))),
	);
}
