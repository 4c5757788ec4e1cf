import { randomBytes } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { signOut } from "../page/sign-out";
import type { Credentials } from "../running-app/credentials";
import { startSecondApp } from "../running-app/second-app";
import { createButton, nameBox, tick, untilLive } from "../templates/templates-page";
import { fillIn } from "./authorize";

// Two installations that are started again and again.
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

async function openForm(page: Page, { address, sign_ins }: Credentials, name: string): Promise<void> {
	await page.goto(`${address}/templates/new`);
	await page.getByRole("button", { name: "Sign in" }).click();
	await fillIn(page, sign_ins.editor.email, sign_ins.editor.password);
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

test("after APP_SECRET was rotated everything goes on: session, open form, client secrets, refresh tokens, sign-out", async ({
	page,
}) => {
	const newSecret = () => randomBytes(32).toString("base64url");
	const [before, after] = [newSecret(), newSecret()];
	const first = await startSecondApp({ APP_SECRET: before });
	const { credentials, dataDir } = first;
	const again = { PORT: new URL(credentials.address).port, DATA_DIR: dataDir };
	await openForm(page, credentials, "Kept through a rotation");
	const tokens = await firstTokens(credentials);
	await first.stop({ keepData: true });
	const old = await encryptedTexts(dataDir);
	// Two signing keys and the session's ID token.
	expect(new Set(old).size).toBe(3);

	const both = await startSecondApp({ ...again, APP_SECRET: after, APP_SECRET_PREVIOUS: before });
	expect(await both.npmRun("secrets", "--", "rotate")).toContain("Moved to the new secret");
	expect((await exchange(credentials, tokens.body.refresh_token)).status).toBe(200);
	expect(await both.npmRun("secrets", "--", "rotate")).toContain("remove APP_SECRET_PREVIOUS");
	await both.stop({ keepData: true });

	const last = await startSecondApp({ ...again, APP_SECRET: after });
	expect(last.credentials).toEqual(credentials);
	expect((await exchange(credentials, tokens.body.refresh_token)).status).toBe(200);
	await createButton(page).click();
	await expect(page.getByText("Kept through a rotation").first()).toBeVisible();
	await expect(page).toHaveURL(/\/templates\/vct_/);
	await signOut(page);
	// The tenant asks no question: it was shown the ID token of the session.
	await expect(page).toHaveURL(`${credentials.address}/sign-in`);
	await last.stop({ keepData: true });
	const left = await encryptedTexts(dataDir);
	expect(left.length).toBeGreaterThan(0);
	expect(left.filter((text) => old.includes(text))).toEqual([]);
	await rm(dataDir, { recursive: true });
});

test("the secret of a data folder is replaced by calling one command, restarting, and calling it again", async ({
	page,
}) => {
	const first = await startSecondApp();
	const { credentials, dataDir } = first;
	const again = { PORT: new URL(credentials.address).port, DATA_DIR: dataDir };
	const secret = () => readFile(join(dataDir, "app-secret"), "utf8");
	const before = await secret();
	await openForm(page, credentials, "From a data folder");
	expect(await first.npmRun("secrets", "--", "rotate")).toContain("restart the app");
	await first.stop({ keepData: true });
	const second = await startSecondApp(again);
	expect(await second.npmRun("secrets", "--", "rotate")).toContain("Moved to the new secret");
	expect(await second.npmRun("secrets", "--", "rotate")).toContain("its file is removed");
	expect(await readdir(dataDir)).not.toContain("app-secret.previous");
	expect(await secret()).not.toBe(before);
	await createButton(page).click();
	await expect(page).toHaveURL(/\/templates\/vct_/);
	await second.stop({ keepData: true });
	const third = await startSecondApp(again);
	expect(third.credentials).toEqual(credentials);
	await page.goto(`${credentials.address}/templates?q=data+folder`);
	await expect(page.getByRole("link", { name: "From a data folder" })).toBeVisible();
	await third.stop();
});
