import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { changeLines } from "@/app/_history/history";
import { changedByVera } from "@/app/_testing/changed-by-vera";
import { linesInWords } from "@/app/_testing/lines-in-words";
import { partsOf } from "@/app/_testing/result-parts";
import { everything } from "@/lib/dashboard/audit/audit-entry";
import { auditEntry } from "@/lib/dashboard/audit/audit-entry.test-data";
import { listAuditEntries } from "@/lib/dashboard/audit/audit-trail";
import { sentenceOf } from "@/lib/dashboard/audit/sentence";
import { addSecret, addWebhook, changeWebhook, removeWebhook } from "@/lib/dashboard/log-stream/webhook-writes";
import { getWebhook, webhookRow } from "@/lib/dashboard/log-stream/webhooks";
import { dashboardDatabase } from "@/lib/dashboard/store/dashboard-database";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { addWebhookAction, updateWebhookAction } from "./log-stream-actions";
import { newWebhook, type WebhookContent, webhookEditor } from "./log-stream-editors";

const ADDRESS = "https://receiver.example/hooks/PLANTED-SECRET";
const opened: WebhookContent = { name: "Receiver", url: ADDRESS, kinds: ["users"] };

beforeEach(async () => {
	await pointAtService("http://127.0.0.1:9");
	signInAs("editor");
});
afterEach(clearDashboardState);

function formOf(fields: Record<string, string>): FormData {
	const form = new FormData();
	for (const [name, text] of Object.entries(fields)) form.set(name, text);
	return form;
}
const add = (values: Partial<WebhookContent>) =>
	partsOf(
		addWebhookAction(
			{},
			formOf({ values: JSON.stringify({ ...newWebhook, name: "Receiver", url: ADDRESS, ...values }) }),
		),
	);
const update = (id: string, values: Partial<WebhookContent>, fields: Record<string, string> = {}) =>
	partsOf(
		updateWebhookAction(
			{},
			formOf({
				webhookId: id,
				opened: JSON.stringify(opened),
				values: JSON.stringify({ ...webhookEditor.valuesOf(opened), ...values }),
				...fields,
			}),
		),
	);
const made = () => addWebhook({ name: "Receiver", url: ADDRESS, kinds: ["users"] });

async function trail() {
	const database = await dashboardDatabase();
	return database.selectFrom("audit_trail").selectAll().orderBy("id").execute();
}

