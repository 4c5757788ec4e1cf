import { randomBytes } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "../fixtures";
import { Visitor } from "../http/visitor";
import type { Credentials } from "../running-app/credentials";
import { startSecondApp } from "../running-app/second-app";
import { setBox } from "../templates/templates-page";

// One installation that is started several times.
test.describe.configure({ timeout: 120_000 });

async function requestTokens({ auth_url, clients }: Credentials, parameters: Record<string, string>) {
	const { client_id = "", client_secret = "" } = clients.password_app ?? {};
	const body = new URLSearchParams({ client_id, client_secret, ...parameters });
	const response = await fetch(`${auth_url}/oauth/token`, { method: "POST", body });
	return { status: response.status, body: await response.json() };
}

/** Tokens of an application that has a fixed client secret. */
const firstTokens = (credentials: Credentials) => {
	const { email: username, password } = credentials.sign_ins.user;
	return requestTokens(credentials, { grant_type: "password", scope: "openid offline_access", username, password });
};
const exchange = (credentials: Credentials, refresh_token: string) =>
	requestTokens(credentials, { grant_type: "refresh_token", refresh_token });

/** Every encrypted text in the files of the stores, free pages included. */
async function encryptedTexts(dataDir: string): Promise<string[]> {
	const names = (await readdir(dataDir)).filter((name) => name.includes(".sqlite"));
	const files = await Promise.all(names.map((name) => readFile(join(dataDir, name), "latin1")));
	return files.flatMap((text) => text.match(/eyJhbGciOiJkaXIi[\w-]*\.\.[\w-]+\.[\w-]+\.[\w-]{22}/g) ?? []);
}

test("everything works after a secret was replaced: session, open form, client secrets, refresh tokens, sign-out; first the data folder's secret by running the command, restarting, and running it again, then one in APP_SECRET", async () => {
	const first = await startSecondApp();
	const { credentials, dataDir } = first;
	const again = { PORT: new URL(credentials.address).port, DATA_DIR: dataDir };
	const secret = async () => (await readFile(join(dataDir, "app-secret"), "utf8")).trim();
	const before = await secret();
	const editor = new Visitor(credentials.address);
	await editor.signIn(credentials, "editor");
	const form = await editor.open("/templates/new");
	setBox(form.getByLabelText("Photo", { selector: "input" }));
	const tokens = await firstTokens(credentials);
	expect(await first.npmRun("secrets", "rotate")).toContain("restart the app");
	await first.stop({ keepData: true });
	const oldest = await encryptedTexts(dataDir);
	// Two signing keys and the session's ID token.
	expect(new Set(oldest).size).toBe(3);

	const second = await startSecondApp(again);
	expect(await second.npmRun("secrets", "rotate")).toContain("Moved to the new secret");
	expect((await exchange(credentials, tokens.body.refresh_token)).status).toBe(200);
	expect(await second.npmRun("secrets", "rotate")).toContain("its file is removed");
	expect(await readdir(dataDir)).not.toContain("app-secret.previous");
	const middle = await secret();
	expect(middle).not.toBe(before);
	await second.stop({ keepData: true });
	const old = [...oldest, ...(await encryptedTexts(dataDir))];

	// Nothing uses the first secret any more. What its successor encrypts is encrypted anew with the next.
	const APP_SECRET = randomBytes(32).toString("base64url");
	const third = await startSecondApp({ ...again, APP_SECRET, APP_SECRET_PREVIOUS: middle });
	expect(await third.npmRun("secrets", "rotate")).toContain("Moved to the new secret");
	expect(third.credentials).toEqual(credentials);
	expect((await exchange(credentials, tokens.body.refresh_token)).status).toBe(200);
	const created = await editor.press(form, "Create template", { name: "Kept through a rotation" });
	expect(created.url.pathname).toMatch(/^\/templates\/vct_/);
	created.getByRole("heading", { level: 1, name: "Kept through a rotation" });
	const left = await editor.press(created, "Sign out");
	// The tenant does not prompt: it received the session's ID token as `id_token_hint`.
	expect(left.url.href).toBe(`${credentials.address}/sign-in`);
	await third.stop({ keepData: true });
	const texts = await encryptedTexts(dataDir);
	expect(texts.length).toBeGreaterThan(0);
	expect(texts.filter((text) => old.includes(text))).toEqual([]);
	await rm(dataDir, { recursive: true });
});
