import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchBrowser } from "./browser.mjs";
import { buildFloor } from "./floor.mjs";
import { startServer } from "./server.mjs";
import { openTenant } from "./tenant.mjs";

/**
 * What every measure works with: the app on fresh data, the floor beside it, a browser, and an admin who is signed in.
 * @param {string} [besideFolder] an older checkout, built, that some measures take turns with
 */
export async function openSurroundings(besideFolder) {
	const floorFolder = await buildFloor();
	const floor = await startServer({ folder: floorFolder, readyPath: "/" });
	const own = await openSide();
	const beside = besideFolder === undefined ? null : await openSide(besideFolder);
	const browser = await launchBrowser();
	return {
		...{ floorFolder, floor, ...own, browser },
		/** This version, and the one beside it if there is one. */
		sides: beside ? [own, beside] : [own],
		close: () => Promise.all([browser.close(), floor.stop(), own.app.stop(), beside?.app.stop()]),
	};
}

/**
 * A built version of the app on a data folder of its own.
 * @typedef {Awaited<ReturnType<typeof openSide>>} Side
 * @param {string} [folder]
 */
async function openSide(folder) {
	const dataDir = mkdtempSync(join(tmpdir(), "identity-console-bench-data-"));
	process.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));
	const app = await startServer({ dataDir, ...(folder !== undefined && { folder }) });
	const tenant = await openTenant(app.address, dataDir);
	return { app, tenant, admin: await tenant.signIn() };
}
