import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { makeCertificate } from "@/lib/testing/certificates";
import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import type { Credentials } from "../running-app/credentials";
import { listenAt } from "../sign-in/application-callback";
import { fillIn } from "../sign-in/authorize";
import { missingForShell, openShell, type Shell } from "./shell";

// Every command that the pages of applications show, pasted into a shell as it stands there.

test.skip(missingForShell !== "", missingForShell);

let folder: string;
test.beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), "snippets-"));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Clients = Credentials["clients"];

function clientOf(credentials: Credentials, handle: string): Clients[string] {
	const client = credentials.clients[handle];
	if (!client) throw new Error(`The sample tenant has no application "${handle}"`);
	return client;
}

/** A certificate with the subject that an application is registered with, as its file. */
async function certificateFile(subject: string): Promise<string> {
	const file = join(folder, `${subject.replace(/\W/g, "-")}.pem`);
	// RFC 4514 begins with what stands last in the certificate.
	const { certificate } = await makeCertificate("ec", subject.split(",").toReversed().join(","));
	writeFileSync(file, certificate);
	return file;
}

/** What a person who tries a sample application puts into the shell first, as `npm run credentials` prints it. */
async function variablesOf(credentials: Credentials, handle: string): Promise<Record<string, string>> {
	const client = clientOf(credentials, handle) as Clients[string] & Record<string, unknown>;
	const { email, password } = credentials.sign_ins.user;
	return {
		...{ EMAIL: email, PASSWORD: password, CLIENT_SECRET: client.client_secret ?? "" },
		PRIVATE_KEY: JSON.stringify(client.private_key ?? {}),
		CNAME_API_KEY: String(client.cname_api_key ?? ""),
		...(client.certificate_subject ? { CERTIFICATE: await certificateFile(String(client.certificate_subject)) } : {}),
	};
}

/** The snippets of an application's page, by their titles. */
async function snippetsOf(page: Page, id: string): Promise<Map<string, string>> {
	await page.goto(`/applications/${id}`);
	const region = page.getByRole("region", { name: "Try it from a shell" });
	const titles = await region.getByRole("heading", { level: 3 }).allInnerTexts();
	const texts = await region.locator("pre").allTextContents();
	expect(texts).toHaveLength(titles.length);
	return new Map(titles.map((title, index) => [title, texts[index] ?? ""]));
}

/** Signs in at the address that a snippet printed, as a person would, and answers the code. */
async function codeFrom(address: string, callback: string, page: Page, credentials: Credentials): Promise<string> {
	const { arrival, close } = await listenAt(callback);
	await page.goto(address);
	await fillIn(page, credentials.sign_ins.user.email, credentials.sign_ins.user.password);
	const consent = page.getByRole("button", { name: "Allow", exact: true });
	await expect(consent.or(page.getByText("Signed in", { exact: true }))).toBeVisible();
	if (await consent.isVisible()) await consent.click();
	const { searchParams } = await arrival;
	close();
	return searchParams.get("code") ?? "";
}

async function runCode(
	shell: Shell,
	snippets: Map<string, string>,
	callback: string,
	page: Page,
	credentials: Credentials,
) {
	const address = await shell.paste(snippets.get("1. Sign in") ?? "");
	expect(address).toContain("/authorize?");
	const code = await codeFrom(address, callback, page, credentials);
	expect(code).not.toBe("");
	const redeem = [...snippets].find(([title]) => title.startsWith("2. Get"))?.[1] ?? "";
	return JSON.parse(await shell.paste(redeem.replace("paste the code here", code)));
}

const withCode = [
	...["web_app", "single_page_app", "mobile_app", "partner_portal", "third_party_app"],
	...["fapi_dpop", "fapi_mtls"],
];

for (const handle of withCode) {
	test(`what the page of ${handle} shows signs in and gets a refresh token`, async ({
		page,
		signIn,
		openContext,
		credentials,
	}) => {
		const client = clientOf(credentials, handle);
		await signIn(page, "editor");
		const snippets = await snippetsOf(page, client.client_id);
		const shell = openShell(await variablesOf(credentials, handle));
		const visitor = await (await openContext()).newPage();
		const answer = await runCode(shell, snippets, client.redirect_uris[0] ?? "", visitor, credentials);
		expect(answer).toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String) });
		expect(answer.token_type).toBe(handle === "fapi_dpop" ? "DPoP" : "Bearer");
		const library = snippets.get("Set up a library");
		expect(library !== undefined).toBe(["single_page_app", "mobile_app"].includes(handle));
		if (library) expect(JSON.parse(await shell.paste(library)).issuer).toBe(`${credentials.auth_url}/`);
		shell.close();
	});
}

