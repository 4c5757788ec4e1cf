import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createElement } from "react";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type FormAction, keepInput } from "@/app/_forms/keep-input";
import { type ConsolePage, consolePages, type Sample } from "@/app/_testing/console-pages";
import { type Edit, edits } from "@/app/_testing/edits";
import { formDataOf } from "@/app/_testing/page-form";
import { renderPage } from "@/app/_testing/render-page";
import { fillStore } from "@/app/_testing/store-sample";
import * as freshPages from "@/components/layout/fresh-pages";
import { lastWrite } from "@/components/layout/last-write";
import { everything } from "@/lib/dashboard/audit/audit-entry";
import { listAuditEntries } from "@/lib/dashboard/audit/audit-trail";
import { newToken } from "@/lib/dashboard/console-tokens/console-token.test-data";
import { listConsoleTokens } from "@/lib/dashboard/console-tokens/console-tokens";
import { deviceKey } from "@/lib/dashboard/devices/group-devices";
import { tokenFacts } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { mergedWithPresent } from "@/lib/dashboard/proposals/decide";
import { resultHash } from "@/lib/dashboard/proposals/merge-proposal";
import { findProposal } from "@/lib/dashboard/proposals/proposals";
import { writeLabels } from "@/lib/dashboard/resources/writes";
import { claimPlannedItem, leavePlannedItems, setBulkRun, settleItem } from "@/lib/dashboard/store/bulk-edits";
import { dashboardDatabase } from "@/lib/dashboard/store/dashboard-database";
import { openSessionOf } from "@/lib/dashboard/store/sessions.test-data";
import { clearDashboardState, nextHeaders, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type RecordedTestTenant, startRecordedTestTenant } from "@/lib/dashboard/testing/recorded-tenant";
import { sample as recordedIds } from "@/lib/testing/recorded-tenant/sample";

// Every write makes the pages from before it old: in the response where that holds a page, else in the browser.

const APP = join(import.meta.dirname, "..");
const sources = globSync("**/*.{ts,tsx}", { cwd: APP }).filter((file) => !/\.test|_testing/.test(file));
const textOf = (file: string) => readFileSync(join(APP, file), "utf8");
const ACTION_FILES = sources.filter((file) => textOf(file).startsWith('"use server"'));

/** Read nothing that a page shows, and write nothing. */
const READING = ["checkResponseAction", "checkProviderResponseAction"];

/** The console does it by itself. */
const WITHOUT_FORM = ["expire_proposal"];

const writesNamedIn = (html: string) => [...html.matchAll(/<data value="after ([^"]*)\."/g)].map(([, name]) => name);

/** The browser's cookies, which are those of its requests. */
const browser = {
	cookie: "",
	async sync() {
		this.cookie = `last-write=${(await nextHeaders.cookies()).get("last-write")?.value ?? ""}`;
	},
};

type Action = (state: never, form: FormData) => Promise<unknown>;

/** The name of the last write after the last press. */
let named = "";
const called = new Set<string>();
const written = new Set<string>();
let actions: Record<string, Action> = {};
let recorded: RecordedTestTenant;

beforeAll(async () => {
	// The name of a page's write, where the rendered page shows it.
	vi.spyOn(freshPages, "FreshPage").mockImplementation(
		({ renderedAfter }) => createElement("data", { value: `after ${renderedAfter}.` }) as never,
	);
	for (const file of ACTION_FILES) {
		// biome-ignore lint/plugin: no fixed file, but each of `app`.
		const found = (await import(join(APP, file))) as Record<string, Action>;
		// Two files have an `endSessionAction`.
		for (const [name, action] of Object.entries(found)) actions = { ...actions, [`${file} ${name}`]: action };
	}
	recorded = await startRecordedTestTenant();
});
afterAll(async () => {
	vi.restoreAllMocks();
	await recorded.close();
	await clearDashboardState();
});
beforeEach(() => recorded.reset());

async function begin(): Promise<Sample> {
	await recorded.use();
	await tokenFacts();
	const sample = { ...recorded.sample, ...(await fillStore(recorded.sample)) };
	(await nextHeaders.cookies()).set("last-write", "an earlier one");
	return sample;
}

