import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFakeProject, type FakeProject } from "../testing/fake-project";

let project: FakeProject;

beforeAll(() => {
	project = createFakeProject();
});
afterAll(() => project.remove());

async function people(parameters: string[], environment: Record<string, string> = {}) {
	const running = project.run("people", environment, parameters);
	const output: string[] = [];
	running.child.stdout?.on("data", (chunk) => output.push(String(chunk)));
	return { exitCode: await running.exitCode, all: running.output(), stdout: output.join("") };
}
const INIT_CWD = "/somewhere";
const REASON = ["--reason", "SUP-1"];
const commandIn = (stdout: string) => JSON.parse(stdout.split("\n").find((line) => line.startsWith("{")) ?? "null");

describe("npm run people", () => {
	it.each([
		[["plan", "a"], { name: "plan", acts: ["end", "revoke"], out: null }],
		[["plan", "a", "--block", "--out", "r.csv"], { name: "plan", acts: ["block"], out: "/somewhere/r.csv" }],
		[["plan", "a", "--overwrite"], { name: "plan", acts: ["end", "revoke"], overwrite: true }],
		[
			["end", "a", "--yes", "--tokens", "--sessions", "--block", ...REASON],
			{ name: "end", acts: ["block", "end", "revoke"], reason: "SUP-1", isConfirmed: true },
		],
	])("starts the command %j, with paths from where npm was called", async (parameters, expected) => {
		const { exitCode, stdout } = await people(parameters, { INIT_CWD });
		expect(exitCode).toBe(0);
		expect(commandIn(stdout)).toEqual({ file: "/somewhere/a", out: null, overwrite: false, ...expected });
	});

	it("ends with the command's exit code, and with 1 and the reason where it was refused", async () => {
		expect((await people(["plan", "a"], { FAKE_EXIT: "2" })).exitCode).toBe(2);
		expect(await people(["plan", "a"], { FAKE_REFUSAL: "no file" })).toMatchObject({
			exitCode: 1,
			all: expect.stringContaining("no file"),
		});
	});

	it("prints one JSON document and nothing else on the standard output with --json, also where it is refused", async () => {
		rmSync(join(project.folder, ".next"), { recursive: true, force: true });
		const { stdout, all } = await people(["plan", "a", "--json"]);
		expect(JSON.parse(stdout)).toEqual({ items: [] });
		for (const other of ["Building", "Looked up 3"]) {
			expect(all).toContain(other);
			expect(stdout).not.toContain(other);
		}
		const refused = await people(["plan", "a", "--json"], { FAKE_REFUSAL: "no file" });
		expect([refused.exitCode, JSON.parse(refused.stdout)]).toEqual([1, { refusal: "no file" }]);
	});

	it("prints what a tenant names a user without acting on the terminal", async () => {
		const { all } = await people(["plan", "a"], { FAKE_NAME: "a\u001b[2Jb\u202e\nc" });
		expect(all).toContain("a\\u{1b}[2Jb\\u{202e}\\u{a}c");
	});

	it("passes Ctrl+C on, and waits until the present user is done and the results are there", async () => {
		const running = project.run("people", { FAKE_STOP: "3", FAKE_EXIT: "1" }, ["end", "a", "--yes", ...REASON]);
		const isWaiting = Promise.withResolvers<void>();
		running.child.stderr?.on("data", () => running.output().includes("Waiting for a signal") && isWaiting.resolve());
		await isWaiting.promise;
		running.child.kill("SIGINT");
		expect(await running.exitCode).toBe(1);
		expect(running.output()).not.toContain("without a result");
	});

	it("says what was done at least where its process is killed, and how to continue", async () => {
		const { exitCode, all } = await people(["end", "a", "--yes", ...REASON], { FAKE_DEATH: "after 3" });
		expect(exitCode).toBe(1);
		expect(all).toContain(
			"At least 18 of 150 were done by then, 1 were not done. Run the same again in a minute to continue",
		);
	});

	it.each([
		[["end", "a", ...REASON], "--yes"],
		[["end", "a", "--yes"], "--reason"],
		[["end", "a", "--yes", "--reason", " "], "--reason"],
	])("refuses %j without a terminal, and starts nothing", async (parameters, missing) => {
		const { exitCode, all } = await people(parameters, { FAKE_START: "fails" });
		expect(exitCode).toBe(1);
		expect(all).toContain(missing);
		expect(all).not.toContain("EDITORS is missing");
	});

	it.each([
		[[]],
		[["plan"]],
		[["list", "a"]],
		[["plan", "a", "b"]],
		[["plan", "a", "--yes"]],
		[["plan", "a", ...REASON]],
		[["end", "a", "--unknown"]],
	])("prints its usage for %j, and starts nothing", async (parameters) => {
		const { exitCode, all } = await people(parameters, { FAKE_START: "fails" });
		expect(exitCode).toBe(1);
		expect(all).toContain("npm run people -- plan FILE");
		expect(all).not.toContain("EDITORS is missing");
	});
});
