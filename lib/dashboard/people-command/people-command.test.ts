import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { everything } from "../audit/audit-entry";
import { listAuditEntries } from "../audit/audit-trail";
import { roleOfEmbeddedUser } from "../config";
import { dashboardDatabase } from "../store/dashboard-database";
import { openSessionOf } from "../store/sessions.test-data";
import { json, refusal } from "../testing/fault-server";
import type { PeopleCommand } from "./people-command";
import { type PeopleTenant, runCommand, startPeopleTenant } from "./people-tenant.test-data";

vi.mock("node:timers/promises", async (original) => ({
	...(await original<object>()),
	setTimeout: (milliseconds: number, value: unknown, options?: { signal?: AbortSignal }) => {
		const { promise, resolve } = Promise.withResolvers<unknown>();
		// Waits for a repetition are short here, deadlines, which have no value, as long as they are.
		const timer = setTimeout(resolve, value === null ? milliseconds : milliseconds / waitsFasterBy, value);
		options?.signal?.addEventListener("abort", () => {
			clearTimeout(timer);
			if (value !== null) resolve(value);
		});
		return promise;
	},
}));

let waitsFasterBy = 100;
let tenant: PeopleTenant;

const file = () => tenant.path("list.txt");
const plan = (more: Partial<Extract<PeopleCommand, { name: "plan" }>> = {}): PeopleCommand => ({
	name: "plan",
	file: file(),
	acts: ["end", "revoke"],
	out: null,
	overwrite: false,
	...more,
});
const end = (more: Partial<Extract<PeopleCommand, { name: "end" }>> = {}): PeopleCommand => ({
	...plan(),
	name: "end",
	reason: "SUP-1",
	isConfirmed: true,
	...more,
});
const isWrite = (method: string) => method !== "GET";

function trailOfRun(postgres?: string) {
	beforeEach(async () => {
		tenant = await startPeopleTenant(postgres);
	});
	afterEach(() => tenant.stop());

	test("each act is a row of the trail by the command line, with the reason", async () => {
		for (const name of ["ann", "ben"]) tenant.add(name);
		tenant.list("ann@example.com", "auth0|ben");
		const { exitCode, output } = await runCommand(end({ acts: ["block", "end", "revoke"], reason: " SUP-1\n" }));
		expect([exitCode, output]).toEqual([0, expect.stringContaining("2 of 2 done.")]);
		const rows = await listAuditEntries(everything, null, 10);
		expect(
			rows.map(({ subject, person, operation, target, reason, outcome }) =>
				[subject, person, operation, target, reason, outcome].join(" "),
			),
		).toEqual(
			["ben", "ann"].flatMap((name) => [
				`command line Command line post_user_revoke_access auth0|${name} SUP-1 done`,
				`command line Command line patch_users_by_id auth0|${name} SUP-1 done`,
			]),
		);
		expect([...tenant.users.values()].map(({ blocked, sessions, tokens }) => [blocked, sessions, tokens])).toEqual([
			[true, 0, 0],
			[true, 0, 0],
		]);
	});
}

describe("on SQLite", () => trailOfRun());
describe.runIf(process.env.TEST_DATABASE_URL)("on PostgreSQL", () => trailOfRun(process.env.TEST_DATABASE_URL));

