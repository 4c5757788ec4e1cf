import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchBrowser } from "./browser.mjs";
import { buildFloor } from "./floor.mjs";
import { startServer } from "./server.mjs";
import { openTenant } from "./tenant.mjs";

/** What every measure works with: the app on fresh data, the floor beside it, a browser, and an admin who is signed in. */
export async function openSurroundings() {
	const floorFolder = await buildFloor();
	const dataDir = mkdtempSync(join(tmpdir(), "identity-console-bench-data-"));
	process.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));
	const [floor, app] = [await startServer({ folder: floorFolder, readyPath: "/" }), await startServer({ dataDir })];
	const tenant = await openTenant(app.address, dataDir);
	const [admin, browser] = [await tenant.signIn(), await launchBrowser()];
	return {
		floorFolder,
		floor,
		app,
		tenant,
		admin,
		browser,
		close: () => Promise.all([browser.close(), floor.stop(), app.stop()]),
	};
}
