import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { everything } from "@/lib/dashboard/audit/audit-entry";
import { listAuditEntries } from "@/lib/dashboard/audit/audit-trail";
import { roleOfEmbeddedUser } from "@/lib/dashboard/config";
import { resultInWords } from "@/lib/dashboard/incidents/incident-words";
import { claimPlannedItem, findBulkEdit, noteClaimed, setBulkRun } from "@/lib/dashboard/store/bulk-edits";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { act, begin, incidentTenant, incidentWith, lookUpAgain, paste, resultsOf, runOn } from "./incident.test-data";
import { countResults, usersOfList } from "./incident-items";

let server: FaultServer;

beforeEach(async () => {
	server = await startFaultServer();
	await pointAtService(server.address);
	signInAs("editor");
});
afterEach(async () => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
	await clearDashboardState();
	await server.close();
});

const id = (index: number) => `auth0|u${index}`;
const idsOf = (count: number) => Array.from({ length: count }, (_, index) => id(index));
const people = (count: number) => Object.fromEntries(idsOf(count).map((one) => [one, {}]));

it("ends 300 users, with one 429, one stop and one kill: each has one result, and nothing is sent twice", async () => {
	const tenant = incidentTenant(server, people(300));
	const ids = idsOf(300);
	const incident = await incidentWith(ids, ["block", "end", "revoke"]);
	let requests = 0;
	tenant.misbehave = (request, response) => {
		if (request.method === "GET") return false;
		requests += 1;
		if (requests === 100) {
			json(response, 429, { statusCode: 429, error: "Too Many Requests", message: "Too many." });
			return true;
		}
		if (requests === 200) void act(incident, "stop");
		return false;
	};
	expect(await runOn(incident)).toEqual({ pause: null });
	expect((await findBulkEdit("editor", incident))?.run).toBe("stopped");
	const before = tenant.writes.length;
	expect(await act(incident, "continue")).toEqual({ pause: null });
	expect(tenant.writes).toHaveLength(before);

	// Resumed, and the process is killed after it has sent a block, long ago.
	await setBulkRun(incident, "running");
	const killed = await claimPlannedItem(incident, new Date(0));
	if (!killed) throw new Error("Nothing was left.");
	await noteClaimed(incident, killed, { did: [], sending: ["block"], unsure: [], refused: [] });
	tenant.writes.push(`PATCH user ${killed.id}`);
	const user = tenant.users.get(killed.id);
	if (user) user.blocked = true;
	await runOn(incident);

	expect(await resultsOf(incident)).toEqual(Object.fromEntries(ids.map((one) => [one, "done"])));
	expect(tenant.writes.toSorted()).toEqual(
		ids.flatMap((one) => [`PATCH user ${one}`, `POST revoke-access ${one}`]).toSorted(),
	);
	const trail = await listAuditEntries(everything, null, 20);
	expect(new Set(trail.map(({ reason }) => reason))).toEqual(new Set(["SUP-1"]));
}, 120_000);

it("is shared by two instances, and begun once however often it is pressed", async () => {
	const tenant = incidentTenant(server, people(20));
	const list = String(await paste(idsOf(20).join(",")));
	await Promise.all([runOn(list), runOn(list)]);
	await runOn(list);
	const chosen = { user: idsOf(20), act: ["end"] };
	const [one, other] = await Promise.all([begin(list, chosen), begin(list, chosen)]);
	expect(one).toBe(other);
	await Promise.all([runOn(String(one)), runOn(String(one))]);
	expect(tenant.writes.toSorted()).toEqual(
		idsOf(20)
			.map((each) => `POST revoke-access ${each}`)
			.toSorted(),
	);
});

it("revokes the tokens although the response to the end of the sessions is lost, where each needs a request", async () => {
	const tenant = incidentTenant(server, people(1));
	const incident = await incidentWith(idsOf(1), ["end", "revoke"]);
	tenant.misbehave = (request, response) => {
		if (request.url.endsWith("/revoke-access")) json(response, 405, { statusCode: 405, message: "?" });
		else if (request.method === "DELETE" && request.url.endsWith("/sessions")) json(response, 503, { message: "?" });
		else return false;
		return true;
	};
	await runOn(incident);
	const [item] = (await findBulkEdit("editor", incident))?.items ?? [];
	expect(item).toMatchObject({ state: "unconfirmed", note: { did: ["revoke"], unsure: ["end"] } });
	expect(tenant.writes).toEqual([`DELETE refresh-tokens ${id(0)}`]);
});

