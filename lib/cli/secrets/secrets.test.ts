import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createFakeProject, type FakeProject } from "../testing/fake-project";

const SECRET = ".data/app-secret";
const PREVIOUS = ".data/app-secret.previous";
const LIVE = { MANAGEMENT_BASE_URL: "https://tenant.example.com/api/v2" };
const BOTH = { APP_SECRET: "n".repeat(32), APP_SECRET_PREVIOUS: "o".repeat(32) };
let project: FakeProject;

beforeAll(() => {
	project = createFakeProject();
});
beforeEach(() => rmSync(join(project.folder, ".data"), { recursive: true, force: true }));
afterAll(() => project.remove());

async function rotate(environment: Record<string, string> = {}, ...options: string[]) {
	const running = project.run("secrets", environment, ["rotate", ...options]);
	return { exitCode: await running.exitCode, output: running.output() };
}

describe("npm run secrets", () => {
	it("replaces the secret of a data folder in three calls, each of which prints the next step", async () => {
		project.write(SECRET, "the one of today\n");
		const first = await rotate();
		expect(first).toMatchObject({ exitCode: 0, output: expect.stringContaining("Next: restart the app") });
		expect(project.read(PREVIOUS)).toBe("the one of today\n");
		const made = project.read(SECRET);
		expect(made).toMatch(/^[\w-]{43}\n$/);
		for (const file of [SECRET, PREVIOUS]) expect(statSync(join(project.folder, file)).mode & 0o777).toBe(0o600);

		const second = await rotate({ FAKE_MOVED: "4" });
		expect(second.output).toContain("Moved to the new secret: 4 of the stored keys and tokens.");
		expect(project.read(PREVIOUS)).toBe("the one of today\n");

		const third = await rotate({ FAKE_MOVED: "0" });
		expect(third.output).toContain("its file is removed");
		expect(() => project.read(PREVIOUS)).toThrow("ENOENT");
		expect(project.read(SECRET)).toBe(made);
	});

	it("shows no secret", async () => {
		project.write(SECRET, "the one of today\n");
		for (const moved of ["", "4", ""]) {
			const { output } = await rotate({ FAKE_MOVED: moved });
			expect(output).not.toContain("the one of today");
			expect(output).not.toContain(project.read(SECRET).trim());
		}
	});

	it("begins again where it was interrupted before the new secret existed", async () => {
		project.write(SECRET, "the one of today\n");
		project.write(PREVIOUS, "the one of today\n");
		expect((await rotate()).output).toContain("A new secret is in");
		expect(project.read(SECRET)).not.toBe(project.read(PREVIOUS));
	});

	it("moves the stores where the environment names both, and prints when the old one can be deleted", async () => {
		expect((await rotate({ ...BOTH, FAKE_MOVED: "2" })).output).toContain("notice within a minute");
		const done = await rotate(BOTH);
		expect(done).toMatchObject({ exitCode: 0, output: expect.stringContaining("remove APP_SECRET_PREVIOUS") });
	});

	it("names the settings to begin with, of the embedded tenant or of a real one's console", async () => {
		const embedded = await rotate({ APP_SECRET: "n".repeat(32), FAKE_START: "fails" });
		expect(embedded).toMatchObject({ exitCode: 1, output: expect.stringContaining("APP_SECRET_PREVIOUS=") });
		const real = await rotate({ ...LIVE, SESSION_SECRET: "n".repeat(32), FAKE_START: "fails" });
		expect(real).toMatchObject({ exitCode: 1, output: expect.stringContaining("SESSION_SECRET_PREVIOUS=") });
		for (const { output } of [embedded, real]) expect(output).not.toContain("EDITORS is missing");
	});

	it("moves a real tenant's console", async () => {
		const { output } = await rotate({ ...LIVE, SESSION_SECRET: "n".repeat(32), SESSION_SECRET_PREVIOUS: "o" });
		expect(output).toContain("remove SESSION_SECRET_PREVIOUS");
	});

	it("demands an immediate restart where clients and sign-ins got new secrets", async () => {
		const { output } = await rotate({ ...BOTH, FAKE_MOVED: "2" }, "--new-credentials");
		expect(output).toContain("restart every instance now");
		expect((await rotate({ ...LIVE, SESSION_SECRET_PREVIOUS: "o" }, "--new-credentials")).exitCode).toBe(1);
	});

	it("discards what a lost secret encrypted, on a real tenant only", async () => {
		const forget = async (environment: Record<string, string>) => {
			const running = project.run("secrets", environment, ["forget"]);
			return { exitCode: await running.exitCode, output: running.output() };
		};
		expect(await forget(LIVE)).toMatchObject({ exitCode: 0, output: expect.stringContaining("is given up") });
		expect(await forget({})).toMatchObject({ exitCode: 1, output: expect.stringContaining("another DATA_DIR") });
	});

	it.each([[], ["list"], ["forget", "all"], ["rotate", "--all"]])(
		"prints its usage: %s %s",
		async (...parameters: string[]) => {
			const running = project.run("secrets", {}, parameters);
			expect(await running.exitCode).toBe(1);
			expect(running.output()).toContain("npm run secrets -- rotate --new-credentials");
		},
	);

	it("prints that there is nothing to replace before the first start, and why an app did not start", async () => {
		expect((await rotate()).output).toContain("npm start makes it");
		const failed = await rotate({ ...BOTH, FAKE_START: "fails" });
		expect(failed).toMatchObject({ exitCode: 1, output: expect.stringContaining("EDITORS is missing") });
	});
});
