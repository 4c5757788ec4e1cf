import { test as base, expect } from "../federation/partner-application";
import { type Management, managementOf } from "../http/management";
import { follow, submit, wordsOf } from "../http/native-form";
import type { VisitedPage, Visitor } from "../http/visitor";
import { findFreePort } from "../running-app/free-port";
import { listenAt } from "../sign-in/application-callback";
import { enableSampleProvider } from "./sample-connection";

type Application = {
	clientId: string;
	/** Its authorization request. */
	address: (more?: Record<string, string>) => string;
	/** Waits for the callback. */
	arrival: () => Promise<URL>;
	/** The claims of the ID token for the callback's code. */
	userOf: (arrived: URL) => Promise<Record<string, unknown>>;
};

type Fixtures = {
	management: Management;
	application: Application;
	/** Enables the sample provider for an application until the test ends. */
	enableFor: (clientId: string, idpinitiated?: Record<string, unknown>) => Promise<void>;
};

const test = base.extend<Fixtures>({
	management: async ({ credentials, managementToken }, use) => use(managementOf(credentials, managementToken)),

	application: async ({ credentials, management, registerPartner }, use) => {
		const redirect_uri = `http://localhost:${await findFreePort()}/callback`;
		const { clientId: client_id } = await registerPartner({
			callbacks: [redirect_uri],
			grant_types: ["authorization_code"],
			token_endpoint_auth_method: "client_secret_post",
		});
		const { client_secret } = await management.json<{ client_secret: string }>("GET", `/clients/${client_id}`);
		const { arrival, close } = await listenAt(redirect_uri);
		await use({
			clientId: client_id,
			address: (more = {}) => {
				const query = { client_id, redirect_uri, response_type: "code", scope: "openid profile email", ...more };
				return `${credentials.auth_url}/authorize?${new URLSearchParams(query)}`;
			},
			arrival: () => arrival,
			async userOf(arrived) {
				const code = arrived.searchParams.get("code") ?? "";
				const form = { grant_type: "authorization_code", client_id, client_secret, redirect_uri, code };
				const response = await fetch(`${credentials.auth_url}/oauth/token`, {
					method: "POST",
					body: new URLSearchParams(form),
				});
				const { id_token } = (await response.json()) as { id_token: string };
				return JSON.parse(Buffer.from(id_token.split(".")[1] ?? "", "base64url").toString());
			},
		});
		close();
	},

	enableFor: async ({ management }, use) => {
		const undo: (() => Promise<void>)[] = [];
		await use(async (clientId, idpinitiated) => {
			undo.push(await enableSampleProvider(management, clientId, idpinitiated));
		});
		for (const each of undo) await each();
	},
});

// The tests share the one connection to the sample provider.
test.describe.configure({ mode: "serial" });
test.use({ reuseSessions: false });

/** Chooses a user at the sample provider. @returns the page that sends the response, by a script or by its button */
function choose(visitor: Visitor, page: VisitedPage, person: RegExp): Promise<VisitedPage> {
	return visitor.press(page, page.getByRole("button", { name: person }));
}

test("a user signs in by the button of the sample provider", async ({ page, enableFor, application }) => {
	await enableFor(application.clientId);
	await page.goto(application.address({ state: "kept" }));
	await page.getByRole("link", { name: "Continue with Sample provider" }).click();
	await page.getByRole("button", { name: /Ines Calder/ }).click();
	const arrived = await application.arrival();
	expect(arrived.searchParams.get("state")).toBe("kept");
	expect(await application.userOf(arrived)).toMatchObject({
		sub: expect.stringMatching(/^samlp\|sample-provider\|/),
		name: "Ines Calder",
		email: "ines.calder@sample-provider.example",
	});
});

test("an application that names the connection redirects there at once, and a user with another account's email is a user of their own", async ({
	visit,
	credentials,
	enableFor,
	application,
}) => {
	await enableFor(application.clientId);
	const person = await visit();
	const choice = await person.open(application.address({ connection: "sample-provider" }));
	expect(choice.url.pathname).toMatch(/\/sample-provider\/sign-in/);
	await submit(person, await choose(person, choice, /Mina Park/), "Continue");
	const user = await application.userOf(await application.arrival());
	expect(user.email).toBe(credentials.sign_ins.user.email);
	expect(user.sub).toMatch(/^samlp\|sample-provider\|/);
});

test("a user signs in without scripts", async ({ visit, enableFor, application }) => {
	await enableFor(application.clientId);
	const person = await visit();
	const login = await person.open(application.address());
	const choice = await follow(person, login, "Continue with Sample provider");
	await submit(person, await choose(person, choice, /Noa Linde/), "Continue");
	const user = await application.userOf(await application.arrival());
	expect(user.name).toBe("Noa Linde");
	expect(user).not.toHaveProperty("email");
});

test("a response that is sent from another browser signs no user in there", async ({
	visit,
	enableFor,
	application,
}) => {
	await enableFor(application.clientId);
	// The provider's response to the attacker, held back.
	const attacker = await visit();
	const choice = await attacker.open(application.address({ connection: "sample-provider" }));
	const response = await choose(attacker, choice, /Tobias Renn/);
	const held = [...response.document.querySelectorAll("input")].map(({ name, value }) => [name, value]);
	expect(Object.fromEntries(held)).toMatchObject({ SAMLResponse: expect.stringMatching(/./) });
	const victim = await visit();
	const { origin } = (await victim.open(application.address())).url;
	const refused = await victim.open("/login/callback?connection=sample-provider", {
		method: "POST",
		body: new URLSearchParams(held),
		headers: { origin },
	});
	expect(refused.status).toBe(400);
	expect(wordsOf(refused)).toContain("The sign-in began in another browser, or has expired.");
	expect(victim.cookies().filter(({ name }) => name.includes("session"))).toEqual([]);
});

test("the provider begins a sign-in where the connection allows it", async ({ visit, enableFor, application }) => {
	const { clientId } = application;
	const idpinitiated = { enabled: true, client_id: clientId, client_protocol: "oidc" };
	await enableFor(clientId, idpinitiated);
	const person = await visit();
	const chosen = await choose(person, await person.open("/sample-provider"), /Ines Calder/);
	const response = await submit(person, chosen, "Continue to the application");
	if (response.queryByText("Continue", { selector: "button" })) await submit(person, response, "Continue");
	const user = await application.userOf(await application.arrival());
	expect(user.name).toBe("Ines Calder");
});

test("no connection can be enabled for the console itself", async ({
	visit,
	credentials,
	management,
	enableFor,
	application,
}) => {
	await enableFor(application.clientId);
	const [connection] = await management.json<{ id: string }[]>("GET", "/connections?name=sample-provider");
	const enabled_clients = [application.clientId, credentials.clients.console_sign_in?.client_id];
	const refused = await management.call("PATCH", `/connections/${connection?.id}`, { enabled_clients });
	expect([refused.status, (await refused.json()).errorCode]).toEqual([403, "operation_not_supported"]);
	const visitor = await visit();
	const login = await submit(visitor, await visitor.open("/sign-in"), "Sign in");
	login.getByLabelText("Email");
	expect(login.queryAllByRole("link", { name: /^Continue with/ })).toEqual([]);
});
