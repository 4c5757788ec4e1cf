import { expect, test } from "../fixtures";
import { otherConsoleOf, signInFor, startOtherConsole } from "../running-app/other-console";
import { startSecondApp } from "../running-app/second-app";
import { fillIn } from "../sign-in/authorize";

test("on a tenant that lets the console read alone, applications are shown and nothing is offered", async ({
	page,
	credentials,
}) => {
	const app = await startOtherConsole(credentials, {}, "management_read_only");
	try {
		const { origin } = otherConsoleOf(credentials);
		await signInFor(page, credentials, `${origin}/applications`);
		await expect(page.getByRole("link", { name: "Storefront" })).toBeVisible();
		await expect(page.getByText("has not granted this console create:clients")).toBeVisible();
		await expect(page.getByRole("link", { name: "New application" })).toHaveCount(0);
		await page.getByRole("link", { name: "Storefront" }).click();
		await expect(page.getByText("has not granted this console update:clients")).toBeVisible();
		await expect(page.getByRole("region", { name: "API access" })).toBeVisible();
		for (const button of ["Save changes", "Rotate secret", "Delete application"]) {
			await expect(page.getByRole("button", { name: button })).toHaveCount(0);
		}
	} finally {
		await app.stop();
	}
});

test("on a tenant without applications for this console, the page names the scope that is missing", async ({
	page,
	credentials,
}) => {
	const app = await startOtherConsole(credentials, {}, "management_tokens_only");
	try {
		await signInFor(page, credentials, `${otherConsoleOf(credentials).origin}/applications`);
		await expect(page.getByText("The tenant has not granted this console read:clients")).toBeVisible();
	} finally {
		await app.stop();
	}
});

test("a tenant that allows two requests a second lets an application be created, edited and rotated", async ({
	page,
}) => {
	test.slow();
	const limits = { RATE_LIMIT: "", RATE_LIMIT_BURST: "2", RATE_LIMIT_PER_SECOND: "2" };
	const app = await startSecondApp(limits);
	try {
		const { address, sign_ins } = app.credentials;
		await page.goto(`${address}/applications/new`);
		await page.getByRole("button", { name: "Sign in" }).click();
		await fillIn(page, sign_ins.editor.email, sign_ins.editor.password);
		await page.getByRole("textbox", { name: "Name" }).fill("Slow");
		await page.getByRole("button", { name: "Create application" }).click();
		await expect(page.getByText("“Slow” was created")).toBeVisible();
		await page.getByRole("link", { name: "Open the application" }).click();
		await page.getByRole("textbox", { name: "Description" }).fill("but there");
		await page.getByRole("button", { name: "Save changes" }).click();
		await expect(page.getByText("Saved.")).toBeVisible();
		await page.getByRole("button", { name: "Rotate secret" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click();
		await expect(page.getByText("The secret was rotated")).toBeVisible();
	} finally {
		await app.stop();
	}
});
