import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { type SecondApp, startSecondApp } from "../running-app/second-app";
import { fillIn } from "../sign-in/authorize";

const PAGES = ["/", "/templates", "/templates/new", "/refresh-tokens", "/applications", "/activity", "/sessions"];
const PRELOADED = [new URL("later-clock.mjs", import.meta.url), new URL("full-disk.mjs", import.meta.url)];

async function signIn(page: Page, { credentials }: SecondApp) {
	await page.goto(`${credentials.address}/sign-in`);
	await page.getByRole("button", { name: "Sign in" }).click();
	await fillIn(page, credentials.sign_ins.editor.email, credentials.sign_ins.editor.password);
	await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
}

test("a full disk costs writing and signing in, both in words, not reading; with room again all works again", async ({
	page,
	openContext,
	allowBrowserError,
}) => {
	allowBrowserError(/503/);
	test.setTimeout(120_000);
	const fullDisk = join(tmpdir(), `full-disk-${process.pid}-${Date.now()}`);
	const before = await startSecondApp();
	await signIn(page, before);
	await before.stop({ keepData: true });
	const app = await startSecondApp({
		PORT: new URL(before.credentials.address).port,
		DATA_DIR: before.dataDir,
		// Two minutes on, so that each page would note that the session was seen.
		NODE_OPTIONS: PRELOADED.map((module) => `--import=${module}`).join(" "),
		CLOCK_AHEAD_MS: "120000",
		FULL_DISK: fullDisk,
	});
	const { address } = app.credentials;
	const ready = async () => (await fetch(`${address}/readyz`)).text();
	try {
		expect(await ready()).toBe("ready\n");
		writeFileSync(fullDisk, "");
		for (const path of PAGES) expect((await page.request.get(address + path)).status(), path).toBe(200);
		expect(await ready()).toBe("the store takes no writes: the disk is full\n");
		expect((await fetch(`${address}/readyz`)).status).toBe(503);

		await page.goto(`${address}/templates/new`);
		await page.getByRole("textbox", { name: "Name" }).fill("Never kept");
		await page.getByRole("checkbox", { name: "City", exact: true }).check();
		await page.getByRole("button", { name: "Create template" }).click();
		const alert = page.getByRole("alert").filter({ hasText: "Nothing was saved" });
		await expect(alert).toContainText("The console's own store takes no writes: the disk is full.");

		const stranger = await (await openContext()).newPage();
		await stranger.goto(`${address}/sign-in`);
		await expect(stranger.getByText("The console's store takes no writes: the disk is full.")).toBeVisible();
		await stranger.getByRole("button", { name: "Sign in" }).click();
		await expect(stranger.getByText("The service's store takes no writes: the disk is full.")).toBeVisible();

		rmSync(fullDisk);
		await expect.poll(ready, { timeout: 15_000 }).toBe("ready\n");
		await page.getByRole("button", { name: "Create template" }).click();
		await expect(page.getByRole("heading", { level: 1, name: "Never kept" })).toBeVisible();
		await signIn(stranger, app);
	} finally {
		rmSync(fullDisk, { force: true });
		await app.stop();
	}
});
