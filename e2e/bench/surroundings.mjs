import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROJECT_DIR } from "../../lib/cli/project.mjs";
import { launchBrowser } from "./browser.mjs";
import { buildFloor } from "./floor.mjs";
import { prepareOlderVersion } from "./older-version.mjs";
import { startServer } from "./server.mjs";
import { openTenant } from "./tenant.mjs";

/**
 * A built checkout, and the program that runs it.
 * @typedef {{ name: "ours" | "older", folder: string, node: string }} Version
 * @typedef {Awaited<ReturnType<typeof openSide>>} Side
 * @typedef {Awaited<ReturnType<typeof openSurroundings>>} Surroundings
 * @typedef {(surroundings: Surroundings) => Promise<import("./table.mjs").Row[]>} Measure
 */

/**
 * What every measure works with: the app on fresh data, the floor beside it, and an admin who is signed in.
 * @param {{ against?: string, oldNode?: string }} [options] the older version that measures take turns with, and the
 * program that runs it where that is another
 */
export async function openSurroundings({ against, oldNode = process.execPath } = {}) {
	const floorFolder = await buildFloor();
	/** @type {Version[]} */
	const versions = [{ name: "ours", folder: PROJECT_DIR, node: process.execPath }];
	if (against !== undefined) {
		versions.push({ name: "older", folder: await prepareOlderVersion(against, oldNode), node: oldNode });
	}
	const floor = await startServer({ folder: floorFolder, readyPath: "/" });
	/** @type {Side[]} */
	const sides = [];
	for (const version of versions) sides.push(await openSide(version));
	const [own, older] = /** @type {[Side, Side?]} */ (sides);
	/** @type {ReturnType<typeof launchBrowser> | undefined} */
	let browser;
	return {
		...{ floorFolder, floor, ...own },
		/** This version, and the older one if there is one. */
		sides,
		/** Whether the older version runs on another Node. */
		otherNode: older !== undefined && older.app.nodeVersion !== own.app.nodeVersion,
		openBrowser() {
			browser ??= launchBrowser();
			return browser;
		},
		async close() {
			await (await browser)?.close();
			for (const { app } of [{ app: floor }, ...sides]) await app.stop();
		},
	};
}

/**
 * A version that serves, on a data folder of its own.
 * @param {Version} version
 */
export async function openSide(version) {
	const dataDir = mkdtempSync(join(tmpdir(), "identity-console-bench-data-"));
	process.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));
	const app = await startServer({ ...version, dataDir });
	const tenant = await openTenant(app.address, dataDir);
	return { version, app, tenant, admin: await tenant.signIn() };
}