/** Presses a form's button as the browser does. @returns the address of the page that the response holds, if any */
async function press(action: (form: FormData) => Promise<unknown>, form: FormData): Promise<string | null> {
	await browser.sync();
	vi.stubGlobal("window", {});
	vi.stubGlobal("document", browser);
	const inBrowser = keepInput<{ problem?: never }>(
		(async (_, sent) => {
			try {
				return (await action(sent)) as object;
			} finally {
				await browser.sync();
			}
		}) as FormAction<{ problem?: never }>,
		() => ({}),
	);
	try {
		await inBrowser({}, form);
		return null;
	} catch (error) {
		const [kind, , address = ""] = String((error as { digest?: unknown }).digest).split(";");
		if (kind !== "NEXT_REDIRECT") throw error;
		return address;
	} finally {
		named = lastWrite();
		vi.unstubAllGlobals();
	}
}

/** Checks that all pages are old but the one in the response, which would else be read twice. */
async function expectOld(page: string | null): Promise<void> {
	expect(named).not.toBe("an earlier one");
	const inResponse = (await nextHeaders.cookies()).get("last-write")?.value;
	// As the page of the redirect is rendered.
	if (page !== null) expect(inResponse).toBe(named);
	const trail = await listAuditEntries(everything, null, 20);
	for (const { operation } of trail) written.add(operation);
}

function note(action: Action): void {
	const found = Object.entries(actions).find(([, of]) => of === action);
	if (found) called.add(found[0]);
}

function formOf(fields: Fields): FormData {
	const form = new FormData();
	for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) form.append(name, value);
	return form;
}

const pageOf = ({ route, id, query = {} }: Pick<Edit, "route" | "id" | "query">): ConsolePage => {
	const found = consolePages.find((page) => page.route === route);
	if (!found) throw new Error(`The list has no page ${route}.`);
	return { ...found, ...(id && { id }), query: (sample) => ({ ...found.query?.(sample), ...query }) };
};

async function pressEdit(edit: Edit): Promise<void> {
	const sample = await begin();
	const { html } = await renderPage(pageOf(edit), sample);
	expect(writesNamedIn(html)).toEqual(["an earlier one"]);
	const filled = typeof edit.filled === "function" ? edit.filled(sample) : edit.filled;
	await expectOld(await press(edit.send, formDataOf(html, edit.button, filled)));
}

type Fields = Record<string, string | readonly string[]>;
type FieldsOf = (sample: Sample) => Fields | Promise<Fields>;

const actionIn = (file: string, name: string): Action => {
	const found = Object.entries(actions).find(([key]) => key.endsWith(`${file} ${name}`));
	if (!found) throw new Error(`No file has ${name}.`);
	return found[1];
};

async function pressForm([file, name]: readonly [file: string, name: string], fields: FieldsOf): Promise<void> {
	const sample = await begin();
	await newToken("Reader");
	const action = actionIn(file, name);
	note(action);
	await addSent(sample.webhook);
	await expectOld(await press((form) => action({} as never, form), formOf(await fields(sample))));
}

/** An event that was sent to a webhook. */
async function addSent(webhook: string): Promise<void> {
	const at = new Date().toISOString();
	const database = await dashboardDatabase();
	const body = JSON.stringify({ id: "e", type: "user.changed", time: at, data: {} });
	await database.insertInto("log_events").values({ sequence: 1, id: "e", at, type: "user.changed", body }).execute();
	const sent = { id: at, webhook_id: webhook, at, event_id: "e", type: "user.changed", summary: "", attempt: 1 };
	await database
		.insertInto("webhook_deliveries")
		.values({ ...sent, milliseconds: 1 })
		.execute();
}

/** The fields of a decision about a proposal, as its page has them. */
const decisionOn =
	(name: "proposal" | "ownProposal", fields: Fields): FieldsOf =>
	async (sample) => {
		const proposal = await findProposal(sample[name]);
		if (!proposal) throw new Error("There is no such proposal.");
		const result = resultHash(await mergedWithPresent(proposal));
		return { proposalId: proposal.id, revision: "1", result, ...fields };
	};

/** What stops a proposal that was accepted, and whose save was interrupted. */
const interrupted: FieldsOf = async (sample) => {
	const fields = await decisionOn("proposal", { intent: "stop", reason: "No." })(sample);
	const database = await dashboardDatabase();
	const left = { state: "applying", approved: "[]", results: "[]" };
	await database.updateTable("proposals").set(left).where("id", "=", sample.proposal).execute();
	return fields;
};

