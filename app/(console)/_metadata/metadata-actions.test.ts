import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { changedByVera } from "@/app/_testing/changed-by-vera";
import { partsOf } from "@/app/_testing/result-parts";
import type { MetadataEntry } from "@/lib/contract/metadata";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { requestRevocationAction } from "../_revocation/revocation-action";
import { revokeManyAction } from "../refresh-tokens/revoke/revoke-many-action";
import { saveMetadataAction } from "./metadata-actions";
import { entriesOf, objectOf } from "./rows/metadata-rows";

const ID = "dcr_0000000000000001";

/** The one token of a fake service, which may lose a PATCH, or only its response. */
let metadata: Record<string, unknown> | null;
let onPatch: "store" | "store and hang up" | "hang up";
let service: FaultServer;

beforeAll(async () => {
	service = await startFaultServer();
	service.handle = ({ method, url, body }, response) => {
		const isPatch = method === "PATCH";
		const wire = url.includes("/sessions/") ? "session_metadata" : "refresh_token_metadata";
		if (isPatch && onPatch !== "hang up") metadata = JSON.parse(body)[wire];
		if (isPatch && onPatch !== "store") return response.socket?.destroy();
		return json(response, method === "DELETE" ? 202 : 200, { id: ID, [wire]: metadata });
	};
	await pointAtService(service.address);
});
beforeEach(() => {
	signInAs("editor");
	[metadata, onPatch, service.seen] = [{ a: "1", b: "2" }, "store", []];
});
afterAll(async () => {
	await clearDashboardState();
	await service.close();
});

const calls = () => service.seen.map(({ method, url }) => `${method} ${url}`);
const bodies = () => service.seen.flatMap(({ body }) => (body === "" ? [] : [body]));
const baseline: MetadataEntry[] = [
	["a", "1"],
	["b", "2"],
];

const openedWith = (rows: unknown) => JSON.stringify({ rows });

function formOf(entries: MetadataEntry[], fields: Record<string, string> = {}): FormData {
	const form = new FormData();
	const rows = entries.map(([key, value], index) => ({ id: String(index), key, value, original: null }));
	const all = { tokenId: ID, opened: openedWith(baseline), values: JSON.stringify({ rows }), ...fields };
	for (const [name, value] of Object.entries(all)) form.set(name, value);
	return form;
}
const save = (entries: MetadataEntry[], fields?: Record<string, string>) =>
	partsOf(saveMetadataAction({}, formOf(entries, fields)));
const clear = () => save([], { intent: "clear" });
const saveOfSession = (entries: MetadataEntry[], fields?: Record<string, string>) =>
	partsOf(saveMetadataAction({}, formOf(entries, { sessionId: ID, ...fields })));

