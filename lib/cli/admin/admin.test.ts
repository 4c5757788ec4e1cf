import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFakeProject, type FakeProject } from "../testing/fake-project";

let project: FakeProject;

beforeAll(() => {
	project = createFakeProject();
});
afterAll(() => project.remove());

async function admin(parameters: string[], environment: Record<string, string> = {}) {
	const running = project.run("admin", environment, parameters);
	return { exitCode: await running.exitCode, output: running.output() };
}

describe("npm run admin", () => {
	it("passes the command to the app of this port and data folder, and prints the result", async () => {
		const environment = { PORT: "4000", DATA_DIR: "elsewhere", DATABASE_URL: "postgres://x" };
		const { exitCode, output } = await admin(["add", "new@example.com", "viewer"], environment);
		expect(exitCode).toBe(0);
		expect(output).toContain('{"name":"add","email":"new@example.com","role":"viewer"}\n');
		expect(output).toContain(`http://localhost:4000 ${project.folder}/elsewhere postgres://x\n`);
	});

	it("builds where there is no build yet, and never replaces one that an app may be serving from", async () => {
		rmSync(join(project.folder, ".next"), { recursive: true, force: true });
		project.write("builds.log", "");
		await admin(["list"]);
		project.write("app/page.tsx", "changed");
		expect((await admin(["list"])).exitCode).toBe(0);
		expect(project.read("builds.log")).toBe("built\n");
	});

	it("prints the refusal of the app, and fails", async () => {
		const refused = await admin(["remove", "editor@example.com"], { FAKE_ADMIN: "refuses" });
		expect(refused.exitCode).toBe(1);
		expect(refused.output).toMatch(/^the only editor$/m);
	});

	it("shows why the app did not start", async () => {
		const failed = await admin(["list"], { FAKE_START: "fails" });
		expect(failed.exitCode).toBe(1);
		expect(failed.output).toContain("EDITORS is missing");
		expect(failed.output).toContain("did not start (exit code 3)");
	});

	it.each([
		[],
		["drop"],
		["list", "a@b.c"],
		["add", "a@b.c"],
		["add", "a@b.c", "owner"],
		["add", "nobody", "viewer"],
		["remove"],
		["remove", "a@b.c", "viewer"],
		["role", "a@b.c"],
		["reset-password"],
	])("prints its usage before anything is started: %s %s %s", async (...parameters: string[]) => {
		const { exitCode, output } = await admin(parameters, { FAKE_START: "fails" });
		expect(exitCode).toBe(1);
		expect(output).toContain("npm run admin -- reset-password EMAIL\n");
		expect(output).not.toContain("EDITORS is missing");
	});

	it("refuses where a real tenant is configured", async () => {
		const { exitCode, output } = await admin(["list"], { MANAGEMENT_BASE_URL: "https://tenant.example.com/api/v2" });
		expect(exitCode).toBe(1);
		expect(output).toMatch(/^A real tenant is configured: EDITORS, SUPPORT and VIEWERS name its admins\.\n$/);
	});
});
