import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { within } from "@testing-library/dom";
import { expect, test } from "../fixtures";
import { type Management, managementOf } from "../http/management";
import { Visitor } from "../http/visitor";
import { otherConsoleOf, settingsFor, startOtherConsole } from "../running-app/other-console";

const ROOT = path.join(import.meta.dirname, "..", "..");
const SECRETS = ["lib/cli/run.mjs", "lib/cli/secrets/secrets.ts"];

/** An application whose public keys a test sets. */
async function keyedApplication(management: Management, audience: string) {
	const methods = (pems: string[]) => ({
		private_key_jwt: { credentials: pems.map((pem) => ({ credential_type: "public_key", pem, alg: "RS256" })) },
	});
	const create = async (pem: string) => {
		const { client_id } = await management.json<{ client_id: string }>("POST", "/clients", {
			name: `Console with a key ${Date.now()}`,
			app_type: "non_interactive",
			grant_types: ["client_credentials"],
			client_authentication_methods: methods([pem]),
		});
		const scope = ["read:vdcs_templates", "read:refresh_tokens", "read:users", "read:clients"];
		await management.json("POST", "/client-grants", { client_id, audience, scope });
		return client_id;
	};
	const register = (id: string, ...pems: string[]) =>
		management.json("PATCH", `/clients/${id}`, { client_authentication_methods: methods(pems) });
	return { create, register };
}

test("a console authenticates by the key that one command made, and gets the next one without an interruption", async ({
	credentials,
	managementToken,
}) => {
	test.slow();
	const folder = await mkdtemp(path.join(tmpdir(), "console-key-"));
	const environment: Record<string, string> = {
		...settingsFor(credentials, otherConsoleOf(credentials).origin),
		MANAGEMENT_CLIENT_SECRET: "",
		MANAGEMENT_CLIENT_KEY_FILE: path.join(folder, "key.json"),
		DATA_DIR: folder,
	};
	const secrets = (command: string) =>
		new Promise<{ output: string; pem: string; isDone: boolean }>((resolve) => {
			const options = { cwd: ROOT, env: { ...process.env, ...environment } };
			execFile(process.execPath, [...SECRETS, command], options, (error, stdout, stderr) => {
				const [pem = ""] = /-----BEGIN PUBLIC KEY-----[\s\S]*?-----END PUBLIC KEY-----/.exec(stdout) ?? [];
				resolve({ output: stdout + stderr, pem, isDone: error === null });
			});
		});
	const application = await keyedApplication(managementOf(credentials, managementToken), credentials.audience);
	const first = await secrets("key");
	environment.MANAGEMENT_CLIENT_ID = await application.create(first.pem);
	const app = await startOtherConsole(credentials, environment);
	try {
		const viewer = new Visitor(environment.APP_URL ?? "");
		await viewer.signIn(credentials, "viewer");
		const check = async () => {
			const page = await viewer.press(await viewer.open("/connection"), "Check connection");
			return within(page.getByRole("region", { name: "Check" })).queryAllByText("works").length;
		};
		(await viewer.open("/connection")).getByText("Private Key JWT (RS256)");
		expect(await check()).toBe(6);

		const next = await secrets("rotate-key");
		const refused = await secrets("rotate-key");
		expect([refused.isDone, refused.pem]).toEqual([false, next.pem]);
		expect(refused.output).toContain("register the console's public key");
		expect(await check()).toBe(6);

		await application.register(environment.MANAGEMENT_CLIENT_ID, first.pem, next.pem);
		expect(await secrets("rotate-key")).toMatchObject({ isDone: true, output: expect.stringContaining("accepts") });
		await application.register(environment.MANAGEMENT_CLIENT_ID, next.pem);
		expect(await check(), "without a restart").toBe(6);
		expect((await secrets("rotate-key")).output).toContain("The rotation is complete.");
	} finally {
		await app.stop();
		await rm(folder, { recursive: true, force: true });
	}
});
