import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { tokensOf } from "../refresh-tokens/sample-tokens";
import type { Credentials } from "../running-app/credentials";

// All figures in bytes of gzip, 1 KB = 1000 bytes.
// An empty page of the same Next version, built and measured in the same way (Next 16.4.6).
const FLOOR = 134_580;
// The template form brings its store, its rules, presets and advice; only certificate inspector and import come later.
const TEMPLATE_FORM_MAX = FLOOR + 45_000;
const FORM_PAGE_MAX = FLOOR + 20_000;
// A token's page brings the form of its metadata with conflicts, a draft and the saves that Back goes on from.
const METADATA_FORM_MAX = FLOOR + 21_000;
// An application's form brings its rules, the words for every change, conflicts and its grants.
const APPLICATION_FORM_MAX = FLOOR + 22_500;
// That of single sign-on brings the same, and a catalogue of twenty settings in words.
const SINGLE_SIGN_ON_MAX = FLOOR + 24_000;
// A connection's form brings the words for every change as well, and applications to tick.
const CONNECTION_FORM_MAX = FLOOR + 25_500;
// The list's search, its order and its words for both are half a kilobyte over what other pages may have.
const TEMPLATE_LIST_MAX = FLOOR + 12_500;
const OTHER_PAGE_MAX = FLOOR + 12_000;

const pages = [
	{ name: "the sign-in page", path: async () => "/sign-in", max: OTHER_PAGE_MAX, signedIn: false },
	{ name: "the overview", path: async () => "/", max: OTHER_PAGE_MAX, signedIn: true },
	{ name: "the template list", path: async () => "/templates", max: TEMPLATE_LIST_MAX, signedIn: true },
	{ name: "the new template form", path: async () => "/templates/new", max: TEMPLATE_FORM_MAX, signedIn: true },
	{ name: "a template's form", path: firstTemplate, max: TEMPLATE_FORM_MAX, signedIn: true },
	{ name: "the search for refresh tokens", path: async () => "/refresh-tokens", max: OTHER_PAGE_MAX, signedIn: true },
	{ name: "a refresh token's page", path: firstRefreshToken, max: METADATA_FORM_MAX, signedIn: true },
	{ name: "the form of a bulk edit", path: bulkForm, max: FORM_PAGE_MAX, signedIn: true },
	{ name: "a bulk edit", path: bulkEdit, max: OTHER_PAGE_MAX, signedIn: true },
	{ name: "the list of applications", path: async () => "/applications", max: OTHER_PAGE_MAX, signedIn: true },
	{ name: "the form of a new application", path: async () => "/applications/new", max: FORM_PAGE_MAX, signedIn: true },
	{ name: "an application's form", path: firstApplication, max: APPLICATION_FORM_MAX, signedIn: true },
	{ name: "the form of single sign-on", path: singleSignOn, max: SINGLE_SIGN_ON_MAX, signedIn: true },
	{ name: "the test of a sign-in", path: signInTest, max: OTHER_PAGE_MAX, signedIn: true },
	{ name: "the list of connections", path: async () => "/connections", max: OTHER_PAGE_MAX, signedIn: true },
	{
		name: "the form of a new connection",
		path: async () => "/connections/new",
		max: CONNECTION_FORM_MAX,
		signedIn: true,
	},
	{ name: "a connection's form", path: firstConnection, max: CONNECTION_FORM_MAX, signedIn: true },
	{ name: "the connection page", path: async () => "/connection", max: OTHER_PAGE_MAX, signedIn: true },
];

for (const { name, path, max, signedIn } of pages) {
	test(`${name} loads at most ${max / 1000} KB of scripts before any input`, async ({
		page,
		signIn,
		openContext,
		credentials,
		managementToken,
	}) => {
		if (signedIn) await signIn(page, "editor");
		// The same cookies in a profile of its own: its cache is cold.
		const cold = await openContext({ storageState: await page.context().storageState() });
		const coldPage = await cold.newPage();
		const address = await path(credentials, managementToken, page);
		const sizes = await scriptSizes(coldPage, address);

		expect(coldPage.url().endsWith(address), `${coldPage.url()} is ${address}`).toBe(true);
		const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
		test.info().annotations.push({ type: "scripts", description: `${address} ${total} bytes of gzip` });
		expect(total, `scripts of ${address}:\n${JSON.stringify(sizes, null, 2)}`).toBeLessThanOrEqual(max);
	});
}

