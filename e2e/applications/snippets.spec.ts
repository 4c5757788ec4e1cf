import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeCertificate } from "@/lib/testing/certificates";
import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { submit } from "../http/native-form";
import type { VisitedPage, Visitor } from "../http/visitor";
import type { Credentials } from "../running-app/credentials";
import { listenAt } from "../sign-in/application-callback";
import { logIn } from "../sign-in/authorize";
import { messageAt } from "../sign-in/outbox";
import { missingForShell, openShell, type Shell } from "./shell";

// Runs every command that the pages of applications show, unchanged, in a shell.

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

/** Writes a certificate with the subject that an application is registered with. @returns its file */
async function certificateFile(subject: string): Promise<string> {
	const file = join(folder, `${subject.replace(/\W/g, "-")}.pem`);
	// RFC 4514 lists the subject's parts in reverse order.
	const { certificate } = await makeCertificate("ec", subject.split(",").toReversed().join(","));
	writeFileSync(file, certificate);
	return file;
}

/** The shell's variables for a sample application, with the values that `npm run credentials` prints. */
async function variablesOf(credentials: Credentials, handle: string): Promise<Record<string, string>> {
	const client = clientOf(credentials, handle) as Clients[string] & Record<string, unknown>;
	const { email, password } = credentials.sign_ins.user;
	return {
		EMAIL: email,
		PASSWORD: password,
		CLIENT_SECRET: client.client_secret ?? "",
		PRIVATE_KEY: JSON.stringify(client.private_key ?? {}),
		CNAME_API_KEY: String(client.cname_api_key ?? ""),
		...(client.certificate_subject ? { CERTIFICATE: await certificateFile(String(client.certificate_subject)) } : {}),
	};
}

/** The snippets of a page, by their titles. */
function snippetsIn(page: VisitedPage, region = "Try it from a shell"): Map<string, string> {
	const shown = page.getByRole("region", { name: region });
	const titles = [...shown.querySelectorAll("h3")].map(({ textContent }) => textContent ?? "");
	const texts = [...shown.querySelectorAll("pre")].map(({ textContent }) => textContent ?? "");
	expect(texts).toHaveLength(titles.length);
	return new Map(titles.map((title, index) => [title, texts[index] ?? ""]));
}

async function snippetsOf(visitor: Visitor, id: string): Promise<Map<string, string>> {
	return snippetsIn(await visitor.open(`/applications/${id}`));
}

/** Signs in at the address that a snippet printed. @returns the address of the callback */
async function signInAt(address: string, callback: string, person: Visitor, credentials: Credentials): Promise<URL> {
	const { close } = await listenAt(callback);
	const page = await logIn(person, await person.open(address), credentials.sign_ins.user);
	const requestsConsent = page.queryByText("Allow", { selector: "button" }) !== null;
	const { url } = requestsConsent ? await submit(person, page, "Allow") : page;
	close();
	expect(url.href.startsWith(callback)).toBe(true);
	return url;
}

async function runCode(
	shell: Shell,
	snippets: Map<string, string>,
	callback: string,
	person: Visitor,
	credentials: Credentials,
) {
	const address = await shell.paste(snippets.get("1. Sign in") ?? "");
	expect(address).toContain("/authorize?");
	const code = (await signInAt(address, callback, person, credentials)).searchParams.get("code") ?? "";
	expect(code).not.toBe("");
	const redeem = [...snippets].find(([title]) => title.startsWith("2. Get"))?.[1] ?? "";
	return JSON.parse(await shell.paste(redeem.replace("paste the code here", code)));
}

const withCode = [
	...["web_app", "single_page_app", "mobile_app", "partner_portal", "third_party_app"],
	...["fapi_dpop", "fapi_mtls"],
];

