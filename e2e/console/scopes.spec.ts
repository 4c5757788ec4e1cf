import { expect, test } from "../fixtures";
import { countButtons, linksOf, wordsOf } from "../http/native-form";
import { startTenantProxy } from "../http/tenant-proxy";
import { Visitor } from "../http/visitor";
import { expectAccessible } from "../page/axe";
import { otherConsoleOf, startOtherConsole } from "../running-app/other-console";

test("on a tenant that grants no scope for templates, connections and applications, each is named with what it switches off, no call is made without its scope, and nothing else breaks", async ({
	page,
	credentials,
}) => {
	const proxy = await startTenantProxy(credentials.base_url);
	const settings = { MANAGEMENT_BASE_URL: proxy.baseUrl };
	const app = await startOtherConsole(credentials, settings, "management_tokens_only");
	try {
		const { origin } = otherConsoleOf(credentials);
		const editor = new Visitor(origin);
		await editor.signIn(credentials, "editor");
		await page.context().addCookies(editor.cookies());
		await test.step("the overview", async () => {
			await page.goto(origin);
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
		});
		await test.step("connections and applications", async () => {
			const list = await editor.open("/connections");
			expect(wordsOf(list)).toContain("The tenant has not granted this console read:connections");
			expect(wordsOf(list)).toContain("has not granted this console create:connections");
			expect(linksOf(list, "New identity provider")).toEqual([]);
			expect(wordsOf(await editor.open("/connections/con_none"))).toContain(
				"The tenant has not granted this console read:connections",
			);
			const form = await editor.open("/connections/new");
			expect(wordsOf(form)).toContain("has not granted this console create:connections");
			expect(countButtons(form, "Create identity provider")).toBe(0);
			expect(wordsOf(await editor.open("/applications"))).toContain(
				"The tenant has not granted this console read:clients",
			);
			const granted = (await editor.open("/connection")).getAllByRole("listitem").map(({ textContent }) => textContent);
			expect(granted).toContainEqual(
				expect.stringMatching(/^Change identity providers, .*update:connectionsWithout: .*missing$/),
			);
			(await editor.open("/refresh-tokens")).getByRole("heading", { level: 1, name: "Refresh tokens" });
		});
	} finally {
		await app.stop();
		proxy.close();
	}
});
