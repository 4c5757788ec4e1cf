// Connections in a browser without scripts.
import { makeCertificate } from "@/lib/testing/certificates";
import { countButtons, fieldOf, follow, linksOf, submit, valuesOf, wordsOf } from "../http/native-form";
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

const METADATA = "Metadata of the identity provider";
const FILL = "Fill in from the metadata";
const ENTITY_ID = "Provider's entity ID";

test("a connection is made from the provider's metadata, and is off until an application may use it", async ({
	visit,
	management,
}) => {
	const called = uniqueConnectionName("made");
	const editor = await visit("editor");
	const list = await editor.open("/connections");
	const form = await follow(editor, list, "New identity provider");
	form.getByRole("heading", { level: 1, name: "New identity provider" });
	const nothing = await submit(editor, form, FILL, { [METADATA]: "<html/>" });
	expect(wordsOf(nothing)).toContain("Nothing was filled in");
	const none = await submit(editor, nothing, FILL, { [METADATA]: providerMetadata("urn:idp", "AAAA") });
	expect(wordsOf(none)).toContain("None of its signing certificates can be used. Signing certificate 1 of 1");
	expect(fieldOf(none, ENTITY_ID).value).toBe("");
	const metadata = providerMetadata("urn:idp", (await makeCertificate()).certificate);
	const [key = ""] = /<KeyDescriptor.*<\/KeyDescriptor>/.exec(metadata) ?? [];
	const cutOff = key.replace(/.{200}<\/X509Certificate>/, "</X509Certificate>");
	const filled = await submit(editor, none, FILL, {
		"Display name": "Made <here>",
		[METADATA]: metadata.replace(key, cutOff + key),
	});
	expect(wordsOf(filled)).toContain("The form is filled in. Nothing is saved yet.");
	expect(wordsOf(filled)).toMatch(/Signing certificate 1 of 2 \(begins with “MII.*”\) is cut off: .* It is left out\./);
	expect(fieldOf(filled, ENTITY_ID).value).toBe("urn:idp");
	expect(fieldOf(filled, "Sign-in address").value).toBe(SIGN_IN);
	expect(fieldOf(filled, "Sign-out address").value).toBe("https://idp.example/out");
	expect(fieldOf(filled, "Sign-out binding").value).toBe(POST);
	expect(fieldOf(filled, "Signing certificate").value).toContain("BEGIN CERTIFICATE");
	const faulty = await submit(editor, filled, "Create identity provider");
	const summary = faulty.getAllByRole("alert").find(({ textContent }) => textContent?.includes("can't be sent yet"));
	expect(summary?.querySelectorAll("a")).toHaveLength(2);
	const created = await submit(editor, faulty, "Create identity provider", {
		"Display name": "Made here",
		Name: called,
	});
	expect(wordsOf(created)).toContain("Identity provider created.");
	expect(created.getByRole("heading", { level: 1 }).textContent).toBe("Made here");
	expect(wordsOf(created)).toContain("Off: no application may use it.");
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
	const rows = (await editor.open("/connections")).document.querySelectorAll("tr");
	const row = [...rows].find(({ textContent }) => textContent?.includes(called))?.textContent;
	expect(row).toContain("Made here");
	expect(row).toContain("shown while on");
});

test("turned on for an application, its sign-in page offers the provider; turned off, it doesn't", async ({
	visit,
	credentials,
	management,
}) => {
	const label = `Partner ${Date.now()}`;
	const signingCert = (await makeCertificate()).certificate;
	const options = { issuer: "urn:on", signInEndpoint: SIGN_IN, signingCert };
	const { id } = await makeConnection(management, uniqueConnectionName("on"), options, { display_name: label });
	const offered = async () => {
		const login = await (await visit()).open(authorizeAddress(credentials, "web_app"));
		login.getByLabelText("Email");
		return login.queryAllByRole("link", { name: `Continue with ${label}` }).length;
	};
	const editor = await visit("editor");
	const on = await submit(editor, await editor.open(`/connections/${id}`), "Save changes", { Storefront: true });
	expect(wordsOf(on)).toContain("Saved.");
	expect(wordsOf(on)).toContain("On for 1 application.");
	expect(on.getByRole("region", { name: "History" }).textContent).toContain("Lets Storefront use it");
	expect(await offered()).toBe(1);

	const dialog = on.getByText("Turn this identity provider off?").closest("dialog");
	expect([...(dialog?.querySelectorAll("li") ?? [])].map(({ textContent }) => textContent)).toEqual(["Storefront"]);
	const off = await submit(editor, on, "Turn off", { "User ID attribute": "typed" });
	expect(wordsOf(off)).toContain("Off: no application may use it.");
	expect(fieldOf(off, "Storefront").checked).toBe(false);
	expect(fieldOf(off, "User ID attribute").value).toBe("typed");
	const stored = await readConnection(management, id);
	expect(stored.enabled_clients).toEqual([]);
	expect(stored.options).not.toHaveProperty("user_id_attribute");
	expect(await offered()).toBe(0);
});

