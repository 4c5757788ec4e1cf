import { createElement } from "react";
import { renderToReadableStream } from "react-dom/server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import * as actionForm from "@/app/_forms/action-form";
import { Queries } from "@/app/_forms/queries";
import { ReasonRules } from "@/app/_forms/reason-field";
import { consolePages, type Sample } from "@/app/_testing/console-pages";
import { formDataOf } from "@/app/_testing/page-form";
import { renderPage } from "@/app/_testing/render-page";
import { fillStore } from "@/app/_testing/store-sample";
import { newestAuditEntries } from "@/lib/dashboard/audit/audit-trail";
import { dashboardConfig, heldConfig, roleOfEmbeddedUser } from "@/lib/dashboard/config";
import { deviceKey } from "@/lib/dashboard/devices/group-devices";
import { typedReason } from "@/lib/dashboard/session/reason";
import { clearDashboardState, forgetService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { startEmbeddedTenant } from "@/lib/dashboard/testing/embedded-tenant";
import {
	CONSOLE_SCOPES,
	type RecordedTestTenant,
	startRecordedTestTenant,
} from "@/lib/dashboard/testing/recorded-tenant";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import { type Answer, type Body, refusal } from "@/lib/testing/recorded-tenant/answer";
import { sample as names } from "@/lib/testing/recorded-tenant/sample";
import { endLostDeviceAction } from "./lost-device-action";
import { type LostDeviceState, nothingEnded } from "./lost-device-state";
import LostDevicePage from "./page";

const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";
const deviceOf = (name: string | null) => deviceKey({ name, began: null, actor: null });
const FIREFOX = deviceOf("Firefox on Windows");
const CHROME = deviceOf("Chrome on macOS");
const UNKNOWN = deviceOf(null);
const USER_PATH = `/users/${encodeURIComponent(names.amara)}`;
const ACCESS = `POST ${USER_PATH}/revoke-access`;
const ended = (session_id: string) => [ACCESS, { session_id }];

let recorded: RecordedTestTenant;
let sample: Sample;
beforeAll(async () => {
	recorded = await startRecordedTestTenant();
});
afterAll(async () => {
	await recorded.close();
	await clearDashboardState();
});
beforeEach(async () => {
	recorded.reset();
	await recorded.use();
	sample = { ...recorded.sample, ...(await fillStore(recorded.sample)) };
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

/** Adds three sessions and three tokens apart on one kind of device. */
function addMac(): void {
	const { sessions, tokens } = recorded.tenant.state;
	const device = { initial_user_agent: MAC, last_user_agent: MAC, last_ip: "198.51.100.4" };
	for (const id of ["mac_1", "mac_2", "mac_3"]) sessions.set(id, { id, user_id: names.amara, device });
	for (const id of ["rt_1", "rt_2", "rt_3"])
		tokens.set(id, { id, user_id: names.amara, client_id: names.kiosk, device });
}

async function page() {
	const found = consolePages.find(({ route }) => route === "/users/[id]/lost-device");
	if (!found) throw new Error("The list has no such page.");
	return renderPage(found, sample);
}

/** Presses the button of the page as it is now, or of one that was shown before. */
async function press(fields: Record<string, string | string[]>, before = nothingEnded, html?: string) {
	const form = formDataOf(html ?? (await page()).html, "End access", fields);
	return send(form, before);
}
const send = (form: FormData, before: LostDeviceState = nothingEnded) =>
	runWithin(20_000, () => endLostDeviceAction(before, form));

const written = () => recorded.tenant.writes.map(({ what, body }) => (body === undefined ? [what] : [what, body]));
const outcomes = ({ results }: LostDeviceState) =>
	Object.fromEntries(results.map(({ item, outcome }) => [item, outcome]));
/** The first request of a kind is answered otherwise, all others by the tenant. */
function answerOnce(isMeant: (what: string, body: Body) => boolean, answer: Answer): void {
	let isOver = false;
	recorded.tenant.before = (what, body) => {
		if (isOver || !isMeant(what, (body ?? {}) as Body)) return null;
		isOver = true;
		return answer;
	};
}

describe("the page", () => {
	test("shows each device with what ends and what lives on, and what is not known apart", async () => {
		addMac();
		const { html, text } = await page();
		expect(text).toMatch(
			/Which device is lost\?.*Firefox on Windows Last active .* from 192\.0\.2\.8 ; 1 session, 1 ref/,
		);
		expect(text).toMatch(/Ends with it: refresh token of Portal, last exchanged .*, metadata: plan: gold/);
		expect(text).toMatch(/Other devices: .*Chrome on macOS.*\./);
		expect(text).toMatch(/Two devices with the same browser and system look the same here/);
		expect(text).toMatch(/Device not known.*The tenant does not report a device of these: they may be of any device\./);
		expect(text).toMatch(/opened by .* as this user not the user’s own/);
		expect(text).toMatch(/access tokens work until they expire.*Online refresh tokens.*password stays.*Passkeys/);
		expect(text).toContain("block the user");
		const shown = [...formDataOf(html, "End access")].filter(([name]) => name.startsWith("shown "));
		expect(shown.map(([name]) => name)).toEqual([...new Set(shown.map(([name]) => name))]);
	});

	test("the pages of both lists are read, and of what is left out is said that it is not all", async () => {
		recorded.tenant.switches = { ...recorded.tenant.switches, checkpointMost: 1 };
		const { text } = await page();
		expect(text).toContain("Firefox on Windows");
		expect(text).not.toContain("Only the first");
		const { sessions } = recorded.tenant.state;
		for (let index = 0; index < 12; index += 1)
			sessions.set(`more_${index}`, { id: `more_${index}`, user_id: names.amara });
		const cut = (await page()).text;
		expect(cut).toContain("Only the first 10 sessions that the tenant lists are here");
		expect(cut).toContain("There may be more: not all sessions and refresh tokens of the user could be read.");
	});

	test("a list that can't be read is never none", async () => {
		await recorded.grant(CONSOLE_SCOPES.filter((scope) => scope !== "read:refresh_tokens"));
		const { text } = await page();
		expect(text).toContain("read:refresh_tokens");
		expect(text).toContain("Other refresh tokens that were issued in it end with it (not known which).");
		recorded.tenant.state.sessions.clear();
		recorded.tenant.state.sessions.set("odd", { id: 7, user_id: names.amara });
		const without = (await page()).text;
		expect(without).toContain("1 entry could not be read");
		expect(without).not.toContain("neither a session nor a refresh token");
		expect(without).toContain("No device is known: see above");
	});

	test("a viewer reads who may, and presses nothing", async () => {
		signInAs("viewer");
		const { html, text } = await page();
		expect(text).toMatch(/Ending sessions needs the editor or support role/);
		expect(html).not.toMatch(/>End access<|type="checkbox"/);
	});
});

/** The page in the response to a form without scripts. */
async function pageAfter(sent: FormData): Promise<{ state: LostDeviceState; html: string; text: string }> {
	return runWithin(20_000, async () => {
		const state = await endLostDeviceAction(nothingEnded, sent);
		const element = await LostDevicePage({
			params: Promise.resolve({ id: encodeURIComponent(names.amara) }),
			searchParams: Promise.resolve({}),
		});
		const rules = { required: dashboardConfig().reasonRequired, typed: typedReason.get() };
		const page = createElement(ReasonRules, { value: rules }, createElement(Queries, null, element));
		// What React takes over from the form's state.
		const nothing = () => {};
		const form = {
			state,
			first: state,
			isPending: false,
			wait: 0,
			dispatch: nothing,
			send: nothing,
			onSubmit: nothing,
		};
		vi.spyOn(actionForm, "useActionForm").mockReturnValue(form as never);
		const html = (await new Response(await renderToReadableStream(page)).text()).replaceAll("<!-- -->", "");
		return { state, html, text: html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ") };
	});
}

const typedIn = (html: string) => {
	const again = formDataOf(html, "End access");
	return { device: again.get("device"), ends: again.getAll(`end ${CHROME}`), reason: again.get("reason") };
};

describe("without scripts the page in the same response", () => {
	const fields = { device: CHROME, [`end ${CHROME}`]: ["session mac_2"] };
	const typed = { device: CHROME, ends: ["session mac_2"] };
	beforeEach(addMac);
	afterEach(() => vi.restoreAllMocks());

	test.each([
		["", "needs a reason"],
		["a".repeat(201), "200 characters"],
	])("has what was chosen and typed after the refused reason %j", async (reason, words) => {
		heldConfig.set({ ...dashboardConfig(), reasonRequired: ["end"] });
		const form = formDataOf((await page()).html, "End access", { ...fields, reason });
		const { state, html } = await pageAfter(form);
		expect([state.problem?.about, state.problem?.message, state.results]).toEqual([
			"reason",
			expect.stringContaining(words),
			[],
		]);
		expect(typedIn(html)).toEqual({ ...typed, reason });
		expect(formDataOf(html, "End access").getAll(`end ${FIREFOX}`)).toEqual([`session ${names.session}`]);
	});

	test.each([
		["a refusal of the tenant", refusal(403, "No.", "access_denied")],
		["a failure of the tenant", { status: 500, body: {} }],
		["a limit that is used up", { status: 429, body: {}, headers: { "retry-after": "60" } }],
	])("has the reason after %s, and none after a success", async (_, answer) => {
		const form = formDataOf((await page()).html, "End access", { ...fields, reason: "INC-1 lost" });
		answerOnce((what) => what === ACCESS, answer);
		const { html, text } = await pageAfter(form);
		expect(text).toContain("Some are still to be ended");
		expect(typedIn(html)).toEqual({ ...typed, reason: "INC-1 lost" });
		forgetService();
		expect(formDataOf((await pageAfter(form)).html, "End access").get("reason")).toBe("");
	});

	test("has the form and the result where the limit is used up meanwhile", async () => {
		const all = { ...fields, [`end ${CHROME}`]: ["session mac_1", "session mac_2"], reason: "INC-1" };
		const form = formDataOf((await page()).html, "End access", all);
		useUpLimitAfter("mac_1");
		const { state, html, text } = await pageAfter(form);
		expect(outcomes(state)).toEqual({ "session mac_1": "requested", "session mac_2": "not tried" });
		expect(text).toMatch(/Lost device.*The page could not be read again.*Some are still to be ended/);
		expect(text).toContain("End requested: session mac_1");
		expect(typedIn(html)).toEqual({ device: CHROME, ends: ["session mac_2"], reason: "INC-1" });
		expect(text).toContain("Firefox on Windows");
	});

	test("has the form where nothing at all could be read again", async () => {
		heldConfig.set({ ...dashboardConfig(), reasonRequired: ["end"] });
		const form = formDataOf((await page()).html, "End access", { ...fields, reason: "a".repeat(201) });
		recorded.tenant.before = () => ({ status: 429, body: {}, headers: { "retry-after": "60" } });
		const { html, text } = await pageAfter(form);
		expect(typedIn(html)).toEqual({ ...typed, reason: "a".repeat(201) });
		expect(text).toMatch(/The page could not be read again.*Chrome on macOS/);
		recorded.tenant.before = () => null;
		forgetService();
		const state = await press({ reason: "INC-2" }, nothingEnded, html);
		expect([outcomes(state), state.newer]).toEqual([{ "session mac_2": "requested" }, 0]);
		expect(state.text).toMatch(/Not chosen: session mac_1, .*session mac_3/);
	});
});

/** From the end of this session on the tenant answers that the limit is used up. */
function useUpLimitAfter(id: string): void {
	let isUsedUp = false;
	recorded.tenant.before = (what, body) => {
		if (isUsedUp) return { status: 429, body: { statusCode: 429, message: "no" }, headers: { "retry-after": "60" } };
		isUsedUp = what === ACCESS && (body as Body | undefined)?.session_id === id;
		return null;
	};
}

test("a user who can't be read has a link to it", async () => {
	await recorded.grant(CONSOLE_SCOPES.filter((scope) => !scope.startsWith("read:users")));
	const found = consolePages.find(({ route }) => route === "/users/[id]");
	if (!found) throw new Error("The list has no such page.");
	expect((await renderPage(found, sample)).html).toContain(`href="${USER_PATH}/lost-device"`);
});

test("on the embedded service a device's session ends with its token, and the others stay", async () => {
	const embedded = await startEmbeddedTenant();
	onTestFinished(() => embedded.close());
	await embedded.use();
	sample = { ...embedded.sample, ...(await fillStore(embedded.sample)) };
	const { html, text } = await page();
	expect(text).not.toMatch(/undefined|NaN/);
	const item = `session ${sample.session}`;
	const device = keyWith(html, item);
	const shown = formDataOf(html, "End access").getAll(`end ${device}`);
	const state = await press({ device, [`end ${device}`]: [item] }, nothingEnded, html);
	expect([state.problem, outcomes(state)]).toEqual([undefined, { [item]: "requested" }]);
	expect(state.text).toContain(sample.session);
	expect(state.text?.includes("Not chosen: ")).toBe(shown.length > 1);
	const after = await page();
	expect(after.html).not.toContain(`value="${item}"`);
	expect(after.html).not.toContain(`value="token ${sample.token}"`);
});

/** The device with an item. */
function keyWith(html: string, item: string): string {
	const [name = ""] =
		[...formDataOf(html, "End access")].find(([field, value]) => field.startsWith("end ") && value === item) ?? [];
	return name.replace("end ", "");
}

describe("the end of a device's access", () => {
	test("ends its session, and says so in a paragraph with what, who, when, why and what lives on", async () => {
		const state = await press({ device: FIREFOX, reason: "INC-4711" });
		expect(state.problem).toBeUndefined();
		expect(written()).toEqual([ended(names.session)]);
		expect(outcomes(state)).toEqual({ [`session ${names.session}`]: "requested" });
		const [row] = await newestAuditEntries(1);
		expect(row).toMatchObject({ target: names.session, reason: "INC-4711", userId: names.amara });
		expect(state.text).toMatch(
			/^\d{4}-\d\d-\d\d \d\d:\d\d UTC: editor requested to end the access of a lost device of amara@example\.com \(auth0\|/,
		);
		for (const words of [
			"Device: Firefox on Windows.",
			`End requested: session ${names.session}, last used `,
			`from 192.0.2.8, with its refresh tokens of Portal (${names.token}).`,
			"What stays: Other devices: ",
			"The password stays",
			"Reason: INC-4711.",
			`References: ${row?.reference}.`,
		])
			expect(state.text).toContain(words);
		const { text } = await page();
		expect(text).toMatch(new RegExp(`Requested here in the last 10 minutes.*\\(${names.session}\\) ?: ended`));
	});

	test("revokes tokens of no session in one request; what is not ticked stays, and is named", async () => {
		addMac();
		const state = await press({
			device: CHROME,
			[`end ${CHROME}`]: ["session mac_1", "token rt_1", "token rt_3"],
		});
		expect(written()).toEqual([ended("mac_1"), ["POST /refresh-tokens/revoke", { ids: ["rt_1", "rt_3"] }]]);
		expect(state.text).toContain("End requested: session mac_1, from 198.51.100.4; refresh token of Kiosk (rt_1);");
		expect(state.text).toMatch(/Not chosen: session mac_2, .*session mac_3, .*refresh token of Kiosk \(rt_2\)\./);
		expect(state.text).toContain("No reason was stated.");
	});

	test("a tenant without the newer operations gets single requests in the same press", async () => {
		addMac();
		recorded.tenant.switches = { ...recorded.tenant.switches, newOperations: 405 };
		const state = await press({ device: CHROME, [`end ${CHROME}`]: ["session mac_1", "token rt_1", "token rt_2"] });
		expect(state.problem).toBeUndefined();
		expect(written().filter(([what]) => /^(DELETE|POST \/sessions)/.test(String(what)))).toEqual([
			["POST /sessions/mac_1/revoke"],
			["DELETE /refresh-tokens/rt_1"],
			["DELETE /refresh-tokens/rt_2"],
		]);
		expect(new Set(Object.values(outcomes(state)))).toEqual(new Set(["requested"]));
	});

	test("a rate limit in the middle is waited for", async () => {
		addMac();
		const tooMany = { status: 429, body: { statusCode: 429, message: "no" }, headers: { "retry-after": "1" } };
		answerOnce((what, body) => what === ACCESS && body.session_id === "mac_2", tooMany);
		const state = await press({ device: CHROME });
		expect(state.problem).toBeUndefined();
		expect(Object.values(outcomes(state))).toEqual(Array.from({ length: 6 }, () => "requested"));
	});

	test("a longer limit leaves the rest, and another press does nothing twice", async () => {
		addMac();
		const { html } = await page();
		const later = { status: 429, body: { statusCode: 429, message: "no" }, headers: { "retry-after": "60" } };
		answerOnce((what, body) => what === ACCESS && body.session_id === "mac_2", later);
		const first = await press({ device: CHROME }, nothingEnded, html);
		expect(first.problem).toMatchObject({ title: "Too many requests", retryAfterSeconds: 60 });
		expect(outcomes(first)).toMatchObject({ "session mac_1": "requested", "session mac_2": "not tried" });
		expect(first.text).toMatch(/End requested: session mac_1, .*Not ended: session mac_2, /);
		// The limit is over.
		forgetService();
		const before = written().length;
		const second = await press({ device: CHROME }, first, html);
		expect(second.problem).toBeUndefined();
		expect(written().slice(before)).toEqual([
			ended("mac_2"),
			ended("mac_3"),
			["POST /refresh-tokens/revoke", { ids: ["rt_1", "rt_2", "rt_3"] }],
		]);
		expect(outcomes(second)).toMatchObject({ "session mac_1": "before", "session mac_2": "requested" });
		expect(second.text).toMatch(/End requested: session mac_1; session mac_2, .*\nWhat stays/);
		expect(second.text).not.toMatch(/Requested before|Not ended/);
	});

	test("a refusal of one is said beside it, and the others are requested", async () => {
		addMac();
		const no = refusal(400, "This session is protected.", "invalid_body");
		answerOnce((what, body) => what === ACCESS && body.session_id === "mac_2", no);
		const state = await press({ device: CHROME });
		expect(state.results.find(({ item }) => item === "session mac_2")).toMatchObject({
			outcome: "refused",
			why: "The tenant refused the request. This session is protected.",
		});
		expect(outcomes(state)).toMatchObject({ "session mac_3": "requested", "token rt_3": "requested" });
	});

	test("a response that is lost is not confirmed, and nothing else is tried", async () => {
		addMac();
		answerOnce((what, body) => what === ACCESS && body.session_id === "mac_2", { status: 500, body: {} });
		const state = await press({ device: CHROME });
		expect(outcomes(state)).toMatchObject({
			"session mac_1": "requested",
			"session mac_2": "not confirmed",
			"session mac_3": "not tried",
		});
		expect(state.problem?.title).toBe("Not confirmed");
		expect(state.text).toMatch(
			/End requested: session mac_1, .*Not confirmed: session mac_2, .*Not ended: session mac_3/,
		);
		expect((await page()).text).toMatch(/Not confirmed: session mac_2.*References: /);
	});

	test("what is gone since the page is said, what is newer is not touched", async () => {
		addMac();
		const { html } = await page();
		const { sessions, tokens } = recorded.tenant.state;
		sessions.delete("mac_1");
		tokens.delete("rt_1");
		sessions.set("mac_4", { ...sessions.get("mac_2"), id: "mac_4" } as Body);
		const state = await press({ device: CHROME }, nothingEnded, html);
		expect(state).toMatchObject({ newer: 1 });
		expect(outcomes(state)).toMatchObject({
			"session mac_1": "gone",
			"token rt_1": "gone",
			"session mac_2": "requested",
		});
		expect(JSON.stringify(written())).not.toContain("mac_4");
		expect(state.text).toMatch(/Already gone: session mac_1; refresh token rt_1\./);
	});

	test("sessions and tokens of another user, which only a forged form can name, stay", async () => {
		addMac();
		const { sessions, tokens } = recorded.tenant.state;
		sessions.set("other", { id: "other", user_id: names.brice });
		tokens.set("rt_other", { id: "rt_other", user_id: names.brice });
		const form = new FormData();
		for (const [name, value] of [
			...[
				["userId", names.amara],
				["device", CHROME],
			],
			...[
				[`end ${CHROME}`, "session other"],
				[`end ${CHROME}`, "token rt_other"],
			],
		] as [string, string][])
			form.append(name, value);
		expect(outcomes(await send(form))).toEqual({ "session other": "gone", "token rt_other": "gone" });
		expect(written()).toEqual([]);
	});

	test("what has no known device ends by itself alone", async () => {
		const state = await press({ device: UNKNOWN });
		expect(state.problem).toBeUndefined();
		expect(JSON.stringify(written())).not.toContain(names.session);
		expect(state.text).toContain("Device: not known.");
	});

	test("without a device, or with nothing ticked, nothing is sent", async () => {
		expect((await press({})).problem?.title).toBe("No device is chosen");
		expect((await press({ device: FIREFOX, [`end ${FIREFOX}`]: [] })).problem?.title).toBe("Nothing is ticked");
		const odd = new FormData();
		odd.set("userId", names.amara);
		odd.set("device", "x");
		odd.set("end x", "session s");
		expect((await send(odd)).problem?.title).toBe("This page is out of date");
		expect(written()).toEqual([]);
	});

	test.each([
		["end", ["session mac_1"]],
		["revoke", ["session mac_1"]],
		["revoke", ["token rt_1"]],
	] as const)("where %s requires a reason nothing is begun without one for %j", async (kind, ends) => {
		addMac();
		heldConfig.set({ ...dashboardConfig(), reasonRequired: [kind] });
		const { html } = await page();
		const fields = { device: CHROME, [`end ${CHROME}`]: ends };
		const reads = recorded.tenant.reads.length;
		const state = await press(fields as never, nothingEnded, html);
		expect(state).toMatchObject({ results: [], problem: { title: "A reason is needed", about: "reason" } });
		expect([written(), recorded.tenant.reads.length, state.text]).toEqual([[], reads, undefined]);
		expect((await press({ ...fields, reason: "INC-1" } as never, nothingEnded, html)).problem).toBeUndefined();
		expect(written()).toHaveLength(1);
	});

	test("however slow the tenant is, each press requests some", async () => {
		addMac();
		const { html } = await page();
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
		recorded.tenant.before = (what) => {
			if (what.startsWith("GET")) vi.setSystemTime(Date.now() + 3_000);
			return null;
		};
		let rest = 6;
		while (rest > 0) {
			const done = Object.values(outcomes(await press({ device: CHROME }, nothingEnded, html)));
			const left = done.filter((outcome) => outcome === "not tried").length;
			expect(left).toBeLessThan(rest);
			rest = left;
		}
		expect(new Set(written().flatMap(([, body]) => JSON.stringify(body))).size).toBe(written().length);
	});

	test("what no list has is read as long as there is time, after what is known was revoked", async () => {
		addMac();
		const form = formDataOf((await page()).html, "End access", {
			device: CHROME,
			[`end ${CHROME}`]: ["token rt_1", "token rt_2"],
		});
		const odd = Array.from({ length: 100 }, (_, index) => `rt_x${index}`);
		for (const id of odd) {
			recorded.tenant.state.tokens.set(id, { id, user_id: names.brice });
			form.append(`end ${CHROME}`, `token ${id}`);
		}
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
		recorded.tenant.before = (what) => {
			if (what.startsWith("GET /refresh-tokens/")) vi.setSystemTime(Date.now() + 1_000);
			return null;
		};
		const state = await send(form);
		expect(written()).toEqual([["POST /refresh-tokens/revoke", { ids: ["rt_1", "rt_2"] }]]);
		const count = (of: string) => state.results.filter(({ outcome }) => outcome === of).length;
		expect(count("gone")).toBeGreaterThan(0);
		expect(count("gone")).toBeLessThan(10);
		expect(count("not tried")).toBe(100 - count("gone"));
	});

	test("a session that is not listed, and whose user the tenant does not report, stays", async () => {
		const form = formDataOf((await page()).html, "End access", { device: FIREFOX, [`end ${FIREFOX}`]: [] });
		recorded.tenant.state.sessions.set("odd", { id: "odd" });
		form.append(`end ${FIREFOX}`, "session odd");
		expect((await send(form)).results).toMatchObject([{ outcome: "refused", why: /whose it is/ }]);
		expect(written()).toEqual([]);
	});

	test("after a reload the paragraph is there, and what was requested is not offered, nor called not chosen", async () => {
		addMac();
		await press({ device: CHROME, [`end ${CHROME}`]: ["token rt_1", "session mac_1"], reason: "INC-7" });
		const [row] = await newestAuditEntries(1);
		const { tokens } = recorded.tenant.state;
		// The tenant carries it out later.
		tokens.set("rt_1", { ...tokens.get("rt_2"), id: "rt_1" } as Body);
		const { html, text } = await page();
		expect(text).toMatch(
			/End requested: session mac_1; refresh token of Kiosk \(rt_1\)\. Reason: INC-7\. References: .* What stays: .*Chrome on macOS/,
		);
		expect(text).toContain(String(row?.reference));
		const form = formDataOf(html, "End access", { device: CHROME });
		expect(form.getAll(`end ${CHROME}`)).toEqual(["session mac_2", "session mac_3", "token rt_2", "token rt_3"]);
		signInAs("support");
		const colleague = await page();
		expect(colleague.text).toMatch(/\(rt_1\), by editor: still listed/);
		expect(colleague.html).not.toContain("For the ticket");
		const state = await press({ device: CHROME }, nothingEnded, colleague.html);
		expect(state.text).toContain("Requested before: refresh token of Kiosk (rt_1).");
		expect(state.text).not.toContain("Not chosen");
	});

	test("what a colleague has just requested is not requested again, and what all is gone is a paragraph too", async () => {
		addMac();
		const { html } = await page();
		signInAs("support");
		await press({ device: CHROME }, nothingEnded, html);
		const before = written().length;
		signInAs("editor");
		const late = await press({ device: CHROME }, nothingEnded, html);
		expect(late.results.every(({ outcome, why }) => outcome === "before" && why === "by support")).toBe(true);
		expect(written().length).toBe(before);
		expect(late.text).toMatch(/UTC: editor wanted to end .*, and nothing was left to request\..*Requested before: /);
		expect((await press({ device: CHROME, [`end ${CHROME}`]: [] }, nothingEnded, html)).problem?.title).toBe(
			"All of it was requested",
		);
		recorded.tenant.state.sessions.clear();
		const gone = await press({ device: FIREFOX }, nothingEnded, html);
		expect(gone.text).toMatch(new RegExp(`nothing was left to request\\..*Already gone: session ${names.session}\\.`));
	});

	test("what this admin requested minutes ago and is gone now was requested, and is not only gone", async () => {
		const { html } = await page();
		await press({ device: FIREFOX }, nothingEnded, html);
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * 60_000 });
		const again = await press({ device: FIREFOX }, nothingEnded, html);
		expect(outcomes(again)).toEqual({ [`session ${names.session}`]: "gone" });
		expect(again.text).toContain(`End requested: session ${names.session}`);
		expect(again.text).not.toContain("Already gone");
	});

	test("what is requested of several devices stands apart in the paragraph, each with its reason and references", async () => {
		addMac();
		await press({ device: FIREFOX, reason: "INC-1 two tabs" });
		const [first] = await newestAuditEntries(1);
		const state = await press({ device: UNKNOWN, reason: "INC-2 unknown" });
		const [second] = await newestAuditEntries(1);
		const [one = "", two = "", stays = ""] = state.text?.split("\n") ?? [];
		expect(one).toContain(`Device: Firefox on Windows. End requested: session ${names.session}`);
		expect(one).toMatch(new RegExp(`Reason: INC-1 two tabs\\. References: ${first?.reference}\\.$`));
		expect(two).toContain("Device: not known. End requested: ");
		expect(two).toMatch(new RegExp(`Reason: INC-2 unknown\\. References: .*${second?.reference}\\.$`));
		expect(two).not.toContain(names.session);
		expect(stays).toMatch(/^What stays: /);
		const { text } = await page();
		expect(text).toMatch(
			/Device: Firefox on Windows\. End requested: .*INC-1 two tabs.*Device: not known\. .*INC-2 unknown/,
		);
	});

	test("a press that requests nothing claims nothing of what was requested of another device", async () => {
		addMac();
		await press({ device: FIREFOX, reason: "INC-1" });
		answerOnce((what) => what === ACCESS, refusal(403, "No.", "access_denied"));
		const fields = { device: CHROME, [`end ${CHROME}`]: ["session mac_1"], reason: "INC-2" };
		const [one = "", two = ""] = (await press(fields)).text?.split("\n") ?? [];
		expect(one).toMatch(/Device: Firefox on Windows\. .*Reason: INC-1\./);
		expect(two).toMatch(
			/wanted to end .*, and nothing was requested\. Device: Chrome on macOS\. Not ended: session mac_1, /,
		);
		expect(two).not.toMatch(/INC|References/);
	});

	test("without the scope for sessions they can't be ended here, and were not left out by choice", async () => {
		addMac();
		await recorded.grant(CONSOLE_SCOPES.filter((scope) => scope !== "delete:sessions"));
		const state = await press({ device: CHROME });
		expect(state.text).toMatch(/Can't be ended here: session mac_1, .*session mac_3, /);
		expect(state.text).not.toContain("Not chosen");
	});

	test("a state that the browser made up changes nothing of what is said", async () => {
		addMac();
		const results = [{ item: "session mac_1", label: "forged", outcome: "requested" as const }];
		const state = await press({ device: CHROME, [`end ${CHROME}`]: ["session mac_1"] }, { results, text: "forged" });
		expect(written()).toEqual([ended("mac_1")]);
		expect(JSON.stringify(state)).not.toContain("forged");
	});

	test("a refused revocation is explained as one of refresh tokens", async () => {
		addMac();
		answerOnce((what) => what.startsWith("POST /refresh-tokens"), refusal(403, "No.", "access_denied"));
		const state = await press({ device: CHROME, [`end ${CHROME}`]: ["token rt_1", "token rt_2"] });
		expect(state.problem?.message).not.toContain("session");
		expect(state.problem).toBeDefined();
	});

	test.each([["viewer"], [null]] as const)("%s is refused before any request", async (role) => {
		const { html } = await page();
		const reads = recorded.tenant.reads.length;
		signInAs(role);
		expect((await press({ device: FIREFOX }, nothingEnded, html)).problem?.title).toMatch(/Not allowed|Signed out/);
		expect([written(), recorded.tenant.reads.length]).toEqual([[], reads]);
	});

	test("support may, but not towards an editor", async () => {
		const { html } = await page();
		signInAs("support");
		expect((await press({ device: FIREFOX }, nothingEnded, html)).problem).toBeUndefined();
		roleOfEmbeddedUser.set(async (id) => (id === "support" ? "support" : "editor"));
		const before = written().length;
		expect((await press({ device: UNKNOWN }, nothingEnded, html)).problem?.title).toBe("Not allowed");
		expect(written().slice(before)).toEqual([]);
	});
});
