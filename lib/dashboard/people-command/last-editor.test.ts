import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dashboardConfig, heldConfig } from "../config";
import { keepClaimedRole } from "../store/claimed-roles";
import { dashboardDatabase, fromNow } from "../store/dashboard-database";
import type { IncidentAct } from "../store/incident";
import type { PeopleCommand } from "./people-command";
import { type PeopleTenant, runCommand, startPeopleTenant } from "./people-tenant.test-data";

let tenant: PeopleTenant;
beforeEach(async () => {
	tenant = await startPeopleTenant();
	tenant.editors();
	const values = { editor: ["admin"], support: [], viewer: [] };
	heldConfig.set({ ...dashboardConfig(), roleClaim: { name: "roles", values } });
});
afterEach(() => tenant.stop());

const command = (...acts: IncidentAct[]) => ({
	...{ file: tenant.path("list.txt"), acts, out: null, overwrite: false },
	...{ reason: "SUP-1", isConfirmed: true },
});
const end = (...acts: IncidentAct[]): PeopleCommand => ({ name: "end", ...command(...acts) });
const plan = (...acts: IncidentAct[]): PeopleCommand => ({ name: "plan", ...command(...acts) });

/** A user of the tenant whose last sign-in to the console, so many hours ago, had these values of the claim. */
async function signedIn(name: string, hoursAgo: number, ...values: string[]): Promise<void> {
	tenant.add(name);
	await keepClaimedRole(`auth0|${name}`, "roles", values);
	const database = await dashboardDatabase();
	await database
		.updateTable("claimed_roles")
		.set({ signed_in_at: fromNow(-hoursAgo * 3_600_000) })
		.where("subject", "=", `auth0|${name}`)
		.execute();
}

const LAST = /Left out: No other editor of this console would remain\./;
const NOT_KNOWN =
	/Left out: We can't tell whether this is an editor of this console, and know of none who would remain\. To block, first/;

describe("an editor by claim", () => {
	test("is not ended where no other one would remain, and is where one does", async () => {
		await signedIn("ann", 1, "admin");
		tenant.list("ann@example.com");
		const alone = await runCommand(end("end"));
		expect([alone.exitCode, alone.output, tenant.written]).toEqual([1, expect.stringMatching(LAST), []]);
		await signedIn("ben", 7, "admin");
		expect((await runCommand(end("block", "end"))).exitCode).toBe(0);
		expect(tenant.written).toEqual(["PATCH auth0|ann", "POST auth0|ann"]);
	});

	test.each([
		["role has ended", () => signedIn("ben", 9, "admin")],
		["last sign-in was weeks ago", () => signedIn("ben", 29 * 24, "admin")],
		["last sign-in had another value", () => signedIn("ben", 1, "other")],
		["last sign-in had none", () => signedIn("ben", 1)],
		[
			"account is blocked",
			async () => {
				await signedIn("ben", 1, "admin");
				tenant.add("ben", { blocked: true });
			},
		],
	])("is not ended where the other one's %s", async (_, other) => {
		await signedIn("ann", 0, "admin");
		await other();
		tenant.list("ann@example.com");
		const { exitCode, output } = await runCommand(end("block", "end"));
		expect([exitCode, output, tenant.written]).toEqual([1, expect.stringMatching(LAST), []]);
	});

	test("whose role has ended is left out as well, where none remains; the one who can enter stays first", async () => {
		await signedIn("left", 29 * 24, "admin");
		tenant.list("left@example.com");
		const alone = await runCommand(end("end"));
		expect([alone.exitCode, alone.output, tenant.written]).toEqual([1, expect.stringMatching(LAST), []]);
		await signedIn("ann", 1, "admin");
		tenant.list("ann@example.com", "left@example.com");
		expect((await runCommand(end("block"))).exitCode).toBe(1);
		expect(tenant.written).toEqual(["PATCH auth0|left"]);
	});

	test("is not blocked where the role of the other one ended since the plan was shown", async () => {
		await signedIn("ann", 1, "admin");
		await signedIn("ben", 7, "admin");
		tenant.list("ann@example.com");
		const ask = async () => {
			await signedIn("ben", 9, "admin");
			return true;
		};
		const { exitCode, output } = await runCommand({ ...end("block"), isConfirmed: false } as PeopleCommand, { ask });
		expect([exitCode, output, tenant.written]).toEqual([1, expect.stringMatching(LAST), []]);
	});
});

