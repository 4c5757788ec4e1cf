import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeProject, type FakeProject } from "../testing/fake-project";

let project: FakeProject;

beforeEach(() => {
	project = createFakeProject();
});
afterEach(() => project.remove());

/** Exit code and last line of a run. When all passes, there are 6 checks, 3 unit and 4 browser tests. */
async function runTests(environment: Record<string, string> = {}, parameters: string[] = []) {
	// A named database spares the start of a real PostgreSQL, which the stand-ins would not use.
	const running = project.run("test", { TEST_DATABASE_URL: "postgres://named", ...environment }, parameters);
	const exitCode = await running.exitCode;
	return { exitCode, lastLine: running.output().trimEnd().split("\n").at(-1), output: running.output() };
}

describe("npm test", () => {
	it("adds up checks, unit tests and browser tests in its last line", async () => {
		const { exitCode, lastLine, output } = await runTests();
		expect({ exitCode, lastLine }, output).toEqual({ exitCode: 0, lastLine: "13 passed, 0 failed" });
		expect(output, "what was left out").toMatch(/^1 skipped$/m);
		expect(output, "why").toMatch(/^Not installed here: .*, curl \(Debian: curl\), .*\. What needs it was skipped\.$/m);
	});

	it("counts a failed check and goes on", async () => {
		const { exitCode, lastLine } = await runTests({ FAKE_LINT: "fails" });
		expect({ exitCode, lastLine }).toEqual({ exitCode: 1, lastLine: "12 passed, 1 failed" });
	});

	it("counts failed unit tests", async () => {
		const { exitCode, lastLine } = await runTests({ FAKE_VITEST: "fails" });
		expect({ exitCode, lastLine }).toEqual({ exitCode: 1, lastLine: "12 passed, 1 failed" });
	});

	it("counts failed and unsteady browser tests", async () => {
		const { exitCode, lastLine } = await runTests({ FAKE_PLAYWRIGHT: "fails" });
		expect({ exitCode, lastLine }).toEqual({ exitCode: 1, lastLine: "11 passed, 2 failed" });
	});

	it.each(["FAKE_VITEST", "FAKE_PLAYWRIGHT"])("counts a run without a report as failed (%s)", async (variable) => {
		const { exitCode, lastLine } = await runTests({ [variable]: "breaks" });
		expect(exitCode).toBe(1);
		expect(lastLine).toContain(" 1 failed");
	});

	it("names what failed once more before its last line", async () => {
		const { output } = await runTests({ FAKE_LINT: "fails", FAKE_VITEST: "fails", FAKE_PLAYWRIGHT: "fails" });
		expect(output.split("── What failed\n").at(-1)?.split("\n").slice(0, 5)).toEqual([
			"Lint",
			"a.test.ts › holds water: it leaks",
			"b.test.ts: no such module",
			"c.spec.ts › dark › shows the moon: too bright",
			"c.spec.ts › dark › shows stars: at times",
		]);
	});

	it.each([
		{
			parameters: [],
			one: /^playwright 0 files without ([1-9]) $/m,
			two: /^playwright ([1-9]) files without 1 postgres$/m,
		},
		{ parameters: ["--long"], one: /^playwright (0) files all $/m, two: /^playwright (0) files without 1 postgres$/m },
	])(
		"opens the browser on two instances too where PostgreSQL is installed: $parameters",
		async ({ one, two, ...run }) => {
			const { output, lastLine } = await runTests(
				{ TEST_DATABASE_URL: "", PATH: process.env.PATH ?? "" },
				run.parameters,
			);
			const isInstalled = !output.includes("PostgreSQL: not installed");
			expect(lastLine, output).toBe(`${isInstalled ? 17 : 13} passed, 0 failed`);
			if (!isInstalled) return expect(output).toMatch(/^playwright 0 files all $/m);
			// Each journey runs on one or on two; in the long run on both.
			expect(one.exec(output)?.[1], output).toBe(two.exec(output)?.[1]);
			expect(two.exec(output)).not.toBeNull();
		},
	);

	it("opens no browser on a failed build", async () => {
		const { exitCode, lastLine, output } = await runTests({ FAKE_BUILD: "fails" });
		expect({ exitCode, lastLine }).toEqual({ exitCode: 1, lastLine: "7 passed, 1 failed" });
		expect(output).not.toContain("Browser tests");
	});

	it("builds a copy without the identity service, and again only after a change", async () => {
		project.write("lib/identity-service/secret-half.ts", "");
		await runTests();
		const { output } = await runTests();
		expect(output).toContain("Build without the identity service: ok");
		expect(output).not.toContain("Building");
	});
});
