import type { Page } from "@playwright/test";
import { follow, submit, wordsOf } from "../http/native-form";
import { Visitor } from "../http/visitor";
import { expectAccessible } from "../page/axe";
import { expect, type SampleTenant, test } from "./sample-tenant-app";

const INES = "Ines Calder ines.calder@sample-provider.example";

test.describe.configure({ mode: "serial" });
test.beforeEach(({ tenant }) => tenant.set({}));

async function signIn(page: Page, tenant: SampleTenant): Promise<void> {
	await page.goto(tenant.signInAddress());
	await page.getByRole("link", { name: "Continue with Sample provider" }).click();
	await page.getByRole("button", { name: INES }).click();
	await tenant.expectAtApplication(page, "signed in");
}

/** Signs in without a browser and without scripts. */
async function visitSignedIn(tenant: SampleTenant): Promise<Visitor> {
	const person = new Visitor(new URL(tenant.origin).origin);
	const login = await person.open(tenant.signInAddress());
	const choice = await follow(person, login, "Continue with Sample provider");
	const response = await person.press(choice, choice.getByRole("button", { name: INES }));
	expect((await submit(person, response, "Continue")).url.pathname).toBe("/signed-in");
	return person;
}

const userPrompt = (page: Page) => page.getByRole("group", { name: "Who are you today?" });

test("a sign-out leaves the session at the provider, a federated one ends it: the next sign-in prompts for the user", async ({
	page,
	tenant,
}) => {
	await signIn(page, tenant);
	await page.goto(tenant.signOutAddress(false));
	await tenant.expectAtApplication(page, "signed out");
	await page.goto(tenant.signInAddress());
	await page.getByRole("link", { name: "Continue with Sample provider" }).click();
	await tenant.expectAtApplication(page, "signed in");

	await page.goto(tenant.signOutAddress(true));
	await tenant.expectAtApplication(page, "signed out");
	await page.goto(tenant.signInAddress({ connection: "sample-provider" }));
	await expect(userPrompt(page)).toBeVisible();
	await expectAccessible(page);
});

test("a sign-out at the provider ends the service's session", async ({ page, tenant }) => {
	await signIn(page, tenant);
	await page.goto(`${tenant.origin}/sample-provider`);
	await expect(page.getByText("You are signed in here as Ines Calder")).toBeVisible();
	await expectAccessible(page);
	await page.getByRole("button", { name: "Sign out" }).click();
	await expect(page.getByText("You are signed out of the sample provider, and of the service")).toBeVisible();
	await expectAccessible(page);
	await page.goto(tenant.signInAddress({ prompt: "none" }));
	await expect(page).toHaveURL(/error=login_required/);
});

test("a sign-in may begin at the provider where the connection allows it, and is refused in words where it doesn't", async ({
	tenant,
}) => {
	const person = new Visitor(new URL(tenant.origin).origin);
	const choice = await person.open(`${tenant.origin}/sample-provider`);
	const chosen = await person.press(choice, choice.getByRole("button", { name: "Noa Linde No e-mail address" }));
	expect(wordsOf(chosen)).toContain("The connection does not accept sign-ins that begin here.");
	const { searchParams } = new URL(tenant.signInAddress());
	const client_id = searchParams.get("client_id");
	await tenant.set({ options: { idpinitiated: { enabled: true, client_id, client_protocol: "oidc" } } });
	const allowed = await person.open(chosen.url);
	const response = await submit(person, allowed, "Continue to the application");
	const arrived = await submit(person, response, "Continue");
	expect(arrived.url.pathname).toBe("/signed-in");
	expect(arrived.url.searchParams.has("code")).toBe(true);
});

for (const [obstacle, options, words] of [
	["set to leave that session alone", { disableSignout: true }, "set to leave that session alone"],
	["without a valid certificate", { signingCert: "" }, "no certificate that is valid now"],
] as const) {
	test(`a sign-out states that the user may still be signed in at the provider where the connection is ${obstacle}, and links on`, async ({
		page,
		tenant,
	}) => {
		const person = await visitSignedIn(tenant);
		await tenant.set({ options });
		if ("disableSignout" in options) {
			await page.context().addCookies(person.cookies());
			await page.goto(tenant.signOutAddress(true));
			await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are signed out here");
			await expect(
				page.getByText("You are signed out here. You may still be signed in at Sample provider."),
			).toBeVisible();
			await expect(page.getByText(words)).toBeVisible();
			await expectAccessible(page);
			await page.getByRole("link", { name: "Continue" }).click();
			await tenant.expectAtApplication(page, "signed out");
			return;
		}
		const explanation = await person.open(tenant.signOutAddress(true));
		expect(explanation.getByRole("heading", { level: 1 }).textContent).toBe("You are signed out here");
		expect(wordsOf(explanation)).toContain("You are signed out here. You may still be signed in at Sample provider.");
		expect(wordsOf(explanation)).toContain(words);
		expect((await follow(person, explanation, "Continue")).url.pathname).toBe("/signed-out");
	});
}

test("the sample provider's endpoints are 404 while its connection is off", async ({ tenant }) => {
	await tenant.set({ enabled: false });
	for (const path of [
		"sample-provider",
		"sample-provider/metadata",
		"sample-provider/sign-in?SAMLRequest=x",
		"logout",
	]) {
		expect((await fetch(`${tenant.origin}/${path}`)).status, path).toBe(404);
	}
});