for (const handle of ["management", "management_tokens_only", "private_key_machine", "mtls_machine"]) {
	test(`what the page of ${handle} shows gets an access token`, async ({ page, signIn, credentials }) => {
		await signIn(page, "editor");
		const snippets = await snippetsOf(page, clientOf(credentials, handle).client_id);
		expect([...snippets.keys()]).toEqual(["Get an access token"]);
		const shell = openShell(await variablesOf(credentials, handle));
		const answer = JSON.parse(await shell.paste(snippets.get("Get an access token") ?? ""));
		expect(answer).toMatchObject({ access_token: expect.any(String), expires_in: expect.any(Number) });
		shell.close();
	});
}

test("what the page of password_app shows gets tokens for a password", async ({ page, signIn, credentials }) => {
	await signIn(page, "editor");
	const snippets = await snippetsOf(page, clientOf(credentials, "password_app").client_id);
	const shell = openShell(await variablesOf(credentials, "password_app"));
	const answer = JSON.parse(await shell.paste(snippets.get("Get tokens for a password") ?? ""));
	expect(answer).toMatchObject({ refresh_token: expect.any(String) });
	shell.close();
});

test.describe("with the outbox, which asks for the service's own session", () => {
	test.use({ reuseSessions: false });

	test("what the page of passwordless_app shows gets tokens for a code", async ({ page, signIn, credentials }) => {
		await signIn(page, "editor");
		const snippets = await snippetsOf(page, clientOf(credentials, "passwordless_app").client_id);
		const EMAIL = credentials.sign_ins.user.email;
		const shell = openShell(await variablesOf(credentials, "passwordless_app"));
		expect(JSON.parse(await shell.paste(snippets.get("1. Ask for a one-time code") ?? ""))).toMatchObject({
			email: EMAIL,
		});
		await page.goto("/outbox");
		const message = page.getByRole("listitem").filter({ hasText: EMAIL }).first();
		const code = /\b\d{6}\b/.exec((await message.textContent()) ?? "")?.[0] ?? "";
		const redeem = snippets.get("2. Get tokens for the code")?.replace("paste the code here", code) ?? "";
		expect(JSON.parse(await shell.paste(redeem))).toMatchObject({ access_token: expect.any(String) });
		shell.close();
	});
});

test("what the page of implicit_app shows brings tokens in the address", async ({
	page,
	signIn,
	openContext,
	credentials,
}) => {
	const client = clientOf(credentials, "implicit_app");
	await signIn(page, "editor");
	const snippets = await snippetsOf(page, client.client_id);
	const shell = openShell();
	const address = await shell.paste(snippets.get("Get tokens in the address bar") ?? "");
	shell.close();
	const visitor = await (await openContext()).newPage();
	const { arrival, close } = await listenAt(client.redirect_uris[0] ?? "");
	await visitor.goto(address);
	await fillIn(visitor, credentials.sign_ins.user.email, credentials.sign_ins.user.password);
	await arrival;
	await expect.poll(() => visitor.url()).toContain("#");
	expect(visitor.url()).toContain("access_token=");
	close();
});

test("what a created application's answer shows runs with nothing put in before", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	await signIn(page, "editor");
	await page.goto("/applications/new");
	await page.getByRole("textbox", { name: "Name" }).fill(`Job ${Date.now()}`);
	await page.getByRole("combobox", { name: "Type" }).selectOption({ label: "Machine to machine" });
	await page.getByRole("button", { name: "Create application" }).click();
	await expect(page.getByText("The secret is shown once.")).toBeVisible();
	const text = (await page.getByRole("region", { name: "Try it from a shell" }).locator("pre").textContent()) ?? "";
	const clientId = /client_id=(\w+)/.exec(text)?.[1];
	const management = managementOf(credentials, managementToken);
	const grant = { client_id: clientId, audience: credentials.audience, scope: ["read:clients"] };
	await management.json("POST", "/client-grants", grant);
	const shell = openShell();
	expect(JSON.parse(await shell.paste(text))).toMatchObject({ access_token: expect.any(String) });
	shell.close();
});
