import { describe, expect, it } from "vitest";
import { METADATA_PROPERTIES_MAX } from "@/lib/contract/limits";
import { everything } from "@/lib/dashboard/audit/audit-entry";
import { listAuditEntries } from "@/lib/dashboard/audit/audit-trail";
import { roleOfEmbeddedUser } from "@/lib/dashboard/config";
import { findBulkEdit } from "@/lib/dashboard/store/bulk-edits";
import { signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { json, refusal } from "@/lib/dashboard/testing/fault-server";
import { preview, remove, run, server, service, set, startBulkService, statesOf, tokensOf } from "./bulk-run.test-data";
import { hangUp } from "./bulk-service.test-data";

startBulkService();

describe("applying", () => {
	it("reads and writes each token once, keeps its other keys, and records each write in the audit trail", async () => {
		const edit = await preview(["a", "b", "c"]);
		expect(await run(edit)).toEqual({ pause: null });
		expect(Object.fromEntries(service.tokens)).toEqual({
			a: { note: "new", other: "kept" },
			b: { note: "new" },
			c: { note: "new" },
		});
		expect([service.reads, service.writes]).toEqual([
			["a", "b", "c"],
			["a", "b", "c"],
		]);
		expect(await statesOf(edit)).toEqual({ a: "done", b: "done", c: "done" });
		const trail = await listAuditEntries(everything, null, 10);
		expect(trail.map(({ target, outcome, changes }) => [target, outcome, changes])).toEqual([
			["c", "done", ["~note"]],
			["b", "done", ["+note"]],
			["a", "done", ["~note"]],
		]);
	});

	it("does the same on sessions", async () => {
		const edit = await preview(["a", "b"], { ...set, resource: "session" });
		expect((await tokensOf(edit)).a).toMatchObject({ name: "Device not reported", detail: "App" });
		await run(edit);
		expect(await statesOf(edit)).toEqual({ a: "done", b: "done" });
		expect(service.tokens.get("a")).toEqual({ note: "new", other: "kept" });
		const sent = server.seen.filter(({ url }) => url.includes("sessions"));
		expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
			"GET /api/v2/users/usr_1/sessions",
			...["a", "b"].flatMap((id) => [`GET /api/v2/sessions/${id}`, `PATCH /api/v2/sessions/${id}`]),
		]);
		expect((await findBulkEdit("editor", edit))?.resource).toBe("session");
	});

	it("removes a key, and the last one as well", async () => {
		const edit = await preview(["a", "b", "c"], remove);
		await run(edit);
		expect(await statesOf(edit)).toEqual({ a: "done", b: "unchanged", c: "done" });
		expect([service.tokens.get("a"), service.tokens.get("c")]).toEqual([{ other: "kept" }, {}]);
		expect(service.writes).toEqual(["a", "c"]);
	});

	it("does not write where the key has changed since the preview, and keeps other changes", async () => {
		const edit = await preview(["a", "b", "c"]);
		service.hold({ a: { note: "theirs" }, b: { more: "theirs" } });
		await run(edit);
		expect(service.writes).toEqual(["b", "c"]);
		expect((await tokensOf(edit)).a).toMatchObject({ state: "conflict", note: { now: "theirs" } });
		expect(service.tokens.get("b")).toEqual({ more: "theirs", note: "new" });
	});

	it("continues after a token that is gone, one that is refused, and one that is full", async () => {
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

	it("leaves a token of an editor to editors, and says so, and goes on with the others", async () => {
		signInAs("support");
		roleOfEmbeddedUser.set(async (userId) => (userId === "ann" ? "editor" : userId));
		const edit = await preview(["a", "b", "c"]);
		service.misbehave = (request, response, id) => {
			if (request.method !== "GET" || id !== "b") return false;
			json(response, 200, { id, user_id: "ann", refresh_token_metadata: {} });
			return true;
		};
		await run(edit);
		const items = (await findBulkEdit("support", edit))?.items;
		expect(items?.map(({ state }) => state)).toEqual(["done", "refused", "done"]);
		expect(items?.[1]?.note.message).toBe(
			"Changing sessions and tokens of an editor needs the editor role. Your role is support.",
		);
		expect(service.writes).toEqual(["a", "c"]);
	});

	it("reports where the service stored something else", async () => {
		const edit = await preview(["b"]);
		service.misbehave = (request, response, id) => {
			if (request.method !== "PATCH") return false;
			json(response, 200, { id, refresh_token_metadata: { note: "NEW" } });
			return true;
		};
		await run(edit);
		expect((await tokensOf(edit)).b).toMatchObject({ state: "differs", note: { now: "NEW" } });
	});

	it("looks up the outcome of a write without a response, and never guesses", async () => {
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

	it.each([
		["The console lacks a scope", refusal(403)],
		["The tenant refused the request", { errorCode: "insufficient_entitlement", message: "Please upgrade" }],
	])("stops with the reason where it is refused (%s), and has not written that token", async (title, body) => {
		const edit = await preview(["a", "b"]);
		service.misbehave = (request, response) => {
			if (request.method !== "PATCH") return false;
			json(response, 403, body);
			return true;
		};
		expect((await run(edit)).problem?.title).toBe(title);
		expect(await statesOf(edit)).toEqual({ a: "planned", b: "planned" });
		expect((await findBulkEdit("editor", edit))?.run).toBe("stopped");
		service.misbehave = () => false;
		await run(edit);
		expect(await statesOf(edit)).toEqual({ a: "done", b: "done" });
	});
});
