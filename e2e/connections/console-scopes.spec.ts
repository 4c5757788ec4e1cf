import { expect, test } from "../fixtures";
import { otherConsoleOf, signInFor, startOtherConsole } from "../running-app/other-console";

test("on a tenant that grants no scope for connections, the page names it, and nothing else breaks", async ({
	page,
	credentials,
}) => {
	const app = await startOtherConsole(credentials, {}, "management_tokens_only");
	try {
		const { origin } = otherConsoleOf(credentials);
		await signInFor(page, credentials, `${origin}/connections`);
		await expect(page.getByText("The tenant has not granted this console read:connections")).toBeVisible();
		await expect(page.getByText("has not granted this console create:connections")).toBeVisible();
		await expect(page.getByRole("link", { name: "New connection" })).toHaveCount(0);
		await page.goto(`${origin}/connections/con_none`);
		await expect(page.getByText("The tenant has not granted this console read:connections")).toBeVisible();
		await page.goto(`${origin}/connections/new`);
		await expect(page.getByText("has not granted this console create:connections")).toBeVisible();
		await expect(page.getByRole("button", { name: "Create connection" })).toHaveCount(0);
		await page.goto(`${origin}/connection`);
		await expect(page.getByRole("row", { name: /Change connections update:connections missing/ })).toBeVisible();
		await page.goto(`${origin}/refresh-tokens`);
		await expect(page.getByRole("heading", { level: 1, name: "Refresh tokens" })).toBeVisible();
	} finally {
		await app.stop();
	}
});
