// Processes that share the store alone: one that saves an accepted proposal is killed, between the decision and the first save,
// and again at a save that was carried out and whose response is lost, and another editor resumes it each time; two accept at once.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type Child, endOf, go, readyOf, startChild } from "@/lib/database/testing/run-child";
import { createTestDatabase } from "@/lib/database/testing/test-database";
import { forgetProcessWideValues } from "@/lib/process/process-wide";
import { heldConfig, readConfig } from "../config";
import type { Role } from "../session/permissions";
import { dashboardDatabase } from "../store/dashboard-database";
import { startFolderTenant } from "../template-folder/folder-tenant.test-data";
import { noPurpose } from "../templates/purpose";
import { readTemplatesOf } from "../templates/template-access";
import { templateNamed } from "../templates/whole-template.test-data";
import { addSessions, signInAs } from "../testing/dashboard-state";
import { inRequest } from "../testing/in-request";
import { browser } from "../testing/next-headers";
import { applyApproved, isInterrupted, resumeProposal } from "./apply-approved";
import { mergedWithPresent } from "./decide";
import { resultHash } from "./merge-proposal";
import { findProposal } from "./proposals";
import { proposeTemplates } from "./propose";
import type { Press } from "./testing/press";

const CHILD = "lib/dashboard/proposals/testing/press.ts";
const server = process.env.TEST_DATABASE_URL;
/** What saving the proposal is. */
const WRITES = ["DELETE C", "PATCH A", "PATCH B", "POST D"];

let undo: (() => unknown)[] = [];
afterEach(async () => {
	for (const each of undo.toReversed()) await each();
	undo = [];
});

/** A console on a database of its own, with a proposal of support's that changes, deletes and creates templates. */
async function setUp(engine: string) {
	const tenant = await startFolderTenant();
	undo.push(() => tenant.stop());
	const dataDir = await mkdtemp(join(tmpdir(), "identity-console-killed-"));
	undo.push(() => rm(dataDir, { recursive: true, force: true }));
	const database = engine === "PostgreSQL" && server ? await createTestDatabase(server) : null;
	if (database) undo.push(database.drop);
	const { address } = tenant.service;
	const settings = {
		APP_URL: "http://localhost:3000",
		SESSION_SECRET: "s".repeat(32),
		MANAGEMENT_BASE_URL: `${address}/api/v2`,
		AUTH_BASE_URL: address,
		MANAGEMENT_CLIENT_ID: "m",
		MANAGEMENT_CLIENT_SECRET: "s",
		SIGN_IN_CLIENT_ID: "s",
		SIGN_IN_CLIENT_SECRET: "s",
		EDITORS: "editor,support,viewer",
		SECOND_EDITOR: "all",
		DATA_DIR: dataDir,
		...(database && { DATABASE_URL: database.url }),
	};

	/** Works on the store while no other process has it. */
	async function withStore<Result>(work: () => Promise<Result>): Promise<Result> {
		forgetProcessWideValues();
		heldConfig.set(readConfig({ ...settings }));
		try {
			return await inRequest(work);
		} finally {
			await (await dashboardDatabase()).destroy();
			forgetProcessWideValues();
		}
	}
	const found = async () => (await findProposal(id)) ?? expect.fail();
	/** A process in which an editor presses a button. */
	function press(who: Role, hash?: string): Child {
		signInAs(who);
		const pressed: Press = { id, revision: 1, session: browser.session, ...(hash !== undefined && { hash }) };
		return startChild(CHILD, JSON.stringify(settings), JSON.stringify(pressed));
	}
	const ids = ["A", "B", "C"].map((name) => tenant.add(templateNamed(name)));
	let id = "";
	const hash = await withStore(async () => {
		await addSessions(await dashboardDatabase());
		signInAs("support");
		const read = await readTemplatesOf(ids);
		const purpose = { ...noPurpose, purpose: "To rent a car." };
		const changed = ids.slice(0, 2).flatMap((id) => {
			const baseline = read.get(id)?.template ?? expect.fail();
			return [
				{
					action: "change" as const,
					name: baseline.name,
					id,
					baseline,
					after: { ...baseline, type: "other", purpose },
				},
			];
		});
		const removed = read.get(ids[2] ?? "")?.template ?? expect.fail();
		id = await proposeTemplates([
			...changed,
			{ action: "remove", name: "C", id: ids[2] ?? null, baseline: removed, after: null },
			{ action: "create", name: "D", id: null, baseline: null, after: templateNamed("D", { purpose }) },
		]);
		return resultHash(await mergedWithPresent(await found()));
	});
	return { tenant, id, hash, found, press, withStore };
}

