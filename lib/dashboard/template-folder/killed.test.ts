// The process of an apply is killed, and the next one goes on: once in the short run, at a write that was carried out and whose
// response is lost; in the long run on both engines, at random moments.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { type Child, endOf, go, readyOf, startChild } from "@/lib/database/testing/run-child";
import { createTestDatabase } from "@/lib/database/testing/test-database";
import { noPurpose } from "../templates/purpose";
import { templateFileName, templateFileText } from "../templates/template-file";
import { templateNamed } from "../templates/whole-template.test-data";
import { startFolderTenant } from "./folder-tenant.test-data";

const CHILD = "lib/dashboard/template-folder/testing/apply-until-killed.ts";
const LONG = process.env.LONG !== undefined;
const EACH = LONG ? 60 : 3;
const KILLS = LONG ? 30 : 1;
/** Of the nine of the short run. */
const KILLED_AT_WRITE = 5;

let undo: (() => unknown)[] = [];
afterEach(async () => {
	for (const each of undo.toReversed()) await each();
	undo = [];
});

const server = process.env.TEST_DATABASE_URL;

describe.each(LONG && server ? ["SQLite", "PostgreSQL"] : ["SQLite"])("on %s", (engine) => {
	test("an apply that is killed goes on, writes nothing twice, and leaves no half-written file", async () => {
		const tenant = await startFolderTenant();
		undo.push(() => tenant.stop());
		const dataDir = await mkdtemp(join(tmpdir(), "identity-console-killed-"));
		undo.push(() => rm(dataDir, { recursive: true, force: true }));
		const database = engine === "PostgreSQL" && server ? await createTestDatabase(server) : null;
		if (database) undo.push(database.drop);
		const { address } = tenant.service;
		const client = {
			MANAGEMENT_CLIENT_ID: "m",
			MANAGEMENT_CLIENT_SECRET: "s",
			SIGN_IN_CLIENT_ID: "s",
			SIGN_IN_CLIENT_SECRET: "s",
			EDITORS: "ann",
			SESSION_SECRET: "s".repeat(32),
		};
		const settings = {
			...client,
			MANAGEMENT_BASE_URL: `${address}/api/v2`,
			AUTH_BASE_URL: address,
			DATA_DIR: dataDir,
			APP_URL: "https://console.example",
			...(database && { DATABASE_URL: database.url }),
		};
		const mode = { deletes: true, recreates: true, keep: null };
		const start = (command: object) =>
			startChild(CHILD, JSON.stringify(settings), JSON.stringify({ folder: tenant.folder, ...command }));
		async function finish(command: object): Promise<string> {
			const child = start(command);
			await readyOf(child);
			const ended = endOf(child);
			go(child);
			const { output, errors } = await ended;
			expect(errors).toBe("");
			return output.split("\n").find((line) => line.startsWith("exit code: ")) ?? output;
		}

		const numbers = Array.from({ length: EACH }, (_, index) => index);
		for (const index of numbers) {
			for (const name of ["changed", "removed"]) tenant.add(templateNamed(`${name} ${index}`));
		}
		expect(await finish({ name: "export", overwrite: false })).toBe("exit code: 0");
		for (const index of numbers) {
			const [changed, created, removed] = ["changed", "created", "removed"].map((name) => `${name} ${index}`) as [
				string,
				string,
				string,
			];
			const purpose = { ...noPurpose, purpose: "To rent a car." };
			tenant.write(templateFileName(changed), templateFileText(templateNamed(changed, { type: "other", purpose })));
			tenant.write(templateFileName(created), templateFileText(templateNamed(created, { purpose })));
			tenant.remove(templateFileName(removed));
		}
		const { handle } = tenant.service;
		const apply = { name: "apply", mode, saved: null, isConfirmed: true };

		async function killAtRandomMoment(child: Child): Promise<void> {
			// Slow enough that kills hit reads, writes and the time between.
			tenant.service.handle = (request, response) =>
				void setTimeout(() => handle(request, response), Math.random() * 10);
			const seen = tenant.service.seen.length;
			go(child);
			while (tenant.service.seen.length === seen && child.exitCode === null) await delay(5);
			await delay(Math.random() * 150);
			child.kill("SIGKILL");
		}
		function killAtWrite(child: Child): void {
			let writes = 0;
			tenant.service.handle = (request, response) => {
				if (request.method !== "GET" && !request.url.includes("token")) writes += 1;
				if (writes !== KILLED_AT_WRITE) return handle(request, response);
				child.once("exit", () => handle(request, response));
				child.kill("SIGKILL");
			};
			go(child);
		}
		for (let kills = 0; kills < KILLS; kills += 1) {
			const child = start(apply);
			await readyOf(child);
			const ended = endOf(child);
			await (LONG ? killAtRandomMoment(child) : killAtWrite(child));
			expect((await ended).errors).toBe("");
			expect(() => JSON.parse(tenant.read("baseline.json"))).not.toThrow();
		}
		if (!LONG) {
			expect(tenant.written).toHaveLength(KILLED_AT_WRITE);
			tenant.service.handle = handle;
		}
		expect(await finish(apply)).toBe("exit code: 0");
		expect(await finish({ name: "plan", mode, out: null })).toBe("exit code: 0");
		expect(tenant.written.toSorted()).toEqual(
			numbers
				.flatMap((index) => [`PATCH changed ${index}`, `POST created ${index}`, `DELETE removed ${index}`])
				.toSorted(),
		);
		const files = tenant.files().filter((file) => file !== "baseline.json");
		expect(files).toEqual(
			numbers.flatMap((index) => [`changed ${index}`, `created ${index}`].map(templateFileName)).toSorted(),
		);
	});
});
