import type { Management } from "../http/management";
import { holdBack } from "../page/hold-back";
import { expect, test, uniqueName } from "./templates-page";

const PAGE = 50;

/** Templates enough for a second page, the first of them the oldest. */
async function createMany(management: Management, purpose: string): Promise<string[]> {
	const names = Array.from({ length: PAGE + 5 }, (_, index) => `${purpose} ${String(index).padStart(2, "0")}`);
	for (const name of names) await management.createTemplate(name, { resident_city: true });
	return names;
}

test("“Load more” keeps what is loaded, and the address brings it all back", async ({ page, signIn, management }) => {
	const purpose = uniqueName("Many");
	const [oldest = ""] = await createMany(management, purpose);
	await signIn(page, "editor");
	await page.goto("/templates");
	await expect(page.getByText(`${PAGE} templates loaded; the tenant has more.`)).toBeVisible();
	const rows = page.getByRole("table").getByRole("rowheader");
	await expect(rows).toHaveCount(PAGE);
	await expect(page.getByRole("link", { name: oldest })).toHaveCount(0);
	await page.getByRole("link", { name: "Load more" }).click();
	await expect(page.getByRole("link", { name: oldest })).toBeVisible();
	expect(await rows.count()).toBeGreaterThan(PAGE);
	// What is created meanwhile moves the others along; none of them may fall between two pages.
	await management.createTemplate(uniqueName("Meanwhile"), { portrait: true });
	await page.reload();
	await expect(rows.filter({ hasText: purpose })).toHaveCount(PAGE + 5);
	await page.getByRole("link", { name: oldest }).click();
	await expect(page.getByRole("heading", { level: 1, name: oldest })).toBeVisible();
	await page.goBack();
	await expect(page.getByRole("link", { name: oldest })).toBeVisible();
});

test("search and order act on what is loaded, say so, and live in the address", async ({
	page,
	signIn,
	management,
}) => {
	const purpose = uniqueName("Sorted");
	for (const [letter, elements] of [
		["b", { portrait: true, birth_date: true }],
		["a", { resident_city: true }],
		["c", { resident_city: true, given_name: true, portrait: true }],
	] as const) {
		await management.createTemplate(`${purpose} ${letter}`, elements);
	}
	await signIn(page, "viewer");
	await page.goto("/templates");
	await page.getByRole("searchbox").fill(purpose.toUpperCase());
	await expect(page.getByText(/^3 found (among the \d+ newest|in all \d+ templates)/)).toBeVisible();
	const names = page.getByRole("table").getByRole("rowheader");
	await page.getByRole("columnheader", { name: "Name" }).getByRole("link").click();
	await expect(names).toHaveText([`${purpose} a`, `${purpose} b`, `${purpose} c`]);
	await page.getByRole("columnheader", { name: "Asks for" }).getByRole("link").click();
	await expect(names).toHaveText([`${purpose} c`, `${purpose} b`, `${purpose} a`]);
	await expect(page.getByRole("columnheader", { name: "Asks for" })).toHaveAttribute("aria-sort", "descending");
	await expect(page.getByRole("row").filter({ hasText: `${purpose} b` })).toContainText("2 attributes");
	await expect(page.getByRole("row").filter({ hasText: `${purpose} b` })).toContainText("ageidentity");
	await page.reload();
	await expect(names).toHaveText([`${purpose} c`, `${purpose} b`, `${purpose} a`]);
	await page.getByRole("searchbox").fill("no such template anywhere");
	await expect(page.getByText(/^None (among the \d+ newest|found in all \d+ templates)\./)).toBeVisible();
});

