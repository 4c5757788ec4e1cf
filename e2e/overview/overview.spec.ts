import { within } from "@testing-library/dom";
import { makeCertificate } from "@/lib/testing/certificates";
import { expect, test } from "../fixtures";
import { type Management, managementOf } from "../http/management";
import { type VisitedPage, Visitor } from "../http/visitor";
import { expectAccessible } from "../page/axe";
import { tokensOf } from "../refresh-tokens/sample-tokens";
import { fetchManagementToken } from "../running-app/credentials";
import { type SecondApp, startSecondApp } from "../running-app/second-app";

// A tenant of its own: nobody else adds to what is counted. The tests go on from what the ones before have left.

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

/** The page as it is once the tenant has answered. */
const overview = (who = editor) => who.open("/?wait=yes");
const block = (page: VisitedPage, name: string) => page.getByRole("region", { name });
const texts = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent);
const headings = (page: VisitedPage) => texts(page.getAllByRole("heading", { level: 2 }));
const title = (page: VisitedPage) => page.getByRole("heading", { level: 1 }).textContent;
const links = (page: VisitedPage, name: string) => within(block(page, name)).getAllByRole<HTMLAnchorElement>("link");
const items = (page: VisitedPage, name: string) => within(block(page, name)).getAllByRole("listitem");
/** Opens what a link of a block leads to. */
async function follow(page: VisitedPage, name: string, words: string | RegExp): Promise<VisitedPage> {
	const isIt = (text: string | null) => (typeof words === "string" ? text === words : words.test(text ?? ""));
	const link = links(page, name).find(({ textContent }) => isIt(textContent));
	if (!link) throw new Error(`"${name}" has ${texts(links(page, name))}`);
	return editor.open(link.href);
}
const rows = (page: VisitedPage) => texts(within(page.getByRole("table")).getAllByRole("rowheader"));

test("a tenant without templates: what to do first, and for a viewer only what a viewer may do", async () => {
	for (const { id } of await management.listTemplates()) await management.deleteTemplate(id);
	const page = await overview();
	expect(headings(page)).toEqual(["Needs attention", "Connection", "Beginning", "Refresh tokens", "Recent changes"]);
	expect(block(page, "Needs attention").textContent).toContain("Nothing needs attention.");
	expect(block(page, "Connection").textContent).toContain("Not checked yet.");
	expect(block(page, "Refresh tokens").textContent).toContain("You have opened none yet.");
	expect(block(page, "Recent changes").textContent).toContain("What you and other editors change stands here");
	expect(texts(links(await overview(viewer), "Beginning"))).toEqual(["Find a refresh token", "Check the connection"]);
	expect(title(await follow(page, "Beginning", "New template"))).toBe("New template");
});

test("every count of templates leads to as many as it counts, and advice to the template it is about", async ({
	page: browser,
}) => {
	const asking = (names: string[]) => Object.fromEntries(names.map((name) => [name, true]));
	await management.createTemplate("Everything", asking(ALMOST_ALL));
	await management.createTemplate("Club", { birth_date: true });
	await management.createTemplate("Bar", { birth_date: true, age_over_18: true, portrait: false });
	await management.createTemplate("Nothing to say", { family_name: true, given_name: true });
	const page = await overview();
	expect(texts(links(page, "Templates"))).toEqual([
		"All templates",
		"Asks for almost everything1",
		"Asks for the date of birth and no age limit2",
		"Lists an attribute as false1",
		expect.stringMatching(/^Everything\d notes$/),
		expect.stringMatching(/^(Club|Bar)\d notes?$/),
		expect.stringMatching(/^(Club|Bar)\d notes?$/),
	]);
	const counted = await follow(page, "Templates", /^Asks for the date of birth/);
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
	await browser
		.getByRole("region", { name: "Templates", exact: true })
		.getByRole("link", { name: /^Everything / })
		.click();
	await expect(browser.getByRole("heading", { level: 1, name: "Everything" })).toBeVisible();
	await expect(browser.getByRole("tab", { name: "Advice" })).toHaveAttribute("aria-selected", "true");
});

