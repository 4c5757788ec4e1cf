import { createElement } from "react";
import { renderToReadableStream } from "react-dom/server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { Queries } from "@/app/_forms/queries";
import { consolePages, type Sample } from "@/app/_testing/console-pages";
import { type Edit, edits } from "@/app/_testing/edits";
import { formDataOf } from "@/app/_testing/page-form";
import { renderPage } from "@/app/_testing/render-page";
import { fillStore } from "@/app/_testing/store-sample";
import { type OperationName, operations } from "@/lib/contract/operations";
import { everything } from "@/lib/dashboard/audit/audit-entry";
import { listAuditEntries } from "@/lib/dashboard/audit/audit-trail";
import { ownWrite } from "@/lib/dashboard/audit/audited-write";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import { newToken } from "@/lib/dashboard/console-tokens/console-token.test-data";
import { deviceKey } from "@/lib/dashboard/devices/group-devices";
import { addSecret } from "@/lib/dashboard/log-stream/webhook-writes";
import { callManagement } from "@/lib/dashboard/management/call/client";
import { tokenFacts } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { ACT_KINDS, type ActKind } from "@/lib/dashboard/resources/act-kinds";
import { actKindsOf, type WriteName, writeEntry, writeLabels } from "@/lib/dashboard/resources/writes";
import { ReasonRefused, reasonOfRequest } from "@/lib/dashboard/session/reason";
import { dashboardDatabase } from "@/lib/dashboard/store/dashboard-database";
import { openSessionOf } from "@/lib/dashboard/store/sessions.test-data";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { type RecordedTestTenant, startRecordedTestTenant } from "@/lib/dashboard/testing/recorded-tenant";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import { changeScopesAction } from "./applications/_access/access-actions";
import { addSecretAction, removeSecretAction, removeWebhookAction } from "./log-stream/log-stream-actions";
import { revokeReadTokenAction } from "./read-tokens/read-token-actions";
import { endLostDeviceAction } from "./users/[id]/lost-device/lost-device-action";
import { endConsoleAccessAction, liftBlocksAction, setBlockedAction } from "./users/[id]/user-actions";

const requireFor = (kinds: readonly ActKind[]) => heldConfig.set({ ...dashboardConfig(), reasonRequired: kinds });
const trail = () => listAuditEntries(everything, null, 100);

afterEach(() => vi.restoreAllMocks());

describe("in the client to the tenant, and in writes to the console's own store", () => {
	let service: FaultServer;
	let done: string[];

	beforeEach(async () => {
		done = [];
		service = await startFaultServer();
		service.handle = (_, response) => json(response, 200, {});
		await pointAtService(service.address);
		signInAs("editor");
	});
	afterEach(async () => {
		await clearDashboardState();
		await service.close();
	});

	/** Of a template, with one attribute more. */
	const values = { before: {}, after: { portrait: true } };
	const acts = writeLabels.map(([name]) => name as WriteName).filter((name) => actKindsOf(name, values).length > 0);

	function write(name: WriteName): Promise<unknown> {
		const [operation = ""] = name.split(" ");
		if (!Object.hasOwn(operations, operation)) {
			return ownWrite(name, undefined, { target: "t" }, async () => void done.push(name));
		}
		const names = [...operations[operation as OperationName].path.matchAll(/\{(\w+)\}/g)];
		const path = Object.fromEntries(names.map(([, parameter = ""]) => [parameter, "auth0|1"]));
		const audit = writeEntry(name)?.act === "request-more" ? { target: "t", ...values } : { target: "t" };
		return callManagement(operation as OperationName, { path, writeName: name, audit });
	}

	const withReason = (name: WriteName, reason: string | null) =>
		runWithin(60_000, async () => {
			reasonOfRequest.set(reason);
			return write(name);
		});

	test("the acts are of each kind", () => {
		expect(new Set(acts.flatMap((name) => actKindsOf(name, values)))).toEqual(new Set(ACT_KINDS));
	});

	test.each(acts)("%s is refused without a reason where one is required, and keeps it", async (name) => {
		requireFor(ACT_KINDS);
		await expect(withReason(name, null)).rejects.toThrow(ReasonRefused);
		expect([service.seen, service.tokensIssued(), done, await trail()]).toEqual([[], 0, [], []]);
		await withReason(name, "SUP-1");
		expect(await trail()).toMatchObject([{ operation: name, outcome: "done", reason: "SUP-1" }]);
	});

	test.each(ACT_KINDS)("only those of the kind %s are refused where no other requires one", async (kind) => {
		requireFor([kind]);
		for (const name of acts) {
			const result = await withReason(name, null).then(
				() => "done",
				(error: unknown) => (error instanceof ReasonRefused ? "refused" : error),
			);
			expect([name, result]).toEqual([name, actKindsOf(name, values).includes(kind) ? "refused" : "done"]);
		}
	});

	test("a reason is kept where none is required, and none where none is stated", async () => {
		for (const name of acts) {
			await withReason(name, null);
			await withReason(name, "SUP-2");
		}
		const kept = (await trail()).map(({ operation, reason }) => [operation, reason]);
		expect(kept).toEqual(
			acts
				.flatMap((name) => [
					[name, null],
					[name, "SUP-2"],
				])
				.toReversed(),
		);
	});

	test("a save of a template that asks for no more needs none", async () => {
		requireFor(ACT_KINDS);
		for (const after of [{}, { portrait: false }, { city: true }]) {
			await callManagement("patch_vc_templates_by_id", {
				path: { id: "t" },
				audit: { before: { city: true }, after },
			});
		}
		expect(await trail()).toHaveLength(3);
	});
});

