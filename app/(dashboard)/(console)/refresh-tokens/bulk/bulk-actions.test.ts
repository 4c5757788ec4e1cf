import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { METADATA_PROPERTIES_MAX } from "@/lib/contract/limits";
import { listAuditEntries } from "@/lib/dashboard/audit/audit-store";
import { claimPlannedToken } from "@/lib/dashboard/store/bulk-edit-claims";
import { findBulkEdit, setBulkRun } from "@/lib/dashboard/store/bulk-edits";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { previewBulkEditAction, runBulkEditAction } from "./bulk-actions";
import { BULK_TOKENS_MAX } from "./bulk-limits";
import { bulkService, hangUp } from "./bulk-service.test-data";

vi.mock("next/headers", async () => (await import("@/lib/dashboard/testing/dashboard-state")).nextHeaders);
vi.mock("next/cache", () => ({ refresh: () => {} }));

let server: FaultServer;
let service: ReturnType<typeof bulkService>;

beforeEach(async () => {
	server = await startFaultServer();
	service = bulkService(server);
	await pointAtService(server.address);
	signInAs("editor");
	service.hold({ a: { note: "1", other: "kept" }, b: {}, c: { note: "3" } });
});
afterEach(async () => {
	await clearDashboardState();
	await server.close();
});

function formOf(fields: Record<string, string>, tokens: readonly string[] = []): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	for (const token of tokens) form.append("token", token);
	return form;
}

const set = { user: "usr_1", operation: "set", key: "note", value: "new" };
const remove = { user: "usr_1", operation: "remove", key: "note" };

/** Previews and answers the identifier of the plan, from where the action redirects to. */
async function preview(tokens: readonly string[], fields: Record<string, string> = set): Promise<string> {
	const error = await previewBulkEditAction({}, formOf(fields, tokens)).then(
		(state) => new Error(JSON.stringify(state)),
		(thrown: Error & { digest?: string }) => thrown,
	);
	const id = /;\/refresh-tokens\/bulk\/([\w-]+);/.exec(("digest" in error && error.digest) || "")?.[1];
	if (!id) throw error;
	return id;
}

const act = (edit: string, intent: string) => runBulkEditAction({}, formOf({ edit, intent }));

/** As the page does it: asks again until nothing more is to be done, or a wait is asked for. */
async function run(edit: string, intent = "apply") {
	let state = await act(edit, intent);
	while (state.pause && state.pause.seconds === 0) state = await act(edit, "continue");
	return state;
}

async function tokensOf(edit: string) {
	return Object.fromEntries(((await findBulkEdit("editor", edit))?.tokens ?? []).map((token) => [token.id, token]));
}
async function statesOf(edit: string) {
	return Object.fromEntries(Object.entries(await tokensOf(edit)).map(([id, { state }]) => [id, state]));
}

const inSeconds = (seconds: number) => String(Math.ceil(Date.now() / 1000) + seconds);