/** What proposes the rest of one that was accepted, and not saved. */
const partlySaved: FieldsOf = async (sample) => {
	const fields = await decisionOn("proposal", {})(sample);
	const proposal = await findProposal(sample.proposal);
	const approved = JSON.stringify(proposal && (await mergedWithPresent(proposal)));
	const database = await dashboardDatabase();
	await database
		.updateTable("proposals")
		.set({ state: "partly", approved, results: "[null]" })
		.where("id", "=", sample.proposal)
		.execute();
	return fields;
};

const webhooks = "log-stream-actions.ts";
const webhookId = ({ webhook }: Sample) => ({ webhookId: webhook });

/** The forms that `edits` has none of: file, action, fields. */
const others: [file: string, action: string, fields: FieldsOf][] = [
	["user-actions.ts", "liftBlocksAction", ({ user }) => ({ userId: user })],
	[
		...(["user-actions.ts", "endConsoleAccessAction"] as const),
		async () => {
			await openSessionOf(recordedIds.brice);
			return { userId: recordedIds.brice };
		},
	],
	[
		...(["lost-device-action.ts", "endLostDeviceAction"] as const),
		({ user, session }) => {
			const device = deviceKey({ name: "Firefox on Windows", began: null, actor: null });
			return {
				userId: user,
				device,
				[`end ${device}`]: `session ${session}`,
				[`shown ${device}`]: `session ${session}`,
			};
		},
	],
	[
		...(["access-actions.ts", "changeScopesAction"] as const),
		({ application }) => ({ applicationId: application, scope: "read:users", shown: "" }),
	],
	["test-actions.ts", "testAddressAction", (of) => ({ applicationId: of.samlApplication, intent: "add" })],
	["provider-test-actions.ts", "endProviderTestAction", ({ provider }) => ({ connectionId: provider })],
	["bulk-actions.ts", "runBulkEditAction", ({ tokenBulkEdit }) => ({ edit: tokenBulkEdit, intent: "apply" })],
	[
		...(["bulk-actions.ts", "previewBulkEditAction"] as const),
		({ user, token }) => ({ resource: "refresh token", user, item: token, key: "k", operation: "set", value: "v" }),
	],
	[
		...(["bulk-actions.ts", "undoBulkEditAction"] as const),
		async ({ tokenBulkEdit }) => {
			await setBulkRun(tokenBulkEdit, "running");
			const item = await claimPlannedItem(tokenBulkEdit);
			if (item) await settleItem(tokenBulkEdit, item, "done");
			return { edit: tokenBulkEdit };
		},
	],
	[
		...(["bulk-actions.ts", "previewAgainAction"] as const),
		async ({ tokenBulkEdit }) => {
			await leavePlannedItems(tokenBulkEdit);
			return { edit: tokenBulkEdit };
		},
	],
	["bulk/run-action.ts", "runTemplatesAction", (of) => ({ edit: of.templateBulkEdit, intent: "apply" })],
	["bulk/run-action.ts", "runTemplatesAction", ({ templateImport }) => ({ edit: templateImport, intent: "apply" })],
	["bulk/run-action.ts", "runTemplatesAction", (of) => ({ edit: of.templateBulkEdit, intent: "propose" })],
	["bulk/run-action.ts", "runTemplatesAction", ({ templateImport }) => ({ edit: templateImport, intent: "propose" })],
	[
		...(["matrix/preview-action.ts", "previewMatrixAction"] as const),
		({ template }) => ({ row: `${template} ${"-".repeat(23)}`, cell: `${template} age_over_18` }),
	],
	["incident-actions.ts", "lookUpListAction", ({ user }) => ({ users: user })],
	[
		...(["incident-actions.ts", "beginIncidentAction"] as const),
		({ userList }) => ({ edit: userList, user: "0", act: "end", reason: "SUP-1" }),
	],
	["incident-actions.ts", "lookUpAgainAction", ({ incident }) => ({ edit: incident })],
	["incident-actions.ts", "runIncidentAction", ({ incident }) => ({ edit: incident, intent: "apply" })],
	[webhooks, "addSecretAction", webhookId],
	[webhooks, "pauseWebhookAction", ({ webhook }) => ({ webhookId: webhook, paused: "yes" })],
	[webhooks, "pauseWebhookAction", ({ webhook }) => ({ webhookId: webhook, paused: "no" })],
	[webhooks, "sendTestAction", webhookId],
	[webhooks, "sendAgainAction", ({ webhook }) => ({ webhookId: webhook, event: "e" })],
	[webhooks, "removeSecretAction", webhookId],
	[webhooks, "removeWebhookAction", webhookId],
	[
		...(["read-token-actions.ts", "revokeReadTokenAction"] as const),
		async () => ({ readTokenId: (await listConsoleTokens())[0]?.id ?? "" }),
	],
	["proposal-actions.ts", "decideProposalAction", decisionOn("proposal", { intent: "accept" })],
	["proposal-actions.ts", "decideProposalAction", decisionOn("proposal", { intent: "decline", reason: "No." })],
	["proposal-actions.ts", "decideProposalAction", decisionOn("proposal", { intent: "return" })],
	["proposal-actions.ts", "decideProposalAction", interrupted],
	["proposal-actions.ts", "withdrawProposalAction", decisionOn("ownProposal", {})],
	["proposal-actions.ts", "reviseProposalAction", decisionOn("ownProposal", {})],
	["proposal-actions.ts", "proposeRestAction", partlySaved],
	["proposal-actions.ts", "commentOnProposalAction", decisionOn("proposal", { comment: "Why?" })],
	["your-sessions/session-actions.ts", "endSessionAction", () => ({ session: "gone" })],
	["first-steps-actions.ts", "dismissFirstSteps", () => ({})],
	["connection-actions.ts", "checkConnectionAction", () => ({})],
];

