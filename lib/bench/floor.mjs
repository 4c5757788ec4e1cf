import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { spawnNode } from "../cli/child.mjs";
import { hashFiles } from "../cli/prepare/files-hash.mjs";
import { quietStep } from "../cli/prepare/quiet-step.mjs";
import { readStamp, writeStamp } from "../cli/prepare/stamp.mjs";
import { inProject, PROJECT_DIR } from "../cli/project.mjs";
import { linkFolder } from "../cli/test/link-folder.mjs";
import { CACHE_FOLDER } from "./cache-folder.mjs";

/** The project's own, so that headers, policy and nonce are the same. */
const TAKEN_OVER = ["proxy.ts", "lib/redirect-origin-of-login.ts", "next.config.mjs", "package-lock.json"];

const FILES = {
	"package.json": JSON.stringify({ name: "floor", private: true, type: "module" }),
	"app/layout.jsx":
		'export default function Layout({ children }) {\n\treturn <html lang="en"><body>{children}</body></html>;\n}\n',
	"app/page.jsx":
		'import { headers } from "next/headers";\nexport default async function Page() {\n\tawait headers();\n\treturn <h1>Empty</h1>;\n}\n',
	"app/api/v2/echo/route.js":
		"export async function POST(request) {\n\treturn Response.json(await request.json(), { status: 201 });\n}\n",
};

/**
 * The least that Next can do, on the project's versions: an empty dynamic page under the same policy, and a handler that
 * answers what it was sent. Built once for each set of versions.
 * @returns {Promise<string>} its folder
 */
export async function buildFloor() {
	const folder = join(CACHE_FOLDER, "floor");
	const stamp = join(folder, ".next", "built-from");
	const self = new URL(import.meta.url).pathname;
	const wanted = hashFiles(PROJECT_DIR, [self, ...TAKEN_OVER.map((file) => inProject(...file.split("/")))]);
	if (readStamp(stamp) === wanted && existsSync(join(folder, ".next", "BUILD_ID"))) return folder;
	rmSync(folder, { recursive: true, force: true });
	for (const [file, text] of Object.entries(FILES)) write(join(folder, file), text);
	for (const file of TAKEN_OVER) cpSync(inProject(...file.split("/")), join(folder, file));
	linkFolder(inProject("node_modules"), join(folder, "node_modules"));
	const next = join(folder, "node_modules", "next", "dist", "bin", "next");
	const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
	await quietStep("Building the floor", spawnNode([next, "build"], { cwd: folder, env, output: "pipe" }));
	writeStamp(stamp, wanted);
	return folder;
}

/**
 * @param {string} file
 * @param {string} text
 */
function write(file, text) {
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, text);
}
