import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROJECT_DIR } from "../../lib/cli/project.mjs";
import { openPeer, type Peer } from "./peers.ts";
import type { Row } from "./rounds.ts";
import { startServer } from "./server.ts";
import { openTenant, type RefreshToken } from "./tenant.ts";

/** Of the sample, with much metadata. */
const USER = "amara.okafor@example.com";

export type Side = Awaited<ReturnType<typeof openSide>>;
export type Sides = Awaited<ReturnType<typeof openSides>>;
export type Measure = (all: Sides) => Promise<Row[]>;

/**
 * What every measure works with: the app on fresh data, an older version where one is named, and other consoles.
 * @param against the folder of the older version's checkout, whose own command installs and builds what it lacks
 * @param minutes of each measure with many admins
 */
export async function openSides(against: string | undefined, minutes: number) {
	const ours = await openSide("ours", PROJECT_DIR);
	const sides = against === undefined ? [ours] : [ours, await openSide("older", against)];
	const peers: Peer[] = [];
	let hasPeers = false;
	return {
		ours,
		sides,
		minutes,
		/** The other consoles of these names, started by the first measure that compares with them; none where that fails. */
		async peers(...names: Peer["name"][]): Promise<Peer[]> {
			try {
				if (!hasPeers) for (const name of ["react-admin", "Payload"] as const) peers.push(await openPeer(name));
			} catch (error) {
				console.log(`Not every other console could be built, so less is measured beside them: ${error}`);
			}
			hasPeers = true;
			return peers.filter(({ name }) => names.includes(name));
		},
		async close() {
			for (const { app } of [...sides, ...peers]) await app.stop();
		},
	};
}

/**
 * A built checkout that serves, on a data folder of its own, an admin who is signed in, and the pages viewed most.
 * @param tracer a program with its arguments that runs the server
 */
export async function openSide(name: "ours" | "older", folder: string, tracer: string[] = []) {
	const dataDir = newDataFolder();
	const app = await startServer(folder, { dataDir, tracer });
	const tenant = await openTenant(app.address, dataDir);
	const template = (await tenant.createTemplate()).json;
	const templateId: string = template.id;
	const { tokens } = await tenant.tokensOf(USER);
	const keys = ({ refresh_token_metadata }: RefreshToken) => Object.keys(refresh_token_metadata ?? {}).length;
	const [token] = tokens.sort((one, other) => keys(other) - keys(one));
	const pages = {
		"list page": "/templates",
		"form page": "/templates/new",
		"template page": `/templates/${templateId}`,
		"token page": `/refresh-tokens/${token?.id}`,
	};
	return { name, folder, dataDir, app, tenant, template, templateId, pages, admin: await tenant.signIn() };
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
