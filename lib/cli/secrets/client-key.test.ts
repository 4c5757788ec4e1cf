import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createFakeProject, type FakeProject } from "../testing/fake-project";

const FILE = ".data/management-client-key.json";
const LIVE = { MANAGEMENT_BASE_URL: "https://tenant.example.com/api/v2" };
const REFUSAL = "The tenant does not accept the console's key";
let project: FakeProject;

beforeAll(() => {
	project = createFakeProject();
});
beforeEach(() => rmSync(join(project.folder, ".data"), { recursive: true, force: true }));
afterAll(() => project.remove());

async function run(command: string, environment: Record<string, string> = LIVE) {
	const running = project.run("secrets", environment, [command]);
	return { exitCode: await running.exitCode, output: running.output() };
}
const keys = () => JSON.parse(project.read(FILE));

describe("npm run secrets -- key", () => {
	it("makes a private key that only its owner can read, and prints the public part and the next step", async () => {
		const { exitCode, output } = await run("key", {});
		expect(exitCode).toBe(0);
		expect(Object.keys(keys())).toEqual(["current"]);
		expect(statSync(join(project.folder, FILE)).mode & 0o777).toBe(0o600);
		expect(output).toContain("-----BEGIN PUBLIC KEY-----");
		expect(output).toContain(`"n":"${keys().current.n}"`);
		expect(output).toContain("Next: register this public key");
		expect(output).toContain(`MANAGEMENT_CLIENT_KEY_FILE=${join(project.folder, FILE)}`);
		for (const part of ["d", "p", "q"]) expect(output).not.toContain(keys().current[part]);
	});

	it("keeps the key that there is, in the data folder, another file or the environment", async () => {
		await run("key");
		const text = project.read(FILE);
		const { n } = keys().current;
		expect((await run("key")).output).toContain(n);
		expect((await run("key", { MANAGEMENT_CLIENT_KEY: text })).output).toContain(n);
		project.write("elsewhere.json", text);
		expect((await run("key", { MANAGEMENT_CLIENT_KEY_FILE: "elsewhere.json" })).output).toContain(n);
		expect(project.read(FILE)).toBe(text);
	});

	it("does not quote a file that has no key", async () => {
		project.write(FILE, "a text by mistake");
		const { exitCode, output } = await run("key");
		expect([exitCode, output.includes("by mistake")]).toEqual([1, false]);
		expect(output).toContain("has no key");
	});
});

describe("npm run secrets -- rotate-key", () => {
	it("makes the next key, uses it once the tenant accepts it, and removes the previous one, a call each", async () => {
		await run("key");
		const { current: first } = keys();
		const made = await run("rotate-key");
		const { current, next } = keys();
		expect(current).toEqual(first);
		expect(made.output).toContain(next.n);
		expect(made.output).toContain("beside the other one");

		const refused = await run("rotate-key", { ...LIVE, FAKE_REFUSAL: REFUSAL });
		expect(refused.exitCode).toBe(1);
		for (const text of [REFUSAL, "nothing was changed", next.n]) expect(refused.output).toContain(text);
		expect(keys()).toEqual({ current: first, next });

		const used = await run("rotate-key");
		expect(used.output).toContain("The tenant accepts the new key");
		expect(keys()).toEqual({ current: next, previous: first });

		expect((await run("rotate-key")).output).toContain("The rotation is complete");
		expect(keys()).toEqual({ current: next });
		expect(statSync(join(project.folder, FILE)).mode & 0o777).toBe(0o600);
	});

	it("says where the key comes from when there is nothing to rotate here", async () => {
		expect(await run("rotate-key")).toMatchObject({ exitCode: 1, output: expect.stringContaining("secrets -- key") });
		const embedded = await run("rotate-key", {});
		expect(embedded).toMatchObject({ exitCode: 1, output: expect.stringContaining("--new-credentials") });
		const inEnvironment = await run("rotate-key", { ...LIVE, MANAGEMENT_CLIENT_KEY: "{}" });
		expect(inEnvironment).toMatchObject({ exitCode: 1, output: expect.stringContaining("give every instance") });
	});
});