describe("users of whom no sign-in to the console is kept", () => {
	beforeEach(() => {
		for (const name of ["ann", "ben", "cem"]) tenant.add(name);
		tenant.list("ann@example.com", "ben@example.com", "cem@example.com");
	});

	test("lose their sessions and refresh tokens also where no editor is known, and the plan says so", async () => {
		expect((await runCommand(plan("end", "revoke"))).output).toContain(
			"\nNot known whether an editor of this console: 3 users.\n",
		);
		const { exitCode } = await runCommand(end("end", "revoke"));
		expect([exitCode, tenant.written]).toEqual([0, ["ann", "ben", "cem"].map((name) => `POST auth0|${name}`)]);
	});

	test("are not blocked while no editor is known, with words that say what to do", async () => {
		const { exitCode, output } = await runCommand(end("block", "end"));
		expect([exitCode, tenant.written]).toEqual([1, []]);
		expect(output.split("\n").filter((line) => NOT_KNOWN.test(line))).toHaveLength(3);
		expect(output).not.toMatch(LAST);
	});

	test.each([
		["has signed in with the claim", () => signedIn("dea", 1, "admin")],
		["is named by ID", () => tenant.editors("auth0|dea")],
	])("are blocked where an editor %s", async (_, editor) => {
		tenant.add("dea");
		await editor();
		expect((await runCommand(end("block"))).exitCode).toBe(0);
		expect(tenant.written).toEqual(["ann", "ben", "cem"].map((name) => `PATCH auth0|${name}`));
	});

	test("are blocked where an editor of the list is left out", async () => {
		await signedIn("ben", 1, "admin");
		const { exitCode, output } = await runCommand(end("block"));
		expect([exitCode, output]).toEqual([1, expect.stringMatching(LAST)]);
		expect(tenant.written).toEqual(["PATCH auth0|ann", "PATCH auth0|cem"]);
	});

	test("are not blocked where the one who remained was blocked since the plan was shown", async () => {
		await signedIn("dea", 1, "admin");
		const ask = async () => {
			tenant.add("dea", { blocked: true });
			return true;
		};
		const { exitCode, output } = await runCommand({ ...end("block"), isConfirmed: false } as PeopleCommand, { ask });
		expect([exitCode, output, tenant.written]).toEqual([1, expect.stringMatching(NOT_KNOWN), []]);
	});
});

test("who signed in without the claim is known to be no editor", async () => {
	await signedIn("ann", 24);
	tenant.list("ann@example.com");
	const { exitCode, output } = await runCommand(end("block"));
	expect([exitCode, output]).toEqual([0, expect.not.stringContaining("Not known whether an editor")]);
});

test.each<[IncidentAct[], number]>([
	[["end"], 2],
	[["block", "end"], 4],
])("the plan's time counts what is sent: %s", async (acts, perUser) => {
	await signedIn("dea", 1, "admin");
	await signedIn("eve", 1, "admin");
	const names = Array.from({ length: 30 }, (_, index) => `user${index}`);
	tenant.list("auth0|eve", ...names.map((name) => tenant.add(name)));
	const { output } = await runCommand(plan(...acts));
	const inPlan = tenant.service.seen.length;
	// Of an editor another one is looked up for each act; of those who are not known, before a block.
	const requests = 30 * perUser + 1 + acts.length + 1;
	expect(output).toContain(`Time: about ${requests} requests`);
	// The look-ups of the list: a user, their sessions and refresh tokens; and of one editor who remains.
	expect((await runCommand(end(...acts))).exitCode).toBe(0);
	expect(tenant.service.seen.length - 2 * inPlan).toBe(requests);
});
