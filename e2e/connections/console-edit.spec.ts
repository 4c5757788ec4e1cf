import { makeCertificate } from "@/lib/testing/certificates";
import { authorizeAddress } from "../sign-in/authorize";
import {
	expect,
	makeConnection,
	POST,
	providerMetadata,
	readConnection,
	SIGN_IN,
	test,
	uniqueConnectionName,
} from "./made-connection";

for (const scripts of [true, false]) {
	test.describe(scripts ? "with scripts" : "without scripts", () => {
		test.use({ javaScriptEnabled: scripts });

		test("a connection is made from the provider's metadata, and is off until an application may use it", async ({
			page,
			signIn,
			management,
		}) => {
			const called = uniqueConnectionName("made");
			await signIn(page, "editor");
			await page.goto("/connections");
			await page.getByRole("link", { name: "New connection" }).click();
			await expect(page.getByRole("heading", { level: 1, name: "New connection" })).toBeVisible();
			const area = page.getByRole("textbox", { name: "Metadata of the identity provider" });
			const fill = page.getByRole("button", { name: "Fill in from the metadata" });
			await area.fill("<html/>");
			await fill.click();
			await expect(page.getByText("Nothing was filled in")).toBeVisible();
			await page.getByRole("textbox", { name: "Display name" }).fill("Made <here>");
			await area.fill(providerMetadata("urn:idp", (await makeCertificate()).certificate));
			await fill.click();
			await expect(page.getByText("The form is filled in. Nothing is saved yet.")).toBeVisible();
			await expect(page.getByRole("textbox", { name: "Provider's entity ID" })).toHaveValue("urn:idp");
			await expect(page.getByRole("textbox", { name: "Sign-in address" })).toHaveValue(SIGN_IN);
			await expect(page.getByRole("textbox", { name: "Sign-out address" })).toHaveValue("https://idp.example/out");
			await expect(page.getByRole("combobox", { name: "Sign-out binding" })).toHaveValue(POST);
			await expect(page.getByRole("textbox", { name: "Signing certificates" })).toHaveValue(/BEGIN CERTIFICATE/);
			await page.getByRole("button", { name: "Create connection" }).click();
			const summary = page.getByRole("alert").filter({ hasText: "This can't be sent yet" });
			await expect(summary.getByRole("link")).toHaveCount(2);
			await page.getByRole("textbox", { name: "Display name" }).fill("Made here");
			await page.getByRole("textbox", { name: "Name", exact: true }).fill(called);
			await page.getByRole("button", { name: "Create connection" }).click();
			await expect(page.getByText("Connection created. It is off until an application may use it.")).toBeVisible();
			await expect(page.getByRole("heading", { level: 1, name: "Made here" })).toBeVisible();
			await expect(page.getByText("Off: no application may use it.")).toBeVisible();
			const [made] = await management.json<object[]>("GET", `/connections?name=${called}`);
			expect(made).toMatchObject({
				...{ name: called, display_name: "Made here", enabled_clients: [], show_as_button: true },
				options: {
					...{ issuer: "urn:idp", signInEndpoint: SIGN_IN, signOutEndpoint: "https://idp.example/out" },
					...{ signOutBinding: POST, signOutResponseEndpoint: "https://idp.example/answers" },
				},
			});
			await page.goto("/connections");
			await expect(page.getByRole("row", { name: /Made here/ }).filter({ hasText: called })).toContainText("off");
		});

		test("turned on for an application, its sign-in page offers the provider; turned off, it doesn't", async ({
			page,
			signIn,
			openContext,
			credentials,
			management,
		}) => {
			const label = `Partner ${Date.now()}`;
			const signingCert = (await makeCertificate()).certificate;
			const { id } = await makeConnection(
				...([
					management,
					uniqueConnectionName("on"),
					{ issuer: "urn:on", signInEndpoint: SIGN_IN, signingCert },
				] as const),
				{ display_name: label },
			);
			await signIn(page, "editor");
			await page.goto(`/connections/${id}`);
			await page.getByRole("checkbox", { name: "Storefront" }).check();
			await page.getByRole("button", { name: "Save changes" }).click();
			await expect(page.getByText("Saved.")).toBeVisible();
			await expect(page.getByText(/^On for 1 application\./)).toBeVisible();
			await expect(page.getByRole("region", { name: "History" }).getByText("Gave it to Storefront")).toBeVisible();
			const person = await (await openContext()).newPage();
			await person.goto(authorizeAddress(credentials, "web_app"));
			await expect(person.getByRole("link", { name: `Continue with ${label}` })).toBeVisible();

			await page.getByRole("textbox", { name: "User ID attribute" }).fill("typed");
			await page.getByRole("button", { name: "Turn off" }).click();
			const dialog = page.getByRole("dialog", { name: "Turn this connection off?" });
			await expect(dialog.getByRole("listitem")).toHaveText(["Storefront"]);
			await dialog.getByRole("button", { name: "Turn off" }).click();
			await expect(page.getByText("Off: no application may use it.")).toBeVisible();
			await expect(page.getByRole("checkbox", { name: "Storefront" })).not.toBeChecked();
			await expect(page.getByRole("textbox", { name: "User ID attribute" })).toHaveValue("typed");
			const stored = await readConnection(management, id);
			expect(stored.enabled_clients).toEqual([]);
			expect(stored.options).not.toHaveProperty("user_id_attribute");
			await person.goto(authorizeAddress(credentials, "web_app"));
			await expect(person.getByRole("textbox", { name: "Email" })).toBeVisible();
			await expect(person.getByRole("link", { name: `Continue with ${label}` })).toHaveCount(0);
		});

		test("two admins who set the same are asked whose stays; options that nobody knows here stay", async ({
			page,
			signIn,
			management,
		}) => {
			const options = { signInEndpoint: SIGN_IN, issuer: "urn:opened", debug: true };
			const { id } = await makeConnection(management, uniqueConnectionName("contested"), options);
			await signIn(page, "editor");
			await page.goto(`/connections/${id}`);
			const theirs = { ...options, issuer: "urn:theirs", signOutEndpoint: "https://idp.example/theirs" };
			await management.json("PATCH", `/connections/${id}`, { options: theirs });
			await page.getByRole("textbox", { name: "Provider's entity ID" }).fill("urn:yours");
			await page.getByRole("checkbox", { name: "Don't tell the provider when somebody signs out" }).check();
			await page.getByRole("button", { name: "Save changes" }).click();
			await expect(page.getByText("Changed since you opened it")).toBeVisible();
			expect((await readConnection(management, id)).options).toEqual(theirs);
			await page.getByRole("radio", { name: "Theirs: “urn:theirs”" }).check();
			await page.getByRole("button", { name: "Save changes" }).click();
			await expect(page.getByText("Saved.")).toBeVisible();
			expect((await readConnection(management, id)).options).toEqual({ ...theirs, disableSignout: true });
		});

		test("sign-ins that begin at the provider need an application, and are stored as they are set", async ({
			page,
			signIn,
			credentials,
			management,
		}) => {
			const { id } = await makeConnection(management, uniqueConnectionName("begins"), { signInEndpoint: SIGN_IN });
			await signIn(page, "editor");
			await page.goto(`/connections/${id}`);
			await expect(page.getByRole("combobox", { name: "Default application" })).toBeHidden();
			await page.getByRole("checkbox", { name: "Let sign-ins begin at the provider" }).check();
			await page.getByRole("checkbox", { name: "Storefront" }).check();
			await page.getByRole("button", { name: "Save changes" }).click();
			await expect(page.getByRole("link", { name: /^Default application: Choose where/ })).toBeVisible();
			await page.getByRole("combobox", { name: "Default application" }).selectOption({ label: "Storefront" });
			await page.getByRole("textbox", { name: "Query" }).fill("scope=openid email&response_type=code");
			await page.getByText("Attribute mapping").click();
			await page.getByRole("textbox", { name: "E-mail address", exact: true }).fill("mail\nurn:mail");
			await page.getByRole("button", { name: "Save changes" }).click();
			await expect(page.getByText("Saved.")).toBeVisible();
			const client = credentials.clients.web_app?.client_id;
			expect(await readConnection(management, id)).toMatchObject({
				enabled_clients: [client],
				options: {
					fieldsMap: { email: ["mail", "urn:mail"] },
					idpinitiated: {
						...{ enabled: true, client_id: client, client_authorizequery: "scope=openid email&response_type=code" },
					},
				},
			});
			await page.goto(`/connections/${id}`);
			await expect(page.getByRole("combobox", { name: "Default application" })).toHaveValue(client ?? "");
		});

		test("a connection is deleted after a confirmation that says who goes with it", async ({
			page,
			signIn,
			management,
		}) => {
			const called = uniqueConnectionName("deleted");
			const { id } = await makeConnection(management, called, { signInEndpoint: SIGN_IN });
			await signIn(page, "editor");
			await page.goto(`/connections/${id}`);
			await page.getByRole("button", { name: "Delete connection" }).click();
			const dialog = page.getByRole("dialog", { name: "Delete this connection?" });
			await expect(dialog).toContainText("their sessions and their refresh tokens are deleted");
			await dialog.getByRole("button", { name: "Delete connection" }).click();
			await expect(page.getByText("Connection deleted.")).toBeVisible();
			await expect(page).toHaveURL(/\/connections$/);
			expect((await management.call("GET", `/connections/${id}`)).status).toBe(404);
			await page.goto("/");
			await expect(page.getByText(`it was called “${called}”`)).toBeVisible();
		});
	});
}
