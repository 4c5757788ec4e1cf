import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "./browser";

const FOLDER = join(import.meta.dirname, "..", "..", "node_modules", ".cache", "chromium");

/**
 * The Chromium inside the npm package `@sparticuz/chromium`, for machines that reach only an npm registry.
 * The package unpacks it together with the libraries and fonts that a bare system lacks. Linux on x64 only.
 */
export async function packagedChromium(): Promise<Browser | undefined> {
	if (process.platform !== "linux" || process.arch !== "x64") return undefined;
	if (!existsSync(FOLDER)) await unpack();
	const libraries = join(FOLDER, "al2023", "lib");
	return {
		executablePath: join(FOLDER, "chromium"),
		env: {
			LD_LIBRARY_PATH: [libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(":"),
			FONTCONFIG_PATH: join(FOLDER, "fonts"),
		},
	};
}

/** Unpacks beside the final folder and renames, so that an interrupted run leaves no partial browser. */
async function unpack() {
	const unpacking = `${FOLDER}.${process.pid}`;
	mkdirSync(unpacking, { recursive: true });
	// The package reads its target and whether to unpack libraries from the environment, once, when it is imported.
	const before = { ...process.env };
	Object.assign(process.env, { TMPDIR: unpacking, AWS_LAMBDA_JS_RUNTIME: "nodejs20.x" });
	try {
		const { default: chromium } = await import("@sparticuz/chromium");
		await chromium.executablePath();
		writeFileSync(join(unpacking, "fonts", "fonts.conf"), fontsConfiguration());
		renameSync(unpacking, FOLDER);
	} finally {
		for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
		Object.assign(process.env, before);
		rmSync(unpacking, { recursive: true, force: true });
	}
}

/** The package's own file names folders that exist in one vendor's cloud only; without a font the renderer crashes. */
function fontsConfiguration() {
	return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
	<dir>${join(FOLDER, "fonts", "fonts")}</dir>
	<cachedir>${join(FOLDER, "fonts-cache")}</cachedir>
</fontconfig>
`;
}
