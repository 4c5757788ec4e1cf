import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { applicationsNamed, shownSecret } from "./applications-page";

const name = (what: string) => `${what} ${Date.now()}`;

for (const scripts of [true, false]) {
	test.describe(scripts ? "with scripts" : "without scripts", () => {
		test.use({ javaScriptEnabled: scripts });

		test("a new application is shown with its secret, once, and with commands that hold it", async ({
			page,
			signIn,
			credentials,
			managementToken,
		}) => {
			const management = managementOf(credentials, managementToken);
			const wanted = name("Shop");
			await signIn(page, "editor");
			await page.goto("/applications");
			await page.getByRole("link", { name: "New application" }).click();
			await page.getByRole("textbox", { name: "Name" }).fill(wanted);
			await page.getByRole("combobox", { name: "Type" }).selectOption({ label: "Web application" });
			await page
				.getByRole("textbox", { name: "Callback URLs" })
				.fill("https://shop.example/cb\nhttp://localhost:4000/cb");
			await page.getByRole("button", { name: "Create application" }).click();
			await expect(page.getByText(`“${wanted}” was created`)).toBeVisible();
			await expect(page.getByText("The secret is shown once.")).toBeVisible();

			const [made] = await applicationsNamed(management, wanted);
			const secret = await shownSecret(page);
			expect(secret).toBe(made?.client_secret);
			expect(made?.callbacks).toEqual(["https://shop.example/cb", "http://localhost:4000/cb"]);
			await expect(page.getByText(`CLIENT_SECRET='${secret}'`).first()).toBeVisible();

			// Nothing that is asked for afterwards holds it.
			for (const path of [`/applications/${made?.client_id}`, "/applications", "/activity", "/api-calls", "/"]) {
				const html = await (await page.request.get(path)).text();
				expect(html).not.toContain(secret);
				if (path === "/activity") expect(html).toContain(made?.client_id);
			}
			const kept = await page.context().storageState();
			expect(JSON.stringify(kept)).not.toContain(secret);
			await page.getByRole("link", { name: "Open the application" }).click();
			await expect(page.getByRole("heading", { level: 1, name: wanted })).toBeVisible();
			await expect(page.getByText(secret)).toHaveCount(0);
		});

		test("the same form sent twice makes one application", async ({ page, signIn, credentials, managementToken }) => {
			const management = managementOf(credentials, managementToken);
			const wanted = name("Twice");
			await signIn(page, "editor");
			const fill = async () => {
				await page.goto("/applications/new");
				await page.getByRole("textbox", { name: "Name" }).fill(wanted);
				await page.getByRole("button", { name: "Create application" }).click();
			};
			await fill();
			await expect(page.getByText(`“${wanted}” was created`)).toBeVisible();
			await fill();
			await expect(page.getByText("It was created already")).toBeVisible();
			expect(await applicationsNamed(management, wanted)).toHaveLength(1);
			await page.getByRole("link", { name: "Open the application" }).click();
			await expect(page.getByRole("heading", { level: 1, name: wanted })).toBeVisible();
		});

		test("what can't be sent is told at its field and by its line, and stays", async ({ page, signIn }) => {
			await signIn(page, "editor");
			await page.goto("/applications/new");
			await page.getByRole("textbox", { name: "Callback URLs" }).fill("https://shop.example/\nhttps://*.shop.example/");
			await page.getByRole("button", { name: "Create application" }).click();
			const callbacks = page.getByRole("textbox", { name: "Callback URLs" });
			await expect(callbacks).toHaveAccessibleDescription(/Line 2 has a wildcard/);
			await expect(page.getByRole("link", { name: "Name: A name is needed." })).toBeVisible();
			await expect(callbacks).toHaveValue("https://shop.example/\nhttps://*.shop.example/");
		});

		test("an application that can't keep a secret has none", async ({ page, signIn }) => {
			await signIn(page, "editor");
			await page.goto("/applications/new");
			const wanted = name("Spa");
			await page.getByRole("textbox", { name: "Name" }).fill(wanted);
			await page.getByRole("combobox", { name: "Type" }).selectOption({ label: "Single page app" });
			await page.getByRole("button", { name: "Create application" }).click();
			await expect(page.getByText(`“${wanted}” was created`)).toBeVisible();
			await expect(page.getByText("It has no secret: whoever has the program")).toBeVisible();
			await expect(page.getByText("Client secret")).toHaveCount(0);
			await expect(page.getByRole("heading", { name: "Set up a library" })).toBeVisible();
		});
	});
}

test("Back after a creation shows neither the secret nor a form that would make a second one", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	await signIn(page, "editor");
	await page.goto("/applications/new");
	const wanted = name("Back");
	await page.getByRole("textbox", { name: "Name" }).fill(wanted);
	await page.getByRole("button", { name: "Create application" }).click();
	await expect(page.getByText(`“${wanted}” was created`)).toBeVisible();
	await page.goto("/connection");
	await page.goBack();
	await expect(page.getByRole("heading", { level: 1, name: "New application" })).toBeVisible();
	await expect(page.getByText("The secret is shown once")).toHaveCount(0);
	await expect(page.getByText("There is a draft")).toHaveCount(0);
	expect(await applicationsNamed(managementOf(credentials, managementToken), wanted)).toHaveLength(1);
});

test("a viewer finds no way to create, change, rotate or delete", async ({ page, signIn, credentials }) => {
	await signIn(page, "viewer");
	await page.goto("/applications");
	await expect(page.getByRole("link", { name: "New application" })).toHaveCount(0);
	await page.goto(`/applications/${credentials.clients.web_app?.client_id}`);
	await expect(page.getByRole("textbox", { name: "Name" })).toBeDisabled();
	for (const button of ["Save changes", "Rotate secret", "Delete application", "Remove grant"]) {
		await expect(page.getByRole("button", { name: button })).toHaveCount(0);
	}
	await page.goto("/applications/new");
	await expect(page.getByRole("button", { name: "Create application" })).toHaveCount(0);
});