describe.each(process.env.LONG && server ? ["SQLite", "PostgreSQL"] : ["SQLite"])("on %s", (engine) => {
	test("a proposal whose process is killed between decision and save, and at a save, is saved whole by others, each write once", async () => {
		const { tenant, id, hash, found, press, withStore } = await setUp(engine);
		const { handle } = tenant.service;
		/** @param isDone whether the write at which it is killed is carried out */
		async function killAtWrite(who: Role, { nth, isDone, hash }: { nth: number; isDone: boolean; hash?: string }) {
			const child = press(who, hash);
			let writes = 0;
			tenant.service.handle = (request, response) => {
				if (request.method !== "GET" && !request.url.includes("token")) writes += 1;
				if (writes < nth) return handle(request, response);
				child.once("exit", () => (isDone ? handle(request, response) : response.destroy()));
				child.kill("SIGKILL");
			};
			await readyOf(child);
			const ended = endOf(child);
			go(child);
			expect(await ended).toMatchObject({ errors: "" });
			expect(writes, "killed at that write").toBe(nth);
			tenant.service.handle = handle;
			return withStore(async () => {
				const proposal = await found();
				expect(proposal.isBeingSaved, "until the time of the process is over").toBe(true);
				// That time has passed.
				await (await dashboardDatabase()).updateTable("proposals").set({ lease_until: "" }).execute();
				expect(isInterrupted(await found())).toBe(true);
				return proposal.results.flatMap((result) => result?.outcome ?? []);
			});
		}

		expect(await killAtWrite("editor", { nth: 1, isDone: false, hash })).toEqual([]);
		expect(tenant.written, "decided, and nothing saved").toEqual([]);
		expect(await killAtWrite("viewer", { nth: 2, isDone: true })).toContain("done");
		expect(tenant.written).toHaveLength(2);
		await withStore(async () => {
			signInAs("editor");
			const lease = (await resumeProposal(id)) ?? expect.fail();
			await applyApproved(id, lease, { isResumed: true });
			const { state, results } = await found();
			expect([state, results.map((result) => result?.outcome)]).toEqual(["done", ["done", "done", "done", "done"]]);
			const now = await readTemplatesOf([...tenant.stored.keys()]);
			expect([...now.values()].map(({ template }) => [template?.name, template?.purpose.purpose])).toEqual(
				["A", "B", "D"].map((name) => [name, "To rent a car."]),
			);
		});
		expect(tenant.written.toSorted()).toEqual(WRITES);
	});

	test("of two processes that accept it at once, one saves it", async () => {
		const { tenant, hash, found, press, withStore } = await setUp(engine);
		const children = (["editor", "viewer"] as const).map((who) => press(who, hash));
		await Promise.all(children.map(readyOf));
		const ended = children.map(endOf);
		for (const child of children) go(child);
		const [done, refused] = (await Promise.all(ended)).toSorted((one, other) => Number(one.code) - Number(other.code));
		expect([done?.code, done?.errors]).toEqual([0, ""]);
		expect([refused?.code, refused?.errors]).toEqual([1, expect.stringContaining("WriteRefused")]);
		expect(tenant.written.toSorted()).toEqual(WRITES);
		expect((await withStore(found)).state).toBe("done");
	});
});