it("settles a 5xx and a lost response by looking, without sending again", async () => {
	const tenant = incidentTenant(server, people(3));
	const incident = await incidentWith(idsOf(3), ["end"]);
	tenant.misbehave = (request, response, carryOut) => {
		if (request.method === "GET") return false;
		if (request.url.includes("u0")) carryOut();
		if (request.url.includes("u2")) return false;
		if (request.url.includes("u1")) {
			tenant.writes.push("5xx");
			json(response, 500, { statusCode: 500, message: "?" });
		} else response.socket?.destroy();
		return true;
	};
	await runOn(incident);
	expect(await resultsOf(incident)).toEqual({ [id(0)]: "done", [id(1)]: "unconfirmed", [id(2)]: "done" });
	expect(tenant.writes).toEqual([`POST revoke-access ${id(0)}`, "5xx", `POST revoke-access ${id(2)}`]);
});

describe("a list", () => {
	it("leads to each account with an e-mail address, in either case, and to none twice", async () => {
		incidentTenant(server, {
			"auth0|a": { email: "ann@example.com" },
			"samlp|x|a": { email: "ann@example.com" },
			"waad|b": { email: "Ben@Example.com" },
		});
		const list = String(await paste("ANN@example.com\nBen@Example.com\nauth0|a\nnone@example.com\nauth0|none\nnobody"));
		await runOn(list);
		const items = (await findBulkEdit("editor", list))?.items ?? [];
		expect(items.map(({ state, note }) => [state, (note.users ?? []).map((user) => user.id)])).toEqual([
			["done", ["auth0|a", "samlp|x|a"]],
			["done", ["waad|b"]],
			["done", ["auth0|a"]],
			["gone", []],
			["gone", []],
		]);
		const incident = String(await begin(list, { user: ["auth0|a", "waad|b"], act: ["end"] }));
		await runOn(incident);
		expect(await resultsOf(incident)).toEqual({
			"auth0|a": "done",
			"samlp|x|a": "left",
			"waad|b": "done",
			"none@example.com": "gone",
			"auth0|none": "gone",
		});
	});

	it("is looked up to its end where the tenant refuses an entry, or it is given up", async () => {
		const tenant = incidentTenant(server, { [id(0)]: {}, [id(1)]: {}, [id(2)]: {} });
		let list = "";
		tenant.misbehave = (request) => {
			if (request.url.includes("u1/refresh-tokens")) void act(list, "stop");
			return false;
		};
		const { handle } = server;
		server.handle = (request, response) => {
			if (!request.url.includes("localhost")) return handle(request, response);
			json(response, 400, { statusCode: 400, error: "Bad Request", message: "Not of format email." });
		};
		list = String(await paste([id(0), "ann@localhost", id(1), id(2)].join("\n")));
		expect((await runOn(list)).problem).toBeUndefined();
		await act(list, "leave");
		const incident = String(await begin(list, { user: [id(0)], act: ["end"] }));
		await runOn(incident);
		const items = (await findBulkEdit("editor", incident))?.items ?? [];
		expect(items.map((item) => [item.id, resultInWords(item, "running")])).toEqual([
			[id(0), "Done: sessions ended."],
			[id(1), "Left out: not ticked."],
			["ann@localhost", expect.stringMatching(/^Refused by the tenant: “Not of format email.” \(reference .+\)\.$/)],
			[id(2), "Left out: not looked up, given up."],
		]);
	});

	it("is looked up once more by Resume where a line could not be read, then continued without it", async () => {
		const tenant = incidentTenant(server, people(3));
		let isDown = true;
		tenant.misbehave = ({ url }, response) => {
			if (!isDown && !url.includes("u1")) return false;
			json(response, 500, { statusCode: 500, message: "?" });
			return true;
		};
		const list = String(await paste(idsOf(3).join("\n")));
		expect(await runOn(list)).toMatchObject({ problem: {} });
		expect(await resultsOf(list)).toEqual({ [id(0)]: "planned", [id(1)]: "planned", [id(2)]: "planned" });
		isDown = false;
		for (const tries of [1, 2]) expect((await runOn(list, "apply")).problem, `${tries}`).toBeDefined();
		expect(await resultsOf(list)).toEqual({ [id(0)]: "done", [id(1)]: "unread", [id(2)]: "planned" });
		expect((await runOn(list, "apply")).problem).toBeUndefined();
		expect(await resultsOf(list)).toMatchObject({ [id(2)]: "done" });
	});

	it("that names each user twice in a line finds each once", async () => {
		incidentTenant(server, { [id(0)]: { email: "ann@example.com" }, [id(1)]: { email: "ben@example.com" } });
		const list = String(await paste(`ann@example.com,${id(0)}\nben@example.com,${id(1)}`));
		await runOn(list);
		const items = (await findBulkEdit("editor", list))?.items ?? [];
		expect(countResults(items, true)).toMatchObject({ total: 4, summary: "2 users found" });
		expect(usersOfList(items, { subject: "editor", role: "editor" }).map(({ listing }) => listing.lines)).toEqual([
			[1],
			[2],
		]);
	});

	it("counts what would end, where the tenant says it", async () => {
		const tenant = incidentTenant(server, { [id(0)]: { sessions: 3, tokens: 120, blocked: true } });
		tenant.misbehave = (request, response) => {
			if (!request.url.includes("/sessions")) return false;
			json(response, 403, { statusCode: 403, error: "Forbidden", message: "no" });
			return true;
		};
		const list = String(await paste(id(0)));
		await runOn(list);
		const [item] = (await findBulkEdit("editor", list))?.items ?? [];
		expect(item?.note.users).toMatchObject([
			{ sessions: null, tokens: { count: 120, isAtLeast: false }, blocked: true },
		]);
	});

	it("of more than 1,000 is refused with what was typed, and nothing is requested", async () => {
		const text = Array.from({ length: 1_001 }, (_, index) => `u${index}@example.com`).join("\n");
		const state = await paste(text);
		expect(state).toMatchObject({ text, problem: { message: expect.stringContaining("1,001") } });
		expect(server.seen).toEqual([]);
	});
});

