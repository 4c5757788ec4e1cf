import { within } from "@testing-library/dom";
import { makeCertificate } from "@/lib/testing/certificates";
import { expect, test } from "../fixtures";
import { type Management, managementOf } from "../http/management";
import { type VisitedPage, Visitor } from "../http/visitor";
import { expectAccessible } from "../page/axe";
import { tokensOf } from "../refresh-tokens/sample-tokens";
import { fetchManagementToken } from "../running-app/credentials";
import { type SecondApp, startSecondApp } from "../running-app/second-app";

// A tenant of its own, so that no other test adds to what is counted. Each test continues from the state of those before.

const MINUTE_IN_DAYS = 1 / 24 / 60;
/** 18 of the 21. */
const ALMOST_ALL = [
	...["family_name", "given_name", "birth_date", "issue_date", "expiry_date", "issuing_country", "issuing_authority"],
	...["portrait", "driving_privileges", "resident_address", "portrait_capture_date", "age_in_years", "age_birth_year"],
	...["issuing_jurisdiction", "nationality", "resident_city", "resident_state", "resident_postal_code"],
];

let app: SecondApp;
let management: Management;
let managementToken: string;
let editor: Visitor;
let viewer: Visitor;
test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
	app = await startSecondApp();
	managementToken = await fetchManagementToken(app.credentials);
	management = managementOf(app.credentials, managementToken);
	[editor, viewer] = [new Visitor(app.credentials.address), new Visitor(app.credentials.address)];
	await editor.signIn(app.credentials, "editor");
	await viewer.signIn(app.credentials, "viewer");
});
test.afterAll(() => app?.stop());
test.beforeEach(({ context }) => context.addCookies(editor.cookies()));

/** The page once the tenant has responded. */
const overview = (visitor = editor) => visitor.open("/?wait=yes");
const block = (page: VisitedPage, name: string) => page.getByRole("region", { name });
const texts = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent);
const headings = (page: VisitedPage) => texts(page.getAllByRole("heading", { level: 2 }));
/** The page's status of the tenant. */
const health = (page: VisitedPage) =>
	page.getAllByRole("status").find(({ textContent }) => textContent?.includes("Connected"))?.textContent ?? "";
const title = (page: VisitedPage) => page.getByRole("heading", { level: 1 }).textContent;
const links = (page: VisitedPage, name: string) => within(block(page, name)).getAllByRole<HTMLAnchorElement>("link");
const items = (page: VisitedPage, name: string) => within(block(page, name)).getAllByRole("listitem");
/** Follows a link of a block. */
async function follow(page: VisitedPage, name: string, words: string | RegExp): Promise<VisitedPage> {
	const matches = (text: string | null) => (typeof words === "string" ? text === words : words.test(text ?? ""));
	const link = links(page, name).find(({ textContent }) => matches(textContent));
	if (!link) throw new Error(`"${name}" has ${texts(links(page, name))}`);
	return editor.open(link.href);
}
const rows = (page: VisitedPage) => texts(within(page.getByRole("table")).getAllByRole("rowheader"));

test("a tenant without templates: the blocks, the first steps, and for a viewer only what a viewer may do", async () => {
	for (const { id } of await management.listTemplates()) await management.deleteTemplate(id);
	const page = await overview();
	expect(headings(page)).toEqual(["Templates", "First steps", "Recent changes"]);
	expect(health(page)).toMatch(/^Connected.*checked just now$/);
	expect(block(page, "Templates").textContent).toContain("No templates yet");
	expect(block(page, "First steps").textContent).toContain("1 of 4 done");
	expect(block(page, "Recent changes").textContent).toContain("No changes yet.");
	for (const gone of ["Nothing needs attention", "Not checked yet", "none yet"]) expect(page.html).not.toContain(gone);
	const viewed = await overview(viewer);
	expect(texts(links(viewed, "First steps"))).toEqual(["Open a refresh token"]);
	expect(texts(links(viewed, "Templates"))).toEqual(["All templates"]);
	expect(title(await follow(page, "Templates", "New template"))).toBe("New template");
	expect(title(await follow(page, "First steps", "Create an application"))).toBe("New application");
});

test("the first steps are gone once they are dismissed, without scripts, in this browser alone", async () => {
	const other = new Visitor(app.credentials.address);
	await other.signIn(app.credentials, "editor");
	const dismissed = await other.press(await overview(other), "Dismiss");
	expect(dismissed.url.pathname).toBe("/");
	expect(headings(await overview(other))).not.toContain("First steps");
	expect(headings(await overview())).toContain("First steps");
});

