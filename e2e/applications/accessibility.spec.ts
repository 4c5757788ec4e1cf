import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { expectAccessible } from "../page/axe";
import { expectReachableScrollers } from "../page/scrollers";
import { makeApplication } from "./applications-page";

test("a new application with errors, and a created one with its secret", async ({ page, signIn }) => {
	test.slow();
	await signIn(page, "editor");
	await page.goto("/applications/new");
	await page.getByRole("textbox", { name: "Callback URLs" }).fill("shop.example");
	await page.getByRole("button", { name: "Create application" }).click();
	await expect(page.getByRole("alert").filter({ hasText: "This can't be sent yet" })).toBeVisible();
	await expectAccessible(page);
	await expectReachableScrollers(page);
	await page.getByRole("textbox", { name: "Name" }).fill(`Axe ${Date.now()} ${"w".repeat(150)}`);
	await page
		.getByRole("textbox", { name: "Callback URLs" })
		.fill(`https://${"long".repeat(15)}.example/${"path".repeat(50)}`);
	await page.getByRole("button", { name: "Create application" }).click();
	await expect(page.getByText("The secret is shown once.")).toBeVisible();
	await expectAccessible(page);
});

test("an application with unsaved edits, a conflict, scopes to choose, and its dialogs", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	test.slow();
	const management = managementOf(credentials, managementToken);
	const grant_types = ["authorization_code", "client_credentials"];
	const made = await makeApplication(management, { name: `Axe ${"w".repeat(150)}`, grant_types });
	await signIn(page, "editor");
	await page.goto(`/applications/${made.client_id}`);
	await page.getByText("Allow access to the management interface").click();
	await page.getByRole("textbox", { name: "Name" }).fill("Mine");
	await page.getByRole("textbox", { name: "Web origins" }).fill(`https://${"long".repeat(15)}.example`);
	// The conflict below shows all of this, and more.
	if (process.env.LONG) await expectAccessible(page);
	await management.json("PATCH", `/clients/${made.client_id}`, { name: "Theirs" });
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByText("Changed since you opened it")).toBeVisible();
	await expectAccessible(page, { isSample: true });
	await expectReachableScrollers(page);
	// The other dialog differs in its text alone, and a rotated secret is shown like a created one.
	for (const name of ["Delete application", ...(process.env.LONG ? ["Rotate secret"] : [])]) {
		await page.getByRole("button", { name }).click();
		await expect(page.getByRole("dialog")).toBeVisible();
		await expectAccessible(page, { within: process.env.LONG ? "html" : "dialog[open]" });
		await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
	}
	if (!process.env.LONG) return;
	await page.getByRole("button", { name: "Rotate secret" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click();
	await expect(page.getByText("The secret was rotated")).toBeVisible();
	await expectAccessible(page);
});
