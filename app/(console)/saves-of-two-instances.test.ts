import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addWebhook, changeWebhook } from "@/lib/dashboard/log-stream/webhook-writes";
import { getWebhook } from "@/lib/dashboard/log-stream/webhooks";
import { oneSaveAtATime } from "@/lib/dashboard/management/safe-writes";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import type { BulkItem } from "@/lib/dashboard/store/bulk-edit";
import { clearDashboardState, forgetService, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { endConnection, heldLocks } from "@/lib/dashboard/testing/held-locks";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import { metadataSave } from "./_metadata/metadata-save";
import { metadataWork } from "./_metadata-bulk/bulk-work";
import { changeScopesAction } from "./applications/_access/access-actions";
import { webhookSave } from "./log-stream/webhook-save";

const ID = "id_1";
const SCOPES = "read:clients update:clients read:client_grants create:client_grants update:client_grants";

let service: FaultServer;
/** What the service stores; a PATCH replaces the properties that it contains. */
let stored: Record<string, unknown>;
let writes: number;

const server = process.env.TEST_DATABASE_URL;
const unavailable = server ? "" : ": NOT TESTED, for want of TEST_DATABASE_URL";

describe.skipIf(!server)(`saves of two instances on one PostgreSQL${unavailable}`, () => {
	beforeEach(async () => {
		writes = 0;
		stored = { id: ID, refresh_token_metadata: { note: "opened" } };
		service = await startFaultServer();
		service.respondWithToken = (_, response) =>
			json(response, 200, { access_token: "token", token_type: "Bearer", expires_in: 3600, scope: SCOPES });
		service.handle = ({ method, body }, response) => {
			if (method === "PATCH") {
				writes += 1;
				stored = { ...stored, ...JSON.parse(body) };
			}
			return json(response, 200, stored);
		};
		await pointAtService(service.address, server);
		signInAs("editor");
	});
	afterEach(async () => {
		expect(await heldLocks()).toEqual([]);
		await clearDashboardState();
		await service.close();
	});

	/** Starts work as an instance of its own: it shares nothing with the others but the store. */
	function onInstance<Result>(work: () => Promise<Result>): Promise<Result> {
		forgetService();
		return work();
	}

	function gate() {
		const { promise: opened, resolve: open } = Promise.withResolvers<void>();
		return { opened, open };
	}

	/** Holds the turn of an identifier on an instance of its own until `open`. */
	async function holdTurn(id: string) {
		const { opened, open } = gate();
		const { opened: entered, open: enter } = gate();
		const held = onInstance(() =>
			oneSaveAtATime(id, async () => {
				enter();
				await opened;
			}),
		);
		await entered;
		return { release: open, held };
	}

	async function kindOf(save: Promise<{ kind: string }>) {
		return (await save).kind;
	}

	function saveNote(id: string, value: string) {
		return metadataSave["refresh token"].save(id, { rows: [["note", "opened"]] }, { rows: [["note", value]] });
	}

	it("of one resource run strictly one after the other", async () => {
		let running = 0;
		const seen: number[] = [];
		const save = () =>
			oneSaveAtATime(ID, async () => {
				running += 1;
				await heldLocks();
				seen.push(running);
				running -= 1;
			});
		await Promise.all([1, 2, 3].map(() => onInstance(() => Promise.all([save(), save(), save()]))));
		expect(seen).toEqual(Array(9).fill(1));
	});

	it("one is stored, and the others, also of a bulk edit, result in a conflict with it", async () => {
		const item = { id: ID, position: 0, name: "", detail: null, baseline: [["note", "opened"]], state: "planned" };
		const bulk = { ...item, note: {} } as unknown as BulkItem;
		const kinds = await Promise.all([
			onInstance(() => kindOf(saveNote(ID, "a"))),
			onInstance(() => kindOf(saveNote(ID, "b"))),
			onInstance(async () => {
				const operation = { kind: "set", key: "note", value: "c" } as const;
				return (await metadataWork("refresh token", operation).write(bulk)).state;
			}),
		]);
		expect(kinds.filter((kind) => kind === "conflict")).toHaveLength(2);
		expect(writes).toBe(1);
	});

	it("of a webhook one is stored, the others result in a conflict, and one that has lost its turn writes nothing", async () => {
		const content = { name: "Receiver", url: "https://receiver.example/", kinds: ["users"] };
		const { id } = await addWebhook({ ...content, kinds: ["users"] });
		const save = (name: string) => onInstance(() => kindOf(webhookSave.save(id, content, { ...content, name })));
		expect((await Promise.all(["A", "B", "C"].map(save))).toSorted()).toEqual(["conflict", "conflict", "saved"]);
		const { name } = await getWebhook(id);
		const late = oneSaveAtATime(id, async () => {
			await endConnection((await heldLocks())[0]);
			await changeWebhook(id, { name: "Late" });
		});
		await expect(late).rejects.toThrow("the lock of a save was lost");
		expect((await getWebhook(id)).name).toBe(name);
	});

	it("of scopes of one application keep what each adds", async () => {
		const grants = [
			{
				id: "cgr_1",
				client_id: ID,
				audience: `${service.address}/api/v2/`,
				scope: [] as string[],
				subject_type: "client",
			},
		];
		service.handle = ({ method, url, body }, response) => {
			if (!url.includes("client-grants")) return json(response, 200, { client_id: ID, name: "Shop", global: false });
			if (method === "PATCH") Object.assign(grants[0] ?? {}, JSON.parse(body));
			return json(response, 200, method === "PATCH" ? grants[0] : grants);
		};
		const add = (scope: string) => {
			const form = new FormData();
			form.set("applicationId", ID);
			form.set("scope", scope);
			return changeScopesAction({}, form);
		};
		const done = await Promise.all(["read:clients", "update:clients"].map((scope) => onInstance(() => add(scope))));
		expect(done).toEqual([{ done: "Allowed 1 scope." }, { done: "Allowed 1 scope." }]);
		expect(grants[0]?.scope.toSorted()).toEqual(["read:clients", "update:clients"]);
	});

	it("of different resources don't wait for each other, however many there are, nor does the store", async () => {
		const ids = Array.from({ length: 15 }, (_, index) => `id_${index}`);
		const { opened, open } = gate();
		const holding = onInstance(() => Promise.all(ids.map((id) => oneSaveAtATime(id, () => opened))));
		const waiting = onInstance(() => Promise.all(ids.map((id) => oneSaveAtATime(id, async () => id))));
		expect(await onInstance(() => oneSaveAtATime("other", async () => "saved"))).toBe("saved");
		while ((await heldLocks()).length < ids.length);
		open();
		await holding;
		expect(await waiting).toEqual(ids);
	});

	it("go on after one that failed", async () => {
		const failing = onInstance(() => oneSaveAtATime(ID, () => Promise.reject(new Error("no"))));
		await expect(failing).rejects.toThrow("no");
		expect(await onInstance(() => kindOf(saveNote(ID, "a")))).toBe("saved");
	});

	it("say that somebody else is saving, and send nothing, where their turn does not come in time", async () => {
		const { release, held } = await holdTurn(ID);
		const error = await onInstance(() => runWithin(4_200, () => saveNote(ID, "a"))).catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({ kind: "unavailable", isBeingSaved: true, outcomeUnknown: false });
		expect(problemOf(error, "refresh token")).toEqual({
			title: "Someone else is saving this at the moment",
			message: expect.stringContaining("Nothing was changed"),
		});
		expect(service.seen.filter(({ url }) => url.includes("refresh-tokens"))).toEqual([]);
		release();
		await held;
		expect(await onInstance(() => kindOf(saveNote(ID, "a")))).toBe("saved");
	});

	it("lose their turn with the connection: another may save, and the one that lost it sends nothing", async () => {
		const { opened, open } = gate();
		const { opened: isRead, open: read } = gate();
		const handle = service.handle;
		service.handle = async (request, response) => {
			read();
			await opened;
			return handle(request, response);
		};
		const first = onInstance(() => saveNote(ID, "a")).catch((thrown: unknown) => thrown);
		await isRead;
		service.handle = handle;
		const [holder] = await heldLocks();
		await endConnection(holder);
		expect(await onInstance(() => kindOf(saveNote(ID, "b")))).toBe("saved");
		stored = { id: ID, refresh_token_metadata: { note: "opened" } };
		open();
		expect(problemOf(await first, "refresh token").title).toMatch(/^Nothing was (sent|saved)$/);
		expect(writes).toBe(1);
		expect(await onInstance(() => kindOf(saveNote(ID, "c")))).toBe("saved");
	});
});