describe("saving metadata", () => {
	it("reads the token once, replaces the whole map and returns what the service stores", async () => {
		const state = await save([
			["a", "1"],
			["__proto__", "x"],
		]);
		expect(calls()).toEqual([`GET /api/v2/refresh-tokens/${ID}`, `PATCH /api/v2/refresh-tokens/${ID}`]);
		expect(bodies()).toEqual(['{"refresh_token_metadata":{"a":"1","__proto__":"x"}}']);
		expect(state.saved).toMatchObject({ differing: [], before: { rows: baseline } });
		expect(state.baseline?.rows).toEqual([
			["a", "1"],
			["__proto__", "x"],
		]);
	});

	it("does the same for a session", async () => {
		expect((await saveOfSession([["ticket", "4711"]])).saved).toMatchObject({ after: { rows: [["ticket", "4711"]] } });
		expect((await saveOfSession([["ticket", "1"]])).conflict?.theirs.rows).toEqual([["ticket", "4711"]]);
		metadata = objectOf(baseline);
		expect(await saveOfSession([], { intent: "clear" })).toMatchObject({ saved: { after: { rows: [] } } });
		expect(calls().map((call) => call.split(" ")[1])).toEqual(Array(5).fill(`/api/v2/sessions/${ID}`));
		expect(bodies()).toEqual(['{"session_metadata":{"ticket":"4711"}}', '{"session_metadata":null}']);
	});

	it("refuses a form that names no resource with metadata, and sends nothing", async () => {
		const form = formOf([["a", "mine"]], { userId: ID });
		form.delete("tokenId");
		expect((await partsOf(saveMetadataAction({}, form))).problem?.title).toBe("This page is out of date");
		expect(calls()).toEqual([]);
	});

	it("keeps the conflict when a row is added or removed meanwhile, without scripts", async () => {
		metadata = { a: "theirs", b: "2" };
		const { conflict } = await save([["a", "mine"]]);
		const shown = { conflict: JSON.stringify(conflict), opened: openedWith(conflict?.theirs.rows) };
		for (const intent of ["add", "remove:0"]) {
			const state = await save([["a", "mine"]], { ...shown, intent });
			expect(state.conflict?.theirs.rows).toEqual([["a", "theirs"], baseline[1]]);
			expect(state.values?.rows).toHaveLength(intent === "add" ? 2 : 0);
		}
		expect(bodies()).toEqual([]);
	});

	it("names the author and time of another change meanwhile, also for clearing", async () => {
		const { openedAt, changedBy } = await changedByVera("patch_refresh-tokens_by_id", ID);
		metadata = { a: "theirs", b: "2" };
		const result = await save([["a", "mine"]], { openedAt });
		expect(result).toMatchObject({ conflict: { theirs: { rows: [["a", "theirs"], baseline[1]] }, changedBy } });
		expect(await save([], { openedAt, intent: "clear" })).toMatchObject({
			conflict: { changedBy, at: expect.any(String) },
		});
	});

	it("reads again after a lost response and reports that it was saved", async () => {
		onPatch = "store and hang up";
		expect((await save([["a", "mine"]])).saved).toMatchObject({ after: { rows: [["a", "mine"]] }, differing: [] });
	});

	it("reads again after a lost response and reports that it was not saved", async () => {
		onPatch = "hang up";
		const state = await save([["a", "mine"]]);
		expect(state.problem?.title).toBe("Not carried out");
		expect(state.values?.rows).toMatchObject([{ key: "a", value: "mine" }]);
		expect(state.baseline?.rows).toEqual(baseline);
	});

	it("sends nothing for too many keys, too long a value, a duplicate key or a value without a key", async () => {
		const stopped: MetadataEntry[][] = [
			Array.from({ length: 26 }, (_, index) => [`k${index}`, ""]),
			[["a", "😀".repeat(256)]],
			[
				["a", "1"],
				["a", "2"],
			],
			[["", "1"]],
		];
		for (const entries of stopped) expect((await save(entries)).faults?.rows).toBeTruthy();
		expect(calls()).toEqual([]);
	});
});

describe("clearing metadata", () => {
	it("sends null", async () => {
		expect(await clear()).toMatchObject({
			saved: { before: { rows: baseline }, after: { rows: [] } },
		});
		expect(bodies()).toEqual(['{"refresh_token_metadata":null}']);
	});

	it("clears nothing that was not shown", async () => {
		metadata = { a: "1", b: "2", c: "3" };
		const state = await clear();
		expect(state.conflict?.theirs.rows).toHaveLength(3);
		expect(state).not.toHaveProperty("saved");
		expect(bodies()).toEqual([]);
	});
});

const nothingYet = { requested: [], gone: [], left: [], unconfirmed: [], isOneByOne: false };

