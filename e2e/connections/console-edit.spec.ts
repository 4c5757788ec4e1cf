import { makeCertificate } from "@/lib/testing/certificates";
import { authorizeAddress } from "../sign-in/authorize";
import {
	EXPIRED_CERTIFICATE,
	expect,
	makeConnection,
	POST,
	providerMetadata,
	readConnection,
	SIGN_IN,
	test,
	uniqueConnectionName,
} from "./made-connection";

test("a connection is made from the provider's metadata, a name in use is refused at its field, and it is off until an application may use it", async ({
	page,
	signIn,
	management,
}) => {
	const called = uniqueConnectionName("made");
	await signIn(page, "editor");
	await page.goto("/connections");
	await page.getByRole("link", { name: "New identity provider" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "New identity provider" })).toBeVisible();
	const area = page.getByRole("textbox", { name: "Metadata of the identity provider" });
	const fill = page.getByRole("button", { name: "Fill in from the metadata" });
	const name = page.getByRole("textbox", { name: "Name", exact: true });
	const create = page.getByRole("button", { name: "Create identity provider" });
	const signInAddress = page.getByRole("textbox", { name: "Sign-in address" });
	await test.step("metadata fills the form", async () => {
		await area.fill("<html/>");
		await fill.click();
		await expect(page.getByText("Nothing was filled in")).toBeVisible();
		await expect(area).toHaveAccessibleDescription(/begins with html, not with EntityDescriptor\.$/);
		await page.getByRole("textbox", { name: "Display name" }).fill("Made <here>");
		await area.fill(providerMetadata("urn:idp", (await makeCertificate()).certificate));
		await fill.click();
		await expect(page.getByText("The form is filled in. Nothing is saved yet.")).toBeVisible();
		await expect(page.getByRole("textbox", { name: "Provider's entity ID" })).toHaveValue("urn:idp");
		await expect(signInAddress).toHaveValue(SIGN_IN);
		await expect(page.getByRole("textbox", { name: "Sign-out address" })).toHaveValue("https://idp.example/out");
		await expect(page.getByRole("combobox", { name: "Sign-out binding" })).toHaveValue(POST);
		await expect(page.getByRole("textbox", { name: "Signing certificate" })).toHaveValue(/BEGIN CERTIFICATE/);
	});
	await test.step("invalid values are reported", async () => {
		await create.click();
		const summary = page.getByRole("alert").filter({ hasText: "This can't be sent yet" });
		await expect(summary.getByRole("link")).toHaveCount(2);
		await page.getByRole("textbox", { name: "Display name" }).fill("Made here");
		await name.fill("sample-provider");
		await create.click();
		await expect(
			page.getByRole("link", { name: /^Name: An identity provider with this name already exists/ }),
		).toBeVisible();
		await expect(name).toBeFocused();
	});
	await test.step("it is created, and is off", async () => {
		await name.fill(called);
		await create.click();
		await expect(page.getByText("Identity provider created.")).toBeVisible();
		await expect(page.getByRole("heading", { level: 1, name: "Made here" })).toBeVisible();
		await expect(page.getByText("Off: no application may use it.")).toBeVisible();
		const [made] = await management.json<object[]>("GET", `/connections?name=${called}`);
		expect(made).toMatchObject({
			name: called,
			display_name: "Made here",
			enabled_clients: [],
			show_as_button: true,
			options: {
				issuer: "urn:idp",
				signInEndpoint: SIGN_IN,
				signOutEndpoint: "https://idp.example/out",
				signOutBinding: POST,
				signOutResponseEndpoint: "https://idp.example/answers",
			},
		});
	});
});

