import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fakeTools } from "./fake-tools";

export type Running = { child: ChildProcess; output: () => string; exitCode: Promise<number | null> };
export type FakeProject = ReturnType<typeof createFakeProject>;

const COMMANDS = join(import.meta.dirname, "..");
const PROGRAMS = join(COMMANDS, "..", "testing", "programs.mjs");

/** A small project in a temporary folder with the real commands and stand-ins for the tools that they start. */
export function createFakeProject() {
	const folder = mkdtempSync(join(tmpdir(), "identity-console-fake-"));
	const started = new Set<ChildProcess>();
	const write = (path: string, text: string) => {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), text);
	};
	mkdirSync(join(folder, "lib", "testing"), { recursive: true });
	cpSync(PROGRAMS, join(folder, "lib", "testing", "programs.mjs"));
	cpSync(COMMANDS, join(folder, "lib", "cli"), { recursive: true, filter: (source) => !source.endsWith(".test.ts") });
	for (const [path, script] of Object.entries(fakeTools)) write(path, script);
	write("package.json", JSON.stringify({ type: "module", engines: { node: ">=24" } }));
	write("package-lock.json", JSON.stringify({ packages: { "": {} } }));
	write("node_modules/.package-lock.json", JSON.stringify({ packages: {} }));
	write("app/page.tsx", "");

	return {
		folder,
		write,
		read: (path: string) => readFileSync(join(folder, path), "utf8"),
		/** Starts one of the commands. Settings of the machine that runs the tests don't reach it. */
		run(
			command: string,
			environment: Record<string, string> = {},
			parameters: string[] = [],
			{ flags = [], stdout = "pipe" }: { flags?: string[]; stdout?: "pipe" | number } = {},
		): Running {
			const [script = ""] = globSync(`lib/cli/${command}/${command}.{mjs,ts}`, { cwd: folder });
			const child = spawn(process.execPath, [...flags, "lib/cli/run.mjs", script, ...parameters], {
				cwd: folder,
				env: {
					NODE_ENV: "production",
					PATH: "/nowhere",
					npm_execpath: join(folder, "npm", "npm-cli.js"),
					...environment,
				},
				stdio: ["ignore", stdout, "pipe"],
			});
			started.add(child);
			let text = "";
			for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (text += chunk));
			return { child, output: () => text, exitCode: new Promise((resolve) => child.once("close", resolve)) };
		},
		remove() {
			for (const child of started) child.kill("SIGKILL");
			// The children of a killed child end a moment later, and may still write a file.
			rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
		},
	};
}