test("certificate authorities that have expired or soon will are named, and one that is good for longer is not", async () => {
	const create = async (name: string, days: number) => {
		const { certificate } = await makeCertificate("ec", "CN=Example root", days + MINUTE_IN_DAYS);
		return management.createTemplate(name, { family_name: true }, certificate);
	};
	await create("Long", 61);
	await create("Soon", 20);
	expect(texts(items(await overview(), "Needs attention"))).toEqual([
		expect.stringMatching(/^expires in 20 days\s*Certificate authority\s*Soon$/),
	]);
	await create("Expired", -3);
	const page = await overview();
	expect(texts(items(page, "Needs attention"))).toEqual([
		expect.stringMatching(/^expired 3 days ago\s*Certificate authority\s*Expired\s*and 1 more$/),
	]);
	expect(rows(await follow(page, "Needs attention", "and 1 more"))).toEqual(["Expired", "Soon"]);
	expect(title(await follow(page, "Needs attention", "Expired"))).toBe("Expired");
});

test("tokens that were opened stand with what asked for a look then, and what was written to them in words", async () => {
	const [user] = await tokensOf(app.credentials, managementToken, "jose.nunez@example.org");
	const [web] = await tokensOf(app.credentials, managementToken, "layla.haddad@example.org");
	await editor.open(`/refresh-tokens/${web?.id}`);
	const opened = await editor.open(`/refresh-tokens/${user?.id}`);
	const added = await editor.press(opened, "Add row");
	added.getByLabelText<HTMLInputElement>("Key, row 1").value = "fleet";
	added.getByLabelText<HTMLInputElement>("Value, row 1").value = "north";
	expect(block(await editor.press(added, "Save metadata"), "Metadata").textContent).toContain("Saved");

	const page = await overview();
	const [first = "", last = "", ...others] = texts(items(page, "Refresh tokens"));
	expect(others).toEqual([]);
	expect(first).toContain(user?.id);
	expect(first).toContain("device changed");
	expect(last).not.toContain("device changed");
	expect(block(page, "Refresh tokens").textContent).toContain("As each was when you last opened it here.");
	const [change] = items(page, "Recent changes");
	expect(change?.textContent).toMatch(/Edda Torvik changed the metadata of refresh token .* of .*: \+ fleet/);
	const link = within(change as HTMLElement).getByRole<HTMLAnchorElement>("link");
	expect((await editor.open(link.href)).url.pathname).toBe(`/refresh-tokens/${user?.id}`);
});

test("changes to templates are told by their names, newest first, by whom and how many", async () => {
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
	expect(newest).toContain("Edda Torvik changed After: + City");
	expect(before).toContain("Edda Torvik renamed Before to After");
	expect(title(await follow(page, "Recent changes", "All activity"))).toBe("Activity");
});

test("the last check of the connection is told to everybody, whoever made it", async () => {
	const connection = await editor.open("/connection");
	const checked = await editor.press(connection, "Check connection");
	expect(checked.getByRole("main").textContent).toContain("Everything works.");
	const theirs = await overview(viewer);
	expect(block(theirs, "Connection").textContent).toMatch(/works\s*checked (just now|\d+ minutes? ago)/);
	expect(block(theirs, "Connection").textContent).toContain("None failed in the last 24 hours");
	expect(block(theirs, "Recent changes").textContent).toContain("Edda Torvik changed After");
});

test("the page is whole as it comes from the server, and has no accessibility violation", async ({ page }) => {
	test.slow();
	const bare = await overview();
	expect(headings(bare)).toEqual(["Needs attention", "Connection", "Templates", "Refresh tokens", "Recent changes"]);
	expect(block(bare, "Templates").textContent).toContain("Asks for almost everything");
	expect(block(bare, "Needs attention").textContent).toContain("expired 3 days ago");
	for (const path of ["/", "/templates?show=birth-date&pages=2", "/api-calls?answer=failed"]) {
		await page.goto(app.credentials.address + path);
		await expectAccessible(page);
	}
	// And where there is nothing yet.
	for (const { id } of await management.listTemplates()) await management.deleteTemplate(id);
	await page.goto(app.credentials.address);
	await expect(page.getByRole("region", { name: "Beginning", exact: true })).toBeVisible();
	await expectAccessible(page);
});
