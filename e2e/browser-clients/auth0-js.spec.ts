import type { Page } from "@playwright/test";
import { fillIn } from "../sign-in/authorize";
import { expect, test } from "./browser-application";

type Tokens = { accessToken: string; idToken: string; idTokenPayload: { email: string } };
type Callback<Result> = (error: { error?: string; code?: string } | null, result: Result) => void;
/** The part of the library that is used here; it has no types of its own. */
type WebAuth = {
	authorize: () => void;
	parseHash: (options: object, callback: Callback<Tokens>) => void;
	checkSession: (options: object, callback: Callback<Tokens>) => void;
	popup: { authorize: (options: object, callback: Callback<Tokens>) => void };
	logout: (options: { returnTo: string; clientID: string }) => void;
	passwordlessStart: (options: object, callback: Callback<{ email: string }>) => void;
	signup: (options: object, callback: Callback<{ Id: string; email: string; emailVerified: boolean }>) => void;
	changePassword: (options: object, callback: Callback<string>) => void;
	client: {
		userInfo: (accessToken: string, callback: Callback<{ email: string }>) => void;
		oauthToken: (options: object, callback: Callback<Tokens>) => void;
	};
};
declare const auth0: { WebAuth: new (options: object) => WebAuth };
declare const webAuth: WebAuth;

const OTP_GRANT = "http://auth0.com/oauth/grant-type/passwordless/otp";
const file = import.meta.resolve("auth0-js/dist/auth0.min.js");
const registration = { grant_types: ["implicit", "authorization_code", OTP_GRANT] };
/** Sets the library up on each page with the options of the first page. */
const SET_UP = `window.webAuth = new auth0.WebAuth(JSON.parse(localStorage.getItem("options") ?? "{}"));`;
const scripts = { "/": SET_UP, "/callback": SET_UP, "/popup": `${SET_UP} webAuth.popup.callback({});` };

// The outbox is shown to admins who are signed in to the service, not to the console alone.
test.use({ reuseSessions: false });

function optionsFor(domain: string, clientID: string, redirectUri: string): object {
	return {
		domain,
		clientID,
		redirectUri,
		responseType: "token id_token",
		scope: "openid email",
		// The library assumes https for every issuer.
		overrides: { __token_issuer: `${domain}/` },
	};
}

/** Opens the application's first page, with the library set up. */
async function open(page: Page, origin: string, options: object): Promise<void> {
	await page.addInitScript((text) => {
		if (!localStorage.getItem("options")) localStorage.setItem("options", text);
	}, JSON.stringify(options));
	await page.goto(origin);
}

test("signs in by redirect, renews silently in a frame, reads user info, and signs out", async ({
	page,
	credentials,
	startApplication,
	logIn,
}) => {
	const { origin, clientId } = await startApplication({ library: file, scripts, registration });
	const { email } = credentials.sign_ins.user;
	await open(page, origin, optionsFor(credentials.auth_url, clientId, `${origin}/callback`));
	await page.evaluate(() => webAuth.authorize());
	await logIn(page);
	await page.waitForURL(`${origin}/callback#*`);
	const first = await page.evaluate(
		() =>
			new Promise<Tokens>((resolve, reject) =>
				webAuth.parseHash({}, (error, tokens) => (error ? reject(JSON.stringify(error)) : resolve(tokens))),
			),
	);
	expect(first.idTokenPayload.email).toBe(email);

	const renewed = await page.evaluate(
		() =>
			new Promise<Tokens>((resolve, reject) =>
				webAuth.checkSession({}, (error, tokens) => (error ? reject(JSON.stringify(error)) : resolve(tokens))),
			),
	);
	expect(renewed.idTokenPayload.email).toBe(email);
	expect(renewed.accessToken).not.toBe(first.accessToken);
	const info = await page.evaluate(
		(token) =>
			new Promise<{ email: string }>((resolve, reject) =>
				webAuth.client.userInfo(token, (error, user) => (error ? reject(JSON.stringify(error)) : resolve(user))),
			),
		renewed.accessToken,
	);
	expect(info.email).toBe(email);

	await page.evaluate((target) => webAuth.logout(target), { returnTo: `${origin}/`, clientID: clientId });
	await page.waitForURL(`${origin}/`);
	const refused = await page.evaluate(
		() => new Promise<string | undefined>((resolve) => webAuth.checkSession({}, (error) => resolve(error?.error))),
	);
	expect(refused).toBe("login_required");
});

test("signs in through a popup that returns to a page of the application", async ({
	page,
	credentials,
	startApplication,
	logIn,
}) => {
	const { origin, clientId } = await startApplication({ library: file, scripts, registration });
	await open(page, origin, optionsFor(credentials.auth_url, clientId, `${origin}/popup`));
	const opened = page.waitForEvent("popup");
	const done = page.evaluate(
		() =>
			new Promise<Tokens>((resolve, reject) =>
				webAuth.popup.authorize({}, (error, tokens) => (error ? reject(JSON.stringify(error)) : resolve(tokens))),
			),
	);
	await logIn(await opened);
	expect((await done).idTokenPayload.email).toBe(credentials.sign_ins.user.email);
});