describe("the command", () => {
	beforeEach(async () => {
		tenant = await startPeopleTenant();
	});
	afterEach(async () => {
		waitsFasterBy = 100;
		vi.restoreAllMocks();
		await tenant.stop();
	});

	test("a line that the tenant refuses is said, and the others are ended", async () => {
		tenant.add("ann");
		tenant.list("ben@localhost", "ann@example.com");
		tenant.before = ({ url }, response) => {
			if (!url.includes("localhost")) return false;
			json(response, 400, { statusCode: 400, error: "Bad Request", message: "Not of format email." });
			return true;
		};
		const { exitCode, output } = await runCommand(end());
		expect(exitCode).toBe(1);
		expect(output).toMatch(/ben@localhost, line 1: Refused by the tenant: “Not of format email.” \(reference .+\)\./);
		expect(output).toContain("1 refused by the tenant");
		expect(tenant.written).toEqual(["POST auth0|ann"]);
	});

	test("a plan says who they are, what would end and how long it takes, and changes nothing", async () => {
		tenant.add("ann");
		tenant.add("ben", { sessions: 0, tokens: 0 });
		const inTwo = tenant.add("cem");
		tenant.add("cem2", { email: inTwo, user_id: "google-oauth2|cem", name: "Cem" });
		tenant.list("E-mail;Name", "ann@example.com;Ann", "ben@example.com", inTwo, "auth0|ann", "eve@example.com");
		const { exitCode, output } = await runCommand(plan());
		expect(exitCode).toBe(1);
		expect(output.split("\n")).toEqual([
			`Tenant: ${tenant.service.address}/api/v2`,
			"",
			"Line 1 is passed over as a heading: E-mail, Name",
			"ann@example.com (ann, auth0|ann): sessions 2, refresh tokens 1",
			"ben@example.com (ben, auth0|ben): Nothing to end.",
			"cem@example.com (cem, auth0|cem): sessions 2, refresh tokens 1",
			"cem@example.com (Cem, google-oauth2|cem): sessions 2, refresh tokens 1",
			"eve@example.com, line 6: Not found.",
			"",
			"Named on several lines: 1 user. Each is worked on once.",
			"3 users: ann@example.com, cem@example.com (auth0|cem), cem@example.com (google-oauth2|cem).",
			"This would end all their sessions and revoke all their refresh tokens.",
			"Sessions in all: 6.",
			"Refresh tokens in all: 3.",
			expect.stringMatching(/^Time: about 9 requests/),
			"Besides: 1 with nothing to end, 1 not found.",
		]);
		expect(tenant.service.seen.some(({ method }) => isWrite(method))).toBe(false);
		expect(await listAuditEntries(everything, null, 10)).toEqual([]);
	});

	test("the exit code is 2 where a plan has something to do, 0 where it has nothing, and 1 where a line names no user", async () => {
		tenant.add("ann");
		tenant.list("ann@example.com");
		expect((await runCommand(plan())).exitCode).toBe(2);
		expect((await runCommand(end())).exitCode).toBe(0);
		expect((await runCommand(plan())).exitCode).toBe(0);
		// Nothing is asked where there is nothing to do.
		const again = await runCommand(end({ isConfirmed: false }));
		expect([again.exitCode, again.output]).toEqual([0, expect.stringContaining("Nothing to end.")]);
		tenant.list("ann@example.com", "ann at example.com");
		const left = await runCommand(plan());
		expect([left.exitCode, left.output]).toEqual([
			1,
			expect.stringMatching(/\nNothing would be done: 1 with nothing to end, 1 in lines that could not be read\.$/),
		]);
		expect(left.output).not.toContain("Besides");
		expect(tenant.written).toEqual(["POST auth0|ann"]);
	});

	describe("what a block ends of this console itself", () => {
		const sessionsLeft = async () =>
			(await (await dashboardDatabase()).selectFrom("sessions").selectAll().execute()).map(({ subject }) => subject);
		const acts: PeopleCommand["acts"] = ["block", "end", "revoke"];

		test("ends also of who is blocked already, once, and stays without a block", async () => {
			tenant.add("ann", { blocked: true, sessions: 0, tokens: 0 });
			await openSessionOf("auth0|ann");
			tenant.list("ann@example.com");
			expect((await runCommand(end())).output).toContain("auth0|ann): Nothing to end.");
			expect(await sessionsLeft()).toContain("auth0|ann");
			const planned = await runCommand(plan({ acts }));
			expect([planned.exitCode, planned.output]).toEqual([
				2,
				expect.stringContaining(
					"auth0|ann): blocked already, with access to this console, sessions 0, refresh tokens 0",
				),
			]);
			const ended = await runCommand(end({ acts }));
			expect([ended.exitCode, ended.output]).toEqual([
				0,
				expect.stringContaining("auth0|ann): Done: blocked and access to this console ended."),
			]);
			expect(await sessionsLeft()).not.toContain("auth0|ann");
			expect(tenant.written).toEqual([]);
			expect(await listAuditEntries(everything, null, 10)).toMatchObject([
				{
					subject: "command line",
					operation: "end_console_access",
					target: "auth0|ann",
					reason: "SUP-1",
					outcome: "done",
				},
			]);
			expect((await runCommand(plan({ acts }))).exitCode).toBe(0);
		});

		test("ends where the tenant accepts the block and does not report it, which is said", async () => {
			tenant.add("ann");
			await openSessionOf("auth0|ann");
			tenant.before = ({ url }, response) => {
				if (!decodeURIComponent(url).endsWith("/users/auth0|ann")) return false;
				json(response, 200, { user_id: "auth0|ann", email: "ann@example.com", email_verified: true });
				return true;
			};
			tenant.list("auth0|ann");
			const { exitCode, output } = await runCommand(end({ acts: ["block"] }));
			const words = "Done: block accepted (not reported by the tenant) and access to this console ended.";
			expect([exitCode, output]).toEqual([0, expect.stringContaining(words)]);
			expect(await sessionsLeft()).not.toContain("auth0|ann");
		});
	});

	test("an end of the sessions alone whose response is lost is done where no session is left, whatever tokens are", async () => {
		tenant.add("ann");
		tenant.list("ann@example.com");
		tenant.before = ({ url }, response) => {
			if (!url.endsWith("/revoke-access")) return false;
			json(response, 405, { statusCode: 405, message: "Method Not Allowed" });
			return true;
		};
		tenant.loses = ({ method, url }) => method === "DELETE" && url.endsWith("/sessions");
		const { exitCode, output } = await runCommand(end());
		expect([exitCode, output]).toEqual([
			0,
			expect.stringContaining("Done: sessions ended and refresh tokens revoked."),
		]);
		expect(tenant.written).toEqual(["DELETE auth0|ann", "DELETE auth0|ann"]);
	});

	test("asks before it ends anything, and does nothing where the answer is no", async () => {
		tenant.add("ann");
		tenant.list("ann@example.com");
		const ask = vi.fn(async () => false);
		expect(await runCommand(end({ isConfirmed: false }), { ask })).toMatchObject({
			exitCode: 1,
			refusal: "Nothing was changed.",
		});
		expect(ask).toHaveBeenCalledWith(`Carry this out for 1 user of ${tenant.service.address}/api/v2?`);
		expect(tenant.written).toEqual([]);
		// What is there stays, also where it may be replaced.
		writeFileSync(tenant.path("out.csv"), "mine");
		const command = end({ isConfirmed: false, out: tenant.path("out.csv"), overwrite: true });
		await runCommand(command, { ask });
		expect(tenant.read("out.csv")).toBe("mine");
		expect((await runCommand(command, { ask: async () => true })).exitCode).toBe(0);
		expect(tenant.read("out.csv")).toContain('"done"');
	});

	test("results are never saved over the list, nor through a link, and leave no other file", async () => {
		tenant.add("ann");
		writeFileSync(tenant.path("out.csv.draft"), "ann@example.com");
		writeFileSync(tenant.path("other.txt"), "mine");
		symlinkSync(tenant.path("other.txt"), tenant.path("out.csv"));
		const command = plan({ file: tenant.path("out.csv.draft"), out: tenant.path("out.csv") });
		expect((await runCommand(command)).refusal).toContain("exists");
		expect((await runCommand({ ...command, overwrite: true })).exitCode).toBe(2);
		expect(tenant.read("out.csv.draft")).toBe("ann@example.com");
		expect(tenant.read("other.txt")).toBe("mine");
		expect(tenant.read("out.csv")).toContain('"planned"');
		expect(readdirSync(tenant.folder).toSorted()).toEqual(["other.txt", "out.csv", "out.csv.draft"]);
	});

	test("an error that was not expected leaves what was done in the file", async () => {
		tenant.list(tenant.add("ann"), tenant.add("ben"));
		const out = tenant.path("results.csv");
		const tally = () => {
			throw new Error("the terminal is gone");
		};
		await expect(runCommand(end({ out }), { tally })).rejects.toThrow("the terminal is gone");
		expect(tenant.read("results.csv")).toMatch(/"ann@example.com".*"done"/);
	});

	test.each([
		["missing", " ", "Say why, with --reason"],
		["long", "x".repeat(10_000), "too long"],
		[
			"a secret",
			"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
			"secret",
		],
	])("refuses a reason that is %s before anything is read", async (_, reason, words) => {
		tenant.add("ann");
		tenant.list("ann@example.com");
		const { exitCode, refusal } = await runCommand(end({ reason }));
		expect([exitCode, refusal]).toEqual([1, expect.stringContaining(words)]);
		expect(tenant.service.seen).toEqual([]);
	});

	test("refuses a list or a file for results that it can't use, before anything is read", async () => {
		tenant.list("nothing", "that names a user");
		expect((await runCommand(end())).refusal).toContain("Line 1, “nothing”");
		tenant.list("a@example.com");
		writeFileSync(tenant.path("utf16.txt"), Buffer.from("\uFEFFa@example.com", "utf16le"));
		mkdirSync(tenant.path("folder"));
		for (const [command, words] of [
			[end({ file: tenant.path("missing") }), "no such file or directory"],
			[end({ file: tenant.path("folder") }), "is not a file"],
			[end({ file: tenant.path("utf16.txt") }), "not a text in UTF-8"],
			[end({ out: file() }), "in another file than the list"],
		] as const) {
			expect((await runCommand(command)).refusal).toContain(words);
		}
		expect(tenant.service.seen).toEqual([]);
		writeFileSync(tenant.path("long.txt"), "x".repeat(900_000));
		expect((await runCommand(end({ file: tenant.path("long.txt") }))).refusal).toContain("too long");
		tenant.add("a");
		const { refusal } = await runCommand(end({ out: tenant.path("folder/none/out.csv") }));
		expect(refusal).toMatch(/^The results can't be saved as .*no such file or directory\. Nothing was changed\.$/);
		expect(tenant.written).toEqual([]);
	});

	test("saves the result of each user, also of a plan", async () => {
		tenant.add("ann");
		tenant.list("ann@example.com", "eve@example.com", "oops@");
		const out = tenant.path("results.csv");
		await runCommand(plan({ out }));
		const rows = () => tenant.read("results.csv").trim().split("\r\n").slice(1);
		expect(rows()).toEqual([
			expect.stringMatching(/"ann@example.com","auth0\|ann".*"planned"/),
			expect.stringMatching(/"eve@example.com".*"gone"/),
			expect.stringMatching(/"oops@".*"not-read"/),
		]);
		expect((await runCommand(end({ out }))).refusal).toBe(
			`${out} exists. Save the results in another file, or replace it with --overwrite.`,
		);
		expect(tenant.written).toEqual([]);
		const { exitCode, output } = await runCommand(end({ out, overwrite: true }));
		expect(exitCode).toBe(1);
		expect(rows()[0]).toMatch(/"ann@example.com".*"done","Done: sessions ended and refresh tokens revoked\.".*"SUP-1"/);
		expect(output).toContain("ann@example.com (ann, auth0|ann): Done: sessions ended and refresh tokens revoked.");
		expect(output).toContain("1 of 1 done.\n2 more in the list were not to be done: see the plan.");
		expect(output).toContain(`Results: ${out}`);
	});

	test("only what was chosen is done", async () => {
		tenant.add("ann");
		tenant.list("ann@example.com");
		await runCommand(end({ acts: ["end"] }));
		expect(tenant.users.get("auth0|ann")).toMatchObject({ sessions: 0, tokens: 1, blocked: false });
		await runCommand(end({ acts: ["block"] }));
		expect(tenant.users.get("auth0|ann")).toMatchObject({ sessions: 0, tokens: 1, blocked: true });
	});

	describe("editors", () => {
		beforeEach(() => {
			for (const name of ["ann", "ben", "cem"]) tenant.add(name);
			tenant.list("ann@example.com", "auth0|ben", "cem@example.com");
		});
		const isEnded = (name: string) => tenant.users.get(`auth0|${name}`)?.sessions === 0;

		test("one of them stays where no other would remain, and the plan says which", async () => {
			tenant.editors("ann@example.com", "auth0|ben");
			const { exitCode, output } = await runCommand(end());
			expect(exitCode).toBe(1);
			expect(output).toContain(
				"ben@example.com (ben, auth0|ben): Left out: No other editor of this console would remain.",
			);
			expect(output).toContain(
				"ann@example.com (ann, auth0|ann): sessions 2, refresh tokens 1, an editor of this console",
			);
			expect(["ann", "ben", "cem"].map(isEnded)).toEqual([true, false, true]);
		});

		test("one who can sign in stays rather than one who is blocked", async () => {
			tenant.editors("ann@example.com", "auth0|ben");
			tenant.add("ben", { blocked: true });
			await runCommand(end());
			expect(["ann", "ben", "cem"].map(isEnded)).toEqual([false, true, true]);
		});

		test("of the embedded tenant one stays where all who are not blocked are in the list", async () => {
			const editors = ["auth0|ann", "auth0|cem", "auth0|dea"];
			roleOfEmbeddedUser.set(async (id) => (editors.includes(id) ? "editor" : null));
			await runCommand(end(), { editorsHere: editors });
			expect(["ann", "ben", "cem"].map(isEnded)).toEqual([true, true, false]);
			tenant.add("dea");
			expect((await runCommand(end(), { editorsHere: editors })).exitCode).toBe(0);
			expect(isEnded("cem")).toBe(true);
		});

		test.each([
			["an ID", "auth0|operator", {}],
			["a verified e-mail address", "Operator@Example.com", {}],
		])("all of them end where another editor remains, named by %s", async (_, entry, person) => {
			tenant.add("operator", person);
			tenant.editors("ann@example.com", "auth0|ben", entry);
			expect((await runCommand(end())).exitCode).toBe(0);
			expect(["ann", "ben", "cem"].map(isEnded)).toEqual([true, true, true]);
		});

		test.each([
			["does not exist", "left@example.com", {}],
			["is blocked", "auth0|operator", { blocked: true }],
			["has an address that is not verified", "operator@example.com", { email_verified: false }],
			["has an address of which the tenant does not say so", "operator@example.com", { email_verified: undefined }],
			["can't be read", "broken@example.com", {}],
			["is in a response that can't be understood", "garbled@example.com", {}],
		])("one stays where the other editor %s", async (_, entry, person) => {
			tenant.add("operator", person);
			tenant.editors("ann@example.com", entry);
			tenant.before = ({ url }, response) => {
				if (!/broken|garbled/.test(url)) return false;
				json(response, url.includes("broken") ? 400 : 200, { statusCode: 400, message: "Not this one" });
				return true;
			};
			const { exitCode, output } = await runCommand(end({ acts: ["block"] }));
			expect([exitCode, output]).toEqual([1, expect.stringContaining(`auth0|ann): Left out: No other editor`)]);
			expect(tenant.written).toEqual(["PATCH auth0|ben", "PATCH auth0|cem"]);
		});

		test("where none of them is sure to be able to sign in, all are left out", async () => {
			for (const name of ["ann", "cem"]) tenant.add(name, { email_verified: undefined });
			tenant.editors("ann@example.com", "cem@example.com");
			await runCommand(end());
			expect(["ann", "ben", "cem"].map(isEnded)).toEqual([false, true, false]);
		});

		test("the last two are not blocked by two runs, one after the other", async () => {
			tenant.editors("ann@example.com", "auth0|ben");
			tenant.list("ann@example.com");
			expect((await runCommand(end({ acts: ["block"] }))).exitCode).toBe(0);
			tenant.list("auth0|ben");
			expect((await runCommand(end({ acts: ["block"] }))).exitCode).toBe(1);
			expect(tenant.written).toEqual(["PATCH auth0|ann"]);
		});

		test("nor where the other one was blocked since the plan was shown", async () => {
			tenant.editors("ann@example.com", "auth0|ben");
			tenant.list("ann@example.com", "cem@example.com");
			const ask = async () => {
				tenant.add("ben", { blocked: true });
				return true;
			};
			const { exitCode, output } = await runCommand(end({ acts: ["block"], isConfirmed: false }), { ask });
			expect([exitCode, output]).toEqual([1, expect.stringContaining("auth0|ann): Left out: No other editor")]);
			expect(tenant.written).toEqual(["PATCH auth0|cem"]);
		});

		test("nor by two runs at once", async () => {
			tenant.editors("ann@example.com", "auth0|ben");
			writeFileSync(tenant.path("ann.txt"), "ann@example.com");
			writeFileSync(tenant.path("ben.txt"), "ben@example.com");
			const files = ["ann.txt", "ben.txt"].map((name) => tenant.path(name));
			const runs = await Promise.all(files.map((list) => runCommand(end({ file: list, acts: ["block"] }))));
			expect(runs.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1]);
			expect(tenant.written).toHaveLength(1);
		});
	});

	test("of 300 users, with a refusal for the rate limit, a request to stop and another run, each is ended once", async () => {
		const names = Array.from({ length: 300 }, (_, index) => `user${index}`);
		tenant.list(...names.map((name) => tenant.add(name)));
		waitsFasterBy = 1;
		const stop = new AbortController();
		let requests = 0;
		tenant.before = (_, response) => {
			requests += 1;
			if (tenant.written.length === 120) stop.abort();
			if (requests !== 1_000) return false;
			json(response, 429, { statusCode: 429, message: "slow" }, { "retry-after": "1" });
			return true;
		};
		const first = await runCommand(end(), { stop: stop.signal });
		expect([first.exitCode, first.refusal]).toEqual([1, null]);
		expect(first.output).toMatch(
			/\d+ of 300 done\.\nStopped: As requested\. \d+ not tried\. Run the same again in a minute to continue: /,
		);
		expect(first.progress).toContain("Stopping after the present user …");
		const done = tenant.written.length;
		expect(done).toBeLessThan(130);
		expect(first.tallies.at(-1)).toEqual({ done, failed: 0, of: 300 });
		const second = await runCommand(end());
		expect([second.exitCode, second.output]).toEqual([
			0,
			expect.stringContaining(`${300 - done} of ${300 - done} done.`),
		]);
		expect(tenant.written.toSorted()).toEqual(names.map((name) => `POST auth0|${name}`).toSorted());
	});

	test.each([
		["between two users", ["ann", "ben"]],
		["with the last one", ["ann"]],
	])("stops while it looks users up, %s, asks nothing and has changed nothing", async (_, names) => {
		tenant.list(...names.map((name) => tenant.add(name)));
		const stop = new AbortController();
		tenant.before = () => {
			stop.abort();
			return false;
		};
		const ask = vi.fn(async () => true);
		for (const command of [plan(), end({ isConfirmed: false })]) {
			const { refusal } = await runCommand(command, { stop: stop.signal, ask });
			expect(refusal).toBe("Stopped as requested. Nothing was changed.");
		}
		expect(ask).not.toHaveBeenCalled();
		expect(tenant.written).toEqual([]);
	});

	test.each([
		["is looked up", (method: string) => method === "GET", null],
		["is ended", isWrite, /^0 of 2 done\.\nStopped: As requested\. 2 not tried\./m],
	])("stops at once where a call waits while a user %s, and sends nothing more", async (_, isOne, words) => {
		tenant.list(tenant.add("ann"), tenant.add("ben"));
		const stop = new AbortController();
		let refused = 0;
		tenant.before = ({ method }, response) => {
			if (!isOne(method)) return false;
			refused += 1;
			json(response, 429, { statusCode: 429, message: "slow" }, { "retry-after": "3600" });
			setTimeout(() => stop.abort(), 50);
			return true;
		};
		const { exitCode, output, refusal: why } = await runCommand(end(), { stop: stop.signal });
		expect(exitCode).toBe(1);
		if (words) expect(output).toMatch(words);
		else expect(why).toBe("Stopped as requested. Nothing was changed.");
		expect([refused, tenant.written]).toEqual([1, []]);
	});

	test("a response that was lost is looked up, and the request is not sent again", async () => {
		tenant.list(tenant.add("ann"));
		tenant.loses = ({ method }) => isWrite(method);
		const { exitCode, output } = await runCommand(end({ acts: ["block", "end", "revoke"] }));
		expect([exitCode, output]).toEqual([0, expect.stringContaining("1 of 1 done.")]);
		expect(tenant.written).toEqual(["PATCH auth0|ann", "POST auth0|ann"]);
	});

	test("a user whom the tenant refuses is told with its words, and the others continue", async () => {
		tenant.list(tenant.add("ann"), tenant.add("ben"));
		tenant.before = ({ method, url }, response) => {
			if (!isWrite(method) || !url.includes("ann")) return false;
			json(response, 400, { statusCode: 400, message: "Not this one" });
			return true;
		};
		const { exitCode, output, result } = await runCommand(end());
		expect(exitCode).toBe(1);
		expect(output).toMatch(/ann@example.com .*Refused by the tenant: “Not this one”/);
		expect(output).toContain("1 of 2 done.\n1 not done: see above why.");
		expect(result).toMatchObject({
			json: {
				reason: "SUP-1",
				stopped: null,
				users: [{ entered: "ann@example.com", result: "refused" }, { result: "done" }],
			},
		});
		expect(tenant.written).toEqual(["POST auth0|ben"]);
	});

	test("stops where the console lacks a scope, with what was done", async () => {
		tenant.list(tenant.add("ann"), tenant.add("ben"), tenant.add("cem"));
		tenant.before = ({ method, url }, response) => {
			if (!isWrite(method) || !url.includes("ben")) return false;
			json(response, 403, refusal(403));
			return true;
		};
		const { exitCode, output } = await runCommand(end());
		expect(exitCode).toBe(1);
		expect(output).toMatch(/1 of 3 done\.\nStopped: The console lacks a scope\. .* 2 not tried\. Run the same again/);
	});

	test("one user who can't be read is passed over, three in a row are a tenant that does not work", async () => {
		const names = ["ann", "ben", "cem", "dea", "eve"];
		tenant.list(...names.map((name) => tenant.add(name)));
		const unread = new Set(["ann"]);
		tenant.before = ({ url }, response) => {
			if (![...unread].some((name) => url.includes(`${name}%40`) || url.includes(`${name}@`))) return false;
			json(response, 200, "nothing of the kind");
			return true;
		};
		const first = await runCommand(end());
		expect(first.exitCode).toBe(1);
		expect(first.output).toMatch(/ann@example.com, line 1: Not tried: the user could not be read/);
		expect(tenant.written).toHaveLength(4);
		for (const name of ["ben", "cem"]) unread.add(name);
		const second = await runCommand(end());
		expect([second.exitCode, second.refusal]).toEqual([1, expect.stringContaining("Response not understood.")]);
		expect(tenant.written).toHaveLength(4);
	});
});