test("pointing at a link to the template form fetches the one script that its page needs, and no page", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates", { waitUntil: "networkidle" });
	const asked: string[] = [];
	page.on("request", (request) => asked.push(new URL(request.url()).pathname));
	await page.getByRole("link", { name: "New template" }).hover();
	await expect.poll(() => asked).toEqual([expect.stringMatching(/\.js$/)]);
	await page.waitForLoadState("networkidle");

	await page.getByRole("link", { name: "New template" }).click();
	await expect(page.getByRole("textbox", { name: "Name", exact: true })).toBeVisible();
	await expect(page.locator("form").filter({ hasText: "(as opened)" })).toHaveCount(0);
	expect(asked.filter((path) => path.endsWith(".js"))).toHaveLength(1);
});

test("no page's scripts hold anything of the verification of licences, nor those that come with “Try it”", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	const bodies: Promise<string>[] = [];
	page.on("response", (response) => {
		if (response.url().split("?")[0]?.endsWith(".js")) bodies.push(response.text());
	});
	await page.goto("/templates/new?preset=identity", { waitUntil: "networkidle" });
	const before = bodies.length;
	await page.getByRole("tab", { name: "Try it", exact: true }).click();
	await page.getByRole("button", { name: "Simulate", exact: true }).click();
	await expect(page.getByRole("region", { name: "Result", exact: true })).toBeVisible();
	expect(bodies.length, "what runs the tab comes when it is shown").toBeGreaterThan(before);
	// Texts of the wire that only lib/mdoc knows.
	for (const text of await Promise.all(bodies)) expect(text).not.toMatch(/DeviceAuthentication|valueDigests/);
});

/** Gzip bytes per script file that a page loads until the network is idle, whatever the server's own compression. */
async function scriptSizes(page: Page, address: string): Promise<Record<string, number>> {
	const bodies: Promise<[string, Buffer]>[] = [];
	page.on("response", (response) => {
		if (response.request().resourceType() !== "script" && !response.url().split("?")[0]?.endsWith(".js")) return;
		bodies.push(response.body().then((body) => [new URL(response.url()).pathname, body]));
	});
	await page.goto(address, { waitUntil: "networkidle" });
	const loaded = Object.fromEntries(await Promise.all(bodies));
	return Object.fromEntries(Object.entries(loaded).map(([path, body]) => [path, gzipSync(body, { level: 9 }).length]));
}

async function firstTemplate(credentials: Credentials, token: string) {
	const answer = await get(`${credentials.base_url}/verifiable-credentials/verification/templates`, token);
	return `/templates/${encodeURIComponent(answer.templates[0].id)}`;
}

async function firstConnection({ base_url }: Credentials, token: string) {
	const [connection] = await get(`${base_url}/connections`, token);
	return `/connections/${connection.id}`;
}

async function firstApplication({ clients }: Credentials) {
	return `/applications/${clients.web_app?.client_id}`;
}

async function singleSignOn({ clients }: Credentials) {
	return `/applications/${clients.saml_app?.client_id}/single-sign-on`;
}

async function signInTest({ clients }: Credentials) {
	return `/applications/${clients.saml_app?.client_id}/single-sign-on/test`;
}

async function firstRefreshToken(credentials: Credentials, token: string) {
	for (const user of await get(`${credentials.base_url}/users`, token)) {
		const id = encodeURIComponent(user.user_id);
		const answer = await get(`${credentials.base_url}/users/${id}/refresh-tokens`, token);
		if (answer.tokens.length > 0) return `/refresh-tokens/${encodeURIComponent(answer.tokens[0].id)}`;
	}
	throw new Error("The sample tenant has no refresh token");
}

async function bulkForm(credentials: Credentials, token: string) {
	const [first] = await tokensOf(credentials, token, credentials.sign_ins.user.email);
	return `/refresh-tokens/bulk?${new URLSearchParams({ user: first?.userId ?? "", token: first?.id ?? "" })}`;
}

async function bulkEdit(credentials: Credentials, token: string, page: Page) {
	await page.goto(await bulkForm(credentials, token));
	await page.getByRole("textbox", { name: "Key" }).fill("measured");
	await page.getByRole("button", { name: "Preview changes" }).click();
	await page.waitForURL(/\/bulk\/[\w-]+$/);
	return new URL(page.url()).pathname;
}

async function get(url: string, token: string) {
	const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
	if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
	return answer.json();
}