test("a connection is edited on its page: certificates are described, sign-ins may begin at the provider, and it is turned on, off and deleted", async ({
	page,
	signIn,
	visit,
	credentials,
	management,
}) => {
	const called = uniqueConnectionName("edited");
	const label = `Partner ${Date.now()}`;
	const options = { signInEndpoint: SIGN_IN, issuer: "urn:before" };
	const { id } = await makeConnection(management, called, options, { display_name: label });
	const client = credentials.clients.web_app?.client_id ?? "";
	await signIn(page, "editor");
	await page.goto(`/connections/${id}`);
	const save = page.getByRole("button", { name: "Save changes" });
	const saved = page.getByText("Saved.");

	await test.step("a certificate is described, a private key is removed, and the service's refusal is shown at the field", async () => {
		const field = page.getByRole("textbox", { name: "Signing certificate" });
		const { certificate, privateKey } = await makeCertificate("ec");
		await field.fill(certificate + privateKey);
		await expect(page.getByText("This holds a private key.")).toBeVisible();
		await expect(field).not.toHaveValue(/PRIVATE/);
		await field.fill(certificate);
		await expect(page.getByText("Not an RSA key", { exact: false })).toBeVisible();
		await save.click();
		await expect(page.getByText(/Signing certificate: The tenant refused it: .*RSA/)).toBeVisible();
		await field.fill(EXPIRED_CERTIFICATE + (await makeCertificate()).certificate);
		await expect(page.getByText("Expired: ask the provider for a new one.")).toBeVisible();
		await expect(page.getByText("Certificate 2", { exact: true })).toBeVisible();
		await save.click();
		await expect(saved).toBeVisible();
	});

	await test.step("sign-ins that begin at the provider need an application, and are stored as they are set", async () => {
		const application = page.getByRole("combobox", { name: "Default application" });
		await expect(application).toBeHidden();
		await page.getByRole("checkbox", { name: "Let sign-ins begin at the provider" }).check();
		await page.getByRole("checkbox", { name: "Storefront" }).check();
		await save.click();
		await expect(page.getByRole("link", { name: /^Default application: Choose where/ })).toBeVisible();
		await application.selectOption({ label: "Storefront" });
		await page.getByRole("textbox", { name: "Query" }).fill("scope=openid email&response_type=code");
		await page.getByText("Attribute mapping").click();
		await page.getByRole("textbox", { name: "E-mail address", exact: true }).fill("mail\nurn:mail");
		await save.click();
		await expect(saved).toBeVisible();
		expect(await readConnection(management, id)).toMatchObject({
			enabled_clients: [client],
			options: {
				fieldsMap: { email: ["mail", "urn:mail"] },
				idpinitiated: {
					enabled: true,
					client_id: client,
					client_authorizequery: "scope=openid email&response_type=code",
				},
			},
		});
		await page.reload();
		await expect(application).toHaveValue(client);
		await expect(page.getByText("CN=signer").first()).toBeVisible();
		expect(await (await page.request.get("/activity")).text()).not.toContain("BEGIN CERTIFICATE");
	});

	const offered = async () => {
		const login = await (await visit()).open(authorizeAddress(credentials, "web_app"));
		login.getByLabelText("Email");
		return login.queryAllByRole("link", { name: `Continue with ${label}` }).length;
	};
	await test.step("turned on for an application, its sign-in page offers the provider; turned off, it doesn't", async () => {
		await expect(page.getByText(/^On for 1 application/)).toBeVisible();
		await expect(page.getByRole("region", { name: "History" }).getByText("Lets Storefront use it")).toBeVisible();
		expect(await offered()).toBe(1);
		await page.getByRole("textbox", { name: "User ID attribute" }).fill("typed");
		await page.getByRole("button", { name: "Turn off" }).click();
		const dialog = page.getByRole("dialog", { name: "Turn this identity provider off?" });
		await expect(dialog.getByRole("listitem")).toHaveText(["Storefront"]);
		await dialog.getByRole("button", { name: "Turn off" }).click();
		await expect(page.getByText("Off: no application may use it.")).toBeVisible();
		await expect(page.getByRole("checkbox", { name: "Storefront" })).not.toBeChecked();
		await expect(page.getByRole("textbox", { name: "User ID attribute" })).toHaveValue("typed");
		const stored = await readConnection(management, id);
		expect(stored.enabled_clients).toEqual([]);
		expect(stored.options).not.toHaveProperty("user_id_attribute");
		expect(await offered()).toBe(0);
		await page.getByRole("textbox", { name: "User ID attribute" }).fill("");
	});

	await test.step("it is deleted after a confirmation that names its users' sessions and tokens", async () => {
		await page.getByRole("button", { name: "Delete identity provider" }).click();
		const dialog = page.getByRole("dialog", { name: "Delete this identity provider?" });
		await expect(dialog).toContainText("with their sessions and refresh tokens");
		await dialog.getByRole("button", { name: "Delete identity provider" }).click();
		await expect(page.getByText(/^Identity provider “.*” deleted\./)).toBeVisible();
		await expect(page).toHaveURL(/\/connections$/);
		expect((await management.call("GET", `/connections/${id}`)).status).toBe(404);
	});
});