/** A form with its reason, as `edits` has them. */
type Form = Pick<Edit, "title" | "route" | "query" | "id" | "button" | "filled" | "send"> & {
	/** Before the page is opened. */
	prepare?: (sample: Sample, tenant: RecordedTestTenant["tenant"]) => unknown;
};

const ofAction =
	<State>(action: (state: State, form: FormData) => Promise<unknown>): Edit["send"] =>
	(form) =>
		action({} as State, form);

const others: Form[] = [
	{
		title: "an end of a block",
		route: "/users/[id]",
		button: "Unblock user",
		send: ofAction(setBlockedAction),
		prepare: ({ user }) => callManagement("patch_users_by_id", { path: { user_id: user }, body: { blocked: true } }),
	},
	{
		title: "the access of a blocked user to this console",
		route: "/users/[id]",
		button: "End access to this console",
		send: ofAction(endConsoleAccessAction),
		prepare: async ({ user }) => {
			await callManagement("patch_users_by_id", { path: { user_id: user }, body: { blocked: true } });
			await openSessionOf(user);
		},
	},
	{
		title: "blocks after failed sign-ins",
		route: "/users/[id]",
		button: "Lift sign-in blocks",
		send: ofAction(liftBlocksAction),
		prepare: ({ user }, { state }) => state.blocks.set(user, [{ identifier: "amara@example.com", ip: "192.0.2.66" }]),
	},
	{
		title: "all scopes of a grant",
		route: "/applications/[id]",
		id: "keyApplication",
		button: "Change scopes",
		filled: { scope: [] },
		send: ofAction(changeScopesAction),
	},
	{
		title: "the access of a lost device",
		route: "/users/[id]/lost-device",
		button: "End access",
		filled: { device: deviceKey({ name: "Firefox on Windows", began: null, actor: null }) },
		send: ofAction(endLostDeviceAction),
	},
	{ title: "a webhook", route: "/log-stream/[id]", button: "Remove webhook", send: ofAction(removeWebhookAction) },
	{
		title: "a further secret of a webhook",
		route: "/log-stream/[id]",
		button: "Add a secret",
		send: ofAction(addSecretAction),
	},
	{
		title: "the old secret of a webhook",
		route: "/log-stream/[id]",
		button: "Remove the old secret",
		send: ofAction(removeSecretAction),
		prepare: ({ webhook }) => addSecret(webhook),
	},
	{
		title: "a read token",
		route: "/read-tokens",
		button: "Revoke read token",
		send: ofAction(revokeReadTokenAction),
		prepare: () => newToken("Reader"),
	},
];

const ends = edits.filter(({ title }) => /^the end of|^a block$|^a new secret$/.test(title));

