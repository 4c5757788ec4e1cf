import { readdirSync } from "node:fs";
import { relative, sep } from "node:path";
import { inProject, PROJECT_DIR } from "../project.mjs";
import { hashFiles, listFiles } from "./files-hash.mjs";

const FOLDERS = ["app", "components", "docs", "lib", "public"];
// Every configuration of the build and every entry point at the top, whatever its name: next.config.mjs,
// instrumentation.ts …
const TOP_LEVEL_FILE = /\.(ts|tsx|mjs|js|json)$/;
const NOT_BUILT =
	/(^|\/)lib\/cli\/|\/testing\/|\/store\/versions\/|\.test\.tsx?$|^(biome|knip)\.json$|^(vitest|playwright)\.config\.|^next-env\.d\.ts$/;

/** The hash of everything that decides what `next build` produces. */
export function hashSources() {
	const topLevel = readdirSync(PROJECT_DIR, { withFileTypes: true })
		.filter((entry) => entry.isFile() && TOP_LEVEL_FILE.test(entry.name))
		.map((entry) => inProject(entry.name));
	const files = [...topLevel, ...FOLDERS.flatMap((folder) => listFiles(inProject(folder)))];
	return hashFiles(
		PROJECT_DIR,
		files.filter((file) => !NOT_BUILT.test(relative(PROJECT_DIR, file).replaceAll(sep, "/"))),
	);
}
