import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROJECT_DIR } from "../../lib/cli/project.mjs";
import { launchBrowser } from "./browser.ts";
import { buildFloor } from "./floor.ts";
import { startServer } from "./server.ts";
import type { Row } from "./table.ts";
import { openTenant, type RefreshToken, type Tenant } from "./tenant.ts";

/** Of the sample, with much metadata. */
const USER = "amara.okafor@example.com";

export type Side = Awaited<ReturnType<typeof openSide>>;
export type Sides = Awaited<ReturnType<typeof openSides>>;
export type Measure = (all: Sides) => Promise<Row[]>;

/**
 * What every measure works with: the app on fresh data, an older version where one is named, the floor beside them, and
 * a browser.
 * @param against the folder of the older version's checkout, whose own command installs and builds what it lacks
 * @param minutes of each measure with many admins
 */
export async function openSides(against: string | undefined, minutes: number) {
	const floorFolder = await buildFloor();
	const floor = await startServer({ folder: floorFolder, readyPath: "/" });
	const ours = await openSide("ours", PROJECT_DIR);
	const sides = against === undefined ? [ours] : [ours, await openSide("older", against)];
	let browser: ReturnType<typeof launchBrowser> | undefined;
	return {
		...{ floorFolder, floor, ours, sides, minutes },
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

/** A built checkout that serves, on a data folder of its own, and an admin who is signed in. */
export async function openSide(name: "ours" | "older", folder: string) {
	const dataDir = newDataFolder();
	const app = await startServer({ folder, dataDir });
	const tenant = await openTenant(app.address, dataDir);
	return { name, folder, app, tenant, admin: await tenant.signIn(), ...(await findPages(tenant)) };
}

/** The paths of the four pages that admins see most. */
async function findPages(tenant: Tenant) {
	const { id } = (await tenant.createTemplate()).json;
	const { tokens } = await tenant.tokensOf(USER);
	const keys = ({ refresh_token_metadata }: RefreshToken) => Object.keys(refresh_token_metadata ?? {}).length;
	const [token] = tokens.sort((one, other) => keys(other) - keys(one));
	const pages = {
		"list page": "/templates",
		"form page": "/templates/new",
		"template page": `/templates/${id}`,
		"token page": `/refresh-tokens/${token?.id}`,
	};
	return { templateId: id as string, pages };
}

const dataFolders: string[] = [];
process.once("exit", () => {
	for (const folder of dataFolders) rmSync(folder, { recursive: true, force: true });
});

/** An empty folder that is there as long as this process. */
export function newDataFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), "identity-console-bench-data-"));
	dataFolders.push(folder);
	return folder;
}