for (const handle of withCode) {
	test(`the commands of ${handle}'s page sign in and get a refresh token`, async ({ visit, credentials }) => {
		const client = clientOf(credentials, handle);
		const snippets = await snippetsOf(await visit("editor"), client.client_id);
		const shell = openShell(await variablesOf(credentials, handle));
		const tokens = await runCode(shell, snippets, client.redirect_uris[0] ?? "", await visit(), credentials);
		expect(tokens).toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String) });
		expect(tokens.token_type).toBe(handle === "fapi_dpop" ? "DPoP" : "Bearer");
		const library = snippets.get("Set up a library");
		expect(library !== undefined).toBe(["single_page_app", "mobile_app"].includes(handle));
		if (library) expect(JSON.parse(await shell.paste(library)).issuer).toBe(`${credentials.auth_url}/`);
		shell.close();
	});
}

for (const handle of ["management", "management_tokens_only", "private_key_machine", "mtls_machine"]) {
	test(`the commands of ${handle}'s page get an access token`, async ({ visit, credentials }) => {
		const snippets = await snippetsOf(await visit("editor"), clientOf(credentials, handle).client_id);
		expect([...snippets.keys()]).toEqual(["Get an access token"]);
		const shell = openShell(await variablesOf(credentials, handle));
		const tokens = JSON.parse(await shell.paste(snippets.get("Get an access token") ?? ""));
		expect(tokens).toMatchObject({ access_token: expect.any(String), expires_in: expect.any(Number) });
		shell.close();
	});
}

test("the commands of password_app's page get tokens for a password", async ({ visit, credentials }) => {
	const snippets = await snippetsOf(await visit("editor"), clientOf(credentials, "password_app").client_id);
	const shell = openShell(await variablesOf(credentials, "password_app"));
	const tokens = JSON.parse(await shell.paste(snippets.get("Get tokens for a password") ?? ""));
	expect(tokens).toMatchObject({ refresh_token: expect.any(String) });
	shell.close();
});

test.describe("with the outbox, which requires the service's own session", () => {
	test.use({ reuseSessions: false });

	test("the commands of passwordless_app's page get tokens for a code", async ({ visit, credentials }) => {
		const editor = await visit("editor");
		const snippets = await snippetsOf(editor, clientOf(credentials, "passwordless_app").client_id);
		const EMAIL = credentials.sign_ins.user.email;
		const shell = openShell(await variablesOf(credentials, "passwordless_app"));
		expect(JSON.parse(await shell.paste(snippets.get("1. Ask for a one-time code") ?? ""))).toMatchObject({
			email: EMAIL,
		});
		const message = await messageAt(editor, new RegExp(`E-mail to ${EMAIL}\\s`));
		const code = /\b\d{6}\b/.exec(message)?.[0] ?? "";
		const redeem = snippets.get("2. Get tokens for the code")?.replace("paste the code here", code) ?? "";
		expect(JSON.parse(await shell.paste(redeem))).toMatchObject({ access_token: expect.any(String) });
		shell.close();
	});
});

test("the commands of implicit_app's page get tokens in the callback's fragment", async ({ visit, credentials }) => {
	const client = clientOf(credentials, "implicit_app");
	const snippets = await snippetsOf(await visit("editor"), client.client_id);
	const shell = openShell();
	const address = await shell.paste(snippets.get("Get tokens in the browser's location bar") ?? "");
	shell.close();
	const { hash } = await signInAt(address, client.redirect_uris[0] ?? "", await visit(), credentials);
	expect(hash).toContain("access_token=");
});

test("the commands shown with a created application run without variables", async ({
	visit,
	credentials,
	managementToken,
}) => {
	const editor = await visit("editor");
	const form = await editor.open("/applications/new");
	const created = await submit(editor, form, "Create application", {
		Name: `Job ${Date.now()}`,
		Type: "Machine to machine",
	});
	const [text = ""] = snippetsIn(created, "Try it from a shell, with the secret").values();
	const clientId = /client_id=(\w+)/.exec(text)?.[1];
	const management = managementOf(credentials, managementToken);
	const grant = { client_id: clientId, audience: credentials.audience, scope: ["read:clients"] };
	await management.json("POST", "/client-grants", grant);
	const shell = openShell();
	expect(JSON.parse(await shell.paste(text))).toMatchObject({ access_token: expect.any(String) });
	shell.close();
});
