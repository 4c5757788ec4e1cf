import { expect, test } from "../fixtures";
import { type SecondApp, startSecondApp } from "../running-app/second-app";
import { fillIn } from "../sign-in/authorize";

// Without scripts an action and the page after it are one answer.
test.use({ javaScriptEnabled: false, reuseSessions: false });

let app: SecondApp;
test.beforeAll(async () => {
	// Creating, its page, and a save with its two calls: nothing is left for the page after the save.
	app = await startSecondApp({ RATE_LIMIT: "", RATE_LIMIT_BURST: "4", RATE_LIMIT_PER_SECOND: "0.01" });
});
test.afterAll(() => app?.stop());

test("a page that can't be read again after a save shows the form with what became of it", async ({ page }) => {
	const { address, sign_ins } = app.credentials;
	await page.goto(`${address}/templates/new`);
	await page.getByRole("button", { name: "Sign in" }).click();
	await fillIn(page, sign_ins.editor.email, sign_ins.editor.password);
	await page.getByRole("textbox", { name: "Name", exact: true }).fill("Read no more");
	await page.getByRole("checkbox", { name: "Photo", exact: true }).check();
	await page.getByRole("button", { name: "Create template" }).click();
	await expect(page).toHaveURL(/\/templates\/vct_/);
	await page.getByRole("checkbox", { name: "City", exact: true }).check();
	await page.getByRole("button", { name: "Save changes" }).click();
	const warning = page.getByRole("status").filter({ hasText: "The service could not be read again" });
	await expect(warning).toContainText("Too many requests. The form below holds what you typed");
	await expect(page.getByText("Saved.")).toBeVisible();
	await expect(page.getByRole("checkbox", { name: "City", exact: true })).toBeChecked();
	await expect(page.getByRole("checkbox", { name: "Photo", exact: true })).toBeChecked();
	await page.getByRole("checkbox", { name: "Postal code", exact: true }).check();
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByRole("alert").filter({ hasText: "Too many requests" })).toBeVisible();
	await expect(page.getByRole("checkbox", { name: "Postal code", exact: true })).toBeChecked();
});
