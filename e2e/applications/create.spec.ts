import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { countButtons, fieldOf, follow, linksOf, submit, valuesOf, wordsOf } from "../http/native-form";
import { applicationsNamed, shownSecret } from "./applications-page";

const name = (what: string) => `${what} ${Date.now()}`;
const FAULTY = "https://shop.example/\nhttps://*.shop.example/";
const CALLBACKS = "https://shop.example/cb\nhttp://localhost:4000/cb";

test("a new application's form reports its errors, and the application is shown with its secret, once; Back shows neither that nor a form that would make a second one; and the same form sent again makes none", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	const management = managementOf(credentials, managementToken);
	const appName = name("Shop");
	const callbacks = page.getByRole("textbox", { name: "Callback URLs" });
	await signIn(page, "editor");
	await page.goto("/applications");
	await page.getByRole("link", { name: "New application" }).click();
	await test.step("an invalid value is reported at its field with its line, and stays", async () => {
		await callbacks.fill(FAULTY);
		await page.getByRole("button", { name: "Create application" }).click();
		await expect(callbacks).toHaveAccessibleDescription(/Line 2 has a wildcard/);
		await expect(page.getByRole("link", { name: "Name: A name is needed." })).toBeVisible();
		await expect(callbacks).toHaveValue(FAULTY);
	});
	await test.step("it is shown with its secret, and with commands that contain it", async () => {
		await page.getByRole("textbox", { name: "Name" }).fill(appName);
		await page.getByRole("combobox", { name: "Type" }).selectOption({ label: "Web application" });
		await callbacks.fill(CALLBACKS);
		await page.getByRole("button", { name: "Create application" }).click();
		await expect(page.getByRole("heading", { level: 1, name: appName })).toBeVisible();
		await expect(page.getByText("Application created")).toBeVisible();
		await expect(page.getByText("The secret is shown once.")).toBeVisible();
	});
	const [made] = await applicationsNamed(management, appName);
	const secret = await shownSecret(page);
	expect(secret).toBe(made?.client_secret);
	expect(made?.callbacks).toEqual(CALLBACKS.split("\n"));
	await expect(page.getByText(`CLIENT_SECRET='${secret}'`).first()).toBeVisible();
	await test.step("no later response contains the secret", async () => {
		for (const path of [`/applications/${made?.client_id}`, "/applications", "/activity", "/api-calls", "/"]) {
			const html = await (await page.request.get(path)).text();
			expect(html).not.toContain(secret);
			if (path === "/activity") expect(html).toContain(made?.client_id);
		}
		const stored = await page.context().storageState();
		expect(JSON.stringify(stored)).not.toContain(secret);
	});
	await test.step("Back shows neither the secret nor a form that would make a second one", async () => {
		await page.goto("/connection");
		await page.goBack();
		await expect(page.getByRole("heading", { level: 1, name: "New application" })).toBeVisible();
		await expect(page.getByText("The secret is shown once")).toHaveCount(0);
		await expect(page.getByText(secret)).toHaveCount(0);
		await expect(page.getByText(/^Draft from /)).toHaveCount(0);
	});
	await test.step("the same form sent again makes none", async () => {
		await page.goto("/applications/new");
		await page.getByRole("textbox", { name: "Name" }).fill(appName);
		await page.getByRole("combobox", { name: "Type" }).selectOption({ label: "Web application" });
		await callbacks.fill(CALLBACKS);
		await page.getByRole("button", { name: "Create application" }).click();
		await expect(page.getByText("Already created")).toBeVisible();
		expect(await applicationsNamed(management, appName)).toHaveLength(1);
		await page.getByRole("link", { name: "Open the application" }).click();
		await expect(page.getByRole("heading", { level: 1, name: appName })).toBeVisible();
		await expect(page.getByText(secret)).toHaveCount(0);
	});
});

test("without scripts a new application's form reports its errors, and the application is shown with its secret, once; the same form sent twice makes one", async ({
	visit,
	credentials,
	managementToken,
}) => {
	const management = managementOf(credentials, managementToken);
	const appName = name("Shop");
	const editor = await visit("editor");
	const form = await editor.open("/applications/new");
	const faulty = await submit(editor, form, "Create application", { "Callback URLs": FAULTY });
	const callbacks = fieldOf<HTMLTextAreaElement>(faulty, "Callback URLs");
	const described = callbacks.getAttribute("aria-describedby")?.split(" ") ?? [];
	const description = described.map((id) => faulty.document.getElementById(id)?.textContent).join(" ");
	expect(description).toContain("Line 2 has a wildcard");
	expect(linksOf(faulty, "Name: A name is needed.")).toHaveLength(1);
	expect(callbacks.value).toBe(FAULTY);

	const filled = { Name: appName, Type: "Web application", "Callback URLs": CALLBACKS };
	const created = await submit(editor, faulty, "Create application", filled);
	const words = wordsOf(created);
	created.getByRole("heading", { level: 1, name: appName });
	expect(words).toContain("Application created");
	expect(words).toContain("The secret is shown once.");
	const [made] = await applicationsNamed(management, appName);
	const secret = made?.client_secret ?? "no secret";
	expect(words).toContain(`CLIENT_SECRET='${secret}'`);
	expect(made?.callbacks).toEqual(CALLBACKS.split("\n"));
	for (const path of [`/applications/${made?.client_id}`, "/applications", "/activity", "/api-calls", "/"]) {
		const { html } = await editor.open(path);
		expect(html, path).not.toContain(secret);
		if (path === "/activity") expect(html).toContain(made?.client_id);
	}
	expect(JSON.stringify(editor.cookies())).not.toContain(secret);

	const again = await submit(editor, await editor.open("/applications/new"), "Create application", filled);
	expect(wordsOf(again)).toContain("Already created");
	expect(again.html).not.toContain(secret);
	expect(await applicationsNamed(management, appName)).toHaveLength(1);
	const opened = await follow(editor, again, "Open the application");
	opened.getByRole("heading", { level: 1, name: appName });
});

test("a public client has no secret", async ({ visit }) => {
	const appName = name("Spa");
	const editor = await visit("editor");
	const form = await editor.open("/applications/new");
	const created = await submit(editor, form, "Create application", { Name: appName, Type: "Single page app" });
	created.getByRole("heading", { level: 1, name: appName });
	expect(wordsOf(created)).toContain("It has no secret: this is a public client");
	expect(created.queryByText("Client secret")).toBeNull();
	created.getByText("Set up a library", { selector: "h3" });
});

test("a viewer reads an application in words, and finds no way to create, change, rotate or delete", async ({
	visit,
	credentials,
}) => {
	const viewer = await visit("viewer");
	expect(linksOf(await viewer.open("/applications"), "New application")).toEqual([]);
	const page = await viewer.open(`/applications/${credentials.clients.web_app?.client_id}`);
	expect(wordsOf(page)).toContain("You can view, not change: your role is viewer.");
	expect(page.document.querySelector("main :is(input:not([type=hidden]), textarea, select)[name]")).toBeNull();
	expect(valuesOf(page)).toMatchObject({
		Name: "Storefront",
		Type: "Web application",
		Description: "—",
		"Rotate refresh tokens": "On",
		"Client authentication": "client_secret_basic",
		DPoP: "optional",
		Owner: "first party",
	});
	for (const button of ["Save changes", "Rotate secret", "Delete application", "Remove grant"]) {
		expect(countButtons(page, button), button).toBe(0);
	}
	expect(countButtons(await viewer.open("/applications/new"), "Create application")).toBe(0);
});