describe("makes all pages from before it old, and the page in its response not", () => {
	test.each(edits)("$title", pressEdit);

	test("single ends, at a tenant that does not offer more", async () => {
		for (const edit of edits.filter(({ singly }) => singly)) {
			recorded.tenant.reset({ newOperations: 405 });
			await pressEdit(edit);
		}
	});

	test("a template's purpose", async () => {
		const edit = edits.find(({ title }) => title === "a template's name");
		if (edit) await pressEdit({ ...edit, filled: { purpose: "To rent you a van." } });
		expect(written).toContain("set_template_purpose");
	});

	test.each(others)("%s: %s", async (file, action, fields) => {
		await pressForm([file, action], fields);
	});
});

test("each write of the registry and each action is among them", () => {
	const byForms = writeLabels.map(([name]) => name).filter((name) => !WITHOUT_FORM.includes(name));
	expect(byForms.filter((name) => !written.has(name))).toEqual([]);
	const inEdits = readFileSync(join(APP, "_testing/edits.ts"), "utf8");
	const names = Object.keys(actions).filter((name) => !called.has(name) && !READING.some((of) => name.endsWith(of)));
	expect(names.filter((name) => !inEdits.includes(`sendTo(${name.split(" ").at(-1)},`))).toEqual([]);
});

test("no action without a session renews any page", async () => {
	await begin();
	signInAs(null);
	for (const [name, action] of Object.entries(actions)) {
		await Promise.allSettled([action({} as never, new FormData())]);
		expect((await nextHeaders.cookies()).get("last-write")?.value, name).toBe("an earlier one");
	}
});

test("every page names the write after which it was rendered", async () => {
	const sample = await begin();
	for (const page of consolePages.filter(({ route }) => route !== "/[...path]")) {
		const { html } = await renderPage(page, sample);
		expect(writesNamedIn(html), page.route).toEqual(["an earlier one"]);
	}
});

test("actions are called by forms alone, and pages are made old in one way", () => {
	const uses = (pattern: RegExp) => sources.filter((file) => pattern.test(textOf(file))).toSorted();
	for (const file of uses(/\buseActionState<.*\(/)) expect(textOf(file), file).toContain("keepInput(");
	// A text is the address of a page, or of a handler.
	expect(uses(/\bformAction=\{/)).toEqual([]);
	expect(uses(/"next\/cache"/)).toEqual([]);
	const names = Object.keys(actions).map((key) => key.split(" ").at(-1));
	const isUsed = new RegExp(`\\b(${names.join("|")})\\(|<form\\b[^>]*\\baction=\\{(${names.join("|")})\\b`);
	expect(uses(isUsed).filter((file) => !ACTION_FILES.includes(file))).toEqual([]);
});
