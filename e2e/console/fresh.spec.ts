import type { Page } from "@playwright/test";
import { makeApplication } from "../applications/applications-page";
import { Visitor } from "../http/visitor";
import { countClicks } from "../page/clicks";
import { sessionsOf, tokensOf } from "../refresh-tokens/sample-tokens";
import { fetchManagementToken } from "../running-app/credentials";
import { startSecondApp } from "../running-app/second-app";
import { expect, saveButton, test, uniqueName } from "../templates/templates-page";
import { signInOnDevice } from "../users/signed-in-device";

// Pages from before a write, which the router, or the browser, shows again after it.

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const main = (page: Page) => page.getByRole("main");
const follow = (page: Page, name: string) => main(page).getByRole("link", { name, exact: true }).first().click();
const nameField = (page: Page) => page.getByRole("textbox", { name: "Name", exact: true });

/** Presses a button, and the one of the same name in the dialog that it opens. */
async function confirm(page: Page, name: string, dialogButton = name) {
	await main(page).getByRole("button", { name, exact: true }).click();
	await page.getByRole("dialog").getByRole("button", { name: dialogButton, exact: true }).click();
}

/** Goes back from a page whose action has led to itself, which may be in the history several times. */
async function backFrom(page: Page, words: string) {
	const { pathname } = new URL(page.url());
	while (new URL(page.url()).pathname === pathname) {
		await expect(main(page)).toContainText(words);
		await page.goBack();
	}
}

