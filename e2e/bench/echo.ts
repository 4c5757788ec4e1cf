import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { quietStep, spawnNode } from "../../lib/cli/child.mjs";
import { hashFiles, readStamp, writeStamp } from "../../lib/cli/prepare/stamps.ts";
import { inProject, nextCommand, PROJECT_DIR } from "../../lib/cli/project.mjs";
import { linkFolder } from "../../lib/cli/test/deletion-check.ts";
import { type Server, startServer } from "./server.ts";

/** Within the folder. */
const NEXT = relative(PROJECT_DIR, nextCommand());
const FILES = {
	"package.json": `{ "name": "echo", "private": true, "type": "module",
	"scripts": { "start": "node ${NEXT} start -H 127.0.0.1" } }`,
	"app/layout.jsx": `export default function Layout({ children }) {
	return <html lang="en"><body>{children}</body></html>;
}`,
	"app/page.jsx": "export default () => <h1>Empty</h1>;",
	"app/echo/route.js": `export async function POST(request) {
	return Response.json(await request.json(), { status: 201 });
}`,
};

/**
 * The least that Next can do, on the project's versions: an app of an empty page and of a route handler that reads JSON
 * and sends it back, served by `next start`. It has no proxy and no settings: a proxy that does nothing costs a handler
 * more than all the rest does.
 */
export async function openEcho(): Promise<Server> {
	const folder = await keptFolder("echo", [import.meta.filename, inProject("package-lock.json")], async (folder) => {
		for (const [file, text] of Object.entries(FILES)) {
			mkdirSync(dirname(join(folder, file)), { recursive: true });
			writeFileSync(join(folder, file), text);
		}
		linkFolder(inProject("node_modules"), join(folder, "node_modules"));
		const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
		await quietStep("Building the echo", spawnNode([NEXT, "build"], { cwd: folder, env, output: "pipe" }));
	});
	return startServer(folder, { readyPath: "/" });
}

/** A folder outside the checkout that is made once, and anew where the files that it is made from have changed. */
export async function keptFolder(
	name: string,
	sources: string[],
	make: (folder: string) => Promise<void>,
): Promise<string> {
	const folder = join(tmpdir(), "identity-console-bench", name);
	const stamp = join(folder, "made-from");
	const hash = hashFiles(PROJECT_DIR, sources);
	if (readStamp(stamp) === hash) return folder;
	rmSync(folder, { recursive: true, force: true });
	await make(folder);
	writeStamp(stamp, hash);
	return folder;
}
