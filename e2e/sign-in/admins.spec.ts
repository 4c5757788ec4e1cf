import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { startSecondApp } from "../running-app/second-app";
import { fillIn } from "./authorize";
import { linkInOutbox } from "./outbox";

const EMAIL = "new.admin@example.com";

async function signInWith(page: Page, password: string): Promise<void> {
	await page.getByRole("button", { name: "Sign in" }).click();
	await fillIn(page, EMAIL, password);
}

test("an admin who is added can enter; a lesser role, a new password and removal count at once", async ({ page }) => {
	// An app and seven commands are started one after the other.
	test.slow();
	const app = await startSecondApp();
	const { address } = app.credentials;
	const admin = (...parameters: string[]) => app.npmRun("admin", "--", ...parameters);
	const passwordIn = (output: string) => /^Password: (\S+)$/m.exec(output)?.[1] ?? "";
	const first = passwordIn(await admin("add", EMAIL, "editor"));
	await page.goto(`${address}/templates/new`);
	await signInWith(page, first);
	await expect(page.getByText("(editor)")).toBeVisible();

	await page.getByRole("textbox", { name: "Name", exact: true }).fill("Never made");
	await page.getByRole("checkbox", { name: "Photo", exact: true }).check();
	await admin("role", EMAIL, "viewer");
	await page.getByRole("button", { name: "Create template" }).click();
	await expect(page.getByText("Your session has ended")).toBeVisible();
	await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Never made");

	await page.goto(`${address}/templates?q=Never`);
	await expect(page).toHaveURL(/\/sign-in\?callbackUrl/);
	// The tenant itself has forgotten the login too: it asks for the password.
	await signInWith(page, first);
	await expect(page.getByText("(viewer)")).toBeVisible();
	await expect(page.getByRole("link", { name: "Never made" })).toHaveCount(0);

	const second = passwordIn(await admin("reset-password", EMAIL));
	await page.goto(`${address}/templates`);
	await expect(page).toHaveURL(/\/sign-in\?callbackUrl/);
	await signInWith(page, first);
	await expect(page.getByRole("alert").filter({ hasText: "password" })).toBeVisible();
	await page.getByLabel("Password").fill(second);
	await page.getByRole("button", { name: "Continue" }).click();
	await expect(page.getByText("(viewer)")).toBeVisible();

	await admin("remove", EMAIL);
	await page.goto(`${address}/templates`);
	await expect(page).toHaveURL(/\/sign-in\?callbackUrl/);
	await signInWith(page, second);
	await expect(page.getByRole("alert").filter({ hasText: "can't enter" })).toBeVisible();

	await expect(admin("remove", app.credentials.sign_ins.editor.email)).rejects.toThrow("the only editor");
	expect(JSON.parse(await app.npmRun("credentials"))).toEqual(app.credentials);
	await app.stop();
});

test("an admin who has forgotten the password chooses a new one, and is signed out of the console at once", async ({
	page,
	openContext,
}) => {
	test.slow();
	const app = await startSecondApp();
	const { address, sign_ins } = app.credentials;
	await page.goto(`${address}/templates`);
	await page.getByRole("button", { name: "Sign in" }).click();
	await fillIn(page, sign_ins.editor.email, sign_ins.editor.password);
	await expect(page.getByText("(editor)")).toBeVisible();

	const elsewhere = await (await openContext()).newPage();
	await elsewhere.goto(`${address}/sign-in`);
	await elsewhere.getByRole("button", { name: "Sign in" }).click();
	await elsewhere.getByRole("link", { name: "Forgot your password?" }).click();
	await elsewhere.getByRole("textbox", { name: "Email" }).fill(sign_ins.editor.email);
	await elsewhere.getByRole("button", { name: "Send link" }).click();
	await elsewhere.goto(await linkInOutbox(page, sign_ins.editor.email, address));
	await elsewhere.getByLabel("New password").fill("a phrase that nobody guesses");
	await elsewhere.getByRole("button", { name: "Set password" }).click();
	await expect(elsewhere.getByRole("heading", { name: "Your password is set" })).toBeVisible();

	await page.goto(`${address}/templates`);
	await expect(page).toHaveURL(/\/sign-in\?callbackUrl/);
	await page.getByRole("button", { name: "Sign in" }).click();
	await fillIn(page, sign_ins.editor.email, "a phrase that nobody guesses");
	await expect(page.getByText("(editor)")).toBeVisible();
	const { editor, viewer } = JSON.parse(await app.npmRun("credentials")).sign_ins;
	expect(editor).toMatchObject({ email: sign_ins.editor.email, password: null });
	expect(viewer).toEqual(sign_ins.viewer);
	await app.stop();
});