describe("the preview", () => {
	it("shows what would become of each token from one call for all, and writes nothing", async () => {
		const full = Object.fromEntries(Array.from({ length: METADATA_PROPERTIES_MAX }, (_, index) => [`k${index}`, ""]));
		service.hold({ full, same: { note: "new" } });
		const edit = await preview(["full", "same", "a", "none"]);
		expect(await statesOf(edit)).toEqual({ full: "too-many", same: "unchanged", a: "planned", none: "gone" });
		expect((await tokensOf(edit)).a?.baseline).toEqual(Object.entries({ note: "1", other: "kept" }));
		expect(server.seen.filter(({ url }) => url.includes("refresh-tokens")).map(({ url }) => url)).toEqual([
			"/api/v2/users/usr_1/refresh-tokens",
			"/api/v2/refresh-tokens/none",
		]);
		expect(service.writes).toEqual([]);
	});

	it.each([
		["no key", { ...set, key: "" }, "key"],
		["a value of 256 code points", { ...set, value: "😀".repeat(256) }, "value"],
	])("refuses %s at its field, and keeps what was typed", async (_, fields, field) => {
		const state = await previewBulkEditAction({}, formOf(fields, ["a"]));
		expect(Object.keys(state.errors ?? {})).toEqual([field]);
		expect(state.values).toEqual({ operation: "set", key: fields.key, value: fields.value });
		expect(server.seen).toEqual([]);
	});

	it("takes 255 code points of emoji, and a key of the language", async () => {
		const edit = await preview(["a"], { ...set, key: "__proto__", value: "😀".repeat(255) });
		await run(edit);
		expect(JSON.stringify(service.tokens.get("a"))).toBe(
			JSON.stringify(JSON.parse(`{"note":"1","other":"kept","__proto__":"${"😀".repeat(255)}"}`)),
		);
	});

	it("refuses more tokens than it says, and a form without any", async () => {
		const many = Array.from({ length: BULK_TOKENS_MAX + 1 }, (_, index) => `t${index}`);
		expect((await previewBulkEditAction({}, formOf(set, many))).problem?.title).toBe("No tokens");
		expect((await previewBulkEditAction({}, formOf(set))).problem?.title).toBe("No tokens");
		expect(server.seen).toEqual([]);
	});

	it("reads each token by itself where the list does not say what they hold", async () => {
		service.listsMetadata = false;
		const edit = await preview(["a", "b"]);
		expect((await tokensOf(edit)).a?.baseline).toEqual(Object.entries({ note: "1", other: "kept" }));
		expect(service.reads).toEqual(["a", "b"]);
	});

	it("says of which tokens it does not know what they hold, where the rate limit leaves no time to ask", async () => {
		service.listsMetadata = false;
		service.headers = { "x-ratelimit-limit": "10", "x-ratelimit-remaining": "0", "x-ratelimit-reset": inSeconds(50) };
		expect(await statesOf(await preview(["a", "b"]))).toEqual({ a: "unread", b: "unread" });
		expect(service.reads).toEqual([]);
	});

	it("leaves out a token of somebody else", async () => {
		service.misbehave = (_, response, id) => {
			if (id !== "foreign") return false;
			json(response, 200, { id, user_id: "usr_2", refresh_token_metadata: null });
			return true;
		};
		expect(await statesOf(await preview(["foreign", "a"]))).toEqual({ foreign: "gone", a: "planned" });
	});
});

describe("applying", () => {
	it("reads and writes each token once, keeps its other keys, and notes each write in the audit trail", async () => {
		const edit = await preview(["a", "b", "c"]);
		expect(await run(edit)).toEqual({ pause: null });
		expect(Object.fromEntries(service.tokens)).toEqual({
			...{ a: { note: "new", other: "kept" }, b: { note: "new" }, c: { note: "new" } },
		});
		expect([service.reads, service.writes]).toEqual([
			["a", "b", "c"],
			["a", "b", "c"],
		]);
		expect(await statesOf(edit)).toEqual({ a: "done", b: "done", c: "done" });
		const trail = await listAuditEntries({ person: "", operation: "", target: "", outcome: "" }, null, 10);
		expect(trail.map(({ target, outcome, changes }) => [target, outcome, changes])).toEqual([
			["c", "done", ["~note"]],
			["b", "done", ["+note"]],
			["a", "done", ["~note"]],
		]);
	});

	it("removes a key, and the last one as well", async () => {
		const edit = await preview(["a", "b", "c"], remove);
		await run(edit);
		expect(await statesOf(edit)).toEqual({ a: "done", b: "unchanged", c: "done" });
		expect([service.tokens.get("a"), service.tokens.get("c")]).toEqual([{ other: "kept" }, {}]);
		expect(service.writes).toEqual(["a", "c"]);
	});

	it("does not write where the key has changed since the preview, and keeps what else has", async () => {
		const edit = await preview(["a", "b", "c"]);
		service.hold({ a: { note: "theirs" }, b: { more: "theirs" } });
		await run(edit);
		expect(service.writes).toEqual(["b", "c"]);
		expect((await tokensOf(edit)).a).toMatchObject({ state: "conflict", note: { now: "theirs" } });
		expect(service.tokens.get("b")).toEqual({ more: "theirs", note: "new" });
	});

	it("goes on after a token that is gone, one that is refused, and one that has been filled", async () => {
		const edit = await preview(["a", "b", "c"]);
		service.tokens.delete("a");
		service.misbehave = (request, response, id) => {
			if (request.method !== "PATCH" || id !== "b") return false;
			json(response, 400, { statusCode: 400, error: "Bad Request", message: "not this key" });
			return true;
		};
		await run(edit);
		expect(await statesOf(edit)).toEqual({ a: "gone", b: "refused", c: "done" });
		expect((await tokensOf(edit)).b?.note.message).toBe("not this key");

		const full = Object.fromEntries(Array.from({ length: METADATA_PROPERTIES_MAX }, (_, index) => [`k${index}`, ""]));
		const next = await preview(["b"]);
		service.hold({ b: full });
		await run(next);
		expect(await statesOf(next)).toEqual({ b: "too-many" });
	});

	it("says where the service stored something else", async () => {
		const edit = await preview(["b"]);
		service.misbehave = (request, response, id) => {
			if (request.method !== "PATCH") return false;
			json(response, 200, { id, refresh_token_metadata: { note: "NEW" } });
			return true;
		};
		await run(edit);
		expect((await tokensOf(edit)).b).toMatchObject({ state: "differs", note: { now: "NEW" } });
	});

	it("looks up what became of a write without an answer, and never guesses", async () => {
		service.hold({ d: {} });
		const edit = await preview(["a", "b", "c", "d"]);
		let isDown = false;
		service.misbehave = (request, response, id) => {
			if (isDown) return hangUp(response);
			if (request.method !== "PATCH" || id === "d") return false;
			if (id === "a") service.hold({ a: JSON.parse(request.body).refresh_token_metadata });
			isDown = id === "c";
			return hangUp(response);
		};
		await run(edit);
		expect(await statesOf(edit)).toEqual({ a: "done", b: "not-written", c: "unconfirmed", d: "unread" });
		expect(service.writes).toEqual(["a", "b", "c"]);
	});

	it("stops with the reason where the service refuses the console, and has written nothing of that token", async () => {
		const edit = await preview(["a", "b"]);
		service.misbehave = (request, response) => {
			if (request.method !== "PATCH") return false;
			json(response, 403, { statusCode: 403, error: "Forbidden", message: "no" });
			return true;
		};
		expect((await run(edit)).problem?.title).toBe("The dashboard lacks a scope");
		expect(await statesOf(edit)).toEqual({ a: "planned", b: "planned" });
		expect((await findBulkEdit("editor", edit))?.run).toBe("stopped");
		service.misbehave = () => false;
		await run(edit);
		expect(await statesOf(edit)).toEqual({ a: "done", b: "done" });
	});
});

