import { expect, test } from "../fixtures";
import { startTenantProxy } from "../http/tenant-proxy";
import { expectAccessible } from "../page/axe";
import { otherConsoleOf, signInFor, startOtherConsole } from "../running-app/other-console";

test("a missing scope is named with what it switches off, and no call is made without its scope", async ({
	page,
	credentials,
}) => {
	const proxy = await startTenantProxy(credentials.base_url);
	const settings = { MANAGEMENT_BASE_URL: proxy.baseUrl };
	const app = await startOtherConsole(credentials, settings, "management_tokens_only");
	try {
		await signInFor(page, credentials, `${otherConsoleOf(credentials).origin}/`);
		const templates = page.getByRole("region", { name: "Templates", exact: true });
		await expect(templates).toContainText("The tenant has not granted this console read:vdcs_templates");
		proxy.seen.length = 0;
		await page.reload();
		await expect(templates).toContainText("read:vdcs_templates");
		expect(proxy.seen).toEqual([]);
		const attention = page.getByRole("region", { name: "Needs attention", exact: true });
		const line = attention.getByRole("listitem").filter({ hasText: "missing scopes" });
		await expect(line).toContainText(
			"Switched off: List and open templates (read:vdcs_templates), Create templates (create:vdcs_templates)",
		);
		await expect(line).not.toContainText("Revoke refresh tokens");
		await expectAccessible(page);
		await line.getByRole("link", { name: "See what was granted" }).click();
		await expect(page.getByRole("heading", { level: 1, name: "Connection" })).toBeVisible();
	} finally {
		await app.stop();
		proxy.close();
	}
});