test("where the newest templates don't hold what is sought, that is said, and no more than that", async ({
	page,
	signIn,
	management,
}) => {
	const purpose = uniqueName("Unsearched");
	const [oldest = ""] = await createMany(management, purpose);
	await signIn(page, "viewer");
	await page.goto("/templates");
	const searchAll = page.getByRole("button", { name: "Search all", exact: true });
	await page.getByRole("searchbox").fill(oldest);
	await expect(page.getByText(`None among the ${PAGE} newest. The tenant has more: “Search all” looks`)).toBeVisible();
	await expect(searchAll).toBeVisible();
	await page.reload();
	await expect(page.getByText(`None among the ${PAGE} newest. The tenant has more: “Search all” looks`)).toBeVisible();
	await page.getByRole("searchbox").fill("");
	await page.getByRole("columnheader", { name: "Name" }).getByRole("link").click();
	await expect(page.getByText(`Sorted by name among the ${PAGE} loaded.`)).toBeVisible();
	await page.getByRole("link", { name: "Load more" }).click();
	await expect(page.getByText(/Sorted by name among the 1\d\d loaded\.|^\d+ templates\.$/)).toBeVisible();
	await page.getByRole("searchbox").fill(oldest);
	await expect(
		page.getByText(/^1 found (among the \d+ newest; the tenant has more|in all \d+ templates)\./),
	).toBeVisible();
});

test("a pasted id opens its template directly", async ({ page, signIn, management }) => {
	const { id } = await management.createTemplate(uniqueName("Pasted"), { portrait: true });
	await signIn(page, "viewer");
	await page.goto("/templates");
	await page.getByRole("searchbox").fill(` ${id} `);
	await expect(page).toHaveURL(`/templates/${id}`);
	await page.goto(`/templates?q=${id}`);
	await expect(page).toHaveURL(`/templates/${id}`);
});

test("an id that is pasted and sent with Enter stays in the box, is said to be opened, and is opened once", async ({
	page,
	signIn,
	management,
}) => {
	const name = uniqueName("Pasted and sent");
	const { id } = await management.createTemplate(name, { portrait: true });
	await signIn(page, "viewer");
	await page.goto("/templates");
	const { release, asked } = await holdBack(page, (url) => url.pathname === `/templates/${id}`);
	const box = page.getByRole("searchbox");
	await box.fill(id);
	await box.press("Enter");
	await expect(page.getByText(`Opening ${id}…`)).toBeVisible();
	await expect(box).toHaveValue(id);
	await box.press("Enter");
	await page.getByRole("columnheader", { name: "Name" }).getByRole("link").click();
	await expect(box).toHaveValue(id);
	await expect(page).toHaveURL("/templates");
	release();
	await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
	await expect(page).toHaveURL(`/templates/${id}`);
	expect(asked()).toBe(1);
	await page.goBack();
	await expect(page.getByRole("heading", { level: 1, name: "Templates" })).toBeVisible();
	await expect(box).toHaveValue("");
});

test("a text that is typed after an id takes back that the id is opened", async ({ page, signIn, management }) => {
	const { id, name } = await management.createTemplate(uniqueName("Taken back"), { portrait: true });
	await signIn(page, "viewer");
	await page.goto("/templates");
	const { release } = await holdBack(page, (url) => url.pathname === `/templates/${id}`);
	await page.getByRole("searchbox").fill(id);
	await expect(page.getByText(`Opening ${id}…`)).toBeVisible();
	await page.getByRole("searchbox").fill(name);
	await expect(page.getByText(/^1 found /)).toBeVisible();
	const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === `/templates/${id}`);
	release();
	await answered;
	await expect(page).toHaveURL(`/templates?${new URLSearchParams({ q: name })}`);
	await expect(page.getByRole("link", { name })).toBeVisible();
});

for (const [title, keys] of [
	["sent with Enter", ["Enter"]],
	["only pasted", []],
] as const) {
	test(`an id that is ${title} before the scripts have come opens its template`, async ({
		page,
		signIn,
		management,
	}) => {
		const name = uniqueName("Early");
		const { id } = await management.createTemplate(name, { portrait: true });
		await signIn(page, "viewer");
		const { release } = await holdBack(page, (url) => url.pathname.endsWith(".js"));
		await page.goto("/templates", { waitUntil: "commit" });
		const box = page.getByRole("searchbox");
		await box.fill(id);
		for (const key of keys) await box.press(key, { noWaitAfter: true });
		release();
		await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
		await expect(page).toHaveURL(`/templates/${id}`);
	});
}

