import type { Page } from "@playwright/test";
import type { VisitedPage } from "../http/visitor";
import { tokenOf } from "../refresh-tokens/sample-tokens";
import { expect, nameBox, test, tick, uniqueName } from "../templates/templates-page";

const CREATED = "Template created.";
const DELETED = /^Template “.*” deleted\./;
const REVOKED = "Revocation requested: 1 token.";
const CHECKED = "Everything works.";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

/** The page that confirms the revocation of this token. */
const revocationOf = ({ id, userId }: { id: string; userId: string }) =>
	`/refresh-tokens/revoke?${new URLSearchParams({ user: userId, token: id })}`;

test.describe("without scripts", () => {
	test("what was created, deleted, revoked or checked is reported once, and not when the page is loaded again", async ({
		visit,
		credentials,
		managementToken,
	}) => {
		const editor = await visit("editor");
		const expectMessageOnce = async (page: VisitedPage, sentence: string | RegExp) => {
			expect(page.queryAllByText(sentence, { exact: false }), `${sentence}`).toHaveLength(1);
			await editor.open("/connection");
			const again = await editor.open(page.url);
			expect([again.status, again.url.href]).toEqual([200, page.url.href]);
			expect(again.queryAllByText(sentence, { exact: false }), `${sentence} again`).toHaveLength(0);
		};
		const form = await editor.open("/templates/new?preset=identity");
		const created = await editor.press(form, "Create template", { name: uniqueName("Flash") });
		await expectMessageOnce(created, CREATED);

		const [remove] = created.getAllByRole("button", { name: "Delete template", hidden: true }).slice(-1);
		if (!remove) throw new Error("The template can't be deleted");
		const list = await editor.press(created, remove);
		expect(list.url.pathname).toBe("/templates");
		await expectMessageOnce(list, DELETED);

		const token = await tokenOf(credentials, managementToken, "jose.nunez@example.org");
		const confirmation = await editor.open(revocationOf(token));
		// The service responds alike for a token that is gone already, and other tests need this one.
		const tokens = await editor.press(confirmation, "Revoke 1 token", { token: "gone" });
		expect(tokens.url.pathname).toBe("/refresh-tokens");
		await expectMessageOnce(tokens, REVOKED);

		const connection = await editor.open("/connection");
		await expectMessageOnce(await editor.press(connection, "Check connection"), CHECKED);
	});
});

test.describe("with scripts", () => {
	/** Navigates to another page and goes back. */
	async function goAndComeBack(page: Page, here: string) {
		await page.getByRole("link", { name: "Connection", exact: true }).click();
		await expect(heading(page, "Connection")).toBeVisible();
		await page.goBack();
		await expect(heading(page, here)).toBeVisible();
	}

	async function deleteTemplate(page: Page) {
		await page.getByRole("button", { name: "Delete template" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Delete template" }).click();
		await expect(heading(page, "Templates")).toBeVisible();
		await expect(page.getByText(DELETED)).toBeVisible();
	}

	test("that a template was created or deleted is reported once: not after Back, after a reload, or on a page from the back/forward cache; no script reads the cookie", async ({
		page,
		signIn,
		management,
	}) => {
		await signIn(page, "editor");
		await page.goto("/templates/new");
		const name = uniqueName("Flash");
		await nameBox(page).fill(name);
		await tick(page, "Photo").check();
		await page.getByRole("button", { name: "Create template" }).click();
		await expect(heading(page, name)).toBeVisible();
		await expect(page.getByText(CREATED)).toBeVisible();
		await goAndComeBack(page, name);
		await expect(page.getByText(CREATED)).toHaveCount(0);
		await page.reload();
		await expect(heading(page, name)).toBeVisible();
		await expect(page.getByText(CREATED)).toHaveCount(0);

		await deleteTemplate(page);
		const cookie = (await page.context().cookies()).find(({ name }) => name.includes("flash"));
		expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", value: expect.stringMatching(/^[0-9a-f-]{36}$/) });
		await goAndComeBack(page, "Templates");
		await expect(page.getByText(DELETED)).toHaveCount(0);
		await page.goto("/activity");
		await page.goBack();
		await expect(heading(page, "Templates")).toBeVisible();
		await expect(page.getByText(DELETED)).toHaveCount(0);

		await page.goto(`/templates/${(await management.createTemplate(name, { portrait: true })).id}`);
		await deleteTemplate(page);
		// The tests' browsers have no back/forward cache; this is the event of one that has.
		await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
		await expect(page.getByText(DELETED)).toHaveCount(0);
	});

	test("that tokens were revoked is reported once, and the connection is checked once, not again when the page is loaded again", async ({
		page,
		signIn,
		credentials,
		managementToken,
	}) => {
		const token = await tokenOf(credentials, managementToken, "jose.nunez@example.org");
		await signIn(page, "editor");
		await page.goto(revocationOf(token));
		// As above: the token itself is not revoked.
		await page.locator(`input[value="${token.id}"]`).evaluate((input: HTMLInputElement) => {
			input.value = "gone";
		});
		await page.getByRole("button", { name: "Revoke 1 token" }).click();
		const message = page.getByText(REVOKED);
		await expect(message).toBeVisible();
		await page.getByRole("link", { name: "Connection", exact: true }).click();
		for (let time = 0; time < 2; time += 1) {
			await page.getByRole("button", { name: "Check connection" }).click();
			await expect(page.getByText(CHECKED)).toBeVisible();
			await page.reload();
			await expect(heading(page, "Connection")).toBeVisible();
			await expect(page.getByText(CHECKED)).toHaveCount(0);
		}
		await page.goto(`/refresh-tokens?user=${encodeURIComponent(token.userId)}`);
		await expect(heading(page, "Refresh tokens")).toBeVisible();
		await expect(message).toHaveCount(0);
	});
});
