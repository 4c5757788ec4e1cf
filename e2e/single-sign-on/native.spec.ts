// Single sign-on in a browser without scripts.
import { makeApplication } from "../applications/applications-page";
import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { countButtons, fieldOf, follow, submit, valuesOf, wordsOf } from "../http/native-form";
import { type Addons, CALLBACK, METADATA, named } from "./single-sign-on-page";

test("SAML is switched on and set, and the settings are there after a reload", async ({
	visit,
	credentials,
	managementToken,
}) => {
	const management = managementOf(credentials, managementToken);
	const { client_id: id } = await makeApplication(management, { name: named("Set"), callbacks: [CALLBACK] });
	const editor = await visit("editor");
	const application = await editor.open(`/applications/${id}`);
	const section = application.getByRole("region", { name: "Single sign-on" });
	expect(section.textContent).toContain("Off");
	const page = await editor.open(section.querySelector("a")?.getAttribute("href") ?? "");
	page.getByRole("heading", { level: 1, name: "Single sign-on" });
	const saved = await submit(editor, page, "Save changes", {
		Protocol: "SAML 2.0",
		Audience: "urn:sp",
		"Sign the whole response": "On",
		"Field, row 1": "email",
		"Attribute, row 1": "urn:mail",
	});
	expect(wordsOf(saved)).toContain("Saved.");
	expect(await management.json<Addons>("GET", `/clients/${id}`)).toMatchObject({
		addons: { samlp: { audience: "urn:sp", mappings: { email: "urn:mail" }, signResponse: true } },
	});
	expect(saved.getByRole("region", { name: "History" }).textContent).toContain("Switches SAML 2.0 on");

	const again = await editor.open(`/applications/${id}/single-sign-on`);
	expect(fieldOf(again, "Audience").value).toBe("urn:sp");
	expect(fieldOf(again, "Attribute, row 1").value).toBe("urn:mail");
	expect(fieldOf(again, "Sign the whole response").value).toBe("on");
	again.getByText(`${credentials.auth_url}/samlp/${id}`);
	const shown = (await editor.open(`/applications/${id}`)).getByRole("region", { name: "Single sign-on" });
	expect(shown.textContent).toContain("SAML 2.0 for urn:sp");
});

test("metadata fills the form, lists what it changes, and saves nothing by itself", async ({
	visit,
	credentials,
	managementToken,
}) => {
	const management = managementOf(credentials, managementToken);
	const { client_id: id } = await makeApplication(management, { name: named("Filled"), callbacks: [CALLBACK] });
	const area = "Metadata of the service provider";
	const editor = await visit("editor");
	const page = await editor.open(`/applications/${id}/single-sign-on`);
	const nothing = await submit(editor, page, "Fill the form", { [area]: "<html/>" });
	expect(wordsOf(nothing)).toContain("Nothing was filled in");
	expect(wordsOf(nothing)).toContain("it begins with html");
	expect(fieldOf(nothing, area).closest("details:not([open])"), "the section with the reason is open").toBeNull();
	const filled = await submit(editor, nothing, "Fill the form", { [area]: METADATA });
	expect(wordsOf(filled)).toContain("The form is filled in. Nothing is saved yet.");
	expect(wordsOf(filled)).toContain("Adds the callback URL https://other.example/acs.");
	expect(fieldOf(filled, "Audience").value).toBe("urn:other");
	expect((await management.json<Addons>("GET", `/clients/${id}`)).addons ?? {}).toEqual({});
	expect(wordsOf(await submit(editor, filled, "Save changes"))).toContain("Saved.");
	expect(await management.json<Addons>("GET", `/clients/${id}`)).toMatchObject({
		addons: { samlp: { audience: "urn:other" } },
		callbacks: ["https://other.example/acs", CALLBACK],
	});
});

test("the tenant's metadata and certificate are downloaded as files, with a session alone", async ({
	visit,
	credentials,
}) => {
	const id = credentials.clients.saml_app?.client_id;
	const [viewer, anonymous] = [await visit("viewer"), await visit()];
	const page = await viewer.open(`/applications/${id}/single-sign-on`);
	const file = await follow(viewer, page, "Download metadata");
	expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="?tenant-metadata\.xml"?$/);
	const published = await (await fetch(`${credentials.auth_url}/samlp/metadata/${id}`)).text();
	expect(file.html).toBe(published);
	const certificate = await viewer.open(`/applications/${id}/single-sign-on/certificate?which=current`);
	const body = certificate.html.replaceAll(/-----.*-----|\s/g, "");
	expect(body.length).toBeGreaterThan(500);
	expect(published.replaceAll(/\s/g, "")).toContain(body);
	for (const path of ["metadata", "certificate?which=current"]) {
		const refused = await anonymous.open(`/applications/${id}/single-sign-on/${path}`);
		expect(refused.status).toBe(401);
		expect(refused.html).not.toContain(body);
	}
	const off = await viewer.open(`/applications/${credentials.clients.web_app?.client_id}/single-sign-on/metadata`);
	expect([off.status, off.html]).toEqual([404, "Single sign-on is off for this application.\n"]);
});

test("a viewer reads the settings in words, and can change none of them", async ({ visit, credentials }) => {
	const viewer = await visit("viewer");
	const page = await viewer.open(`/applications/${credentials.clients.saml_app?.client_id}/single-sign-on`);
	expect(wordsOf(page)).toContain("You can view, not change: your role is viewer.");
	expect(
		page.document.querySelector("main :is(input:not([type=hidden], [hidden]), textarea, select)[name]"),
	).toBeNull();
	expect(valuesOf(page)).toMatchObject({ Protocol: "SAML 2.0", "Sign the whole response": "Default: off" });
	for (const button of ["Save changes", "Fill the form"]) expect(countButtons(page, button), button).toBe(0);
	expect(wordsOf(page)).toContain("Set up the other side");
});

test("applications that can't have it state why, and the console's own are read-only", async ({
	visit,
	credentials: { clients },
}) => {
	const editor = await visit("editor");
	const fapi = await editor.open(`/applications/${clients.fapi_dpop?.client_id}/single-sign-on`);
	expect(wordsOf(fapi)).toContain("follows FAPI 2.0, which forbids other ways to sign in");
	expect(fapi.document.querySelectorAll("main select")).toHaveLength(0);
	const own = await editor.open(`/applications/${clients.console_sign_in?.client_id}/single-sign-on`);
	expect(wordsOf(own)).toContain("This application is read-only here");
	expect(valuesOf(own)).toMatchObject({ Protocol: "Off" });
});