describe("the rate limit", () => {
	it("is waited for before the service refuses: both calls of a token have to fit", async () => {
		const edit = await preview(["a", "b"]);
		service.headers = { "x-ratelimit-limit": "10", "x-ratelimit-remaining": "1", "x-ratelimit-reset": inSeconds(40) };
		const state = await run(edit);
		expect(state.pause?.for).toBe("rate-limit");
		expect(state.pause?.seconds).toBeGreaterThanOrEqual(15);
		expect(state.pause?.seconds).toBeLessThanOrEqual(42);
		expect(service.writes).toEqual(["a"]);
		const calls = server.seen.length;
		expect((await act(edit, "continue")).pause?.for).toBe("rate-limit");
		expect(server.seen).toHaveLength(calls);
		expect(await statesOf(edit)).toEqual({ a: "done", b: "planned" });
	});

	it("goes on with the same token after a 429 for a read, and asks nothing until then", async () => {
		const edit = await preview(["a"]);
		service.misbehave = (_, response) => {
			json(response, 429, { statusCode: 429, error: "Too Many Requests", message: "slow" }, { "retry-after": "30" });
			return true;
		};
		expect((await run(edit)).pause).toEqual({ seconds: 30, for: "rate-limit" });
		expect(await statesOf(edit)).toEqual({ a: "planned" });
		const calls = server.seen.length;
		expect((await act(edit, "continue")).pause?.for).toBe("rate-limit");
		expect(server.seen).toHaveLength(calls);
	});

	it("repeats a write that was refused for haste after a short wait, and gives the token back before a long one", async () => {
		const edit = await preview(["a", "b"]);
		const waits = { a: "1", b: "40" } as Record<string, string>;
		service.misbehave = (request, response, id) => {
			const wait = waits[id];
			if (request.method !== "PATCH" || !wait) return false;
			delete waits[id];
			json(response, 429, { statusCode: 429, error: "Too Many Requests", message: "slow" }, { "retry-after": wait });
			return true;
		};
		expect((await run(edit)).pause).toEqual({ seconds: 40, for: "rate-limit" });
		expect(await statesOf(edit)).toEqual({ a: "done", b: "planned" });
		expect(service.writes).toEqual(["a", "a", "b"]);
		expect(service.tokens.get("b")).toEqual({});
	});
});