describe("a webhook", () => {
	test("is added as it was entered, its address in its one form, and its secret is in that result alone", async () => {
		const state = await add({ name: " Receiver ", url: " https://RECEIVER.example" });
		expect(state).toMatchObject({ kind: "settled", made: { secret: expect.stringMatching(/^whsec_/) } });
		const { id = "", secret = "" } = state.made ?? {};
		expect(await getWebhook(id)).toMatchObject({ name: "Receiver", url: "https://receiver.example/" });
		expect(JSON.stringify([await trail(), await webhookRow(id)])).not.toContain(secret);
	});

	test.each([
		[{ name: " " }, { name: "Enter a name." }],
		[{ name: "a\u2028b" }, { name: "Enter one line of plain text." }],
		[{ name: "n".repeat(101) }, { name: "At most 100 characters fit; this has 101." }],
		[{ url: "http://receiver.example/" }, { url: "Enter a URL that begins with https://." }],
		[{ url: "https://a:b@receiver.example/" }, { url: expect.stringContaining("Leave user name and password out") }],
		[{ url: "https://receiver.example/#a" }, { url: expect.stringContaining("after #") }],
		[{ url: `https://receiver.example/${"a".repeat(980)}` }, { url: expect.stringContaining("At most 1000") }],
		[{ url: "https://127.1/hook" }, { url: expect.stringContaining("address is not public (127.0.0.1)") }],
		[{ kinds: [] }, { kinds: expect.stringContaining("Choose at least one kind of event.") }],
		[{ kinds: ["users", "odd"] }, { kinds: "Unknown here: odd." }],
	])("with %j is refused at its field, with what was entered, new and stored", async (values, faults) => {
		const { id } = await made();
		expect(await add(values)).toMatchObject({ values, faults });
		expect(await update(id, values)).toMatchObject({ values, faults });
		expect(await getWebhook(id)).toMatchObject(opened);
		expect(await trail()).toHaveLength(1);
	});

	test("is changed in what was changed alone: name, address, events; its secrets stay", async () => {
		const { id } = await made();
		await addSecret(id);
		const { secret, old_secret } = (await webhookRow(id)) ?? {};
		const changed = { name: "Siem", url: "https://siem.example/hook", kinds: ["users", "templates"] };
		const { saved } = await update(id, changed);
		expect(saved).toMatchObject({
			before: opened,
			after: { ...changed, kinds: ["templates", "users"] },
			differing: [],
		});
		expect(await webhookRow(id)).toMatchObject({ ...changed, kinds: expect.any(String), secret, old_secret });
	});

	test("that is renamed is told so in the activity", async () => {
		const { id } = await made();
		await update(id, { name: "Siem" });
		const [entry] = await listAuditEntries({ ...everything, operation: "change_webhook" }, null, 1);
		const sentence = { did: "renamed webhook", target: "Receiver", isName: true, to: "Siem" };
		expect(entry && sentenceOf(entry)).toEqual(sentence);
	});

	test("whose address was changed is sent what waits at once", async () => {
		const { id } = await made();
		const database = await dashboardDatabase();
		const failing = {
			failures: 9,
			failing_since: "2026-01-01",
			next_at: "2999-01-01",
			lease: "l",
			lease_until: "2999",
		};
		await database.updateTable("webhooks").set(failing).execute();
		await update(id, { name: "Siem" });
		expect(await webhookRow(id)).toMatchObject(failing);
		await update(id, { url: "https://siem.example/" }, { opened: JSON.stringify({ ...opened, name: "Siem" }) });
		expect(await webhookRow(id)).toMatchObject({ failures: 0, failing_since: null, next_at: "", lease: null });
	});

	test("that is changed is in the trail with its parts and its names, and never with an address", async () => {
		const { id } = await made();
		const { saved } = await update(id, { name: "Siem", url: `${ADDRESS}-2`, kinds: ["templates"] });
		const [, row] = await trail();
		expect(row).toMatchObject({ operation: "change_webhook", name: "Siem", outcome: "done" });
		expect(JSON.parse(row?.changes ?? "")).toEqual(["+kinds templates", "-kinds users", "~name", "~url"]);
		expect(JSON.parse(row?.kept_values ?? "")).toEqual([{ part: "name", before: "Receiver", after: "Siem" }]);
		expect(JSON.stringify(await trail())).not.toContain("PLANTED-SECRET");
		const [lines] = saved?.history?.map((change) => linesInWords(change.lines)) ?? [];
		expect(JSON.stringify(lines)).toMatch(/“(Receiver|Siem)”.*“(Siem|Receiver)”/);
		expect(JSON.stringify(lines)).not.toContain("PLANTED-SECRET");
	});

	test("whose events were changed by an earlier version is told so in the same words", () => {
		const changes = ["+A template asks for more than yesterday", "-Templates, with their purposes"];
		const entry = auditEntry({ operation: "change_webhook", changes });
		expect(linesInWords(changeLines([webhookEditor], entry, new Map()))).toEqual([
			"Removes the events “Templates, with their purposes”",
			"Adds the events “A template asks for more than yesterday”",
		]);
	});

	test("that another admin has changed since is a conflict with its author, and stays as that left it", async () => {
		const { id } = await made();
		await changeWebhook(id, { kinds: ["templates"] });
		const { openedAt, changedBy } = await changedByVera("change_webhook", id);
		expect(await update(id, { name: "Yours" }, { openedAt })).toMatchObject({
			conflict: { theirs: { ...opened, kinds: ["templates"] }, changedBy },
		});
		expect(await getWebhook(id)).toMatchObject({ ...opened, kinds: ["templates"] });
	});

	test("that was removed meanwhile is not changed, and says so", async () => {
		const { id } = await made();
		await removeWebhook(id);
		const { problem } = await update(id, { name: "Siem" });
		expect(problem).toMatchObject({ title: "No webhook with this ID", about: "missing" });
	});
});
