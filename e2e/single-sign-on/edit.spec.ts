import { makeCertificate } from "@/lib/testing/certificates";
import { makeApplication } from "../applications/applications-page";
import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";

type Addons = { addons?: { samlp?: Record<string, unknown>; wsfed?: Record<string, unknown> }; callbacks: string[] };

const name = (what: string) => `${what} ${Date.now()}`;
const CALLBACK = "https://sp.example/acs";

for (const scripts of [true, false]) {
	test.describe(scripts ? "with scripts" : "without scripts", () => {
		test.use({ javaScriptEnabled: scripts });

		test("SAML is switched on and set, and what was set is there after a reload", async ({
			page,
			signIn,
			credentials,
			managementToken,
		}) => {
			const management = managementOf(credentials, managementToken);
			const { client_id: id } = await makeApplication(management, { name: name("Set"), callbacks: [CALLBACK] });
			await signIn(page, "editor");
			await page.goto(`/applications/${id}`);
			const section = page.getByRole("region", { name: "Single sign-on" });
			await expect(section).toContainText("Off");
			await section.getByRole("link").click();
			await expect(page.getByRole("heading", { level: 1, name: "Single sign-on" })).toBeVisible();
			await expect(page.getByRole("textbox", { name: "Audience" })).toBeHidden();
			await page.getByRole("radio", { name: "SAML 2.0" }).check();
			await page.getByRole("textbox", { name: "Audience" }).fill("urn:sp");
			await page.getByRole("combobox", { name: "Field, row 1" }).fill("email");
			await page.getByRole("textbox", { name: "Attribute, row 1" }).fill("urn:mail");
			await page.getByRole("checkbox", { name: "Sign the whole response" }).check();
			await page.getByRole("button", { name: "Save changes" }).click();
			await expect(page.getByText("Saved.")).toBeVisible();
			expect(await management.json<Addons>("GET", `/clients/${id}`)).toMatchObject({
				addons: { samlp: { audience: "urn:sp", mappings: { email: "urn:mail" }, signResponse: true } },
			});
			const history = page.getByRole("region", { name: "History" });
			await expect(history.getByText("Switched on SAML 2.0")).toBeVisible();

			await page.goto(`/applications/${id}/single-sign-on`);
			await expect(page.getByRole("textbox", { name: "Audience" })).toHaveValue("urn:sp");
			await expect(page.getByRole("textbox", { name: "Attribute, row 1" })).toHaveValue("urn:mail");
			await expect(page.getByRole("checkbox", { name: "Sign the whole response" })).toBeChecked();
			await expect(page.getByText(`${credentials.auth_url}/samlp/${id}`, { exact: true })).toBeVisible();
			await page.goto(`/applications/${id}`);
			await expect(page.getByRole("region", { name: "Single sign-on" })).toContainText("SAML 2.0 for urn:sp");
		});

		test("two admins who set the same are asked whose stays; what only one has set is merged", async ({
			page,
			signIn,
			credentials,
			managementToken,
		}) => {
			const management = managementOf(credentials, managementToken);
			const { client_id: id } = await makeApplication(management, {
				...{ name: name("Contested"), callbacks: [CALLBACK] },
				addons: { samlp: { audience: "urn:opened" } },
			});
			await signIn(page, "editor");
			await page.goto(`/applications/${id}/single-sign-on`);
			const theirs = { samlp: { audience: "urn:theirs", issuer: "urn:issuer" } };
			await management.json("PATCH", `/clients/${id}`, { addons: theirs });
			await page.getByRole("textbox", { name: "Audience" }).fill("urn:yours");
			await page.getByRole("checkbox", { name: "Send a UPN" }).uncheck();
			await page.getByRole("button", { name: "Save changes" }).click();
			await expect(page.getByText("Changed since you opened it")).toBeVisible();
			expect((await management.json<Addons>("GET", `/clients/${id}`)).addons).toEqual(theirs);
			await page.getByRole("radio", { name: "Theirs: “urn:theirs”" }).check();
			await page.getByRole("button", { name: "Save changes" }).click();
			await expect(page.getByText("Saved.")).toBeVisible();
			expect((await management.json<Addons>("GET", `/clients/${id}`)).addons).toEqual({
				samlp: { ...theirs.samlp, createUpnClaim: false },
			});
		});

		test("metadata fills the form, says what it changes, and saves nothing by itself", async ({
			page,
			signIn,
			credentials,
			managementToken,
		}) => {
			const management = managementOf(credentials, managementToken);
			const { client_id: id } = await makeApplication(management, { name: name("Filled"), callbacks: [CALLBACK] });
			await signIn(page, "editor");
			await page.goto(`/applications/${id}/single-sign-on`);
			await page.getByText("Fill in from the application's metadata").click();
			const area = page.getByRole("textbox", { name: "Metadata of the service provider" });
			await area.fill("<html/>");
			await page.getByRole("button", { name: "Fill the form" }).click();
			await expect(page.getByText("Nothing was filled in")).toBeVisible();
			await expect(page.getByText("it begins with html")).toBeVisible();
			if (!scripts) await expect(area).toBeVisible();
			await area.fill(METADATA);
			await page.getByRole("button", { name: "Fill the form" }).click();
			await expect(page.getByText("The form is filled in. Nothing is saved yet.")).toBeVisible();
			await expect(page.getByText("Adds the callback URL https://other.example/acs.")).toBeVisible();
			await expect(page.getByRole("textbox", { name: "Audience" })).toHaveValue("urn:other");
			expect((await management.json<Addons>("GET", `/clients/${id}`)).addons ?? {}).toEqual({});
			await page.getByRole("button", { name: "Save changes" }).click();
			await expect(page.getByText("Saved.")).toBeVisible();
			expect(await management.json<Addons>("GET", `/clients/${id}`)).toMatchObject({
				...{ addons: { samlp: { audience: "urn:other" } }, callbacks: [CALLBACK, "https://other.example/acs"] },
			});
		});
	});
}

