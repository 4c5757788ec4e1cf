import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFakeProject, type FakeProject } from "../testing/fake-project";

let project: FakeProject;

beforeAll(() => {
	project = createFakeProject();
});
afterAll(() => project.remove());

async function templates(parameters: string[], environment: Record<string, string> = {}) {
	const running = project.run("templates", environment, parameters);
	const output: string[] = [];
	running.child.stdout?.on("data", (chunk) => output.push(String(chunk)));
	return { exitCode: await running.exitCode, all: running.output(), stdout: output.join("") };
}
const INIT_CWD = "/somewhere";
const commandIn = (stdout: string) => JSON.parse(stdout.split("\n").find((line) => line.startsWith("{")) ?? "null");
const mode = { deletes: false, recreates: false, keep: null };

describe("npm run templates", () => {
	it.each([
		[["export", "a", "--overwrite"], { name: "export", overwrite: true }],
		[["plan", "a", "--delete", "--recreate"], { name: "plan", mode: { ...mode, deletes: true, recreates: true } }],
		[["plan", "a", "--out", "p.json"], { name: "plan", out: "/somewhere/p.json" }],
		[
			["apply", "a", "--yes", "--keep", "files"],
			{ name: "apply", isConfirmed: true, mode: { ...mode, keep: "files" } },
		],
		[["apply", "a", "--yes", "--reason", "SUP-1 it"], { name: "apply", reason: "SUP-1 it" }],
		[["apply", "a", "--plan", "p.json", "--reason", "SUP-1"], { saved: "/somewhere/p.json", reason: "SUP-1" }],
		[["apply", "a", "--plan", "p.json"], { name: "apply", isConfirmed: false, saved: "/somewhere/p.json", mode }],
	])("starts the command %j, with paths from where npm was called", async (parameters, expected) => {
		const { exitCode, stdout } = await templates(parameters, { INIT_CWD });
		expect(exitCode).toBe(0);
		expect(commandIn(stdout)).toMatchObject({ folder: "/somewhere/a", ...expected });
	});

	it.each([
		[["apply", "a", "--yes", "--propose"], { isProposal: true, isEmergency: false }],
		[
			["apply", "a", "--yes", "--emergency", "--reason", "Down"],
			{ isProposal: false, isEmergency: true, reason: "Down" },
		],
		[["apply", "--approved", "2026-a"], { name: "accepted", proposal: "2026-a" }],
	])("passes on what %j says of a second editor", async (parameters, expected) => {
		const { exitCode, stdout } = await templates(parameters, { FAKE_EXIT: "3" });
		expect([exitCode, commandIn(stdout)]).toEqual([3, expect.objectContaining(expected)]);
	});

	it("ends with the command's exit code, and with 1 and the reason where it was refused", async () => {
		expect((await templates(["plan", "a"], { FAKE_EXIT: "2" })).exitCode).toBe(2);
		expect(await templates(["plan", "a"], { FAKE_REFUSAL: "no folder" })).toMatchObject({
			exitCode: 1,
			all: expect.stringContaining("no folder"),
		});
	});

	it("prints one JSON document and nothing else on the standard output with --json, also where it is refused", async () => {
		rmSync(join(project.folder, ".next"), { recursive: true, force: true });
		const { stdout, all } = await templates(["plan", "a", "--json"]);
		expect(JSON.parse(stdout)).toEqual({ items: [] });
		for (const other of ["Building", "Read 3 templates"]) {
			expect(all).toContain(other);
			expect(stdout).not.toContain(other);
		}
		const refused = await templates(["plan", "a", "--json"], { FAKE_REFUSAL: "no folder" });
		expect([refused.exitCode, JSON.parse(refused.stdout)]).toEqual([1, { refusal: "no folder" }]);
	});

	it("refuses to apply without a terminal where nothing says that it is agreed", async () => {
		const { exitCode, all } = await templates(["apply", "a"], { FAKE_START: "fails" });
		expect(exitCode).toBe(1);
		expect(all).toContain("--yes");
		expect(all).not.toContain("EDITORS is missing");
	});

	it("reports an app that does not start", async () => {
		expect(await templates(["plan", "a"], { FAKE_START: "fails" })).toMatchObject({
			exitCode: 1,
			all: expect.stringContaining("EDITORS is missing"),
		});
	});

	it.each([
		[[]],
		[["plan"]],
		[["list", "a"]],
		[["plan", "a", "b"]],
		[["plan", "a", "--yes"]],
		[["export", "a", "--delete"]],
		[["plan", "a", "--keep", "mine"]],
		[["plan", "a", "--unknown"]],
		[["plan", "a", "--propose"]],
		[["plan", "--approved", "x"]],
		[["apply", "a", "--approved", "x"]],
		[["apply", "--approved", "x", "--yes"]],
		[["apply", "--approved", ""]],
	])("prints its usage for %j, and starts nothing", async (parameters) => {
		const { exitCode, all } = await templates(parameters, { FAKE_START: "fails" });
		expect(exitCode).toBe(1);
		expect(all).toContain("npm run templates -- plan FOLDER");
		expect(all).not.toContain("EDITORS is missing");
	});

	it("is either a proposal or an emergency", async () => {
		expect((await templates(["apply", "a", "--yes", "--propose", "--emergency"])).all).toContain("Choose --propose or");
	});

	it("takes no options that a saved plan states itself", async () => {
		expect((await templates(["apply", "a", "--plan", "p", "--delete"])).all).toContain("A saved plan states itself");
	});
});
