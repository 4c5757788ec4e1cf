import { existsSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { findFreePort } from "../port.ts";
import { createFakeProject, type FakeProject, type Running } from "../testing/fake-project";

let project: FakeProject;
let PORT: string;

beforeEach(async () => {
	PORT = String(await findFreePort());
});

const ready = (running: Running) =>
	vi.waitFor(() => expect(running.output()).toContain("is ready"), { timeout: 30_000, interval: 50 });

async function startAndStop(environment: Record<string, string> = {}) {
	const running = project.run("start", { PORT, ...environment });
	await ready(running);
	running.child.kill("SIGTERM");
	expect(await running.exitCode).toBe(143);
	return running.output();
}

describe("npm start", () => {
	beforeAll(() => {
		project = createFakeProject();
	});
	afterAll(() => project.remove());

	it("gives the app its exact address and an absolute data folder", async () => {
		const running = project.run("start", { PORT, DATA_DIR: "data" });
		await ready(running);
		expect(await (await fetch(`http://127.0.0.1:${PORT}/`)).text()).toBe(`http://localhost:${PORT}`);
		expect(existsSync(`${project.folder}/data/credentials.json`)).toBe(true);
	});

	it("prints no secret where the output is not a terminal", async () => {
		const output = await startAndStop();
		expect(output).toContain(`http://localhost:${PORT}`);
		expect(output).toContain("npm run --silent credentials");
		expect(output).not.toContain("planted-password");
	});

	it("shows the app's own list of errors and ends with its exit code", async () => {
		const running = project.run("start", { PORT, FAKE_START: "fails" });
		expect(await running.exitCode).toBe(3);
		expect(running.output()).toContain("EDITORS is missing");
		expect(running.output()).not.toContain("is ready");
	});

	it("leaves no app behind when it is killed outright", async () => {
		const running = project.run("start", { PORT });
		await ready(running);
		const app = Number(project.read("server.pid"));
		running.child.kill("SIGKILL");
		await vi.waitFor(() => expect(() => process.kill(app, 0)).toThrow("ESRCH"), { timeout: 30_000 });
	});

	it("prints which tenant it manages and no sign-in when a real one is configured", async () => {
		const output = await startAndStop({ MANAGEMENT_BASE_URL: "https://tenant.example.com/api/v2" });
		expect(output).toContain("live tenant https://tenant.example.com/api/v2");
		expect(output).not.toContain("credentials");
	});

	it("reads .env, where a variable that is set already wins", async () => {
		onTestFinished(() => rmSync(`${project.folder}/.env`));
		project.write(".env", "PORT=1\nDATA_DIR=from-file\n");
		await startAndStop();
		expect(existsSync(`${project.folder}/from-file/credentials.json`)).toBe(true);
	});

	it.each(["0", "65536", "http", "80.5", "-1"])("refuses %s as a port", async (port) => {
		const running = project.run("start", { PORT: port });
		expect(await running.exitCode).toBe(1);
		expect(running.output()).toContain(`PORT must be a number from 1 to 65535, not "${port}"`);
	});
});

describe("packages and build, before npm start", () => {
	beforeEach(() => {
		project = createFakeProject();
	});
	afterEach(() => project.remove());

	it("builds again after a source changed, and not after a test did", async () => {
		await startAndStop();
		project.write("app/page.test.tsx", "changed");
		await startAndStop();
		expect(project.read("builds.log")).toBe("built\n");
		project.write("app/page.tsx", "changed");
		await startAndStop();
		expect(project.read("builds.log")).toBe("built\nbuilt\n");
	});

	it("builds once for two starts at the same moment", async () => {
		const first = project.run("start", { PORT });
		const second = project.run("start", { PORT: String(await findFreePort()), DATA_DIR: "second" });
		await Promise.all([ready(first), ready(second)]);
		expect(project.read("builds.log")).toBe("built\n");
	});

	it("takes over the lock of a process that has died", async () => {
		project.write(".next/cache/prepare.lock", "4194305");
		await startAndStop();
	});

	it("installs when the lockfile differs from what is installed, then no more", async () => {
		project.write(
			"package-lock.json",
			JSON.stringify({ packages: { "": {}, "node_modules/a": { version: "1.0.0" } } }),
		);
		await startAndStop();
		await startAndStop();
		expect(project.read("npm.log")).toMatch(/^ci --include=dev.*\n$/);
	});

	it("shows what a failed build printed", async () => {
		const running = project.run("start", { PORT, FAKE_BUILD: "fails" });
		expect(await running.exitCode).toBe(1);
		expect(running.output()).toContain("a type error");
		await startAndStop();
	});

	it("names a port that is in use before it builds", async () => {
		const server = createServer().listen(Number(PORT), "127.0.0.1");
		try {
			const running = project.run("start", { PORT });
			expect(await running.exitCode).toBe(1);
			expect(running.output()).toContain(`Port ${PORT} is in use`);
			expect(existsSync(`${project.folder}/builds.log`)).toBe(false);
		} finally {
			server.close();
		}
	});
});
