import { holdBack } from "../page/hold-back";
import { expect, test, uniqueName } from "./templates-page";

const almostAll = Object.fromEntries(
	[
		...["family_name", "given_name", "birth_date", "issue_date", "expiry_date", "issuing_country", "issuing_authority"],
		...["portrait", "driving_privileges", "resident_address", "resident_city", "resident_state"],
		...[
			"resident_postal_code",
			"resident_country",
			"nationality",
			"age_in_years",
			"age_birth_year",
			"issuing_jurisdiction",
		],
	].map((name) => [name, true]),
);

test("select all chooses what is shown, says how many, and the bar keeps what a search hides", async ({
	page,
	signIn,
	management,
}) => {
	const purpose = uniqueName("Chosen");
	for (const letter of ["a", "b", "c"]) await management.createTemplate(`${purpose} ${letter}`, { portrait: true });
	await signIn(page, "viewer");
	await page.goto(`/templates?${new URLSearchParams({ q: purpose })}`);
	const all = page.getByRole("checkbox", { name: "Select all" });
	const box = (letter: string) => page.getByRole("checkbox", { name: `Select ${purpose} ${letter}` });
	const bar = page.getByRole("status").filter({ hasText: "selected" });
	const compare = page.getByRole("button", { name: "Compare selected" });
	await expect(compare).toBeHidden();

	await all.check();
	await expect(bar).toHaveText("3 selected · choose two to compare");
	for (const letter of ["a", "b", "c"]) await expect(box(letter)).toBeChecked();
	await box("b").uncheck();
	await expect(bar).toHaveText("2 selected");
	await expect(all).toHaveJSProperty("indeterminate", true);

	await page.getByRole("searchbox").fill(`${purpose} a`);
	await expect(box("c")).toHaveCount(0);
	await expect(bar).toHaveText("2 selected, 1 of them not shown");
	await page.getByRole("searchbox").fill(purpose);
	await expect(box("c")).toBeChecked();
	await expect(box("b")).not.toBeChecked();
	await page.getByRole("searchbox").fill(`${purpose} a`);
	await compare.click();
	await expect(page.getByText("The two ask for the same.")).toBeVisible();
	await expect(page.getByRole("columnheader")).toContainText([`What`, `${purpose} a`, `${purpose} c`]);

	await page.goBack();
	await page.getByRole("searchbox").fill(purpose);
	await all.check();
	await page.getByRole("button", { name: "Clear selection" }).click();
	await expect(compare).toBeHidden();
	await expect(all).not.toBeChecked();
	await expect(all).toBeFocused();
});

test("what is chosen before the scripts run counts", async ({ page, signIn, management }) => {
	const name = uniqueName("Early choice");
	await management.createTemplate(name, { portrait: true });
	await signIn(page, "viewer");
	const { release } = await holdBack(page, (url) => url.pathname.endsWith(".js"));
	await page.goto(`/templates?${new URLSearchParams({ q: name })}`, { waitUntil: "commit" });
	await page.getByRole("checkbox", { name: `Select ${name}` }).check();
	await expect(page.getByRole("button", { name: "Compare selected" })).toBeVisible();
	release();
	await expect(page.getByRole("status").filter({ hasText: "1 selected" })).toBeVisible();
	await expect(page.getByRole("checkbox", { name: `Select ${name}` })).toBeChecked();
});

test("the bar with what can be done stays in sight, and moves no row", async ({ page, signIn, management }) => {
	const purpose = uniqueName("Long list");
	for (let index = 0; index < 30; index += 1)
		await management.createTemplate(`${purpose} ${index}`, { portrait: true });
	await signIn(page, "viewer");
	await page.setViewportSize({ width: 1280, height: 600 });
	await page.goto(`/templates?${new URLSearchParams({ q: purpose })}`);
	const boxes = page.getByRole("checkbox", { name: `Select ${purpose}` });
	await expect(boxes).toHaveCount(30);
	const before = await boxes.first().boundingBox();
	await boxes.first().check();
	await expect(page.getByRole("button", { name: "Compare selected" })).toBeInViewport({ ratio: 1 });
	expect(await boxes.first().boundingBox()).toEqual(before);
	await boxes.last().scrollIntoViewIfNeeded();
	await expect(page.getByRole("columnheader", { name: "Asks for" })).toBeInViewport({ ratio: 1 });
	for (const row of await page.getByRole("row").filter({ hasText: purpose }).all()) {
		const { height } = (await row.boundingBox()) ?? { height: 0 };
		expect(height).toBeGreaterThanOrEqual(36);
		expect(height).toBeLessThanOrEqual(44);
	}
});

test("a name of 255 characters leaves the other columns their room, and 18 attributes are almost everything", async ({
	page,
	signIn,
	management,
}) => {
	const purpose = uniqueName("Wide");
	const long = `${purpose} ${"W".repeat(254 - purpose.length)}`;
	await management.createTemplate(long, almostAll);
	const { age_in_years: _, ...fewer } = almostAll;
	await management.createTemplate(`${purpose} short`, fewer);
	await signIn(page, "viewer");
	await page.setViewportSize({ width: 1280, height: 720 });
	await page.goto(`/templates?${new URLSearchParams({ q: purpose })}`);
	const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: long, exact: true }) });
	await expect(row.getByText("asks for almost everything")).toBeInViewport({ ratio: 1 });
	await expect(row.getByRole("time")).toBeInViewport({ ratio: 1 });
	// No word of a cell stands on another.
	const ends = await row.getByRole("cell", { name: "18 attributes" }).evaluate((cell) =>
		[...cell.querySelectorAll("span span")].map((one) => {
			const { left, right } = one.getBoundingClientRect();
			return { left, right, cut: one.scrollWidth > one.clientWidth + 1 };
		}),
	);
	expect(ends.length).toBeGreaterThan(3);
	for (const [index, { left, cut }] of ends.entries()) {
		expect(cut).toBe(false);
		if (index > 0) expect(left).toBeGreaterThanOrEqual(ends[index - 1]?.right ?? 0);
	}
	expect((await row.boundingBox())?.height).toBeLessThanOrEqual(44);
	const other = page.getByRole("row").filter({ hasText: `${purpose} short` });
	await expect(other).toContainText("17 attributes");
	await expect(other).not.toContainText("almost everything");
});

test.describe("without scripts", () => {
	test.use({ javaScriptEnabled: false });

	test("two chosen templates are compared, and another number is answered in words", async ({
		page,
		signIn,
		management,
	}) => {
		const purpose = uniqueName("Plain choice");
		for (const letter of ["a", "b"]) await management.createTemplate(`${purpose} ${letter}`, { portrait: true });
		await signIn(page, "viewer");
		const list = `/templates?${new URLSearchParams({ q: purpose })}`;
		const box = (letter: string) => page.getByRole("checkbox", { name: `Select ${purpose} ${letter}` });
		const compare = page.getByRole("button", { name: "Compare selected" });
		await page.goto(list);
		await box("a").check();
		await compare.click();
		await expect(page.getByText("1 template was chosen")).toBeVisible();
		await expect(page.getByText("A comparison takes two.")).toBeVisible();
		await page.goto(list);
		await box("a").check();
		await box("b").check();
		await compare.click();
		await expect(page.getByText("The two ask for the same.")).toBeVisible();
	});
});