describe("is not begun", () => {
	async function lookedUp(): Promise<string> {
		incidentTenant(server, people(1));
		const list = String(await paste(id(0)));
		await runOn(list);
		return list;
	}

	it("without a reason, an act or a user, and keeps what was ticked", async () => {
		const list = await lookedUp();
		const all = { user: [id(0)], act: ["end"] };
		const chosen = { acts: ["end"], users: ["0"] };
		expect(await begin(list, { ...all, reason: " " })).toMatchObject({ problem: { about: "reason" }, chosen });
		expect(await begin(list, { ...all, reason: "x".repeat(201) })).toMatchObject({
			problem: { title: "The reason is too long", about: "reason" },
			chosen,
		});
		expect(await begin(list, { ...all, act: ["delete"] })).toMatchObject({ problem: { title: "Not begun" } });
		expect(await begin(list, { ...all, user: ["auth0|other"] })).toMatchObject({ problem: { title: "Not begun" } });
	});

	it("with a reason that can't be kept, or of a text without a user, and keeps what was ticked or pasted", async () => {
		const list = await lookedUp();
		const all = { user: [id(0)], act: ["end"] };
		const chosen = { acts: ["end"], users: ["0"] };
		expect(await begin(list, { ...all, reason: "x".repeat(5_000) })).toMatchObject({ problem: {}, chosen });
		expect(await paste("Ann\nBen")).toMatchObject({ problem: { title: "Not looked up" }, text: "Ann\nBen" });
		signInAs("viewer");
		// Without scripts its page has no form then. Nothing of one is read before its session.
		expect(await paste("Ann")).toMatchObject({ problem: { title: "Not allowed" }, text: "" });
	});

	it("a second time with another choice, and says so; who is not done is looked up again, but no one who was not ticked", async () => {
		const tenant = incidentTenant(server, people(3));
		const list = String(await paste(idsOf(3).join("\n")));
		await runOn(list);
		tenant.misbehave = (request, response) => {
			if (request.method === "GET" || !decodeURIComponent(request.url).includes(id(1))) return false;
			json(response, 400, { statusCode: 400, error: "Bad Request", message: "No." });
			return true;
		};
		const ticked = [id(0), id(1)];
		const incident = String(await begin(list, { user: ticked, act: ["end"] }));
		await runOn(incident);
		for (const other of [{ user: idsOf(3) }, { act: ["block", "end"] }, { reason: "SUP-2" }]) {
			expect(await begin(list, { user: ticked, act: ["end"], ...other })).toMatchObject({
				problem: { title: "Not begun", message: expect.stringContaining("Nothing more was begun") },
			});
		}
		expect(await begin(list, { user: ticked, act: ["end"] })).toBe(incident);
		const [first, second] = await Promise.all([lookUpAgain(incident), lookUpAgain(incident)]);
		expect(second).toBe(first);
		const again = String(first);
		await runOn(again);
		expect(await lookUpAgain(incident)).toBe(again);
		const items = (await findBulkEdit("editor", again))?.items ?? [];
		expect(items.map((item) => [item.id, item.state])).toEqual([[id(1), "done"]]);
		expect(tenant.writes).toEqual([`POST revoke-access ${id(0)}`]);
		expect(await lookUpAgain(again)).toMatchObject({ problem: { title: "This page is out of date" } });
	});

	it("by a viewer, without a session, from another origin, or of another admin's list", async () => {
		const list = await lookedUp();
		const all = { user: [id(0)], act: ["end"] };
		signInAs("support");
		expect(await begin(list, all)).toMatchObject({ problem: { title: "This page is out of date" } });
		signInAs("viewer");
		expect(await paste(id(0))).toMatchObject({ problem: { title: "Not allowed" } });
		expect(await begin(list, all)).toMatchObject({ problem: { title: "Not allowed" } });
		expect(await act(list, "apply")).toMatchObject({ problem: { title: "Not allowed" } });
		signInAs(null);
		expect(await begin(list, all)).toMatchObject({ problem: { title: "Signed out" } });
		signInAs("editor", "https://elsewhere.example");
		expect(await begin(list, all)).toMatchObject({ problem: { title: "Not allowed" } });
	});

	it("with a block by support, who may end sessions", async () => {
		signInAs("support");
		roleOfEmbeddedUser.set(async (userId) => (userId === "support" ? "support" : null));
		incidentTenant(server, people(1));
		const list = String(await paste(id(0)));
		await runOn(list);
		expect(await begin(list, { user: [id(0)], act: ["block", "end"] })).toMatchObject({
			problem: { title: "Not begun" },
		});
		const incident = String(await begin(list, { user: [id(0)], act: ["end"] }));
		await runOn(incident);
		expect(await resultsOf(incident, "support")).toEqual({ [id(0)]: "done" });
	});
});