describe("in the form", () => {
	let recorded: RecordedTestTenant;
	beforeAll(async () => {
		recorded = await startRecordedTestTenant();
	});
	afterAll(() => recorded.close());
	beforeEach(() => recorded.reset());
	afterEach(clearDashboardState);

	async function open({ route, id, query = {}, prepare }: Form) {
		await recorded.use();
		signInAs("editor");
		await tokenFacts();
		const sample: Sample = { ...recorded.sample, ...(await fillStore(recorded.sample)) };
		await prepare?.(sample, recorded.tenant);
		const page = consolePages.find((one) => one.route === route);
		if (!page) throw new Error(`The list has no page ${route}.`);
		const found = { ...page, ...(id && { id }), query: (of: Sample) => ({ ...page.query?.(of), ...query }) };
		const { html } = await renderPage(found, sample);
		await (await dashboardDatabase()).deleteFrom("audit_trail").execute();
		recorded.tenant.writes.length = 0;
		return { html, sample };
	}

	/** @returns the state; null where another page follows */
	const stateAfter = (send: Edit["send"], form: FormData) =>
		runWithin(60_000, () => send(form)).catch((error: { digest?: string }) => {
			if (!error.digest?.startsWith("NEXT_REDIRECT")) throw error;
			return null;
		});

	/** @returns the problem; null where it was carried out */
	const press = async (send: Edit["send"], form: FormData) =>
		((await stateAfter(send, form)) as { problem?: Problem } | null)?.problem ?? null;

	const titled = (title: string): Form => edits.find((one) => one.title === title) ?? expect.fail(title);

	test.each([...ends, ...others])("$title: refused beside the field and nothing is sent, then kept", async (form) => {
		const { html, sample } = await open(form);
		const filled = typeof form.filled === "function" ? form.filled(sample) : form.filled;
		requireFor(ACT_KINDS);
		for (const reason of ["", " \n\u200b", "a".repeat(201), `see sk_live_${"0".repeat(24)}`]) {
			const problem = await press(form.send, formDataOf(html, form.button, { ...filled, reason }));
			expect(problem).toMatchObject({ about: "reason", message: expect.stringContaining("Nothing was changed.") });
		}
		expect([recorded.tenant.writes, await trail()]).toEqual([[], []]);
		expect(await press(form.send, formDataOf(html, form.button, { ...filled, reason: " SUP-1\t(asked) " }))).toBe(null);
		const rows = await trail();
		expect(rows.length).toBeGreaterThan(0);
		for (const { reason } of rows) expect(reason).toBe("SUP-1 (asked)");
	});

	test("without scripts a page that can't be read after a form has the reason that was typed", async () => {
		const form = titled("a block");
		const { html, sample } = await open(form);
		recorded.tenant.before = () => ({ status: 429, body: {}, headers: { "retry-after": "60" } });
		const { Page } = consolePages.find(({ route }) => route === form.route) ?? expect.fail(form.route);
		const params = Promise.resolve({ id: encodeURIComponent(sample.user), name: "" });
		const shown = await runWithin(60_000, async () => {
			await form.send(formDataOf(html, form.button, { reason: "SUP-9 stolen" }));
			const page = createElement(Queries, null, (await Page({ params, searchParams: Promise.resolve({}) })) as never);
			return new Response(await renderToReadableStream(page)).text();
		});
		expect(shown.replaceAll(/<[^>]+>/g, "")).toMatch(/Too many requests.*The reason that you typed: SUP-9 stolen/);
	});

	test("the end of one session revokes its tokens too: it requires the reason of either", async () => {
		const form = titled("the end of a session");
		for (const kind of ["end", "revoke"] as const) {
			const { html } = await open(form);
			requireFor([kind]);
			expect(await press(form.send, formDataOf(html, form.button))).toMatchObject({ about: "reason" });
			expect([recorded.tenant.writes, await trail()]).toEqual([[], []]);
		}
	});

	test.each([
		["the end of all sessions and tokens", { isTicked: true }],
		["the end of all sessions alone", { isTicked: false }],
		["one scope more", { scopes: ["read:clients", "read:users"] }],
		["the end of a grant", { of: "cgr_Portal0000000004" }],
		["the end of several tokens", { left: expect.arrayContaining([expect.any(String)]) }],
	])(
		"%s: one that can't be kept is refused with all that was ticked, also where none is required",
		async (title, kept) => {
			const form = titled(title);
			const { html, sample } = await open(form);
			const filled = typeof form.filled === "function" ? form.filled(sample) : form.filled;
			const sent = formDataOf(html, form.button, { ...filled, reason: "a".repeat(201) });
			const state = await stateAfter(form.send, sent);
			expect(state).toMatchObject({ problem: { title: "The reason is too long", about: "reason" }, ...kept });
			expect([recorded.tenant.writes, await trail()]).toEqual([[], []]);
		},
	);

	test("an end of all sessions requires what it does: with the tokens also the reason of a revocation", async () => {
		const form = titled("the end of all sessions and tokens");
		const tries: [ActKind[], string[], boolean][] = [
			[["revoke"], ["yes"], false],
			[["revoke"], [], true],
			[["end"], ["yes"], false],
			[["end"], [], false],
			[["block"], ["yes"], true],
		];
		for (const [kinds, revoke, isDone] of tries) {
			recorded.reset();
			const { html } = await open(form);
			requireFor(kinds);
			const problem = await press(form.send, formDataOf(html, form.button, { revoke }));
			expect([kinds, revoke, problem === null]).toEqual([kinds, revoke, isDone]);
			expect(recorded.tenant.writes.length > 0).toBe(isDone);
		}
	});
});
