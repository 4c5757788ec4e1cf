import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createFakeProject, type FakeProject } from "../testing/fake-project";

let project: FakeProject;

beforeAll(() => {
	project = createFakeProject();
});
beforeEach(() => rmSync(join(project.folder, ".data"), { recursive: true, force: true }));
afterAll(() => project.remove());

const sign_ins = { editor: { email: "editor@example.com", password: "secret" } };
const client = { client_id: "c", redirect_uris: ["/callback", "https://other.example/callback"], scopes: [] };

describe("npm run credentials", () => {
	it("prints one JSON object for the current port and data folder", async () => {
		project.write("elsewhere/credentials.json", JSON.stringify({ sign_ins, clients: { console: client } }));
		const running = project.run("credentials", { PORT: "4000", DATA_DIR: "elsewhere" });
		expect(await running.exitCode).toBe(0);
		expect(JSON.parse(running.output())).toEqual({
			address: "http://localhost:4000",
			base_url: "http://localhost:4000/api/v2",
			auth_url: "http://localhost:4000",
			audience: "http://localhost:4000/api/v2/",
			sign_ins,
			clients: {
				console: {
					client_id: "c",
					redirect_uris: ["http://localhost:4000/callback", "https://other.example/callback"],
					scopes: [],
				},
			},
		});
	});

	it("puts the address before logout addresses where a client has some", async () => {
		const clients = { console: { ...client, post_logout_redirect_uris: ["/sign-in"] } };
		project.write(".data/credentials.json", JSON.stringify({ sign_ins, clients }));
		const running = project.run("credentials");
		await running.exitCode;
		expect(JSON.parse(running.output()).clients.console.post_logout_redirect_uris).toEqual([
			"http://localhost:3000/sign-in",
		]);
	});

	it("prints in one line what to do before the first start", async () => {
		const running = project.run("credentials");
		expect(await running.exitCode).toBe(1);
		expect(running.output()).toMatch(/^There is no .*credentials\.json yet: npm start creates it\.\n$/);
	});

	it("has nothing to print for a real tenant", async () => {
		project.write(".data/credentials.json", JSON.stringify({ sign_ins, clients: {} }));
		const running = project.run("credentials", { SIGN_IN_CLIENT_ID: "live" });
		expect(await running.exitCode).toBe(1);
		expect(running.output()).toMatch(/^A real tenant is configured.*\n$/);
	});
});
