import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { holdBack } from "../page/hold-back";

test("links that are pointed at or focused request nothing, and a page that is opened after a write shows the write", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	const management = managementOf(credentials, managementToken);
	await management.createTemplate("Pointed at", { portrait: true });
	await signIn(page, "editor");
	await page.goto("/templates", { waitUntil: "networkidle" });
	const requested: string[] = [];
	page.on("request", (request) => requested.push(new URL(request.url()).pathname));
	const pages = () => requested.filter((path) => !path.startsWith("/_next/"));
	const list = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Templates", exact: true });
	const near = async () => {
		for (const link of await page
			.locator('nav[aria-label=Main] a, main a:not([href^="#"])')
			.filter({ visible: true })
			.all()) {
			await link.hover();
			await link.focus();
		}
		await list.hover();
	};
	await near();
	await page.getByRole("link", { name: "New template" }).first().press("Enter");
	await expect(page.getByRole("heading", { name: "New template", level: 1, exact: true })).toBeVisible();
	await near();
	const { id, name } = await management.createTemplate("Made after it was pointed at", { portrait: true });
	await list.click();
	const row = page.getByRole("link", { name, exact: true });
	await expect(row).toBeVisible();
	expect(pages()).toEqual(["/templates/new", "/templates"]);

	await row.click();
	await list.hover();
	const field = page.getByRole("textbox", { name: "Name", exact: true });
	await field.fill("Saved after it was pointed at");
	await list.hover();
	await field.press("Enter");
	await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
	await list.click();
	await expect(page.getByRole("link", { name: "Saved after it was pointed at", exact: true })).toBeVisible();
	expect(pages().filter((path) => path === "/templates")).toHaveLength(2);
	expect(pages().filter((path) => path === `/templates/${id}`).length).toBeLessThanOrEqual(2);
});

test("a link in a row's menu, which closes, and one in the search show that their pages load", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	const { name } = await managementOf(credentials, managementToken).createTemplate("In a menu", { portrait: true });
	await signIn(page, "editor");
	await page.goto("/templates", { waitUntil: "networkidle" });
	const bar = page.getByRole("progressbar", { name: "Loading" });
	const duplicate = await holdBack(page, ({ pathname }) => pathname === "/templates/new");
	await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
	await page.getByRole("link", { name: "Duplicate", exact: true }).click();
	await expect(page.getByRole("link", { name: "Duplicate", exact: true })).toBeHidden();
	await expect(bar).toBeVisible();
	duplicate.release();
	await expect(page.getByRole("heading", { name: "New template", level: 1, exact: true })).toBeVisible();
	await expect(bar).toHaveCount(0);

	const activity = await holdBack(page, ({ pathname }) => pathname === "/activity");
	await page.keyboard.press("ControlOrMeta+k");
	await page.getByRole("combobox").fill("Activity");
	const option = page.getByRole("option", { name: "Activity" }).first();
	await expect(option).toHaveAttribute("aria-selected", "true");
	await page.keyboard.press("Enter");
	await expect(option).toHaveCSS("opacity", "0.6");
	await expect(bar).toBeVisible();
	activity.release();
	await expect(page.getByRole("heading", { name: "Activity", level: 1, exact: true })).toBeVisible();
	await expect(bar).toHaveCount(0);
});
