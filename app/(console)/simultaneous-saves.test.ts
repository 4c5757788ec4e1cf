import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { contentOfResponse } from "@/app/_editor/wire";
import { addWebhook } from "@/lib/dashboard/log-stream/webhook-writes";
import { getWebhook } from "@/lib/dashboard/log-stream/webhooks";
import type { BulkItem } from "@/lib/dashboard/store/bulk-edit";
import { noPurpose } from "@/lib/dashboard/templates/purpose";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import { metadataSave } from "./_metadata/metadata-save";
import { metadataWork } from "./_metadata-bulk/bulk-work";
import { contentOf as singleSignOnContent } from "./applications/_edit/add-ons";
import { applicationEditor } from "./applications/_edit/application-editor";
import { applicationSave } from "./applications/_edit/application-save";
import { singleSignOnSave } from "./applications/_single-sign-on/single-sign-on-save";
import { contentOf as connectionContent } from "./connections/_edit/connection-request";
import { connectionSave } from "./connections/_edit/connection-save";
import { webhookSave } from "./log-stream/webhook-save";
import { contentOf as templateContent, templateSave } from "./templates/_edit/template-save";

const ID = "id_1";
const MDL = "org.iso.18013.5.1";
const STORED = {
	template: {
		id: ID,
		name: "Age",
		type: "mdl",
		presentation: { [`${MDL}.mDL`]: { [MDL]: { portrait: true } } },
		purpose: noPurpose,
	},
	application: { client_id: ID, name: "Shop", callbacks: ["https://shop.example/callback"] },
	token: { id: ID, refresh_token_metadata: { note: "opened" } },
	connection: { id: ID, name: "acme", strategy: "samlp", options: {} },
};

let service: FaultServer;
/** What the service stores; a PATCH replaces the properties that it contains. */
let stored: Record<string, unknown>;
let writes: number;

beforeEach(async () => {
	writes = 0;
	service = await startFaultServer();
	service.respondWithToken = (_, response) =>
		json(response, 200, {
			access_token: "token",
			token_type: "Bearer",
			expires_in: 3600,
			scope: "read:clients update:clients read:client_grants read:connections_options update:connections_options",
		});
	service.handle = ({ method, url, body }, response) => {
		if (url.includes("client-grants")) return json(response, 200, []);
		if (url.includes("/clients/s/connections")) return json(response, 200, { connections: [] });
		if (url.includes(`/${ID}/clients`)) return json(response, 200, { clients: [] });
		if (method === "PATCH") {
			writes += 1;
			stored = { ...stored, ...JSON.parse(body) };
		}
		return json(response, 200, stored);
	};
	await pointAtService(service.address);
	signInAs("editor");
});
afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

async function kindOf(save: Promise<{ kind: string }>) {
	const { kind } = await save;
	return { kind };
}

function saveNote(id: string, value: string) {
	return metadataSave["refresh token"].save(id, { rows: [["note", "opened"]] }, { rows: [["note", value]] });
}

async function expectOneOf(saves: (() => Promise<{ kind: string }>)[]) {
	const outcomes = await Promise.all(saves.map((save) => save()));
	expect(outcomes.map(({ kind }) => kind)).toEqual(["saved", ...saves.slice(1).map(() => "conflict")]);
	expect(writes).toBe(1);
}

describe("of concurrent saves one is stored, and the others result in a conflict with it", () => {
	it("in a template", async () => {
		stored = STORED.template;
		const content = templateContent(STORED.template);
		if (!content) throw new Error("a presentation request of an unknown shape");
		await expectOneOf(
			["A", "B", "C"].map((name) => () => kindOf(templateSave.save(ID, content, { ...content, name }))),
		);
	});

	it("in an application, and in its single sign-on beside it", async () => {
		stored = STORED.application;
		const content = contentOfResponse(applicationEditor, STORED.application);
		const other = singleSignOnContent(STORED.application);
		const callbacks = (address: string) => ({ callbacks: [address] });
		await expectOneOf([
			() => kindOf(applicationSave.save(ID, content, { ...content, ...callbacks("https://a.example/") })),
			() => kindOf(singleSignOnSave.save(ID, other, { ...other, ...callbacks("https://b.example/") })),
			() => kindOf(applicationSave.save(ID, content, { ...content, ...callbacks("https://c.example/") })),
		]);
	});

	it("in a connection", async () => {
		stored = STORED.connection;
		const content = connectionContent({ ...STORED.connection, clients: [] });
		const save = (displayName: string) => kindOf(connectionSave.save(ID, content, { ...content, displayName }));
		await expectOneOf(["A", "B"].map((displayName) => () => save(displayName)));
	});

	it("in a webhook", async () => {
		const content = { name: "Receiver", url: "https://receiver.example/", kinds: ["users"] };
		const { id } = await addWebhook({ ...content, kinds: ["users"] });
		const saves = ["A", "B", "C"].map((name) => kindOf(webhookSave.save(id, content, { ...content, name })));
		const kinds = (await Promise.all(saves)).map(({ kind }) => kind);
		expect(kinds).toEqual(["saved", "conflict", "conflict"]);
		expect((await getWebhook(id)).name).toBe("A");
	});

	it("in the metadata of a token, and in a bulk edit of it", async () => {
		stored = STORED.token;
		const token = { id: ID, position: 0, name: "", detail: null, baseline: [["note", "opened"]] };
		await expectOneOf([
			() => kindOf(saveNote(ID, "a")),
			() => kindOf(saveNote(ID, "b")),
			async () => {
				const planned = { ...token, state: "planned" as const, note: {} };
				const { state } = await metadataWork("refresh token", { kind: "set", key: "note", value: "c" }).write(
					planned as BulkItem,
				);
				return { kind: state };
			},
		]);
	});
});

it("saves of different resources don't wait for each other", async () => {
	const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
	service.handle = async ({ method, url }, response) => {
		if (url.endsWith("slow")) await isReleased;
		if (method === "PATCH") stored = { id: ID, refresh_token_metadata: { note: "a" } };
		json(response, 200, stored);
	};
	stored = STORED.token;
	const slow = saveNote("slow", "b");
	expect(await kindOf(saveNote(ID, "a"))).toEqual({ kind: "saved" });
	release();
	expect(await kindOf(slow)).toEqual({ kind: "conflict" });
});

it("a save that times out before its turn sends nothing, and the next one still waits for the first", async () => {
	const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
	service.handle = async ({ method, body }, response) => {
		await isReleased;
		if (method === "PATCH") stored = { ...stored, ...JSON.parse(body) };
		json(response, 200, stored);
	};
	stored = STORED.token;
	const save = (value: string) => saveNote(ID, value);
	const first = save("a");
	await expect(runWithin(50, () => save("b"))).rejects.toMatchObject({ kind: "unavailable", outcomeUnknown: false });
	const third = save("c");
	release();
	expect(await kindOf(first)).toEqual({ kind: "saved" });
	expect(await third).toMatchObject({ conflict: { theirs: { rows: [["note", "a"]] } } });
});