test("people, tokens and templates are found from here, without scripts: a search for a person leads to the person", async () => {
	const page = await overview();
	page.getByRole("searchbox", { name: "User or refresh token" });
	const find = async (q: string) => (await editor.press(page, "Search", { q })).url;
	const person = await find("núñez");
	expect(person.pathname).toMatch(/^\/users\/auth0%7C/);
	for (const q of ["jose.nunez@example.org", "Ibáñez José"]) expect((await find(q)).pathname).toBe(person.pathname);
	const { id } = await management.createTemplate("Boat rental", { portrait: true });
	expect((await find("boat")).pathname).toBe(`/templates/${id}`);
	const several = await editor.press(page, "Search", { q: "example.org" });
	expect(several.url.pathname + several.url.search).toBe("/search?q=example.org");
	const users = several.getByRole("region", { name: "Users" });
	expect(texts(within(users).getAllByRole("link")).join()).toContain("mina.park@example.orgMina Park");
	await management.deleteTemplate(id);
});

test("templates are listed with what they request; those that may request too much are counted, and every count links to as many", async ({
	page: browser,
}) => {
	const elements = (names: string[]) => Object.fromEntries(names.map((name) => [name, true]));
	await management.createTemplate("Everything", elements(ALMOST_ALL));
	await management.createTemplate("Club", { birth_date: true });
	await management.createTemplate("Bar", { birth_date: true, age_over_18: true, portrait: false });
	await management.createTemplate("Nothing to say", { family_name: true, given_name: true });
	const page = await overview();
	expect(texts(items(page, "Templates")).toSorted()).toEqual([
		"BarOver 18, Date of birth",
		"ClubDate of birth",
		"Everything18 attributes: age, identity, address",
		"Nothing to sayFamily name, Given names",
	]);
	expect(texts(items(page, "Needs attention"))).toEqual([
		expect.stringMatching(/^\s*Everything asks for almost everything\s*See it$/),
		expect.stringMatching(/^2 templates\s*Date of birth requested, and no age limit\s*See them$/),
		expect.stringMatching(/^\s*Bar lists Photo as false\s*See it$/),
		expect.stringMatching(/^4 templates\s*No purpose stated\s*See them$/),
		expect.stringMatching(/^\s*Everything: \d+ suggestions\s*See them$/),
	]);
	const counted = await follow(page, "Needs attention", "See them");
	expect(title(counted)).toBe("Templates");
	expect(counted.getByRole("main").textContent).toContain("2 found in all 4 templates.");
	expect(rows(counted)).toEqual(["Club", "Everything"]);

	await browser.goto(counted.url.href);
	const listed = browser.getByRole("table").getByRole("rowheader");
	await browser.getByRole("link", { name: "Show all" }).click();
	await expect(listed).toHaveCount(4);
	await browser.goBack();
	await expect(listed).toHaveCount(2);
	await browser.goto(app.credentials.address);
	const attention = browser.getByRole("region", { name: "Needs attention", exact: true });
	await attention
		.getByRole("listitem")
		.filter({ hasText: "suggestions" })
		.getByRole("link", { name: "See them" })
		.click();
	await expect(browser.getByRole("heading", { level: 1, name: "Everything" })).toBeVisible();
	await expect(browser.getByRole("tab", { name: "Advice" })).toHaveAttribute("aria-selected", "true");

	await test.step("what is typed is found below the field, and left by keys", async () => {
		await browser.goto(app.credentials.address, { waitUntil: "networkidle" });
		const box = browser.getByRole("searchbox", { name: "User or refresh token" });
		const person = browser.getByRole("region", { name: "Users" }).getByRole("link", { name: /José Núñez/ });
		await box.pressSequentially("núñ");
		await expect(person).toBeVisible();
		await expectAccessible(browser);
		await browser.keyboard.press("Escape");
		await expect(person).toBeHidden();
		await expect(box).toBeFocused();
		await box.pressSequentially("ez");
		await expect(person).toBeVisible();
		await browser.keyboard.press("ArrowDown");
		await expect(person).toBeFocused();
		await browser.keyboard.press("Enter");
		await expect(browser.getByRole("heading", { level: 1, name: "José Núñez Ibáñez" })).toBeVisible();
	});
});

