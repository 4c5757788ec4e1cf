import { randomBytes } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { signInAt } from "../http/visitor";
import { signOut } from "../page/sign-out";
import type { Credentials } from "../running-app/credentials";
import { startSecondApp } from "../running-app/second-app";
import { createButton, nameBox, tick, untilLive } from "../templates/templates-page";

// One installation that is started again and again.
test.describe.configure({ timeout: 120_000 });

async function requestTokens({ auth_url, clients }: Credentials, parameters: Record<string, string>) {
	const { client_id = "", client_secret = "" } = clients.password_app ?? {};
	const body = new URLSearchParams({ client_id, client_secret, ...parameters });
	const answer = await fetch(`${auth_url}/oauth/token`, { method: "POST", body });
	return { status: answer.status, body: await answer.json() };
}

/** Tokens of an application whose client secret was written into it long ago. */
const firstTokens = (credentials: Credentials) => {
	const { email: username, password } = credentials.sign_ins.user;
	return requestTokens(credentials, { grant_type: "password", scope: "openid offline_access", username, password });
};
const exchange = (credentials: Credentials, refresh_token: string) =>
	requestTokens(credentials, { grant_type: "refresh_token", refresh_token });

async function openForm(page: Page, credentials: Credentials, name: string): Promise<void> {
	await signInAt(credentials.address, page, credentials, "editor");
	await page.goto(`${credentials.address}/templates/new`);
	await expect(page.getByRole("heading", { level: 1, name: "New template" })).toBeVisible();
	await untilLive(page);
	await nameBox(page).fill(name);
	await tick(page, "Photo").check();
}

/** Every encrypted text in the files of the stores, free pages included. */
async function encryptedTexts(dataDir: string): Promise<string[]> {
	const names = (await readdir(dataDir)).filter((name) => name.includes(".sqlite"));
	const files = await Promise.all(names.map((name) => readFile(join(dataDir, name), "latin1")));
	return files.flatMap((text) => text.match(/eyJhbGciOiJkaXIi[\w-]*\.\.[\w-]+\.[\w-]+\.[\w-]{22}/g) ?? []);
}

test("after a secret was replaced everything goes on: session, open form, client secrets, refresh tokens, sign-out; first the data folder's by calling one command, restarting, and calling it again, then by one in APP_SECRET", async ({
	page,
}) => {
	const first = await startSecondApp();
	const { credentials, dataDir } = first;
	const again = { PORT: new URL(credentials.address).port, DATA_DIR: dataDir };
	const secret = async () => (await readFile(join(dataDir, "app-secret"), "utf8")).trim();
	const before = await secret();
	await openForm(page, credentials, "Kept through a rotation");
	const tokens = await firstTokens(credentials);
	expect(await first.npmRun("secrets", "--", "rotate")).toContain("restart the app");
	await first.stop({ keepData: true });
	const oldest = await encryptedTexts(dataDir);
	// Two signing keys and the session's ID token.
	expect(new Set(oldest).size).toBe(3);

	const second = await startSecondApp(again);
	expect(await second.npmRun("secrets", "--", "rotate")).toContain("Moved to the new secret");
	expect((await exchange(credentials, tokens.body.refresh_token)).status).toBe(200);
	expect(await second.npmRun("secrets", "--", "rotate")).toContain("its file is removed");
	expect(await readdir(dataDir)).not.toContain("app-secret.previous");
	const middle = await secret();
	expect(middle).not.toBe(before);
	await second.stop({ keepData: true });
	const old = [...oldest, ...(await encryptedTexts(dataDir))];

	// Nothing knows the first secret any more. What its successor opens is moved on to the next.
	const APP_SECRET = randomBytes(32).toString("base64url");
	const third = await startSecondApp({ ...again, APP_SECRET, APP_SECRET_PREVIOUS: middle });
	expect(await third.npmRun("secrets", "--", "rotate")).toContain("Moved to the new secret");
	expect(third.credentials).toEqual(credentials);
	expect((await exchange(credentials, tokens.body.refresh_token)).status).toBe(200);
	await createButton(page).click();
	await expect(page.getByText("Kept through a rotation").first()).toBeVisible();
	await expect(page).toHaveURL(/\/templates\/vct_/);
	await signOut(page);
	// The tenant asks no question: it was shown the ID token of the session.
	await expect(page).toHaveURL(`${credentials.address}/sign-in`);
	await third.stop({ keepData: true });
	const left = await encryptedTexts(dataDir);
	expect(left.length).toBeGreaterThan(0);
	expect(left.filter((text) => old.includes(text))).toEqual([]);
	await rm(dataDir, { recursive: true });
});
