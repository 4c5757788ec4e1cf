import { mkdtempSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { mergeOf } from "@/app/_editor/edit-state";
import { revokeTokenAction } from "../revoke/revoke-actions";
import { revokeManyAction } from "../revoke/revoke-many-action";
import { saveMetadataAction } from "./metadata-actions";
import { metadataEditor } from "./metadata-editor";
import type { MetadataEntry } from "./rows/metadata-rows";

const ID = "dcr_0000000000000001";
const APP_URL = "http://localhost:3999";

const request = vi.hoisted(() => ({ session: "editor" as string | null, origin: "" as string | null }));

vi.mock("next/headers", () => ({
	headers: async () => new Headers(request.origin ? { origin: request.origin } : {}),
	cookies: async () => ({ get: () => (request.session ? { value: request.session } : undefined) }),
}));
vi.mock("@/lib/dashboard/store/sessions", () => ({
	findSession: async (subject: string) =>
		["editor", "viewer"].includes(subject) ? { subject, name: subject, email: null, email_verified: 0 } : null,
}));
// The memory of one request; outside of React's server rendering there is none.
vi.mock("react", async (original) => ({ ...(await original<object>()), cache: (call: unknown) => call }));

/** A stand-in for the identity service. It holds one token, and misbehaves as a test tells it. */
const service = {
	metadata: null as unknown,
	calls: [] as string[],
	bodies: [] as unknown[],
	answerToPatch: "store" as "store" | "store-and-hang-up" | "hang-up" | "alter" | 429 | 400 | 404,
};
let server: Server;

function answer(incoming: IncomingMessage, outgoing: ServerResponse, text: string): void {
	const json = (status: number, body: unknown) => {
		outgoing.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
	};
	if (incoming.url === "/oauth/token") {
		json(200, { access_token: "token", token_type: "Bearer", expires_in: 3600 });
		return;
	}
	service.calls.push(`${incoming.method} ${incoming.url}`);
	const mode = incoming.method === "PATCH" ? service.answerToPatch : "store";
	if (incoming.method === "PATCH" && typeof mode !== "number") {
		const body = JSON.parse(text);
		service.bodies.push(body);
		const altered = mode === "alter" ? { a: "altered" } : {};
		if (mode !== "hang-up")
			service.metadata = body.refresh_token_metadata && { ...body.refresh_token_metadata, ...altered };
	}
	if (typeof mode === "number") json(mode, { statusCode: mode, message: "no" });
	else if (mode === "hang-up" || mode === "store-and-hang-up") incoming.socket.destroy();
	else json(incoming.method === "DELETE" ? 202 : 200, { id: ID, refresh_token_metadata: service.metadata });
}

beforeAll(async () => {
	server = createServer((incoming, outgoing) => {
		let text = "";
		incoming.on("data", (chunk) => {
			text += chunk;
		});
		incoming.on("end", () => answer(incoming, outgoing, text));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	Object.assign(process.env, {
		APP_URL,
		SESSION_SECRET: "s".repeat(32),
		MANAGEMENT_BASE_URL: `${base}/api/v2`,
		AUTH_BASE_URL: base,
		MANAGEMENT_CLIENT_ID: "id",
		MANAGEMENT_CLIENT_SECRET: "secret",
		SIGN_IN_CLIENT_ID: "id",
		SIGN_IN_CLIENT_SECRET: "secret",
		EDITORS: "editor",
		VIEWERS: "viewer",
		LOG_LEVEL: "silent",
		DATA_DIR: mkdtempSync(join(tmpdir(), "metadata-actions-")),
	});
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});

beforeEach(() => {
	Object.assign(request, { session: "editor", origin: APP_URL });
	Object.assign(service, { metadata: { a: "1", b: "2" }, calls: [], bodies: [], answerToPatch: "store" });
});
afterEach(() => vi.restoreAllMocks());

const baseline: MetadataEntry[] = [
	["a", "1"],
	["b", "2"],
];

function formOf(entries: MetadataEntry[], fields: Record<string, string> = {}): FormData {
	const form = new FormData();
	const rows = entries.map(([key, value]) => ({ key, value, original: null }));
	const all = { tokenId: ID, baseline: JSON.stringify(baseline), rows: JSON.stringify(rows), ...fields };
	for (const [name, value] of Object.entries(all)) form.set(name, value);
	return form;
}

const save = (entries: MetadataEntry[], fields?: Record<string, string>) =>
	saveMetadataAction({}, formOf(entries, fields));
const clear = () => save([], { intent: "clear" });

/** What the page without scripts posts once it has shown a conflict. */
async function conflictOf(typed: MetadataEntry[]): Promise<Record<string, string>> {
	const { conflict } = await save(typed);
	expect(service.bodies).toEqual([]);
	return { conflict: JSON.stringify(conflict), baseline: JSON.stringify(conflict?.theirs.rows) };
}

describe("saving metadata", () => {
	it("reads the token once, replaces the whole map and answers what the service holds", async () => {
		const state = await save([
			["a", "1"],
			["__proto__", "x"],
		]);
		expect(service.calls).toEqual([`GET /api/v2/refresh-tokens/${ID}`, `PATCH /api/v2/refresh-tokens/${ID}`]);
		expect(JSON.stringify(service.bodies[0])).toBe('{"refresh_token_metadata":{"a":"1","__proto__":"x"}}');
		expect(state.saved).toMatchObject({ differing: [], before: { rows: baseline } });
		expect(state.baseline?.rows).toEqual([
			["a", "1"],
			["__proto__", "x"],
		]);
	});

	it("sends nothing when nothing was changed", async () => {
		expect((await save([...baseline].reverse())).isUnchanged).toBe(true);
		expect(service.calls).toEqual([]);
	});

	it("writes nothing when somebody else has changed the metadata, and shows theirs", async () => {
		service.metadata = { a: "theirs", b: "2" };
		const state = await save([
			["a", "mine"],
			["b", "2"],
		]);
		expect(state.conflict?.theirs.rows).toEqual([
			["a", "theirs"],
			["b", "2"],
		]);
		expect(service.bodies).toEqual([]);
	});

	it("saves the choices of a conflict onto what the service holds", async () => {
		service.metadata = { a: "theirs", b: "2", c: "new" };
		const conflict = await conflictOf([["a", "mine"]]);
		const merged: MetadataEntry[] = [
			["a", "mine"],
			["c", "new"],
		];
		await save(merged, { ...conflict, contested: "1", "choice-0": "yours" });
		expect(service.bodies).toEqual([{ refresh_token_metadata: { a: "mine", c: "new" } }]);
	});

	it.each([
		["baseline", "1"],
		["theirs", "theirs"],
		["yours", "mine"],
	])("saves the value that is chosen as %s for a contested key", async (choice, value) => {
		service.metadata = { a: "theirs", b: "2" };
		const typed: MetadataEntry[] = [
			["a", "mine"],
			["b", "mine too"],
		];
		const conflict = await conflictOf(typed);
		await save(typed, { ...conflict, contested: "1", "choice-0": choice });
		expect(service.bodies).toEqual([{ refresh_token_metadata: { a: value, b: "mine too" } }]);
	});

	it("asks again when a contested key was left open, or the service has changed once more", async () => {
		const typed: MetadataEntry[] = [
			["a", "mine"],
			["b", "2"],
		];
		service.metadata = { a: "theirs", b: "2" };
		const conflict = { ...(await conflictOf(typed)), contested: "1" };
		service.calls = [];
		const undecided = await save(typed, conflict);
		expect(undecided).toMatchObject({
			isUndecided: true,
			conflict: { theirs: { rows: [["a", "theirs"], baseline[1]] } },
		});
		expect(service.calls).toEqual([]);
		service.metadata = { a: "theirs again", b: "2" };
		const again = await save(typed, { ...conflict, "choice-0": "yours" });
		expect(again.conflict?.theirs.rows).toEqual([["a", "theirs again"], baseline[1]]);
		expect(service.bodies).toEqual([]);
	});

	it("keeps a choice for the value that it was made about alone: what changed once more is asked anew, and nothing else", async () => {
		service.metadata = { a: "theirs", b: "theirs", c: "new" };
		const typed: MetadataEntry[] = [
			["a", "mine"],
			["b", "mine"],
		];
		const conflict = await conflictOf(typed);
		service.metadata = { a: "theirs", b: "theirs again", c: "new" };
		const choices = { contested: "2", "choice-0": "yours", "choice-1": "yours" };
		const merged: MetadataEntry[] = [...typed, ["c", "new"]];
		const state = await save(merged, { ...conflict, ...choices });
		const versions = state.conflict;
		expect(versions && mergeOf(metadataEditor, versions).contested).toMatchObject([
			{ part: "rows b", baseline: '"theirs"', theirs: '"theirs again"', yours: '"mine"' },
		]);
		expect(versions?.yours.rows).toEqual(merged);
		expect(service.bodies).toEqual([]);
	});

	it("keeps what is asked about when a row is added or removed meanwhile, without scripts", async () => {
		service.metadata = { a: "theirs", b: "2" };
		const conflict = await conflictOf([["a", "mine"]]);
		for (const intent of ["add", "remove:0"]) {
			const state = await save([["a", "mine"]], { ...conflict, intent });
			expect(state.conflict?.theirs.rows).toEqual([["a", "theirs"], baseline[1]]);
			expect(state.values?.rows).toHaveLength(intent === "add" ? 2 : 0);
		}
		expect(service.bodies).toEqual([]);
	});

	it("says which keys the service stored otherwise", async () => {
		service.answerToPatch = "alter";
		expect((await save([["a", "mine"]])).saved?.differing).toEqual(["rows a"]);
	});

	it("reads again after a lost answer and says that it was saved", async () => {
		service.answerToPatch = "store-and-hang-up";
		expect((await save([["a", "mine"]])).saved).toMatchObject({ after: { rows: [["a", "mine"]] }, differing: [] });
	});

	it("reads again after a lost answer and says that it was not saved", async () => {
		service.answerToPatch = "hang-up";
		const state = await save([["a", "mine"]]);
		expect(state.problem?.title).toBe("Not carried out");
		expect(state.values?.rows).toMatchObject([{ key: "a", value: "mine" }]);
		expect(state.baseline?.rows).toEqual(baseline);
	});

	it.each([400, 404, 429] as const)("keeps what was typed when the service answers %d", async (status) => {
		service.answerToPatch = status;
		const state = await save([["a", "mine"]]);
		expect(state.problem?.title).toBeTruthy();
		expect(state.values?.rows).toMatchObject([{ key: "a", value: "mine", original: null }]);
	});

	it.each([
		["26 keys", Array.from({ length: 26 }, (_, index): MetadataEntry => [`k${index}`, ""])],
		["a value of 256 code points", [["a", "😀".repeat(256)]] satisfies MetadataEntry[]],
		[
			"a key that stands twice",
			[
				["a", "1"],
				["a", "2"],
			] satisfies MetadataEntry[],
		],
		["a value without a key", [["", "1"]] satisfies MetadataEntry[]],
	])("sends nothing for %s", async (_, entries) => {
		expect((await save(entries)).faults?.rows).toBeTruthy();
		expect(service.calls).toEqual([]);
	});
});

describe("clearing metadata", () => {
	it("sends null", async () => {
		expect(await clear()).toMatchObject({
			isCleared: true,
			saved: { before: { rows: baseline }, after: { rows: [] } },
		});
		expect(service.bodies).toEqual([{ refresh_token_metadata: null }]);
	});

	it("clears nothing that it did not show", async () => {
		service.metadata = { a: "1", b: "2", c: "3" };
		const state = await clear();
		expect(state.uncleared?.rows).toHaveLength(3);
		expect(state).not.toHaveProperty("conflict");
		expect(service.bodies).toEqual([]);
	});
});

describe.each([
	["saving metadata", () => saveMetadataAction({}, formOf([["a", "mine"]]))],
	["adding a row", () => saveMetadataAction({}, formOf([["a", "mine"]], { intent: "add" }))],
	["clearing metadata", clear],
	["revoking", () => revokeTokenAction({}, formOf([]))],
	["revoking several", () => revokeManyAction({ revoked: [], gone: [], left: [] }, formOf([], { token: ID }))],
])("%s is refused before any request", (_, act) => {
	it.each([
		["nobody is signed in", { session: null }],
		["the session is dead", { session: "signed-out-copy" }],
		["the admin is a viewer", { session: "viewer" }],
		["the request has no origin", { origin: null }],
		["the request comes from elsewhere", { origin: "https://elsewhere.example" }],
	])("when %s", async (_, state) => {
		Object.assign(request, state);
		expect((await act()).problem?.title).toMatch(/Signed out|Not allowed/);
		expect(service.calls).toEqual([]);
	});
});

it("refuses a form of another shape without a request", async () => {
	const spoiled: Record<string, string>[] = [
		{ baseline: "[1]" },
		{ baseline: "{" },
		{ rows: '[{"key":1}]' },
		{ intent: "explode" },
		{ tokenId: "" },
	];
	for (const fields of spoiled) expect((await save([], fields)).problem?.title).toBe("This page is out of date");
	expect((await revokeTokenAction({}, new FormData())).problem?.title).toBe("No token");
	expect(service.calls).toEqual([]);
});