test("sign-ins that begin at the provider need an application, and are stored as they are set", async ({
	visit,
	credentials,
	management,
}) => {
	const { id } = await makeConnection(management, uniqueConnectionName("begins"), { signInEndpoint: SIGN_IN });
	const client = credentials.clients.web_app?.client_id ?? "";
	const editor = await visit("editor");
	const page = await editor.open(`/connections/${id}`);
	const begun = { "Let sign-ins begin at the provider": true, Storefront: true };
	const faulty = await submit(editor, page, "Save changes", begun);
	const faults = [...faulty.document.querySelectorAll("a")].map(({ textContent }) => textContent);
	expect(faults).toContainEqual(expect.stringMatching(/^Default application: Choose where/));
	const saved = await submit(editor, faulty, "Save changes", {
		"Default application": "Storefront",
		Query: "scope=openid email&response_type=code",
		"E-mail address": "mail\nurn:mail",
	});
	expect(wordsOf(saved)).toContain("Saved.");
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
	expect(fieldOf(await editor.open(`/connections/${id}`), "Default application").value).toBe(client);
});

test("an expired certificate is shown in the list and on the page with its effect", async ({
	visit,
	credentials,
	management,
}) => {
	const called = uniqueConnectionName("expired");
	const options = { signInEndpoint: SIGN_IN, issuer: "urn:old", signingCert: EXPIRED_CERTIFICATE };
	const enabled_clients = [credentials.clients.web_app?.client_id];
	const { id } = await makeConnection(management, called, options, { enabled_clients });
	const viewer = await visit("viewer");
	const rows = (await viewer.open("/connections")).document.querySelectorAll("tr");
	const row = [...rows].find(({ textContent }) => textContent?.includes(called))?.textContent;
	expect(row).toContain("expired 2021-01-01");
	// The list has no applications.
	expect(row).not.toMatch(/\b(off|on for)\b/);
	const page = await viewer.open(`/connections/${id}`);
	const alert = page.getAllByRole("alert").find(({ textContent }) => textContent?.includes("On for 1 application"));
	expect(alert?.textContent).toContain("it refuses every response: its certificate expired on 2021-01-01");
	expect(wordsOf(page)).toContain("Expired: ask the provider for a new one.");
	await management.call("DELETE", `/connections/${id}`);
});

test("for a provider without an entity ID the page shows the sign-out address with the connection's name", async ({
	visit,
	credentials,
	management,
}) => {
	const called = uniqueConnectionName("unnamed");
	const { id } = await makeConnection(management, called, { signInEndpoint: SIGN_IN });
	const viewer = await visit("viewer");
	const unnamed = await viewer.open(`/connections/${id}`);
	unnamed.getByText(`${credentials.auth_url}/logout?connection=${called}`);
	await management.call("PATCH", `/connections/${id}`, { options: { signInEndpoint: SIGN_IN, issuer: "urn:named" } });
	(await viewer.open(`/connections/${id}`)).getByText(`${credentials.auth_url}/logout`);
});

test("a viewer reads everything in words, can change nothing, and tests a sign-in once an editor has set that up", async ({
	visit,
	management,
}) => {
	const [connection] = await management.json<{ id: string }[]>("GET", "/connections");
	const viewer = await visit("viewer");
	const list = await follow(viewer, await viewer.open("/"), "Identity providers");
	list.getByRole("heading", { level: 1, name: "Identity providers" });
	expect(linksOf(list, "New identity provider")).toEqual([]);
	const page = await viewer.open(`/connections/${connection?.id}`);
	expect(wordsOf(page)).toContain("You can view, not change: your role is viewer.");
	expect(page.document.querySelector("main :is(input:not([type=hidden]), textarea, select)[name]")).toBeNull();
	expect(valuesOf(page)["Sign-in address"]).toMatch(/^https?:/);
	for (const button of ["Save changes", FILL, "Delete identity provider", "Turn off"]) {
		expect(countButtons(page, button), button).toBe(0);
	}
	const section = page.getByRole("region", { name: "Tell the provider" });
	expect(section.textContent).toContain("/login/callback?connection=");
	expect(wordsOf(await viewer.open("/connections/new"))).toContain("You can view, not create");
	const [sample] = await management.json<{ id: string }[]>("GET", "/connections?name=sample-provider");
	const path = `/connections/${sample?.id}/test`;
	expect(countButtons(await viewer.open(path), "Test sign-in")).toBe(0);
	const editor = await visit("editor");
	const begun = await submit(
		editor,
		await follow(editor, await editor.open(`/connections/${sample?.id}`), "Test sign-in"),
		"Test sign-in",
	);
	expect(begun.url.pathname).toBe("/sample-provider/sign-in");
	const provider = await submit(viewer, await viewer.open(path), "Test sign-in");
	const response = await viewer.press(provider, provider.getByRole("button", { name: /Ines Calder/ }));
	const shown = await viewer.press(response, response.getByRole("button"));
	const result = shown.getByRole("region", { name: "Result" });
	expect(result.textContent).toContain("The sign-in works");
	expect(result.textContent).toMatch(/E-mail address.*ines\.calder@sample-provider\.example/);
	expect(wordsOf(await viewer.open(shown.url))).toContain("It was shown already");
	const ready = await editor.open(path);
	expect(countButtons(await submit(editor, ready, "Turn off for tests"), "Turn off for tests")).toBe(0);
	const applications = await management.json<{ client_id: string; name: string }[]>("GET", "/clients?per_page=100");
	const [own, ...others] = applications.filter(({ name }) => name === "Sign-in test (Identity Console)");
	expect(others).toEqual([]);
	await management.json("DELETE", `/clients/${own?.client_id}`);
	const none = await viewer.open("/connections/none");
	expect([none.status, wordsOf(none).includes("No identity provider with this ID")]).toEqual([404, true]);
});
