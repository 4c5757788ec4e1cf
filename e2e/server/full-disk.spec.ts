import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "../fixtures";
import { Visitor } from "../http/visitor";
import { startSecondApp } from "../running-app/second-app";
import { setBox } from "../templates/templates-page";

const PAGES = ["/", "/templates", "/templates/new", "/refresh-tokens", "/applications", "/activity", "/your-sessions"];
const PRELOADED = [new URL("later-clock.mjs", import.meta.url), new URL("full-disk.mjs", import.meta.url)];

test("on a full disk writing and signing in are refused in words while reading works; with free space again everything works", async () => {
	test.setTimeout(120_000);
	const fullDisk = join(tmpdir(), `full-disk-${process.pid}-${Date.now()}`);
	const app = await startSecondApp({
		NODE_OPTIONS: PRELOADED.map((module) => `--import=${module}`).join(" "),
		FULL_DISK: fullDisk,
		// Two minutes ahead, so that each page would write that the session was seen.
		CLOCK_AHEAD_MS: "120000",
		CLOCK_AHEAD_WHILE: fullDisk,
	});
	const { address } = app.credentials;
	const ready = async () => (await fetch(`${address}/readyz`)).text();
	const editor = new Visitor(address);
	try {
		await editor.signIn(app.credentials, "editor");
		expect(await ready()).toBe("ready\n");
		writeFileSync(fullDisk, "");
		for (const path of PAGES) {
			const { status, url } = await editor.open(path);
			expect([status, url.pathname]).toEqual([200, path]);
		}
		expect(await ready()).toBe("the store accepts no writes: the disk is full\n");
		expect((await fetch(`${address}/readyz`)).status).toBe(503);

		const form = await editor.open("/templates/new");
		setBox(form.getByLabelText("City", { selector: "input" }));
		const refusedForm = await editor.press(form, "Create template", { name: "Kept later" });
		const [alert] = refusedForm.getAllByRole("alert");
		expect(alert?.textContent).toContain("Nothing was saved");
		expect(alert?.textContent).toContain("The console's own store accepts no writes: the disk is full.");

		const visitor = new Visitor(address);
		const welcome = await visitor.open("/sign-in");
		welcome.getByText("The console's store accepts no writes: the disk is full.", { exact: false });
		const refused = await visitor.press(welcome, "Sign in");
		refused.getByText("The service's store accepts no writes: the disk is full.", { exact: false });

		rmSync(fullDisk);
		expect(await ready()).toBe("ready\n");
		const created = await editor.press(refusedForm, "Create template");
		created.getByRole("heading", { level: 1, name: "Kept later" });
		await visitor.signIn(app.credentials, "editor");
	} finally {
		rmSync(fullDisk, { force: true });
		await app.stop();
	}
});