test("certificate authorities that have expired or soon will are named, and one that is valid for longer is not", async () => {
	const create = async (name: string, days: number) => {
		const { certificate } = await makeCertificate("ec", "CN=Example root", days + MINUTE_IN_DAYS);
		return management.createTemplate(name, { family_name: true }, certificate);
	};
	await create("Long", 61);
	await create("Soon", 20);
	expect(texts(items(await overview(), "Needs attention"))[0]).toMatch(
		/^expires in 20 days\s*Certificate authority of Soon\s*See it$/,
	);
	await create("Expired", -3);
	const page = await overview();
	expect(texts(items(page, "Needs attention"))[0]).toMatch(
		/^expired 3 days ago\s*Certificate authority of Expired and 1 more\s*See them$/,
	);
	expect(rows(await follow(page, "Needs attention", "See them"))).toEqual(["Expired", "Soon"]);
});

type Device = { initial_user_agent: string; last_user_agent: string };

async function tokenWithChangedDevice(email: string) {
	for (const token of await tokensOf(app.credentials, managementToken, email)) {
		const { device } = await management.json<{ device: Device }>("GET", `/refresh-tokens/${token.id}`);
		if (device.initial_user_agent !== device.last_user_agent) return token;
	}
	throw new Error(`${email} has no token with a changed device`);
}

test("opened tokens are listed with what needed attention then, and changes of their metadata in words", async () => {
	const user = await tokenWithChangedDevice("jose.nunez@example.org");
	const [web] = await tokensOf(app.credentials, managementToken, "layla.haddad@example.org");
	await editor.open(`/refresh-tokens/${web?.id}`);
	const opened = await editor.open(`/refresh-tokens/${user?.id}`);
	const added = await editor.press(opened, "Add row");
	added.getByLabelText<HTMLInputElement>("Key, row 1").value = "fleet";
	added.getByLabelText<HTMLInputElement>("Value, row 1").value = "north";
	expect(block(await editor.press(added, "Save metadata"), "Metadata").textContent).toContain("Saved");

	const page = await overview();
	const shown = within(page.getByRole("region", { name: "Tokens you opened recently, as they were then" }));
	const [first, last, ...others] = shown.getAllByRole("listitem");
	expect(others).toEqual([]);
	expect(first?.textContent).toMatch(/of jose\.nunez@example\.org.*device changed/);
	expect(first?.querySelector("a")?.href).toContain(`/refresh-tokens/${user?.id}`);
	expect(last?.textContent).not.toContain("device changed");
	const [change] = items(page, "Recent changes");
	expect(change?.textContent).toMatch(/Edda Torvik changed the metadata of .* of .*: \+\sfleet/);
	const link = within(change as HTMLElement).getByRole<HTMLAnchorElement>("link");
	expect((await editor.open(link.href)).url.pathname).toBe(`/refresh-tokens/${user?.id}`);
});

test("changes to templates are listed by name, newest first, with the admin and the number of changes", async () => {
	const { id } = await management.createTemplate("Before", { family_name: true });
	const save = async (change: (form: VisitedPage) => void) => {
		const form = await editor.open(`/templates/${id}`);
		change(form);
		const saved = await editor.press(form, "Save changes");
		expect(saved.html).toContain("Saved.");
	};
	await save((form) => Object.assign(form.getByLabelText("Name"), { value: "After" }));
	await save((form) => Object.assign(form.getByLabelText("City", { selector: "input" }), { checked: true }));
	const page = await overview();
	const [newest, before] = texts(items(page, "Recent changes"));
	expect(newest).toContain("Edda Torvik changed After: +\u00a0City");
	expect(before).toContain("Edda Torvik renamed Before to After");
	expect(title(await follow(page, "Recent changes", "All activity"))).toBe("Activity");
});

test("changes by other admins are shown to every role, without an identifier where a name is known", async () => {
	const viewed = await overview(viewer);
	expect(health(viewed)).toMatch(/^Connected.*checked just now$/);
	const changes = block(viewed, "Recent changes").textContent ?? "";
	expect(changes).toContain("Edda Torvik changed After");
	expect(changes).not.toMatch(/vct_|dcr_/);
});

test("the server-rendered page is complete, and has no accessibility violation", async ({ page }) => {
	test.slow();
	const bare = await overview();
	expect(headings(bare)).toEqual(["Templates", "First steps", "Recent changes", "Needs attention"]);
	expect(block(bare, "Needs attention").textContent).toContain("expired 3 days ago");
	// The others are lists like those of their pages.
	const lists = ["/templates?show=birth-date&pages=2", "/api-calls?answer=failed"];
	for (const path of ["/", ...(process.env.LONG ? lists : [])]) {
		await page.goto(app.credentials.address + path);
		await expectAccessible(page);
	}
	// And on an empty tenant.
	for (const { id } of await management.listTemplates()) await management.deleteTemplate(id);
	await page.goto(app.credentials.address);
	await expect(page.getByText("No templates yet")).toBeVisible();
	await expectAccessible(page);
});