const METADATA = `<?xml version="1.0"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="urn:other">
  <SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <AssertionConsumerService index="0" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://other.example/acs"/>
  </SPSSODescriptor>
</EntityDescriptor>`;

test("WS-Federation is set with its realms, which are taken back by Undo", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	const management = managementOf(credentials, managementToken);
	const { client_id: id } = await makeApplication(management, { name: name("Realm"), callbacks: [CALLBACK] });
	await signIn(page, "editor");
	await page.goto(`/applications/${id}/single-sign-on`);
	const changes = page.getByRole("region", { name: "Changes" });
	await expect(changes).toContainText("No changes to save");
	await page.getByRole("radio", { name: "WS-Federation" }).check();
	await expect(page.getByRole("textbox", { name: "Signing certificate" })).toBeHidden();
	await page.getByRole("textbox", { name: "Realms" }).fill(`urn:realm:${id}`);
	await expect(changes).toContainText("Switches WS-Federation on");
	await expect(changes).toContainText(`Adds the realm urn:realm:${id}`);
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByText("Saved.")).toBeVisible();
	expect(await management.json("GET", `/clients/${id}`)).toMatchObject({
		...{ addons: { wsfed: {} }, client_aliases: [`urn:realm:${id}`] },
	});
	await page.getByRole("button", { name: "Undo", exact: true }).click();
	await expect(changes).toContainText("No changes to save");
	await expect(page.getByRole("radio", { name: "Off" })).toBeChecked();
	await expect
		.poll(async () => (await management.json<Record<string, unknown>>("GET", `/clients/${id}`)).client_aliases)
		.toEqual([]);
});

test("what breaks a rule is told beside its field, and SHA-1 is not offered", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	const management = managementOf(credentials, managementToken);
	const { client_id: id } = await makeApplication(management, {
		...{ name: name("Faults"), callbacks: [CALLBACK], addons: { samlp: {} } },
	});
	await signIn(page, "editor");
	await page.goto(`/applications/${id}/single-sign-on`);
	const algorithms = page.getByRole("combobox", { name: "Signature algorithm" }).getByRole("option");
	await expect(algorithms).toHaveText(["RSA with SHA-256", "RSA with SHA-512"]);
	await page.getByRole("textbox", { name: "Lifetime in seconds" }).fill("0");
	await page.getByRole("checkbox", { name: "Single logout" }).check();
	await page.getByRole("button", { name: "Save changes" }).click();
	const summary = page.getByRole("alert").filter({ hasText: "This can't be sent yet" });
	await expect(summary.getByRole("link")).toHaveCount(2);
	await summary.getByRole("link", { name: /^Lifetime in seconds/ }).click();
	await expect(page.getByRole("textbox", { name: "Lifetime in seconds" })).toBeFocused();
});

