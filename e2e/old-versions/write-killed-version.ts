// Writes the fixtures of a data folder whose app was killed: this version is started on SQLite, admins and programs create
// templates at the same time, and the process ends without warning. What it leaves goes where the tests of upgrades look for
// it, with what it had acknowledged:
// npm exec -c "node --import ./lib/database/testing/typescript.mjs e2e/old-versions/write-killed-version.ts VERSION"
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { managementOf } from "@/e2e/http/management";
import { Visitor } from "@/e2e/http/visitor";
import { fetchManagementToken } from "@/e2e/running-app/credentials";
import { startSecondApp } from "@/e2e/running-app/second-app";

const ROOT = join(import.meta.dirname, "..", "..");
const PARTS = ["identity-service", "dashboard"] as const;
/** How many creates each part has acknowledged at least. */
const ACKNOWLEDGED_MIN = 20;

const [, , version] = process.argv;
if (!version) throw new Error("Name the version.");
const dataDir = mkdtempSync(join(tmpdir(), "killed-version-"));
// The secret says what it is to anyone who finds it in the repository.
writeFileSync(join(dataDir, "app-secret"), `public-secret-of-the-fixture-of-${version}\n`, { mode: 0o600 });
const acknowledged = await writeUntilKilled();
const written_at = new Date().toISOString();
const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: ROOT, encoding: "utf8" }).trim();
for (const part of PARTS) {
	const folder = join(ROOT, "lib", part, "store", "versions", version, "killed");
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	for (const file of [`${part}.sqlite`, `${part}.sqlite-wal`]) {
		writeFileSync(join(folder, `${file}.gz`), gzipSync(readFileSync(join(dataDir, file))));
	}
	const held = { version, commit, written_at, templates: acknowledged[part] };
	writeFileSync(join(folder, "held.json"), `${JSON.stringify(held, null, "\t")}\n`);
	const files = part === "dashboard" ? [] : ["app-secret", "credentials.json"];
	for (const file of files) copyFileSync(join(dataDir, file), join(folder, file));
}
rmSync(dataDir, { recursive: true, force: true });

/** @returns the names of the templates whose creation each part has acknowledged: the dashboard has them in its audit trail */
async function writeUntilKilled() {
	const app = await startSecondApp({ DATA_DIR: dataDir, RATE_LIMIT: "off" });
	const management = managementOf(app.credentials, await fetchManagementToken(app.credentials));
	const admins = [new Visitor(app.credentials.address), new Visitor(app.credentials.address)];
	for (const admin of admins) await admin.signIn(app.credentials, "editor");
	const names: Record<(typeof PARTS)[number], string[]> = { "identity-service": [], dashboard: [] };
	let isKilled = false;

	/** Creates one template after the other until the process is killed. */
	async function write(
		who: string,
		create: (name: string) => Promise<unknown>,
		parts: typeof PARTS | [(typeof PARTS)[0]],
	) {
		for (let number = 1; !isKilled; number += 1) {
			const name = `${who} ${number}`;
			const isCreated = await create(name).then(
				() => true,
				() => false,
			);
			if (isCreated) for (const part of parts) names[part].push(name);
			else if (!isKilled) throw new Error(`${name} was not created.`);
			if (isKilled || PARTS.some((part) => names[part].length < ACKNOWLEDGED_MIN)) continue;
			isKilled = true;
			app.signal("SIGKILL");
		}
	}

	const inConsole = (admin: Visitor) => async (name: string) => {
		const form = await admin.open("/templates/new?preset=identity");
		const { headers } = await admin.press(form, "Create template", { name }, { redirect: "manual" });
		if (!/^\/templates\/vct_/.test(headers.get("location") ?? "")) throw new Error("no redirect to the template");
	};
	await Promise.all([
		write("Program", (name) => management.createTemplate(name, { portrait: true }), ["identity-service"]),
		...admins.map((admin, index) => write(`Admin ${index + 1}, template`, inConsole(admin), PARTS)),
	]);
	return names;
}
