import { Window } from "happy-dom";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { consolePages } from "@/app/_testing/console-pages";
import { renderPage } from "@/app/_testing/render-page";
import { fillStore } from "@/app/_testing/store-sample";
import { clearDashboardState } from "@/lib/dashboard/testing/dashboard-state";
import { type RecordedTestTenant, startRecordedTestTenant } from "@/lib/dashboard/testing/recorded-tenant";

let recorded: RecordedTestTenant;
const browser = new Window();

beforeAll(async () => {
	recorded = await startRecordedTestTenant();
});
afterEach(() => recorded.tenant.reset());
afterAll(async () => {
	await browser.happyDOM.close();
	await recorded.close();
	await clearDashboardState();
});

/** Gives everything that has a name at the tenant another one. @param email of users */
function rename(name: string, email: string): void {
	const { users, sessions, tokens, templates, applications, connections } = recorded.tenant.state;
	// Their keys differ only in case, which is said beside them.
	const metadata = { [`key ${name}`]: name, [`Key ${name}`]: name };
	const device = { initial_user_agent: name, last_user_agent: name };
	for (const [id, one] of users) users.set(id, { ...one, name, nickname: name, email });
	const elements = { [`attribute ${name}`]: true };
	const presentation = { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": elements } };
	for (const [id, one] of templates) templates.set(id, { ...one, name, presentation });
	for (const [id, one] of applications)
		applications.set(id, { ...one, name, description: name, client_metadata: metadata });
	for (const [id, one] of sessions) sessions.set(id, { ...one, session_metadata: metadata, device });
	for (const [id, one] of tokens) tokens.set(id, { ...one, refresh_token_metadata: metadata, device });
	for (const one of connections.values()) one.body.display_name = name;
	const texts = { user_name: name, client_name: name, connection: name, description: name, user_agent: name };
	const place = { hostname: name, location_info: { city_name: name, country_name: name } };
	recorded.tenant.state.log = recorded.tenant.state.log.map((one) => ({ ...one, ...texts, ...place }));
}

async function render(page: (typeof consolePages)[number], name: string, email = `${name}@example.org`) {
	rename(name, email);
	await recorded.use();
	const { html } = await renderPage(page, { ...recorded.sample, ...(await fillStore(recorded.sample, name)) });
	browser.document.body.innerHTML = html;
	return browser.document;
}

const pages = consolePages.filter(({ needs }) => needs.length > 0);

/** The texts of a document: those of elements, and of attributes that are shown. */
function textsOf(document: Awaited<ReturnType<typeof render>>) {
	return [...document.querySelectorAll("body *")].flatMap((element) => [
		...[...element.attributes]
			.filter(({ name }) => ["title", "aria-label", "alt", "placeholder", "data-label"].includes(name))
			.map(({ name, value }) => ({ where: `${element.localName} ${name}`, text: value ?? "", element: null })),
		...[...element.childNodes]
			.filter(({ nodeType }) => nodeType === 3)
			.map(({ textContent }) => ({ where: element.localName, text: textContent ?? "", element })),
	]);
}

/** What is shown as it was entered, or as it was sent. */
const AS_IT_IS = "input, textarea, pre, script, style, template, .whitespace-pre-wrap";
const ISOLATED = /\u2068[^\u2069]*\u2069/g;

test.each(pages)("$route isolates each name that is written from right to left", async (page) => {
	const NAME = "שלום";
	const found = textsOf(await render(page, NAME))
		.filter(
			({ text, element }) => text.replaceAll(ISOLATED, "").includes(NAME) && !element?.closest(`bdi, ${AS_IT_IS}`),
		)
		.map(({ where, text }) => `${where}: ${text}`);
	expect([...new Set(found)].join("\n")).toBe("");
});

test.each(pages)("$route shows what would turn a text around by its code", async (page) => {
	const found = textsOf(await render(page, "\u202egnp.exe"))
		.filter(({ text, element }) => text.includes("\u202e") && !element?.closest(`.invisible-character, ${AS_IT_IS}`))
		.map(({ where, text }) => `${where}: ${text}`);
	expect([...new Set(found)].join("\n")).toBe("");
});

const NAMED = "h1, h2, h3, a[href], button:not([aria-hidden]), summary, select option";
const DRAWN = /[^\p{Default_Ignorable_Code_Point}\p{Z}\p{C}\u2800]/u;

test.each(pages)("$route has no heading, link or button without text", async (page) => {
	const found: string[] = [];
	for (const name of [" ", "\u200b", "\u0007"]) {
		for (const element of (await render(page, name)).querySelectorAll(NAMED)) {
			if (!DRAWN.test(element.getAttribute("aria-label") ?? element.textContent))
				found.push(element.outerHTML.slice(0, 300));
		}
	}
	expect(found.join("\n")).toBe("");
});

test.each([
	["/templates", "template"],
	["/templates/[id]", "template"],
	["/applications", "application"],
	["/applications/[id]", "application"],
	["/connections", "provider"],
	["/connections/[id]", "provider"],
	["/users", "user"],
	["/users/[id]", "user"],
] as const)("%s shows a name that draws nothing as “ ” and its ID", async (route, what) => {
	const page = pages.find((each) => each.route === route);
	if (!page) throw new Error(`The list has no page ${route}.`);
	const document = await render(page, "\u200b", "");
	expect(document.body.textContent).toContain(`“ ” ${recorded.sample[what]}`);
});
