import type { Page } from "@playwright/test";
import { expect, test, uniqueName } from "../templates/templates-page";

const head = (page: Page, name: string) => page.getByRole("columnheader", { name });
const column = (page: Page, index: number) => page.locator(`tbody td:nth-of-type(${index})`);

test("API calls stand by how long they took, in the address and both ways", async ({ page, signIn }) => {
	await signIn(page, "viewer");
	for (const path of ["/templates", "/applications", "/refresh-tokens?q=jose"]) await page.goto(path);
	await page.goto("/api-calls");
	await expect(column(page, 2).nth(2)).toBeVisible();
	const times = async () => (await column(page, 2).allInnerTexts()).map((text) => Number.parseInt(text, 10));

	await head(page, "Time").getByRole("link").click();
	await expect(page).toHaveURL("/api-calls?sort=-time");
	await expect(head(page, "Time")).toHaveAttribute("aria-sort", "descending");
	expect(await times()).toEqual((await times()).toSorted((a, b) => b - a));

	await head(page, "Time").getByRole("link").click();
	await expect(page).toHaveURL("/api-calls?sort=time");
	await expect(head(page, "Time")).toHaveAttribute("aria-sort", "ascending");
	expect(await times()).toEqual((await times()).toSorted((a, b) => a - b));
	await page.goBack();
	await expect(head(page, "Time")).toHaveAttribute("aria-sort", "descending");
});

test.describe("without scripts", () => {
	test.use({ javaScriptEnabled: false });

	test("the activity stands by what was done, and keeps its filter", async ({ page, signIn }) => {
		await signIn(page, "editor");
		for (const round of ["a", "b"]) {
			await page.goto("/templates/new");
			await page.getByRole("textbox", { name: "Name", exact: true }).fill(uniqueName(`Sorted ${round}`));
			await page.getByRole("checkbox", { name: "Over 18", exact: true }).check();
			await page.getByRole("button", { name: "Create template" }).click();
			await expect(page).toHaveURL(/vct_/);
		}
		await page.getByRole("textbox", { name: "Name", exact: true }).fill(uniqueName("Sorted again"));
		await page.getByRole("button", { name: "Save changes" }).click();
		await expect(page.getByText("Saved.", { exact: true })).toBeVisible();

		await page.goto("/activity?person=editor");
		await head(page, "What").getByRole("link").click();
		await expect(page).toHaveURL("/activity?person=editor&sort=what");
		await expect(head(page, "What")).toHaveAttribute("aria-sort", "ascending");
		const done = await column(page, 1).allInnerTexts();
		expect(done).toEqual(done.toSorted());
		expect(new Set(done).size).toBeGreaterThan(1);
		await expect(page.getByRole("textbox", { name: "Person" })).toHaveValue("editor");
	});
});
