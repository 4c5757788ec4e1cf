import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "../fixtures";
import { Visitor } from "../http/visitor";
import { startSecondApp } from "../running-app/second-app";

const PAGES = ["/", "/templates", "/templates/new", "/refresh-tokens", "/applications", "/activity", "/sessions"];
const PRELOADED = [new URL("later-clock.mjs", import.meta.url), new URL("full-disk.mjs", import.meta.url)];

test("a full disk costs writing and signing in, both in words, not reading; with room again all works again", async ({
	page,
	allowBrowserError,
}) => {
	allowBrowserError(/503/);
	test.setTimeout(120_000);
	const fullDisk = join(tmpdir(), `full-disk-${process.pid}-${Date.now()}`);
	const app = await startSecondApp({
		NODE_OPTIONS: PRELOADED.map((module) => `--import=${module}`).join(" "),
		FULL_DISK: fullDisk,
		// Two minutes on, so that each page would note that the session was seen.
		CLOCK_AHEAD_MS: "120000",
		CLOCK_AHEAD_WHILE: fullDisk,
	});
	const { address } = app.credentials;
	const ready = async () => (await fetch(`${address}/readyz`)).text();
	const editor = new Visitor(address);
	try {
		await editor.signIn(app.credentials, "editor");
		await page.context().addCookies(editor.cookies());
		expect(await ready()).toBe("ready\n");
		writeFileSync(fullDisk, "");
		for (const path of PAGES) {
			const { status, url } = await editor.open(path);
			expect([status, url.pathname]).toEqual([200, path]);
		}
		expect(await ready()).toBe("the store takes no writes: the disk is full\n");
		expect((await fetch(`${address}/readyz`)).status).toBe(503);

		await page.goto(`${address}/templates/new`);
		await page.getByRole("textbox", { name: "Name" }).fill("Never kept");
		await page.getByRole("checkbox", { name: "City", exact: true }).check();
		await page.getByRole("button", { name: "Create template" }).click();
		const alert = page.getByRole("alert").filter({ hasText: "Nothing was saved" });
		await expect(alert).toContainText("The console's own store takes no writes: the disk is full.");

		const stranger = new Visitor(address);
		const welcome = await stranger.open("/sign-in");
		welcome.getByText("The console's store takes no writes: the disk is full.", { exact: false });
		const refused = await stranger.press(welcome, "Sign in");
		refused.getByText("The service's store takes no writes: the disk is full.", { exact: false });

		rmSync(fullDisk);
		await expect.poll(ready, { timeout: 15_000 }).toBe("ready\n");
		await page.getByRole("button", { name: "Create template" }).click();
		await expect(page.getByRole("heading", { level: 1, name: "Never kept" })).toBeVisible();
		await stranger.signIn(app.credentials, "editor");
	} finally {
		rmSync(fullDisk, { force: true });
		await app.stop();
	}
});
