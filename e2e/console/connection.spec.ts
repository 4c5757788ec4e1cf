import { within } from "@testing-library/dom";
import { expect, test } from "../fixtures";
import { expectAccessible } from "../page/axe";
import { expectReachableScrollers } from "../page/scrollers";

test("the page names the service, what was granted, and what to register; its check works, and the embedded service refuses a token in the words that it translates", async ({
	visit,
	credentials,
}) => {
	const viewer = await visit("viewer");
	const page = await viewer.open("/connection");
	const { address, audience, base_url } = credentials;
	for (const text of [base_url, audience, `${address}/api/auth/callback/identity-service`, `${address}/sign-in`]) {
		expect(page.getAllByText(text).length, text).toBeGreaterThan(0);
	}
	page.getByText("Private Key JWT (ES256)");
	const features = within(page.getByRole("list", { name: "Features and their scopes" })).getAllByRole("listitem");
	const create = features.find(({ textContent }) => textContent?.startsWith("Create templates"));
	expect(create?.textContent).toMatch(/create:vdcs_templatesWithout: .*granted$/);
	const checked = await viewer.press(page, "Check connection");
	checked.getByText(/Everything works\./);
	expect(within(checked.getByRole("region", { name: "Check" })).getAllByText("works")).toHaveLength(6);

	const { client_id, client_secret } = credentials.clients.management ?? {};
	const requestToken = async (body: Record<string, unknown>) => {
		const response = await fetch(`${credentials.auth_url}/oauth/token`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ grant_type: "client_credentials", client_id, client_secret, ...body }),
		});
		return `${response.status} ${(await response.json()).error_description}`;
	};
	expect(await requestToken({ audience, client_secret: "wrong" })).toBe("401 Unauthorized");
	expect(await requestToken({ audience: audience.replace(/\/$/, "") })).toMatch(
		/^403 Service not enabled within domain/,
	);
});

test("an error links to its exchange with the service, which shows no secret and copies as a command", async ({
	page,
	signIn,
	visit,
}) => {
	await (await visit("editor")).open("/templates");
	await signIn(page, "editor");
	await page.goto("/api-calls");
	const templates = "GET …/verification/templates";
	await page.getByRole("link", { name: templates, exact: true }).first().click();
	await expect(page.getByRole("heading", { level: 1, name: /^GET \/verifiable-credentials/ })).toBeVisible();
	await test.step("the exchange is beside the list, whose row is marked; a narrow window shows one of them", async () => {
		const row = page.getByRole("region", { name: "Requests to the tenant" }).locator("[aria-current=page]");
		await expect(row).toHaveText(templates);
		await expect(row).toBeInViewport();
		await page.setViewportSize({ width: 800, height: 720 });
		await expect(row).toBeHidden();
		await page.getByRole("link", { name: "All API calls" }).click();
		await expect(page.getByRole("region", { name: "Requests to the tenant" })).toBeVisible();
		await expect(page.getByRole("region", { name: "As cURL" })).toBeHidden();
		await page.goBack();
		await page.setViewportSize({ width: 1280, height: 800 });
	});
	await expect(page.getByRole("region", { name: "As cURL" })).toContainText("Bearer $ACCESS_TOKEN");
	await expect(page.getByRole("region", { name: "Response", exact: true })).toContainText('"templates"');
	await expect(page.getByRole("main")).not.toContainText("eyJ");
	const names = await page
		.getByRole("main")
		.getByRole("button", { name: /^Copy / })
		.evaluateAll((all) => all.map((one) => one.ariaLabel));
	expect(names).toEqual([
		"Copy reference",
		"Copy request ID",
		"Copy request headers",
		"Copy response headers",
		"Copy response body",
		"Copy cURL command",
	]);
	for (const name of ["cURL command", "Request headers", "Response headers", "Response body"]) {
		await page.getByRole("region", { name, exact: true }).focus();
		await expect(page.getByRole("region", { name, exact: true })).toBeFocused();
	}
	await expectAccessible(page);
	await expectReachableScrollers(page);
});
