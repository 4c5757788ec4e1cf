import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { type ConsolePage, consolePages, type Sample } from "@/app/_testing/console-pages";
import { type Edit, edits } from "@/app/_testing/edits";
import { formDataOf } from "@/app/_testing/page-form";
import { pageWords } from "@/app/_testing/page-words";
import { type RenderedPage, renderPage } from "@/app/_testing/render-page";
import { fillStore } from "@/app/_testing/store-sample";
import type { Scope } from "@/lib/contract/scopes";
import { clearDashboardState } from "@/lib/dashboard/testing/dashboard-state";
import { startEmbeddedTenant } from "@/lib/dashboard/testing/embedded-tenant";
import {
	CONSOLE_SCOPES,
	type RecordedTestTenant,
	startRecordedTestTenant,
} from "@/lib/dashboard/testing/recorded-tenant";
import type { TestTenant } from "@/lib/dashboard/testing/tenant";
import type { Switches } from "@/lib/testing/recorded-tenant/switches";

// The texts of a page hold no other times than those of its first rendering.
beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterAll(async () => {
	vi.useRealTimers();
	await clearDashboardState();
});

const routes = globSync("**/page.tsx", { cwd: import.meta.dirname })
	.map((file) => `/${dirname(file.replaceAll("\\", "/")).replace(/\(\w+\)\//, "")}`.replace(/\/\.$/, "/"))
	.toSorted();

test("the widths of every page are measured", () => {
	const spec = readFileSync(join(import.meta.dirname, "../../e2e/console/widths.spec.ts"), "utf8");
	const measured = [...spec.matchAll(/^\t\t"(\/[^"]*)": /gm)].map(([, route]) => route);
	expect(measured.toSorted()).toEqual(routes);
});

test("the list has every page of the console", () => {
	expect([...new Set(consolePages.map(({ route }) => route))].toSorted()).toEqual(routes);
});

const kinds: [string, () => Promise<TestTenant>][] = [
	["the embedded service", startEmbeddedTenant],
	["a tenant of the vendor", startRecordedTestTenant],
];

describe.each(kinds)("on %s", (name, start) => {
	let tenant: TestTenant;
	beforeAll(async () => {
		tenant = await start();
	});
	afterAll(() => tenant.close());

	// A grant of the embedded service takes several calls, and its refusals are those of the vendor: in the short run each
	// scope is taken away on the first page that needs it.
	const isTriedWhole = process.env.LONG !== undefined || name !== "the embedded service";
	const isFirst = (page: ConsolePage, scope: Scope) => consolePages.find(({ needs }) => needs.includes(scope)) === page;

	test.each(consolePages)("$route opens, and each part names the scope that it lacks", async (page) => {
		const { needs, uses, unread } = page;
		const tried = isTriedWhole ? [...needs, ...uses] : needs.filter((scope) => isFirst(page, scope));
		// Without the grant, where none of it is taken away.
		const sample = await beginOn(tenant, isTriedWhole || tried.length > 0 ? CONSOLE_SCOPES : undefined);
		const usual = namedIn(await renderPage(page, sample), sample);
		for (const scope of tried) {
			await tenant.grant(CONSOLE_SCOPES.filter((other) => other !== scope));
			const { heading, text } = namedIn(await renderPage(page, sample), sample);
			expect.soft([usual.heading, unread], `heading without ${scope}`).toContain(heading);
			const isSilent = uses.includes(scope) || newMentions(scope, text, usual.text).length > 0;
			expect.soft(isSilent, `${scope} is named: ${text}`).toBe(true);
		}
		if (!isTriedWhole) return;
		// A client without any scope gets no token.
		const others = CONSOLE_SCOPES.slice(1).filter((scope) => !needs.includes(scope) && !uses.includes(scope));
		const again = await beginOn(
			tenant,
			CONSOLE_SCOPES.filter((scope) => !others.includes(scope)),
		);
		const unaffected = namedIn(await renderPage(page, again), again);
		expect.soft(withoutScopes(unaffected.text), `without ${others}`).toBe(withoutScopes(usual.text));
	});

	test.each(pageWords.filter(({ on }) => !on || on === name))("$route: $title", async (words) => {
		const { without, says, never } = words;
		const sample = await beginOn(tenant, without && CONSOLE_SCOPES.filter((scope) => scope !== without));
		const { text } = await renderPage(pageAt(words), sample);
		if (says) expect(text).toMatch(says);
		if (never) expect(text).not.toMatch(never);
	});

	test.each(edits)("$title is written with no more than it takes, and read again", async (edit) => {
		onTestFinished(() => tenant.reset(edit.isEnd));
		const sample = await beginOn(tenant);
		const query = await press(edit, sample);
		if (tenant.writes) expect(writesOf(tenant)).toEqual(edit.written(sample));
		const after = await renderPage(pageAfter(edit, query), sample);
		expect(after.text).toMatch(edit.read);
		if (edit.ticked) expect(formDataOf(after.html, edit.button).getAll("clients")).toContain(edit.ticked(sample));
	});
});