it.each([
	["saving metadata", () => save([["a", "mine"]])],
	["adding a row", () => save([["a", "mine"]], { intent: "add" })],
	["clearing metadata", clear],
	["saving a session's metadata", () => saveOfSession([["a", "mine"]])],
	["ending a session", () => requestRevocationAction({}, formOf([], { sessionId: ID }))],
	["revoking", () => requestRevocationAction({}, formOf([]))],
	["revoking several", () => revokeManyAction(nothingYet, formOf([], { token: ID }))],
])("%s is refused to a viewer and to another origin before any request", async (_, act) => {
	signInAs("viewer");
	expect((await act()).problem?.title).toBe("Not allowed");
	signInAs("editor", "https://elsewhere.example");
	expect((await act()).problem?.title).toBe("Not allowed");
	expect(calls()).toEqual([]);
});

it("refuses a form of another shape without a request", async () => {
	const spoiled: Record<string, string>[] = [
		{ opened: openedWith([1]) },
		{ opened: "{" },
		{ values: '{"rows":[{"key":1}]}' },
	];
	for (const fields of spoiled) expect((await save([], fields)).problem?.title).toBe("This page is out of date");
	const file = new FormData();
	file.set("tokenId", new File(["x"], ID));
	for (const form of [new FormData(), formOf([], { tokenId: "" }), formOf([], { sessionId: "" }), file])
		expect((await requestRevocationAction({}, form)).problem?.title).toBe("This page is out of date");
	expect(calls()).toEqual([]);
});

describe("metadata with values that are no texts", () => {
	const odd = { n: { n: 1 }, list: [1, "two"], flag: false, nothing: null, count: 5 };
	const opened = { opened: openedWith([...baseline, ...entriesOf(odd)]) };
	const changed: MetadataEntry[] = [
		["a", "changed"],
		["b", "2"],
	];

	beforeEach(() => {
		metadata = { a: "1", b: "2", ...odd };
	});

	it.each([
		["token", save],
		["session", saveOfSession],
	])("of a %s is not saved where that would lose them, and the keys are named", async (_, saved) => {
		const state = await saved([...changed, ...entriesOf(odd)], opened);
		expect(state.faults?.rows).toContain("“n”, “list”, “flag”, “nothing” and “count” are not text");
		expect(state.saved).toBeUndefined();
		expect(calls().filter((call) => call.startsWith("PATCH"))).toEqual([]);
		expect(metadata).toEqual({ a: "1", b: "2", ...odd });
	});

	it("is saved once their rows are removed", async () => {
		const state = await save(changed, opened);
		expect(bodies()).toEqual(['{"refresh_token_metadata":{"a":"changed","b":"2"}}']);
		expect(state.saved).toMatchObject({ differing: [] });
	});

	it("is not lost where they came since the page was opened", async () => {
		const { conflict, saved } = await save(changed);
		expect(saved).toBeUndefined();
		expect(conflict?.theirs.rows).toContainEqual(["n", { json: '{"n":1}' }]);
		expect(bodies()).toEqual([]);
	});

	it("needs no save where nothing has changed, and is cleared on request", async () => {
		expect((await save([...baseline, ...entriesOf(odd)], opened)).kind).toBe("unchanged");
		expect(await save([], { ...opened, intent: "clear" })).toMatchObject({ saved: { after: { rows: [] } } });
		expect(metadata).toBeNull();
	});

	it("is read the same from a form without scripts", async () => {
		const form = formOf([], opened);
		form.delete("values");
		for (const [index, [key, value]] of [...changed, ...entriesOf(odd)].entries()) {
			form.append("key", key);
			form.append("value", typeof value === "string" ? value : value.json);
			form.append("original", String(index));
		}
		expect((await partsOf(saveMetadataAction({}, form))).faults?.rows).toContain("“n”, “list”");
		expect(bodies()).toEqual([]);
	});

	it("stops no end and no revocation", async () => {
		for (const form of [formOf([], { sessionId: ID, userId: "" }), formOf([], { userId: "" })])
			await expect(requestRevocationAction({}, form)).rejects.toThrow("NEXT_REDIRECT");
		const writes = calls().filter((call) => !call.startsWith("GET "));
		expect(writes).toEqual([`POST /api/v2/sessions/${ID}/revoke`, `DELETE /api/v2/refresh-tokens/${ID}`]);
	});
});
