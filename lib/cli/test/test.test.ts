import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createFakeProject, type FakeProject } from "../testing/fake-project";

let project: FakeProject;

beforeAll(() => {
	project = createFakeProject();
});
afterAll(() => project.remove());

/** What is checked, and built, once more without it. */
function addIdentityService(): void {
	project.write("lib/identity-service/service.ts", "");
	onTestFinished(() => rmSync(`${project.folder}/lib/identity-service`, { recursive: true }));
}

/** Exit code and last line of a run. When all passes, there are 7 checks, 3 unit and 4 browser tests. */
async function runTests(environment: Record<string, string> = {}, parameters: string[] = []) {
	// A named database avoids the start of a real PostgreSQL, which the stand-ins would not use.
	const running = project.run("test", { TEST_DATABASE_URL: "postgres://named", ...environment }, parameters);
	const exitCode = await running.exitCode;
	return { exitCode, lastLine: running.output().trimEnd().split("\n").at(-1), output: running.output() };
}

describe("npm test", () => {
	it("adds up checks, unit tests and browser tests in its last line, after their times", async () => {
		addIdentityService();
		const { exitCode, lastLine, output } = await runTests();
		expect({ exitCode, lastLine }, output).toEqual({ exitCode: 0, lastLine: "14 passed, 0 failed" });
		expect(output, "what was left out").toMatch(/^1 skipped$/m);
		expect(output, "why").toMatch(/^Not installed here: .*, curl \(Debian: curl\), .*\. What needs it was skipped\.$/m);
		expect(output, "each phase").toMatch(
			/── What it took\nchecks: \d+ s.*\nbuild: \d+ s.*\nunit: \d+ s.*\nbrowser: \d+ s.*\n/,
		);
		expect(output.split("── The slowest\n")[1]?.split("\n").slice(0, 2)).toEqual([
			"  61.0 s  a.test.ts › slow",
			"   1.5 s  one instance › c.spec.ts › shows star 0",
		]);
		expect(output.indexOf("Types without the identity service: ok"), "quick checks first").toBeLessThan(
			output.indexOf("Build: ok"),
		);
	});

	it("counts each check, unit test and browser test that failed, continues, and names them before its last line", async () => {
		const { exitCode, lastLine, output } = await runTests({
			FAKE_LINT: "fails",
			FAKE_VITEST: "fails",
			FAKE_PLAYWRIGHT: "fails",
		});
		expect({ exitCode, lastLine }, output).toEqual({ exitCode: 1, lastLine: "10 passed, 5 failed" });
		expect(output.split("── What failed\n").at(-1)?.split("\n").slice(0, 5)).toEqual([
			"Lint",
			"a.test.ts › holds water: it leaks",
			"b.test.ts: no such module",
			"c.spec.ts › dark › shows the moon: too bright",
			"c.spec.ts › dark › shows stars: at times",
		]);
	});

	it("counts runs without a report as failed", async () => {
		const { exitCode, lastLine, output } = await runTests({ FAKE_VITEST: "breaks", FAKE_PLAYWRIGHT: "breaks" });
		expect({ exitCode, lastLine }, output).toEqual({ exitCode: 1, lastLine: "7 passed, 2 failed" });
	});

	it("gives the browser tests a PostgreSQL where one is installed, and fails where a project has more than it may have", async () => {
		const { output, lastLine } = await runTests({
			TEST_DATABASE_URL: "",
			PATH: process.env.PATH ?? "",
			FAKE_BROWSER_TESTS: "5",
		});
		const isInstalled = !output.includes("PostgreSQL: not installed");
		expect(lastLine, output).toBe("14 passed, 1 failed");
		expect(output).toMatch(isInstalled ? /^playwright postgres$/m : /^playwright none$/m);
		expect(output).toMatch(/^5 browser tests on one instance, where at most 4 are to be$/m);
	});

	it.each(process.env.LONG ? ["=main", ""] : ["=main"])(
		"runs the checks, and the tests that a change touches: --changed%s",
		async (since) => {
			const { output, lastLine } = await runTests({}, [`--changed${since}`]);
			expect(lastLine, output).toBe("14 passed, 0 failed");
			const started = [
				`vitest --changed${since} --passWithNoTests`,
				`playwright --only-changed${since} --pass-with-no-tests none`,
			];
			expect(output.split("\n")).toEqual(expect.arrayContaining(started));
		},
	);

	it("opens no browser on a failed build", async () => {
		project.write("app/page.tsx", "changed");
		const { exitCode, lastLine, output } = await runTests({ FAKE_BUILD: "fails" });
		expect({ exitCode, lastLine }, output).toEqual({ exitCode: 1, lastLine: "8 passed, 1 failed" });
		expect(output).not.toContain("Browser tests");
	});

	it("builds a copy without the identity service in the long run", async () => {
		addIdentityService();
		const { output, lastLine } = await runTests({}, ["--long"]);
		expect(lastLine, output).toBe("14 passed, 0 failed");
		expect(output).toContain("Build without the identity service: ok");
	});
});
