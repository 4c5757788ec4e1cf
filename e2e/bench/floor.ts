import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { quietStep, spawnNode } from "../../lib/cli/child.mjs";
import { hashFiles, readStamp, writeStamp } from "../../lib/cli/prepare/stamps.ts";
import { inProject, PROJECT_DIR } from "../../lib/cli/project.mjs";
import { linkFolder } from "../../lib/cli/test/deletion-check.ts";

/** Outside the checkout: what is built and filled once and used again by later runs. */
export const CACHE_FOLDER = join(tmpdir(), "identity-console-bench");
const NEXT = "node_modules/next/dist/bin/next";
const FILES = {
	"package.json": `{ "name": "floor", "private": true, "type": "module",
	"scripts": { "start": "node ${NEXT} start -H 127.0.0.1" } }`,
	"app/layout.jsx": `export default function Layout({ children }) {
	return <html lang="en"><body>{children}</body></html>;
}`,
	"app/page.jsx": `import { headers } from "next/headers";
export default async function Page() {
	await headers();
	return <h1>Empty</h1>;
}`,
	"app/echo/route.js": `export async function POST(request) {
	return Response.json(await request.json(), { status: 201 });
}`,
};

/**
 * The least that Next can do, on the project's versions: an app of an empty dynamic page and of a route handler that
 * reads JSON and answers it, served by `next start`. It has no proxy and no settings: a proxy that does nothing costs a
 * handler more than all the rest does. Built once for each set of versions.
 * @returns its folder
 */
export async function buildFloor(): Promise<string> {
	const folder = join(CACHE_FOLDER, "floor");
	const stamp = join(folder, ".next", "built-from");
	const wanted = hashFiles(PROJECT_DIR, [import.meta.filename, inProject("package-lock.json")]);
	if (readStamp(stamp) === wanted && existsSync(join(folder, ".next", "BUILD_ID"))) return folder;
	rmSync(folder, { recursive: true, force: true });
	for (const [file, text] of Object.entries(FILES)) {
		mkdirSync(dirname(join(folder, file)), { recursive: true });
		writeFileSync(join(folder, file), text);
	}
	linkFolder(inProject("node_modules"), join(folder, "node_modules"));
	const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
	await quietStep("Building the floor", spawnNode([NEXT, "build"], { cwd: folder, env, output: "pipe" }));
	writeStamp(stamp, wanted);
	return folder;
}