test("a certificate says what it is; what the service refuses of it lands on the field; a private key never stays", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	const management = managementOf(credentials, managementToken);
	const { client_id: id } = await makeApplication(management, {
		...{ name: name("Certificate"), callbacks: [CALLBACK], addons: { samlp: {} } },
	});
	await signIn(page, "editor");
	await page.goto(`/applications/${id}/single-sign-on`);
	const field = page.getByRole("textbox", { name: "Signing certificate" });
	const { certificate, privateKey } = await makeCertificate("ec");
	await field.fill(certificate + privateKey);
	await expect(page.getByText("This holds a private key.")).toBeVisible();
	await expect(field).not.toHaveValue(/PRIVATE/);
	await field.fill(certificate);
	await expect(page.getByText("Not an RSA key", { exact: false })).toBeVisible();
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByText(/Signing certificate: The service refused it: .*RSA/)).toBeVisible();
	await field.fill((await makeCertificate()).certificate);
	await expect(page.getByText("expires soon: in", { exact: false })).toBeVisible();
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByText("Saved.")).toBeVisible();
	await page.reload();
	await expect(page.getByText("CN=signer").first()).toBeVisible();
	expect(await (await page.request.get("/activity")).text()).not.toContain("BEGIN CERTIFICATE");
});

test("the tenant's metadata and certificate are downloaded as files, and by nobody who is signed out", async ({
	page,
	signIn,
	request,
	credentials,
}) => {
	const id = credentials.clients.saml_app?.client_id;
	await signIn(page, "viewer");
	await page.goto(`/applications/${id}/single-sign-on`);
	const metadata = page.waitForEvent("download");
	await page.getByRole("link", { name: "Download metadata" }).click();
	expect((await metadata).suggestedFilename()).toBe("tenant-metadata.xml");
	const published = await (await request.get(`${credentials.auth_url}/samlp/metadata/${id}`)).text();
	const file = await page.request.get(`/applications/${id}/single-sign-on/metadata`);
	expect(await file.text()).toBe(published);
	const certificate = await page.request.get(`/applications/${id}/single-sign-on/certificate?which=current`);
	const body = (await certificate.text()).replaceAll(/-----.*-----|\s/g, "");
	expect(body.length).toBeGreaterThan(500);
	expect(published.replaceAll(/\s/g, "")).toContain(body);
	for (const path of ["metadata", "certificate?which=current"]) {
		const refused = await request.get(`/applications/${id}/single-sign-on/${path}`);
		expect(refused.status()).toBe(401);
		expect(await refused.text()).not.toContain(body);
	}
	const off = await page.request.get(`/applications/${credentials.clients.web_app?.client_id}/single-sign-on/metadata`);
	expect([off.status(), await off.text()]).toEqual([404, "Single sign-on is off for this application.\n"]);
});

test("a viewer sees the settings and can change none of them", async ({ page, signIn, credentials }) => {
	await signIn(page, "viewer");
	await page.goto(`/applications/${credentials.clients.saml_app?.client_id}/single-sign-on`);
	await expect(page.getByRole("textbox", { name: "Audience" })).toBeDisabled();
	for (const button of ["Save changes", "Fill the form"]) {
		await expect(page.getByRole("button", { name: button })).toHaveCount(0);
	}
	await expect(page.getByText("Set up the other side")).toBeVisible();
});

test("applications that can't have it say why, and the console's own are read-only", async ({
	page,
	signIn,
	credentials: { clients },
}) => {
	await signIn(page, "editor");
	await page.goto(`/applications/${clients.fapi_dpop?.client_id}/single-sign-on`);
	await expect(page.getByText("follows FAPI 2.0, which forbids other ways to sign in")).toBeVisible();
	await expect(page.getByRole("radio")).toHaveCount(0);
	await page.goto(`/applications/${clients.console_sign_in?.client_id}/single-sign-on`);
	await expect(page.getByText("This application is read-only here")).toBeVisible();
	await expect(page.getByRole("radio", { name: "SAML 2.0" })).toBeDisabled();
});