test("loses its popup where the application has no web origins: the login page has no opener", async ({
	page,
	credentials,
	startApplication,
}) => {
	const { origin, clientId } = await startApplication({
		library: file,
		scripts,
		registration: { ...registration, web_origins: [] },
	});
	await open(page, origin, optionsFor(credentials.auth_url, clientId, `${origin}/popup`));
	const opened = page.waitForEvent("popup");
	const failed = page.evaluate(
		() => new Promise<string>((resolve) => webAuth.popup.authorize({}, (error) => resolve(JSON.stringify(error)))),
	);
	const popup = await opened;
	await expect(popup.getByLabel("Password")).toBeVisible();
	expect(await popup.evaluate(() => window.opener)).toBeNull();
	expect(await failed).toContain("closed the popup");
});

test("requests a code by e-mail, and exchanges it for tokens", async ({
	page,
	credentials,
	startApplication,
	signIn,
	openContext,
}) => {
	const { origin, clientId, name } = await startApplication({ library: file, scripts, registration });
	const { email } = credentials.sign_ins.user;
	await open(page, origin, optionsFor(credentials.auth_url, clientId, `${origin}/callback`));
	await page.evaluate(
		(address) =>
			new Promise<unknown>((resolve, reject) =>
				webAuth.passwordlessStart({ connection: "email", send: "code", email: address }, (error, sent) =>
					error ? reject(JSON.stringify(error)) : resolve(sent),
				),
			),
		email,
	);
	const admin = await (await openContext()).newPage();
	await signIn(admin, "editor");
	await admin.goto(`${credentials.address}/outbox`);
	const message = await admin.getByRole("listitem").filter({ hasText: name }).first().textContent();
	const [otp = ""] = /\b\d{6}\b/.exec(message?.replace(name, "") ?? "") ?? [];
	const tokens = await page.evaluate(
		(request) =>
			new Promise<Tokens>((resolve, reject) =>
				webAuth.client.oauthToken(request, (error, granted) =>
					error ? reject(JSON.stringify(error)) : resolve(granted),
				),
			),
		{ grantType: OTP_GRANT, realm: "email", username: email, otp, scope: "openid email" },
	);
	expect(tokens.idToken).toMatch(/^ey/);
});

test("signs up a user, who confirms the address and signs in, and sends a link for a forgotten password", async ({
	page,
	credentials,
	startApplication,
	signIn,
	openContext,
	allowBrowserError,
}) => {
	// The weak password.
	allowBrowserError(/status of 400.*signup/);
	const { origin, clientId, name } = await startApplication({ library: file, scripts, registration });
	await open(page, origin, optionsFor(credentials.auth_url, clientId, `${origin}/callback`));
	const connection = "Username-Password-Authentication";
	const email = `new-${Date.now()}@example.com`;
	const password = "an unusual phrase for this test";
	const signUp = (options: object) =>
		page.evaluate(
			(request) =>
				new Promise<Record<string, unknown>>((resolve) =>
					webAuth.signup(request, (error, user) => resolve({ ...(error ?? user) })),
				),
			options,
		);
	expect(await signUp({ connection, email, password: "password" })).toMatchObject({ code: "invalid_password" });
	expect(await signUp({ connection, email, password })).toMatchObject({ email, emailVerified: false });

	const admin = await (await openContext()).newPage();
	await signIn(admin, "editor");
	const lastMessage = async () => {
		await admin.goto(`${credentials.address}/outbox`);
		return (await admin.getByRole("listitem").filter({ hasText: email }).first().textContent()) ?? "";
	};
	const link = /http\S+\/dbconnections\/verify\S+/.exec(await lastMessage())?.[0] ?? "";
	const person = await (await openContext()).newPage();
	await person.goto(link);
	await person.getByLabel("Password").fill(password);
	await person.getByRole("button", { name: "Confirm" }).click();
	await expect(person.getByRole("heading", { name: "Your e-mail address is confirmed" })).toBeVisible();

	await page.evaluate(() => webAuth.authorize());
	await fillIn(page, email, password);
	await page.waitForURL(`${origin}/callback#*`);

	const sent = await page.evaluate(
		(request) =>
			new Promise<string>((resolve, reject) =>
				webAuth.changePassword(request, (error, words) => (error ? reject(JSON.stringify(error)) : resolve(words))),
			),
		{ connection, email },
	);
	expect(sent).toBe("We've just sent you an email to reset your password.");
	const message = await lastMessage();
	expect(message).toContain(name);
	expect(message).toMatch(/http\S+\/dbconnections\/reset/);
});
