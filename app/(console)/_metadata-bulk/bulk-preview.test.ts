import { describe, expect, it } from "vitest";
import { METADATA_PROPERTIES_MAX } from "@/lib/contract/limits";
import { findBulkEdit } from "@/lib/dashboard/store/bulk-edits";
import { signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { json } from "@/lib/dashboard/testing/fault-server";
import { previewBulkEditAction } from "./bulk-actions";
import { BULK_ITEMS_MAX } from "./bulk-operation";
import {
	act,
	formOf,
	inSeconds,
	preview,
	run,
	server,
	service,
	set,
	startBulkService,
	statesOf,
	tokensOf,
} from "./bulk-run.test-data";

startBulkService();

describe("the preview", () => {
	it("shows the effect on each token from one request for all, and writes nothing", async () => {
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
		expect(state.values).toEqual({ kind: "set", key: fields.key, value: fields.value });
		expect(server.seen).toEqual([]);
	});

	it("accepts 255 code points of emoji, and a key with a meaning in JavaScript", async () => {
		const edit = await preview(["a"], { ...set, key: "__proto__", value: "😀".repeat(255) });
		await run(edit);
		expect(JSON.stringify(service.tokens.get("a"))).toBe(
			JSON.stringify(JSON.parse(`{"note":"1","other":"kept","__proto__":"${"😀".repeat(255)}"}`)),
		);
	});

	it("refuses more tokens than the limit, and a form without any", async () => {
		const many = Array.from({ length: BULK_ITEMS_MAX + 1 }, (_, index) => `t${index}`);
		expect((await previewBulkEditAction({}, formOf(set, many))).problem?.title).toBe("Nothing selected");
		expect((await previewBulkEditAction({}, formOf(set))).problem?.title).toBe("Nothing selected");
		expect(server.seen).toEqual([]);
	});

	it("leaves out what would lose a value that is no text, with its key, and carries out the rest", async () => {
		service.hold({ odd: { n: { n: 1 }, note: "1" }, replaced: { note: 5 } });
		const edit = await preview(["odd", "replaced", "a"]);
		expect(await statesOf(edit)).toEqual({ odd: "not-text", replaced: "planned", a: "planned" });
		expect((await tokensOf(edit)).odd?.note).toEqual({ message: "“n”" });
		service.hold({ a: { note: "1", other: [1] } });
		await run(edit);
		expect(await statesOf(edit)).toEqual({ odd: "not-text", replaced: "done", a: "not-text" });
		expect(service.writes).toEqual(["replaced"]);
		expect(service.tokens.get("odd")).toEqual({ n: { n: 1 }, note: "1" });
	});

	it("reads each token by itself where the list omits their metadata", async () => {
		service.listsMetadata = false;
		const edit = await preview(["a", "b"]);
		expect((await tokensOf(edit)).a?.baseline).toEqual(Object.entries({ note: "1", other: "kept" }));
		expect(service.reads).toEqual(["a", "b"]);
	});

	it("marks tokens as unread where the rate limit leaves no time to read them", async () => {
		service.listsMetadata = false;
		service.headers = { "x-ratelimit-limit": "10", "x-ratelimit-remaining": "0", "x-ratelimit-reset": inSeconds(50) };
		expect(await statesOf(await preview(["a", "b"]))).toEqual({ a: "unread", b: "unread" });
		expect(service.reads).toEqual([]);
	});

	it("says of a token whose metadata is not reported that all that it may have is replaced", async () => {
		service.listsMetadata = false;
		service.misbehave = (_, response, id) => {
			if (id !== "a") return false;
			json(response, 200, { id, user_id: "usr_1", client_id: "app" });
			return true;
		};
		const { a, b } = await tokensOf(await preview(["a", "b"]));
		expect(a?.detail).toBe("Its metadata is not reported: anything it has is replaced");
		expect(b?.detail).toBeNull();
	});

	it("names a session by who opened it, where somebody else did as the person", async () => {
		service.more = { b: { actor: { sub: "support-desk" } } };
		const edit = await preview(["a", "b"], { ...set, resource: "session" });
		expect(Object.values(await tokensOf(edit)).map(({ name }) => name)).toEqual([
			"Device not reported",
			"Device not reported, opened by support-desk as this user",
		]);
	});

	it("leaves out a token of another user", async () => {
		service.misbehave = (_, response, id) => {
			if (id !== "foreign") return false;
			json(response, 200, { id, user_id: "usr_2", refresh_token_metadata: null });
			return true;
		};
		expect(await statesOf(await preview(["foreign", "a"]))).toEqual({ foreign: "gone", a: "planned" });
	});
});

describe("is refused before anything is done", () => {
	it.each([
		["no admin is signed in", null, undefined],
		["the admin is a viewer", "viewer", undefined],
		["the request has no origin", "editor", null],
		["the request comes from elsewhere", "editor", "https://elsewhere.example"],
	] as const)("when %s", async (_, role, origin) => {
		const edit = await preview(["a"]);
		const before = [await findBulkEdit("editor", edit), server.seen.length];
		signInAs(role, origin);
		for (const intent of ["apply", "continue", "stop", "leave"]) {
			expect((await act(edit, intent)).problem?.title).toMatch(/Signed out|Not allowed/);
		}
		expect((await previewBulkEditAction({}, formOf(set, ["a"]))).problem?.title).toMatch(/Signed out|Not allowed/);
		expect([await findBulkEdit("editor", edit), server.seen.length]).toEqual(before);
	});
});