test("after Back no page shows sessions or tokens as alive that were ended, one or all, nor offers to end them; a blocked person is shown as blocked", async ({
	page,
}) => {
	// Of its own: other tests use the person whose sessions end here.
	const app = await startSecondApp();
	const { credentials } = app;
	const at = (path: string) => credentials.address + path;
	const managementToken = await fetchManagementToken(credentials);
	const { email } = credentials.sign_ins.user;
	const iPhone =
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/26.1 Safari/604.1";
	const before = await tokensOf(credentials, managementToken, email);
	for (let time = 0; time < 3; time += 1) await signInOnDevice(iPhone, credentials);
	const [session] = (await sessionsOf(credentials, managementToken, email)).toSorted(newestFirst);
	const token = (await tokensOf(credentials, managementToken, email)).find(({ id }) =>
		before.every((o) => o.id !== id),
	);
	if (!session || !token) throw new Error("The user has not signed in");
	const person = `/users/${encodeURIComponent(token.userId)}`;
	const linkTo = (path: string) => main(page).locator(`a[href^="${path}"]`);

	const editor = new Visitor(credentials.address);
	await editor.signIn(credentials, "editor");
	await page.context().addCookies(editor.cookies());
	await page.goto(at("/users"));
	await linkTo(person).first().click();
	await expect(heading(page, "Mina Park")).toBeVisible();

	await test.step("End session", async () => {
		await linkTo(`/sessions/${session.id}`).first().click();
		await expect(page).toHaveURL(/\/sessions\//);
		await expect(main(page).getByRole("button", { name: "End session" })).toHaveCount(1);
		await confirm(page, "End session");
		await expect(main(page)).toContainText("No session with this ID");
		await expect(main(page).getByRole("button", { name: "End session" })).toHaveCount(0);
		await backFrom(page, "No session with this ID");
		await expect(heading(page, "Mina Park")).toBeVisible();
		await expect(linkTo(`/sessions/${session.id}`)).toHaveCount(0);
	});

	await test.step("Revoke token", async () => {
		const [left] = (await tokensOf(credentials, managementToken, email)).toSorted(newestFirst);
		await page.goto(at(person));
		await linkTo(`/refresh-tokens/${left?.id}`).first().click();
		await expect(page).toHaveURL(/\/refresh-tokens\//);
		await expect(main(page).getByRole("button", { name: "Revoke token" })).toHaveCount(1);
		await confirm(page, "Revoke token");
		await expect(main(page)).toContainText("No refresh token with this ID");
		await expect(main(page).getByRole("button", { name: "Revoke token" })).toHaveCount(0);
		await backFrom(page, "No refresh token with this ID");
		await expect(heading(page, "Mina Park")).toBeVisible();
		await expect(linkTo(`/refresh-tokens/${left?.id}`)).toHaveCount(0);
	});

	await test.step("Block user", async () => {
		await page.goto(at("/users"));
		await linkTo(person).first().click();
		await expect(heading(page, "Mina Park")).toBeVisible();
		await confirm(page, "Block user");
		await expect(main(page).getByText(/^Blocked\. Sign-ins/)).toBeVisible();
		await page.goBack();
		if (!page.url().endsWith("/users")) {
			await expect(main(page).getByRole("button", { name: "Unblock user" })).toBeVisible();
			await page.goBack();
		}
		await expect(heading(page, "Users")).toBeVisible();
		await expect(page.getByRole("row").filter({ has: page.locator(`a[href^="${person}"]`) })).toContainText("blocked");
		await linkTo(person).first().click();
		await expect(heading(page, "Mina Park")).toBeVisible();
		await confirm(page, "Unblock user");
		await expect(main(page).getByText(/^Unblocked\./)).toBeVisible();
	});

	await test.step("End all sessions, then Revoke all tokens", async () => {
		await page.goto(at("/users"));
		await linkTo(person).first().click();
		await expect(heading(page, "Mina Park")).toBeVisible();
		await main(page).getByRole("button", { name: "End all sessions", exact: true }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByRole("checkbox").uncheck();
		await dialog.getByRole("button", { name: "End all sessions", exact: true }).click();
		await expect(main(page)).toContainText("Not signed in anywhere");
		await expect(main(page).getByRole("button", { name: /^End (all )?session/ })).toHaveCount(0);
		await confirm(page, "Revoke all tokens");
		await expect(linkTo("/refresh-tokens/")).toHaveCount(0);
		await expect(main(page).getByRole("button", { name: /^Revoke all/ })).toHaveCount(0);
		await backFrom(page, "Not signed in anywhere");
		await expect(heading(page, "Users")).toBeVisible();
	});

	await test.step("from Overview, at most 4 clicks end all sessions with the refresh tokens of a person who lost a phone", async () => {
		await signInOnDevice(iPhone, credentials);
		const left = () => Promise.all([sessionsOf, tokensOf].map((of) => of(credentials, managementToken, email)));
		expect((await left()).map(({ length }) => length)).toEqual([1, 1]);
		const clicks = await countClicks(page);
		await page.goto(credentials.address);
		const search = page.getByRole("search").getByRole("searchbox", { name: "User or refresh token" });
		await search.click();
		await page.keyboard.type("mina park");
		await page.keyboard.press("Enter");
		await expect(heading(page, "Mina Park")).toBeVisible();
		await confirm(page, "End all sessions");
		await expect(main(page)).toContainText("Not signed in anywhere");
		expect((await left()).flat()).toEqual([]);
		expect(clicks()).toBeLessThanOrEqual(4);
	});
	await app.stop();
});

const newestFirst = (one: { createdAt: string }, other: { createdAt: string }) =>
	other.createdAt.localeCompare(one.createdAt);

test("after Back, Forward, a link that the pointer rested on, or in a document that the browser restores, pages show what was saved and deleted; what was typed meanwhile stays", async ({
	page,
	signIn,
	management,
}) => {
	const [first, second] = [uniqueName("Fresh"), uniqueName("Renamed")];
	const application = await makeApplication(management, { name: first });
	const { id } = await management.createTemplate(first, { portrait: true });
	await signIn(page, "editor");

	await test.step("an application's name", async () => {
		await page.goto("/applications");
		await follow(page, first);
		await nameField(page).fill(second);
		await saveButton(page).click();
		await expect(heading(page, second)).toBeVisible();
		await page.goBack();
		await expect(main(page).getByRole("link", { name: second, exact: true })).toBeVisible();
		await expect(main(page).getByRole("link", { name: first, exact: true })).toHaveCount(0);
		await page.goForward();
		await expect(heading(page, second)).toBeVisible();
		await expect(nameField(page)).toHaveValue(second);
	});

	await test.step("a save that changes nothing else on its page, and a link that the pointer rested on", async () => {
		await page.goto("/activity");
		await page.getByRole("link", { name: "Templates", exact: true }).click();
		await follow(page, first);
		await expect(heading(page, first)).toBeVisible();
		await page.getByRole("link", { name: "Activity", exact: true }).hover();
		await page.waitForLoadState("networkidle");
		await page.getByRole("checkbox", { name: "Given names", exact: true }).check();
		await saveButton(page).click();
		await expect(page.getByText("Saved.")).toBeVisible();
		await page.getByRole("link", { name: "Activity", exact: true }).click();
		await expect(heading(page, "Activity")).toBeVisible();
		await expect(main(page).getByRole("listitem").filter({ hasText: first }).first()).toBeVisible();
		await page.goBack();
		await page.goBack();
		await page.goBack();
		await expect(page).toHaveURL(/\/activity$/);
		await expect(main(page).getByRole("listitem").filter({ hasText: first }).first()).toBeVisible();
	});

	await test.step("a template that was deleted", async () => {
		await page.goto("/templates");
		await page.goto(`/templates/${id}`);
		await page.getByRole("link", { name: "Templates", exact: true }).click();
		await follow(page, first);
		await confirm(page, "Delete template");
		await expect(page.getByText(`Template “${first}” deleted.`)).toBeVisible();
		await page.goBack();
		await expect(main(page)).toContainText("No template with this ID");
		await expect(main(page).getByRole("button", { name: "Delete template" })).toHaveCount(0);
		await page.goForward();
		await expect(heading(page, "Templates")).toBeVisible();
		await expect(page.getByText(`Template “${first}” deleted.`)).toHaveCount(0);
	});

	await test.step("a webhook that was paused", async () => {
		await page.goto("/log-stream");
		await nameField(page).first().fill(first);
		await page.getByRole("textbox", { name: "URL" }).fill("https://receiver.invalid/hook");
		await page.getByRole("button", { name: "Add webhook" }).click();
		await page.getByRole("link", { name: first, exact: true }).first().click();
		await page.getByRole("button", { name: "Pause", exact: true }).click();
		await expect(page.getByText("Paused by an editor.")).toBeVisible();
		await page.goBack();
		await expect(heading(page, "Log stream")).toBeVisible();
		await expect(
			main(page)
				.getByText(/paused/i)
				.first(),
		).toBeVisible();
	});

	await test.step("a document that the browser restores", async () => {
		await page.goto(`/applications/${application.client_id}`);
		const description = page.getByRole("textbox", { name: "Description" });
		await description.fill("typed, not saved");
		await management.json("PATCH", `/clients/${application.client_id}`, { name: first });
		// The tests' browsers have no back/forward cache; this is the event of one that has.
		await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
		await expect(heading(page, first)).toBeVisible();
		await expect(description).toHaveValue("typed, not saved");
		await expect(description).toBeFocused();
	});
});
