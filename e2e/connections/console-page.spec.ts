import { expect, makeConnection, SIGN_IN, test, uniqueConnectionName } from "./made-connection";

test.describe("without scripts", () => {
	test.use({ javaScriptEnabled: false });

	test("an identity provider is deleted after a confirmation that names its users' sessions and tokens", async ({
		page,
		signIn,
		management,
	}) => {
		const called = uniqueConnectionName("deleted");
		const { id } = await makeConnection(management, called, { signInEndpoint: SIGN_IN });
		await signIn(page, "editor");
		await page.goto(`/connections/${id}`);
		await page.getByRole("button", { name: "Delete identity provider" }).click();
		const dialog = page.getByRole("dialog", { name: "Delete this identity provider?" });
		await expect(dialog).toContainText("with their sessions and refresh tokens");
		await dialog.getByRole("button", { name: "Delete identity provider" }).click();
		await expect(page.getByText(/^Identity provider “.*” deleted\./)).toBeVisible();
		await expect(page).toHaveURL(/\/connections$/);
		expect((await management.call("GET", `/connections/${id}`)).status).toBe(404);
		await page.goto("/");
		await expect(page.getByRole("main").getByText(called)).toBeVisible();
	});
});
