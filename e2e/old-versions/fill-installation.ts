import { createHash, randomBytes } from "node:crypto";
import { type Management, managementOf } from "@/e2e/http/management";
import { submit } from "@/e2e/http/native-form";
import { Visitor } from "@/e2e/http/visitor";
import { type SampleToken, tokensOf } from "@/e2e/refresh-tokens/sample-tokens";
import { previewOf } from "@/e2e/refresh-tokens/visited-bulk-edit";
import { type Credentials, fetchManagementToken } from "@/e2e/running-app/credentials";
import type { SecondApp } from "@/e2e/running-app/second-app";
import { listenAt } from "@/e2e/sign-in/application-callback";
import { authorizeAddress, logIn } from "@/e2e/sign-in/authorize";
import { messageAt } from "@/e2e/sign-in/outbox";

type Account = { email: string; password: string };
type Proxy = { loseResponsesOf: string };

const TEMPLATES = "/verifiable-credentials/verification/templates";
const DATABASE = "Username-Password-Authentication";
const PASSWORD = "a phrase that is in no list";
/** Text that engines and languages stumble over. */
const EXOTIC = JSON.parse('{"__proto__":"kept","":"no key","端末":"由紀のiPhone 🎌","nul":"\\u0000","lone":"\\ud83d"}');

/**
 * Does with an installation what admins, users and applications do, so that every table holds rows.
 * @returns what browsers and applications hold afterwards, and the last responses, for each part: `held.json`
 */
export async function fillInstallation({ credentials, npmRun }: SecondApp, proxy: Proxy) {
	const { address, sign_ins } = credentials;
	const { editor, viewer, user } = sign_ins;
	const access_token = await fetchManagementToken(credentials);
	const management = managementOf(credentials, access_token);
	const userTokens = async () => {
		const tokens = await tokensOf(credentials, access_token, user.email);
		return tokens.sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
	};
	const templateId = await changeTenant(management, await userTokens());
	const withPassword = (email: string, printed: string) => {
		return { email, password: /^Password: (\S+)$/m.exec(printed)?.[1] ?? "" };
	};
	const email = "added.admin@example.com";
	const added = withPassword(email, await npmRun("admin", "add", email, "viewer"));
	const reset = withPassword(viewer.email, await npmRun("admin", "reset-password", viewer.email));
	const browser = new Visitor(address);
	const applications = await workInApplications(credentials, browser);
	const tokens = await userTokens();
	const [newest] = tokens;
	if (!newest) throw new Error("The user has no token.");
	await newest.setMetadata({ label: "Not of the sample" });
	const admin = new Visitor(address);
	await admin.signIn(credentials, "editor");
	const bulk_edits = await workInConsole(admin, credentials, tokens, proxy);

	// What lives for minutes only: links and codes in the outbox, an open login page, a code that is not redeemed, a
	// message that is not read.
	const signUp = { connection: DATABASE, email: "signed.up@example.com", password: PASSWORD };
	await post(credentials, "web_app", "/dbconnections/signup", signUp);
	const forgotten = { connection: DATABASE, email: user.email };
	await post(credentials, "web_app", "/dbconnections/change_password", forgotten);
	const channel = { connection: "email", email: user.email, send: "code" };
	await post(credentials, "passwordless_app", "/passwordless/start", channel);
	const message = await messageAt(admin, new RegExp(`${user.email}[^]*\\b\\d{6}\\b`));
	const elsewhere = new Visitor(address);
	const login = await elsewhere.open(authorizeAddress(credentials, "web_app"));
	const unredeemed = await authorize(credentials, browser, "mobile_app");
	const created = await createTemplate(admin, "Made in the console");

	const paths = [
		...[`${TEMPLATES}?take=100`, `${TEMPLATES}/${templateId}`, `/refresh-tokens/${newest.id}`, "/clients", "/users"],
		`/users/${encodeURIComponent(newest.userId)}/refresh-tokens`,
	];
	const answers = [];
	for (const path of paths) answers.push({ path, body: await management.json("GET", path) });
	const audit = JSON.parse((await admin.open("/activity/export?format=json")).html);
	return {
		written_at: new Date().toISOString(),
		"identity-service": {
			address,
			access_token,
			rotating_token: applications.rotating,
			lasting_token: { ...applications.lasting, id: newest.id },
			passwords: [editor, user, added, reset],
			refused_passwords: [viewer],
			login_code: { client: "passwordless_app", email: user.email, code: /(?<!#)\b\d{6}\b/.exec(message)?.[0] },
			session_cookies: cookiesOf(browser),
			authorization_code: { client: "mobile_app", at: unredeemed.at.href, verifier: unredeemed.verifier },
			open_login: { path: login.url.pathname, cookies: cookiesOf(elsewhere) },
			signing_keys: await (await fetch(`${address}/.well-known/jwks.json`)).json(),
			answers,
		},
		dashboard: {
			session: cookieOf(admin, "console.session."),
			subject: audit[0].subject,
			flashes: [{ id: cookieOf(admin, "console.flash."), path: created.headers.get("location") }],
			bulk_edits,
			audit,
		},
	};
}

/**
 * Templates, metadata and connections are made, changed and removed over the management interface; keys are rotated.
 * @param tokens of one user, three or more
 * @returns the identifier of a template
 */
async function changeTenant(management: Management, tokens: SampleToken[]): Promise<string> {
	const [template] = await management.listTemplates();
	await management.deleteTemplate(template?.id ?? "");
	const { id } = await management.createTemplate("Überprüfung 🚗 \u2028 “21+”", { portrait: true });
	await management.updateTemplate(id, { name: "Überprüfung 🚗" });
	const [first, second, third] = tokens;
	await first?.setMetadata(EXOTIC);
	await second?.setMetadata(null);
	await third?.revoke();
	await management.json("POST", "/keys/signing/rotate");
	const [sample] = await management.json<{ id: string }[]>("GET", "/connections");
	await management.call("DELETE", `/connections/${sample?.id}`);
	const options = { signInEndpoint: "https://idp.example/in" };
	await management.json("POST", "/connections", { name: "not-of-the-sample", strategy: "samlp", options });
	return id;
}

/**
 * A user signs in to one application and is signed in to another one at once; one token is exchanged. One sign-in has a
 * wrong password.
 */
async function workInApplications(credentials: Credentials, browser: Visitor) {
	const { user } = credentials.sign_ins;
	const first = await redeem(credentials, await authorize(credentials, browser, "single_page_app", user));
	const exchange = { grant_type: "refresh_token", refresh_token: first.refresh_token };
	const rotated = await post(credentials, "single_page_app", "/oauth/token", exchange);
	const kept = await redeem(credentials, await authorize(credentials, browser, "partner_portal"));
	const wrong = { grant_type: "password", username: user.email, password: "wrong" };
	await post(credentials, "password_app", "/oauth/token", wrong, 403);
	return {
		rotating: { client: "single_page_app", value: rotated.refresh_token, used: first.refresh_token },
		lasting: { client: "partner_portal", value: kept.refresh_token },
	};
}

/**
 * An admin opens a token, creates an application, begins a test of single sign-on and a request to a wallet, and edits
 * the metadata of all tokens of a user: one edit is applied, one stopped before its first token, one never begun. The
 * response to the creation of a template is lost.
 * @returns the identifiers of the edits
 */
async function workInConsole(admin: Visitor, credentials: Credentials, tokens: SampleToken[], proxy: Proxy) {
	await admin.open(`/refresh-tokens/${tokens[0]?.id}`);
	await admin.press(await admin.open("/connection"), "Check connection");
	const application = { Name: "Not of the sample", Type: "Single page app" };
	await submit(admin, await admin.open("/applications/new"), "Create application", application);
	const singleSignOn = `/applications/${credentials.clients.saml_app?.client_id}/single-sign-on/test`;
	const response = await submit(admin, await admin.open(singleSignOn), "Test sign-in");
	await admin.press(response, response.getByRole("button"), {}, { redirect: "manual" });
	const attributes = { templateId: "", names: ["portrait"], isRetained: false, certificateAuthority: "" };
	await admin.open("/templates/try-it/wallet/begin", {
		method: "POST",
		headers: { origin: credentials.address, "content-type": "application/json" },
		body: JSON.stringify(attributes),
	});
	const edits = [];
	const kinds = [
		{ operation: "Set a key", intent: "apply" },
		{ operation: "Remove a key", intent: "stop" },
		{ operation: "Set a key", intent: null },
	];
	for (const { operation, intent } of kinds) {
		const preview = await previewOf(admin, tokens, { key: "bulk", value: "set" }, operation);
		edits.push(preview.url.pathname.split("/").at(-1) ?? "");
		if (intent === null) continue;
		const button = preview.getByRole<HTMLButtonElement>("button", { name: /^Apply to/ });
		button.value = intent;
		await admin.press(preview, button);
	}
	proxy.loseResponsesOf = `/api/v2${TEMPLATES}`;
	await createTemplate(admin, "The response was lost");
	proxy.loseResponsesOf = "";
	return edits;
}

/** By the console's form. @returns the redirect to the template, not followed */
async function createTemplate(admin: Visitor, name: string) {
	const form = await admin.open("/templates/new?preset=identity");
	return admin.press(form, "Create template", { name }, { redirect: "manual" });
}

/** A request of a client with its credentials. @throws Error where the response has another status */
async function post(
	{ auth_url, clients }: Credentials,
	handle: string,
	path: string,
	parameters: Record<string, unknown>,
	expected = 200,
) {
	const { client_id, client_secret } = clients[handle] ?? {};
	const response = await fetch(auth_url + path, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ client_id, client_secret, ...parameters }),
	});
	const text = await response.text();
	if (response.status !== expected) throw new Error(`${path} of ${handle} gave ${response.status}: ${text}`);
	return text.startsWith("{") ? JSON.parse(text) : null;
}

