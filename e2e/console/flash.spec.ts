import type { Page } from "@playwright/test";
import { tokenOf } from "../refresh-tokens/sample-tokens";
import { expect, nameBox, test, tick, uniqueName } from "../templates/templates-page";

const DELETED = "Template deleted.";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

async function deleteTemplate(page: Page, id: string) {
	await page.goto(`/templates/${id}`);
	await page.getByRole("button", { name: "Delete template" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Delete template" }).click();
	await expect(heading(page, "Templates")).toBeVisible();
	await expect(page.getByText(DELETED)).toBeVisible();
}

/** Goes elsewhere by the navigation and comes back, as a person does. */
async function goAndComeBack(page: Page, here: string) {
	await page.getByRole("link", { name: "Connection", exact: true }).click();
	await expect(heading(page, "Connection")).toBeVisible();
	await page.goBack();
	await expect(heading(page, here)).toBeVisible();
}

for (const javaScriptEnabled of [true, false]) {
	test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
		test.use({ javaScriptEnabled });

		test("that a template was deleted is said once: it is gone after a reload", async ({
			page,
			signIn,
			management,
		}) => {
			const { id } = await management.createTemplate(uniqueName("Flash"), { portrait: true });
			await signIn(page, "editor");
			await deleteTemplate(page, id);
			await page.reload();
			await expect(heading(page, "Templates")).toBeVisible();
			await expect(page.getByText(DELETED)).toHaveCount(0);
		});

		test("that a template was deleted is said once: it is gone after Back", async ({ page, signIn, management }) => {
			const { id } = await management.createTemplate(uniqueName("Flash"), { portrait: true });
			await signIn(page, "editor");
			await deleteTemplate(page, id);
			await goAndComeBack(page, "Templates");
			await expect(page.getByText(DELETED)).toHaveCount(0);
			await page.goto("/activity");
			await page.goBack();
			await expect(heading(page, "Templates")).toBeVisible();
			await expect(page.getByText(DELETED)).toHaveCount(0);
		});

		test("that a template was created is said once", async ({ page, signIn }) => {
			await signIn(page, "editor");
			await page.goto("/templates/new");
			const name = uniqueName("Flash");
			await nameBox(page).fill(name);
			await tick(page, "Photo").check();
			await page.getByRole("button", { name: "Create template" }).click();
			await expect(heading(page, name)).toBeVisible();
			await expect(page.getByText("Template created.")).toBeVisible();
			await goAndComeBack(page, name);
			await expect(page.getByText("Template created.")).toHaveCount(0);
			await page.reload();
			await expect(heading(page, name)).toBeVisible();
			await expect(page.getByText("Template created.")).toHaveCount(0);
		});

		test("that tokens were revoked is said once", async ({ page, signIn, credentials, managementToken }) => {
			const { id, userId } = await tokenOf(credentials, managementToken, "jose.nunez@example.org");
			await signIn(page, "editor");
			await page.goto(`/refresh-tokens/revoke?${new URLSearchParams({ user: userId, token: id })}`);
			// The service answers alike for a token that is gone already, and other tests need this one.
			await page.locator(`input[value="${id}"]`).evaluate((input: HTMLInputElement) => {
				input.value = "gone";
			});
			await page.getByRole("button", { name: "Revoke 1 token" }).click();
			const said = page.getByText("Revocation requested: 1 token.");
			await expect(said).toBeVisible();
			await goAndComeBack(page, "Refresh tokens");
			await expect(said).toHaveCount(0);
			await page.reload();
			await expect(heading(page, "Refresh tokens")).toBeVisible();
			await expect(said).toHaveCount(0);
		});

		test("the connection is checked once, not again when the page is read again", async ({ page, signIn }) => {
			await signIn(page, "viewer");
			await page.goto("/connection");
			for (let time = 0; time < 2; time += 1) {
				await page.getByRole("button", { name: "Check connection" }).click();
				await expect(page.getByText("Everything works.")).toBeVisible();
				await page.reload();
				await expect(heading(page, "Connection")).toBeVisible();
				await expect(page.getByText("Everything works.")).toHaveCount(0);
			}
		});
	});
}

test("what was said is not said again by a page that the browser had kept whole", async ({
	page,
	signIn,
	management,
}) => {
	const { id } = await management.createTemplate(uniqueName("Flash"), { portrait: true });
	await signIn(page, "editor");
	await deleteTemplate(page, id);
	// The browsers of the tests keep no pages; this is what one that does tells a page that it brings back.
	await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
	await expect(page.getByText(DELETED)).toHaveCount(0);
});

test("the sentence does not come from the cookie, which no script reads", async ({ page, signIn, management }) => {
	const { id } = await management.createTemplate(uniqueName("Flash"), { portrait: true });
	await signIn(page, "editor");
	await deleteTemplate(page, id);
	const cookie = (await page.context().cookies()).find(({ name }) => name.includes("flash"));
	expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", value: expect.stringMatching(/^[0-9a-f-]{36}$/) });
});
