import { makeCertificate } from "@/lib/testing/certificates";
import { makeApplication } from "../applications/applications-page";
import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { type Addons, CALLBACK, METADATA, named } from "./single-sign-on-page";

test("SAML is switched on from the metadata and set; an invalid value is reported at its field; a certificate is described, a private key is removed; the settings are there after a reload", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	const management = managementOf(credentials, managementToken);
	const { client_id: id } = await makeApplication(management, { name: named("Set"), callbacks: [CALLBACK] });
	const audience = page.getByRole("textbox", { name: "Audience" });
	const lifetime = page.getByRole("textbox", { name: "Lifetime in seconds" });
	const certificateField = page.getByRole("textbox", { name: "Signing certificate" });
	const save = page.getByRole("button", { name: "Save changes" });
	await signIn(page, "editor");
	await page.goto(`/applications/${id}`);
	const section = page.getByRole("region", { name: "Single sign-on" });
	await expect(section).toContainText("Off");
	await section.getByRole("link").click();
	await expect(page.getByRole("heading", { level: 1, name: "Single sign-on" })).toBeVisible();
	await expect(audience).toBeHidden();

	await test.step("metadata fills the form, lists what it changes, and saves nothing by itself", async () => {
		await page.getByText("Fill in from the application's metadata").click();
		const area = page.getByRole("textbox", { name: "Metadata of the service provider" });
		await area.fill("<html/>");
		await page.getByRole("button", { name: "Fill the form" }).click();
		await expect(page.getByText("Nothing was filled in")).toBeVisible();
		await expect(page.getByText("it begins with html")).toBeVisible();
		await area.fill(METADATA);
		await page.getByRole("button", { name: "Fill the form" }).click();
		await expect(page.getByText("The form is filled in. Nothing is saved yet.")).toBeVisible();
		await expect(page.getByText("Adds the callback URL https://other.example/acs.")).toBeVisible();
		await expect(audience).toHaveValue("urn:other");
		expect((await management.json<Addons>("GET", `/clients/${id}`)).addons ?? {}).toEqual({});
	});

	await test.step("an invalid value is reported at its field, and SHA-1 is not offered", async () => {
		const algorithms = page.getByRole("combobox", { name: "Signature algorithm" }).getByRole("option");
		await expect(algorithms).toHaveText(["Default: RSA with SHA-256", "RSA with SHA-256", "RSA with SHA-512"]);
		await audience.fill("urn:sp");
		await lifetime.fill("0");
		await page.getByRole("combobox", { name: "Single logout" }).selectOption("On");
		await save.click();
		const summary = page.getByRole("alert").filter({ hasText: "This can't be sent yet" });
		await expect(summary.getByRole("link")).toHaveCount(2);
		await summary.getByRole("link", { name: /^Lifetime in seconds/ }).click();
		await expect(lifetime).toBeFocused();
		await lifetime.fill("");
		await page.getByRole("combobox", { name: "Single logout" }).selectOption("Default: off");
	});

	await test.step("a certificate is described, a private key is removed, and the service's refusal is shown at the field", async () => {
		const { certificate, privateKey } = await makeCertificate("ec");
		await certificateField.fill(certificate + privateKey);
		await expect(page.getByText("This holds a private key.")).toBeVisible();
		await expect(certificateField).not.toHaveValue(/PRIVATE/);
		await certificateField.fill(certificate);
		await expect(page.getByText("Not an RSA key", { exact: false })).toBeVisible();
		await save.click();
		await expect(page.getByText(/Signing certificate: The tenant refused it: .*RSA/)).toBeVisible();
		await certificateField.fill((await makeCertificate()).certificate);
		await expect(page.getByText("expires soon: in", { exact: false })).toBeVisible();
	});

	await test.step("the settings are stored, and there after a reload", async () => {
		await page.getByRole("combobox", { name: "Field, row 1" }).fill("email");
		await page.getByRole("textbox", { name: "Attribute, row 1" }).fill("urn:mail");
		await page.getByRole("combobox", { name: "Sign the whole response" }).selectOption("On");
		await save.click();
		await expect(page.getByText("Saved.")).toBeVisible();
		expect(await management.json<Addons>("GET", `/clients/${id}`)).toMatchObject({
			addons: { samlp: { audience: "urn:sp", mappings: { email: "urn:mail" }, signResponse: true } },
			callbacks: ["https://other.example/acs", CALLBACK],
		});
		const history = page.getByRole("region", { name: "History" });
		await expect(history.getByText("Switches SAML 2.0 on")).toBeVisible();
		await page.reload();
		await expect(audience).toHaveValue("urn:sp");
		await expect(page.getByRole("textbox", { name: "Attribute, row 1" })).toHaveValue("urn:mail");
		await expect(page.getByRole("combobox", { name: "Sign the whole response" })).toHaveValue("on");
		await expect(page.getByText("CN=signer").first()).toBeVisible();
		await expect(page.getByText(`${credentials.auth_url}/samlp/${id}`, { exact: true })).toBeVisible();
		expect(await (await page.request.get("/activity")).text()).not.toContain("BEGIN CERTIFICATE");
	});
});

test("WS-Federation is set with its realms", async ({ page, signIn, credentials, managementToken }) => {
	const management = managementOf(credentials, managementToken);
	const { client_id: id } = await makeApplication(management, { name: named("Realm"), callbacks: [CALLBACK] });
	await signIn(page, "editor");
	await page.goto(`/applications/${id}/single-sign-on`);
	const changes = page.getByRole("region", { name: "Changes" });
	await expect(changes).toContainText("No changes to save");
	await page.getByRole("combobox", { name: "Protocol" }).selectOption("WS-Federation");
	await expect(page.getByRole("textbox", { name: "Signing certificate" })).toBeHidden();
	await page.getByRole("textbox", { name: "Realms" }).fill(`urn:realm:${id}`);
	await expect(changes).toContainText("Switches WS-Federation on");
	await expect(changes).toContainText(`Adds the realm urn:realm:${id}`);
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByText("Saved.")).toBeVisible();
	expect(await management.json("GET", `/clients/${id}`)).toMatchObject({
		addons: { wsfed: {} },
		client_aliases: [`urn:realm:${id}`],
	});
});