/**
 * A browser goes to the authorization endpoint for an application and comes back with a code.
 * @param account to sign in with where the browser has no session
 */
async function authorize(credentials: Credentials, browser: Visitor, handle: string, account?: Account) {
	const redirectUri = credentials.clients[handle]?.redirect_uris[0] ?? "";
	const verifier = randomBytes(32).toString("base64url");
	const challenge = { code_challenge: createHash("sha256").update(verifier).digest("base64url") };
	const scope = "openid profile email offline_access";
	const { arrival, close } = await listenAt(redirectUri);
	const page = await browser.open(authorizeAddress(credentials, handle, { scope, ...challenge }));
	if (account) await logIn(browser, page, account);
	const at = await arrival;
	close();
	return { handle, redirectUri, at, verifier };
}

function redeem(
	credentials: Credentials,
	{ handle, redirectUri, at, verifier }: Awaited<ReturnType<typeof authorize>>,
): Promise<{ refresh_token: string }> {
	const code = { code: at.searchParams.get("code"), code_verifier: verifier, redirect_uri: redirectUri };
	return post(credentials, handle, "/oauth/token", { grant_type: "authorization_code", ...code });
}

function cookiesOf(visitor: Visitor) {
	return Object.fromEntries(visitor.cookies().map(({ name, value }) => [name, value]));
}

/** @param prefix of its name */
function cookieOf(visitor: Visitor, prefix: string) {
	return visitor.cookies().find(({ name }) => name.startsWith(prefix))?.value;
}