it("never ends oneself, nor an editor for support, also who became one after the look-up", async () => {
	const tenant = incidentTenant(server, { editor: {}, support: {}, [id(0)]: {}, [id(1)]: {} });
	const roles: Record<string, string> = { editor: "editor", support: "support" };
	roleOfEmbeddedUser.set(async (userId) => roles[userId] ?? null);
	signInAs("support");
	const list = String(await paste([id(0), id(1), "support@example.com", "editor@example.com"].join("\n")));
	await runOn(list);
	const incident = String(await begin(list, { user: ["support", "editor", id(0), id(1)], act: ["end"] }));
	roles[id(1)] = "editor";
	await runOn(incident);
	expect(await resultsOf(incident, "support")).toEqual({
		support: "protected",
		editor: "protected",
		[id(0)]: "done",
		[id(1)]: "protected",
	});
	expect(tenant.writes).toEqual([`POST revoke-access ${id(0)}`]);
});

it("ends the sessions although who began it may not block any more", async () => {
	const tenant = incidentTenant(server, people(2));
	const roles: Record<string, string> = { editor: "editor" };
	roleOfEmbeddedUser.set(async (userId) => roles[userId] ?? null);
	const incident = await incidentWith(idsOf(2), ["block", "end"]);
	roles.editor = "support";
	expect((await runOn(incident)).problem).toBeUndefined();
	expect(await resultsOf(incident)).toEqual({ [id(0)]: "protected", [id(1)]: "protected" });
	expect(tenant.writes).toEqual([`POST revoke-access ${id(0)}`, `POST revoke-access ${id(1)}`]);
});

it("is stopped where the role is lost, and keeps what was done", async () => {
	const tenant = incidentTenant(server, people(3));
	const incident = await incidentWith(idsOf(3), ["end"]);
	tenant.misbehave = (request) => {
		if (request.method !== "GET" && request.url.includes("u0")) signInAs("viewer");
		return false;
	};
	expect((await runOn(incident)).problem?.title).toBe("Not allowed");
	expect(await resultsOf(incident)).toEqual({ [id(0)]: "done", [id(1)]: "planned", [id(2)]: "planned" });
});