describe("what was cut off", () => {
	/** A token that a process claimed long ago and never settled. */
	async function cutOff(token: string): Promise<string> {
		const edit = await preview([token]);
		await setBulkRun(edit, "running");
		await claimPlannedToken(edit, new Date(0));
		return edit;
	}

	it("is looked up, and not written again where it was carried out", async () => {
		const edit = await cutOff("a");
		service.hold({ a: { note: "new", other: "kept" } });
		await run(edit);
		expect(await statesOf(edit)).toEqual({ a: "done" });
		expect(service.writes).toEqual([]);
	});

	it("is planned again and written where the token is as it was", async () => {
		const edit = await cutOff("a");
		await run(edit);
		expect(await statesOf(edit)).toEqual({ a: "done" });
		expect(service.writes).toEqual(["a"]);
	});

	it("is a conflict where the token holds neither", async () => {
		const edit = await cutOff("a");
		service.hold({ a: { note: "theirs" } });
		await run(edit);
		expect(await statesOf(edit)).toEqual({ a: "conflict" });
		expect(service.writes).toEqual([]);
	});

	it("stays unsettled while it can't be looked up, and is looked up by the next one who comes", async () => {
		const edit = await cutOff("a");
		service.misbehave = (_, response) => {
			json(response, 403, { statusCode: 403, error: "Forbidden", message: "no" });
			return true;
		};
		expect((await run(edit)).problem).toBeTruthy();
		expect(await statesOf(edit)).toEqual({ a: "writing" });
		service.misbehave = () => false;
		await run(edit);
		expect(await statesOf(edit)).toEqual({ a: "done" });
	});

	it("is left alone while its writer may still be at work", async () => {
		const edit = await preview(["a"]);
		await setBulkRun(edit, "running");
		await claimPlannedToken(edit);
		expect((await run(edit)).pause?.for).toBe("other-writer");
		expect(service.reads).toEqual([]);
	});
});

it("writes each token exactly once, however many work on the same edit at once", async () => {
	const ids = Array.from({ length: 20 }, (_, index) => `t${index}`);
	service.hold(Object.fromEntries(ids.map((id) => [id, {}])));
	const edit = await preview(ids);
	await Promise.all(Array.from({ length: 4 }, () => run(edit)));
	while ((await run(edit, "continue")).pause);
	expect([...service.writes].sort()).toEqual([...ids].sort());
	expect(Object.values(await statesOf(edit))).toEqual(ids.map(() => "done"));
});

it("stops after the token that is being written, resumes with the next one, or leaves the rest as it is", async () => {
	const edit = await preview(["a", "b", "c"]);
	let stopping: Promise<unknown> | null = null;
	service.misbehave = (request, response, id) => {
		if (request.method !== "PATCH" || id !== "a" || stopping) return false;
		stopping = act(edit, "stop").then(() => {
			service.hold({ a: JSON.parse(request.body).refresh_token_metadata });
			json(response, 200, { id, refresh_token_metadata: service.tokens.get("a") });
		});
		return true;
	};
	expect(await run(edit)).toEqual({ pause: null });
	expect(await statesOf(edit)).toEqual({ a: "done", b: "planned", c: "planned" });
	expect(await run(edit, "continue")).toEqual({ pause: null });
	expect(service.writes).toEqual(["a"]);

	service.misbehave = (request, response, id) => {
		if (request.method !== "GET" || id !== "b") return false;
		void setBulkRun(edit, "stopped").then(() => json(response, 200, { id, refresh_token_metadata: {} }));
		return true;
	};
	await run(edit);
	expect(await statesOf(edit)).toEqual({ a: "done", b: "done", c: "planned" });
	await act(edit, "leave");
	expect(await statesOf(edit)).toEqual({ a: "done", b: "done", c: "left" });
	await run(edit);
	expect(service.writes).toEqual(["a", "b"]);
});

it("knows a bulk edit of another admin as little as one that never was", async () => {
	const edit = await preview(["a"]);
	const { dashboardDatabase } = await import("@/lib/dashboard/store/dashboard-database");
	await (await dashboardDatabase()).updateTable("bulk_edits").set({ subject: "another" }).execute();
	for (const id of [edit, "never"]) {
		expect((await act(id, "apply")).problem?.title).toBe("No bulk edit with this identifier");
	}
	expect(service.reads).toEqual([]);
});

describe("is refused before anything is done", () => {
	it.each([
		["nobody is signed in", null, undefined],
		["the admin is a viewer", "viewer", undefined],
		["the request has no origin", "editor", null],
		["the request comes from elsewhere", "editor", "https://elsewhere.example"],
	] as const)("when %s", async (_, who, origin) => {
		const edit = await preview(["a"]);
		const before = [await findBulkEdit("editor", edit), server.seen.length];
		signInAs(who, origin);
		for (const intent of ["apply", "continue", "stop", "leave"]) {
			expect((await act(edit, intent)).problem?.title).toMatch(/Signed out|Not allowed/);
		}
		expect((await previewBulkEditAction({}, formOf(set, ["a"]))).problem?.title).toMatch(/Signed out|Not allowed/);
		expect([await findBulkEdit("editor", edit), server.seen.length]).toEqual(before);
	});
});
