import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { exitCodeOf, spawnNode } from "../../lib/cli/child.mjs";
import { hashFiles, listFiles } from "../../lib/cli/prepare/files-hash.mjs";
import { readStamp, writeStamp } from "../../lib/cli/prepare/stamp.mjs";
import { inProject, PROJECT_DIR } from "../../lib/cli/project.mjs";
import { CACHE_FOLDER } from "./cache-folder.mjs";

/** What decides how a filled store looks. */
const SOURCES = ["store", "testing", "sample-tenant"];

/**
 * A data folder with an embedded tenant of that size, filled by `npm run seed` and kept for later runs.
 * @param {{ templates: number, tokens: number }} size
 */
export async function filledFolder({ templates, tokens }) {
	const dataDir = join(CACHE_FOLDER, `data-${templates}-${tokens}`);
	const stamp = join(dataDir, "filled-by");
	const sources = SOURCES.flatMap((folder) => listFiles(inProject("lib", "identity-service", folder)));
	const wanted = hashFiles(
		PROJECT_DIR,
		sources.filter((file) => !file.includes(".test.")),
	);
	if (readStamp(stamp) === wanted && existsSync(join(dataDir, "identity-service.sqlite"))) return dataDir;
	rmSync(dataDir, { recursive: true, force: true });
	const parameters = [
		inProject("e2e", "bench", "seed.mjs"),
		"--templates",
		String(templates),
		"--tokens",
		String(tokens),
	];
	const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "" };
	const exitCode = await exitCodeOf(spawnNode(parameters, { env }));
	if (exitCode !== 0) throw new Error("The store was not filled.");
	writeStamp(stamp, wanted);
	return dataDir;
}
