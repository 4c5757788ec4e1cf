import type { Page } from "@playwright/test";
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

const question = (page: Page) => page.getByRole("group", { name: "Who are you today?" });

test("a sign-out leaves the session at the provider, a federated one ends it: the next sign-in asks who that is", async ({
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
	await expect(question(page)).toBeVisible();
});

test("a sign-out at the provider ends the session here", async ({ page, tenant }) => {
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

test("a sign-in may begin at the provider where the connection takes that, and the provider says where not", async ({
	page,
	tenant,
}) => {
	await page.goto(`${tenant.origin}/sample-provider`);
	await expectAccessible(page);
	await page.getByRole("button", { name: "Noa Linde No email address" }).click();
	await expect(page.getByText("The connection does not take sign-ins that begin here.")).toBeVisible();
	const { searchParams } = new URL(tenant.signInAddress());
	const client_id = searchParams.get("client_id");
	await tenant.set({ options: { idpinitiated: { enabled: true, client_id, client_protocol: "oidc" } } });
	await page.reload();
	await page.getByRole("button", { name: "Continue to the application" }).click();
	await tenant.expectAtApplication(page, "signed in");
});

for (const [obstacle, options, words] of [
	["set to leave that session alone", { disableSignout: true }, "set to leave that session alone"],
	["without a valid certificate", { signingCert: "" }, "no certificate that is valid now"],
] as const) {
	test(`says that the person may still be signed in at the provider where the connection is ${obstacle}, and leads on`, async ({
		page,
		tenant,
	}) => {
		await signIn(page, tenant);
		await tenant.set({ options });
		await page.goto(tenant.signOutAddress(true));
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are signed out here");
		await expect(
			page.getByText("You are signed out here. You may still be signed in at Sample provider."),
		).toBeVisible();
		await expect(page.getByText(words)).toBeVisible();
		await expectAccessible(page);
		await page.getByRole("link", { name: "Continue" }).click();
		await tenant.expectAtApplication(page, "signed out");
	});
}

test("is nowhere to be found while its connection is off", async ({ page, tenant, allowBrowserError }) => {
	allowBrowserError(/404/);
	await tenant.set({ enabled: false });
	for (const path of [
		"sample-provider",
		"sample-provider/metadata",
		"sample-provider/sign-in?SAMLRequest=x",
		"logout",
	]) {
		const answer = await page.goto(`${tenant.origin}/${path}`);
		expect(answer?.status(), path).toBe(404);
	}
});
