import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { consolePages, type Sample } from "@/app/_testing/console-pages";
import { renderPage } from "@/app/_testing/render-page";
import { fillStore } from "@/app/_testing/store-sample";
import { tokenFacts } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { SEARCH_LENGTH_MAX } from "@/lib/dashboard/search-text";
import { clearDashboardState } from "@/lib/dashboard/testing/dashboard-state";
import { startEmbeddedTenant } from "@/lib/dashboard/testing/embedded-tenant";
import { startRecordedTestTenant } from "@/lib/dashboard/testing/recorded-tenant";
import type { TestTenant } from "@/lib/dashboard/testing/tenant";

afterAll(clearDashboardState);

/** The pages with a search or a filter, and the parameters of its texts. */
const SEARCHES: [route: string, parameters: string[]][] = [
	["/templates", ["q"]],
	["/search", ["q"]],
	["/users", ["q"]],
	["/refresh-tokens", ["q"]],
	["/applications", ["q"]],
	["/connections", ["q"]],
	["/activity", ["person", "subject"]],
	["/api-calls", ["path"]],
	...["user", "application", "text", "id"].map((name): [string, string[]] => ["/log", [name]]),
];
/** The lists, and what the label of each search names; the one of tokens finds users as well. */
const LABELS: [route: string, label: string][] = [
	["/templates", "Search templates"],
	["/users", "Search users"],
	["/refresh-tokens", "User or refresh token"],
	["/applications", "Search applications"],
	["/connections", "Search identity providers"],
];
const FAULT = "At most 300 characters can be searched for.";
const TOO_LONG = ["a", "é", "🚗", "\\", '"'].map((character) => [character, character.repeat(3_000)]);
const ODD = [
	'"',
	"\\",
	'a\\" OR name:*',
	"AND OR NOT",
	"name:[a TO b]",
	"(",
	"\u0001\u007f\u0085",
	"\ud83d",
	"\u200b",
	"a\u00a0b",
	"~ ^2 && || ! + - / {}",
	"a".repeat(SEARCH_LENGTH_MAX),
	"住".repeat(SEARCH_LENGTH_MAX),
	"🚗".repeat(SEARCH_LENGTH_MAX),
	"\\".repeat(SEARCH_LENGTH_MAX),
];

const kinds: [string, () => Promise<TestTenant>][] = [
	["the embedded service", startEmbeddedTenant],
	["a tenant of the vendor", startRecordedTestTenant],
];

describe.each(kinds)("on %s", (_, start) => {
	let tenant: TestTenant;
	let sample: Sample;
	beforeAll(async () => {
		tenant = await start();
		await tenant.use();
		await tokenFacts();
		sample = { ...tenant.sample, ...(await fillStore(tenant.sample)) };
	});
	afterAll(() => tenant.close());

	async function search(route: string, parameters: readonly string[], text: string) {
		const page = consolePages.find((each) => each.route === route);
		if (!page) throw new Error(`no page ${route}`);
		const query = () => Object.fromEntries(parameters.map((name) => [name, text]));
		return renderPage({ ...page, query }, sample);
	}

	test.each(LABELS)("the search of %s is labelled “%s”", async (route, label) => {
		const { html } = await search(route, ["q"], "a");
		expect(/<search>.*?<label[^>]*>([^<]*)</.exec(html)?.[1]).toBe(label);
	});

	test.each(SEARCHES)("%s says on the field that a search is too long", async (route, parameters) => {
		for (const [character, text = ""] of TOO_LONG) {
			const { html, text: words } = await search(route, parameters, text);
			expect(words.split(FAULT), `${route} with ${character}`).toHaveLength(parameters.length + 1);
			expect(html.match(/<input[^>]*aria-invalid="true"/g)).toHaveLength(parameters.length);
			expect(words).not.toMatch(/not understood|refused the request|went wrong/i);
		}
	});

	test.each(SEARCHES)("%s searches for any text of 300 characters, whatever it holds", async (route, parameters) => {
		for (const text of ODD) {
			const { html, text: words } = await search(route, parameters, text);
			expect(html).not.toContain('aria-invalid="true"');
			expect(words, `${route} with ${JSON.stringify(text)}`).not.toMatch(
				/not understood|refused the request|went wrong|did not answer|answered with an error/i,
			);
		}
	});
});