test("an id that is pasted in the moment the page comes alive is opened once", async ({ page, signIn, management }) => {
	const name = uniqueName("Pasted into life");
	const { id } = await management.createTemplate(name, { portrait: true });
	await signIn(page, "viewer");
	const { release, asked } = await holdBack(page, (url) => url.pathname === `/templates/${id}`);
	// The framework writes the address down in the step in which the page begins to listen. On a slow machine an event can
	// come before the next step, in which effects run.
	await page.addInitScript((text) => {
		const { port1, port2 } = new MessageChannel();
		port1.onmessage = () => {
			const box = document.querySelector<HTMLInputElement>("input[type=search]");
			// Past what the page has put on the box to tell its own changes from the person's.
			Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(box, text);
			box?.dispatchEvent(new Event("input", { bubbles: true }));
		};
		const replaceState = history.replaceState;
		history.replaceState = function (...state) {
			history.replaceState = replaceState;
			replaceState.apply(this, state);
			for (const until = performance.now() + 20; performance.now() < until; );
			port2.postMessage("paste");
		};
	}, id);
	await page.goto("/templates");
	await expect(page.getByText(`Opening ${id}…`)).toBeVisible();
	release();
	await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
	expect(asked()).toBe(1);
});

test("a checkpoint that has expired is said, with the way back to the first page", async ({ page, signIn }) => {
	await signIn(page, "viewer");
	await page.goto("/templates?from=gone");
	await expect(page.getByRole("alert").filter({ hasText: "checkpoint" })).toBeVisible();
	await page.getByRole("link", { name: "Begin again from the first page" }).click();
	await expect(page.getByRole("table")).toBeVisible();
});

test("two templates are compared, element by element", async ({ page, signIn, management }) => {
	const [a, b] = [uniqueName("First"), uniqueName("Second")];
	const first = await management.createTemplate(a, { portrait: true, family_name: true, nationality: false });
	await management.createTemplate(b, { portrait: true, given_name: true, nationality: true });
	await signIn(page, "viewer");
	await page.goto(`/templates/${first.id}`);
	await page.getByRole("link", { name: "Compare", exact: true }).click();
	const second = page.getByRole("combobox", { name: "Second template" });
	await second.selectOption({ label: await second.locator("option", { hasText: b }).innerText() });
	await page.getByRole("button", { name: "Compare" }).click();
	await expect(page.getByText("3 of 6 rows differ.")).toBeVisible();
	const row = (label: string) => page.getByRole("row").filter({ hasText: label });
	await expect(row("Nationality")).toContainText("listed as falserequested");
	await expect(row("Given names")).toContainText("not listedrequested");
	await expect(row("Photo")).not.toContainText("differs");
});

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false });

	test("search, order and further pages are a form and links", async ({ page, signIn, management }) => {
		const purpose = uniqueName("Plain list");
		const [oldest = ""] = await createMany(management, purpose);
		await signIn(page, "viewer");
		await page.goto(`/templates?${new URLSearchParams({ q: oldest })}`);
		const status = page.getByRole("status").filter({ hasText: "None among" });
		// Nothing of a button that isn't there.
		await expect(status).toHaveText(`None among the ${PAGE} newest. The tenant has more.`, { useInnerText: true });
		await expect(page.getByRole("button", { name: "Search all" })).toHaveCount(0);
		await page.getByRole("link", { name: "Load more" }).click();
		await expect(page.getByRole("link", { name: oldest })).toBeVisible();
		await page.getByRole("searchbox").fill(`${purpose} 0`);
		await page.getByRole("button", { name: "Search", exact: true }).click();
		await page.getByRole("columnheader", { name: "Name" }).getByRole("link").click();
		const names = page.getByRole("table").getByRole("rowheader");
		await expect(names.first()).toHaveText(oldest);
		await expect(names).toHaveCount(10);
	});
});
