import { makeCertificate } from "@/lib/testing/certificates";
import { holdBack } from "../page/hold-back";
import {
	EXPIRED_CERTIFICATE,
	expect,
	makeConnection,
	readConnection,
	SIGN_IN,
	test,
	uniqueConnectionName,
} from "./made-connection";

test("what is pressed before the page's scripts run is done once, as a native form does it", async ({
	page,
	signIn,
	allowBrowserError,
	management,
}) => {
	const { id } = await makeConnection(management, uniqueConnectionName("early"), { signInEndpoint: SIGN_IN });
	allowBrowserError(/ERR_FAILED .*\.js/);
	await signIn(page, "editor");
	await page.route(
		(url) => url.pathname.endsWith(".js"),
		(route) => route.abort(),
	);
	await page.goto(`/connections/${id}`);
	await page.getByRole("textbox", { name: "Display name" }).fill("Early");
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByText("Saved.")).toBeVisible();
	expect((await readConnection(management, id)).display_name).toBe("Early");
});

test("what is typed before the page's scripts run is there when they do", async ({ page, signIn, management }) => {
	const { id } = await makeConnection(management, uniqueConnectionName("typed"), { signInEndpoint: SIGN_IN });
	await signIn(page, "editor");
	const scripts = await holdBack(page, ({ pathname }) => pathname.endsWith(".js"));
	await page.goto(`/connections/${id}`, { waitUntil: "commit" });
	await page.getByRole("textbox", { name: "Display name" }).fill("Typed");
	await page.getByRole("checkbox", { name: "Storefront" }).check();
	scripts.release();
	const changes = page.getByRole("region", { name: "Changes" });
	await expect(changes).toContainText("Sets the display name to “Typed”");
	await expect(changes).toContainText("Lets Storefront use it");
});

test("a certificate that has expired stands out in the list and on the page, and says what it does", async ({
	page,
	signIn,
	credentials,
	management,
}) => {
	const called = uniqueConnectionName("expired");
	const options = { signInEndpoint: SIGN_IN, issuer: "urn:old", signingCert: EXPIRED_CERTIFICATE };
	const enabled_clients = [credentials.clients.web_app?.client_id];
	const { id } = await makeConnection(management, called, options, { enabled_clients });
	await signIn(page, "viewer");
	await page.goto("/connections");
	const row = page.getByRole("row").filter({ hasText: called });
	await expect(row).toContainText("refuses every answer, on for 1 application");
	await expect(row).toContainText("expired 2021-01-01");
	await page.goto(`/connections/${id}`);
	const alert = page.getByRole("alert").filter({ hasText: "On for 1 application" });
	await expect(alert).toContainText("it refuses every answer: its certificate expired on 2021-01-01");
	await expect(page.getByText("Expired: ask the provider for a new one.")).toBeVisible();
	await management.call("DELETE", `/connections/${id}`);
});

test("a certificate says what it is; a private key never stays; what the service refuses lands on the field", async ({
	page,
	signIn,
	management,
}) => {
	const { id } = await makeConnection(management, uniqueConnectionName("certificate"), { signInEndpoint: SIGN_IN });
	await signIn(page, "editor");
	await page.goto(`/connections/${id}`);
	const field = page.getByRole("textbox", { name: "Signing certificates" });
	const { certificate, privateKey } = await makeCertificate("ec");
	await field.fill(certificate + privateKey);
	await expect(page.getByText("This holds a private key.")).toBeVisible();
	await expect(field).not.toHaveValue(/PRIVATE/);
	await field.fill(certificate);
	await expect(page.getByText("Not an RSA key", { exact: false })).toBeVisible();
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByText(/Signing certificates: The service refused it: .*RSA/)).toBeVisible();
	await field.fill(EXPIRED_CERTIFICATE + (await makeCertificate()).certificate);
	await expect(page.getByText("Expired: ask the provider for a new one.")).toBeVisible();
	await expect(page.getByText("Certificate 2", { exact: true })).toBeVisible();
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByText("Saved.")).toBeVisible();
	await page.reload();
	await expect(page.getByText("CN=signer").first()).toBeVisible();
	expect(await (await page.request.get("/activity")).text()).not.toContain("BEGIN CERTIFICATE");
});

test("a name that is taken is told at the name; a draft is offered after leaving", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/connections/new");
	await page.getByRole("textbox", { name: "Name", exact: true }).fill("sample-provider");
	await page.getByRole("textbox", { name: "Sign-in address" }).fill(SIGN_IN);
	await page.getByRole("button", { name: "Create connection" }).click();
	await expect(page.getByRole("link", { name: /^Name: A connection with this name already exists/ })).toBeVisible();
	page.once("dialog", (dialog) => dialog.accept());
	await page.reload();
	await page.getByRole("button", { name: "Restore draft" }).click();
	await expect(page.getByRole("textbox", { name: "Sign-in address" })).toHaveValue(SIGN_IN);
	await page.getByRole("textbox", { name: "Sign-in address" }).fill("");
	await page.getByRole("textbox", { name: "Name", exact: true }).fill("");
});

test("a provider without an entity ID is told the sign-out address that names its connection", async ({
	page,
	signIn,
	credentials,
	management,
}) => {
	const called = uniqueConnectionName("unnamed");
	const { id } = await makeConnection(management, called, { signInEndpoint: SIGN_IN });
	await signIn(page, "viewer");
	await page.goto(`/connections/${id}`);
	await expect(page.getByText(`${credentials.auth_url}/logout?connection=${called}`)).toBeVisible();
	await management.call("PATCH", `/connections/${id}`, { options: { signInEndpoint: SIGN_IN, issuer: "urn:named" } });
	await page.reload();
	await expect(page.getByText(`${credentials.auth_url}/logout`, { exact: true })).toBeVisible();
});

test("Undo takes a save back", async ({ page, signIn, management }) => {
	const { id } = await makeConnection(management, uniqueConnectionName("undo"), {
		signInEndpoint: SIGN_IN,
		issuer: "urn:before",
	});
	await signIn(page, "editor");
	await page.goto(`/connections/${id}`);
	await page.getByRole("textbox", { name: "Provider's entity ID" }).fill("urn:after");
	await page.keyboard.press("Control+s");
	await expect(page.getByText("Saved.")).toBeVisible();
	await page.getByRole("button", { name: "Undo", exact: true }).click();
	await expect.poll(async () => (await readConnection(management, id)).options.issuer).toBe("urn:before");
});

test("a viewer sees everything and can change nothing", async ({ page, signIn, allowBrowserError, management }) => {
	const [connection] = await management.json<{ id: string }[]>("GET", "/connections");
	await signIn(page, "viewer");
	await page.goto("/");
	await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Identity providers" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Identity providers" })).toBeVisible();
	await expect(page.getByRole("link", { name: "New connection" })).toHaveCount(0);
	await page.goto(`/connections/${connection?.id}`);
	await expect(page.getByRole("textbox", { name: "Sign-in address" })).toBeDisabled();
	for (const button of ["Save changes", "Fill in from the metadata", "Delete connection", "Turn off"]) {
		await expect(page.getByRole("button", { name: button })).toHaveCount(0);
	}
	await expect(page.getByRole("region", { name: "Tell the provider" })).toContainText("/login/callback?connection=");
	await page.goto("/connections/new");
	await expect(page.getByText("You can look, not create")).toBeVisible();
	allowBrowserError(/404 .*\/connections\/none/);
	await page.goto("/connections/none");
	await expect(page.getByText("No connection with this identifier")).toBeVisible();
});