/** What a tenant of the vendor may be like, beside what it is as a rule. */
const others: [string, Partial<Switches>][] = [
	[
		"as they were until July 2026",
		{
			hasEnabledClients: true,
			newOperations: 404,
			envelope: "without length and next",
			refusesUnreadableFields: false,
		},
	],
	[
		"whose plan lacks what is new",
		{ newOperations: "insufficient_entitlement", envelope: "bare list", checkpointMost: 2 },
	],
	["without the new operations", { newOperations: 405, accepted: 204, endsLater: true }],
];

describe.each(others)("on tenants of the vendor %s", (_, switches) => {
	let recorded: RecordedTestTenant;
	beforeAll(async () => {
		recorded = await startRecordedTestTenant();
		recorded.tenant.reset(switches);
	});
	afterAll(() => recorded.close());

	const subjects = consolePages
		.filter(({ needs }) => needs.length > 0)
		.flatMap((page) => [page.id, ...(page.otherIds ?? [])].map((id) => ({ ...page, id })));
	test.each(subjects)("$route of $id opens, and shows no secret", async (page) => {
		const { html, text, heading } = await renderPage(page, await beginOn(recorded));
		expect(html).not.toContain("PLANTED-SECRET");
		expect(text).not.toMatch(/undefined|\[object|NaN|not understand/);
		expect(heading).not.toBe("");
		expect(heading).not.toBe(page.unread);
	});

	test.each(edits.filter(({ singly }) => singly))("$title is requested in single calls", async (edit) => {
		recorded.tenant.reset(switches);
		const sample = await beginOn(recorded);
		const query = await press(edit, sample);
		expect(writesOf(recorded)).toEqual([...edit.written(sample), ...(edit.singly?.(sample) ?? [])]);
		const { text } = await renderPage(pageAfter(edit, query), sample);
		expect(text).toMatch(switches.endsLater ? /requested/i : edit.read);
	});
});

/** Points the console at a tenant, and fills its own store. @param scopes that are granted, if not those of its client */
async function beginOn(tenant: TestTenant, scopes?: readonly string[]): Promise<Sample> {
	await tenant.use(scopes);
	return { ...tenant.sample, ...(await fillStore(tenant.sample)) };
}

/** Fills a form of a page in, and sends it. @returns the query of the page that follows */
async function press(edit: Edit, sample: Sample): Promise<Record<string, string>> {
	const { html } = await renderPage(pageAt(edit), sample);
	const filled = typeof edit.filled === "function" ? edit.filled(sample) : edit.filled;
	const result = await edit.send(formDataOf(html, edit.button, filled)).catch(redirectOf);
	const { problem, faults, conflict, query = {} } = result as Outcome;
	expect({ problem, faults, conflict: conflict ?? undefined }).toEqual({});
	return query;
}

const writesOf = ({ writes }: TestTenant) =>
	writes?.().map(({ what, body }) => (body === undefined ? [what] : [what, body]));

/** What an action returned: all that may go wrong, or the query of the page that it redirects to. */
type Outcome = { problem?: unknown; faults?: unknown; conflict?: unknown; query?: Record<string, string> };

function redirectOf(error: { digest?: string }): Outcome {
	const [kind, , address = ""] = (error.digest ?? "").split(";");
	if (kind !== "NEXT_REDIRECT") throw error;
	return { query: Object.fromEntries(new URL(address, "http://console.example").searchParams) };
}

type Place = Pick<Edit, "route" | "id" | "query">;

/** A page of the list, about something else than usual, or with more in its query. */
function pageAt({ route, id, query = {} }: Place): ConsolePage {
	const found = consolePages.find((page) => page.route === route);
	if (!found) throw new Error(`The list has no page ${route}.`);
	return { ...found, ...(id && { id }), query: (sample) => ({ ...found.query?.(sample), ...query }) };
}

/** Where an edit is read afterwards. */
function pageAfter({ route, id, readOn }: Edit, query: Record<string, string>): ConsolePage {
	return pageAt(readOn ? { route: readOn, query } : { route, query, ...(id && { id }) });
}

/** A page with names in place of what is made anew each time: identifiers, references, durations, times of responses. */
function namedIn({ heading, text }: RenderedPage, sample: Sample): Pick<RenderedPage, "heading" | "text"> {
	const named = (words: string) =>
		Object.entries(sample)
			.reduce((all, [name, id]) => (id ? all.replaceAll(id, name) : all), words)
			.replaceAll(/\b[0-9a-f]{8}\b|\b\d+ ms\b|\b\d\d:\d\d:\d\d\b/g, "…");
	return { heading: named(heading), text: named(text) };
}

/** An application's page offers those of the console. */
function withoutScopes(text: string): string {
	return text.replaceAll(/\b(create|read|update|delete):\w+/g, "").replaceAll(/\s+/g, " ");
}

/** Mentions of a scope, with the words around them, that are not usual. */
function newMentions(scope: string, text: string, usual: string): string[] {
	const mentions = text.matchAll(new RegExp(`.{0,40}\\b${scope}\\b.{0,200}`, "g"));
	return [...mentions].map(([words]) => words).filter((words) => !usual.includes(words));
}
