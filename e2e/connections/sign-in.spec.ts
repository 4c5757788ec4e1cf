import { test as base, expect } from "../federation/federation";
import { type Management, managementOf } from "../http/management";
import { follow, submit, wordsOf } from "../http/native-form";
import type { VisitedPage, Visitor } from "../http/visitor";
import { findFreePort } from "../running-app/free-port";
import { listenAt } from "../sign-in/application-callback";
import { letUseSampleProvider } from "./sample-connection";

type Application = {
	clientId: string;
	/** An authorization request of it. */
	address: (more?: Record<string, string>) => string;
	/** Waits for the browser to come back. */
	arrival: () => Promise<URL>;
	/** Who has signed in, by the ID token for the code that came back. */
	userOf: (arrived: URL) => Promise<Record<string, unknown>>;
};

type Fixtures = {
	management: Management;
	application: Application;
	/** Lets an application use the sample provider until the test ends. */
	letIn: (clientId: string, idpinitiated?: Record<string, unknown>) => Promise<void>;
};

const test = base.extend<Fixtures>({
	management: async ({ credentials, managementToken }, use) => use(managementOf(credentials, managementToken)),

	application: async ({ credentials, management, registerPartner }, use) => {
		const redirect_uri = `http://localhost:${await findFreePort()}/callback`;
		const { clientId: client_id } = await registerPartner({
			...{ callbacks: [redirect_uri], grant_types: ["authorization_code"] },
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
				const answer = await fetch(`${credentials.auth_url}/oauth/token`, {
					...{ method: "POST", body: new URLSearchParams(form) },
				});
				const { id_token } = (await answer.json()) as { id_token: string };
				return JSON.parse(Buffer.from(id_token.split(".")[1] ?? "", "base64url").toString());
			},
		});
		close();
	},

	letIn: async ({ management }, use) => {
		const undo: (() => Promise<void>)[] = [];
		await use(async (clientId, idpinitiated) => {
			undo.push(await letUseSampleProvider(management, clientId, idpinitiated));
		});
		for (const each of undo) await each();
	},
});

// The connection to the sample provider is one for all.
test.describe.configure({ mode: "serial" });
test.use({ reuseSessions: false });

/** Chooses somebody at the sample provider. @returns the page that brings the answer, by a script or by its button */
function choose(visitor: Visitor, page: VisitedPage, person: RegExp): Promise<VisitedPage> {
	return visitor.press(page, page.getByRole("button", { name: person }));
}

test("a person signs in by the button of the sample provider", async ({ page, letIn, application }) => {
	await letIn(application.clientId);
	await page.goto(application.address({ state: "kept" }));
	await page.getByRole("link", { name: "Continue with Sample provider" }).click();
	await page.getByRole("button", { name: /Ines Calder/ }).click();
	const arrived = await application.arrival();
	expect(arrived.searchParams.get("state")).toBe("kept");
	expect(await application.userOf(arrived)).toMatchObject({
		...{ sub: expect.stringMatching(/^samlp\|sample-provider\|/), name: "Ines Calder" },
		email: "ines.calder@sample-provider.example",
	});
});

test("an application that names the connection leads there at once, and who has an account's address is somebody else", async ({
	visit,
	credentials,
	letIn,
	application,
}) => {
	await letIn(application.clientId);
	const person = await visit();
	const asked = await person.open(application.address({ connection: "sample-provider" }));
	expect(asked.url.pathname).toMatch(/\/sample-provider\/sign-in/);
	await submit(person, await choose(person, asked, /Mina Park/), "Continue");
	const user = await application.userOf(await application.arrival());
	expect(user.email).toBe(credentials.sign_ins.user.email);
	expect(user.sub).toMatch(/^samlp\|sample-provider\|/);
});

test("nobody needs scripts for it", async ({ visit, letIn, application }) => {
	await letIn(application.clientId);
	const person = await visit();
	const login = await person.open(application.address());
	const asked = await follow(person, login, "Continue with Sample provider");
	await submit(person, await choose(person, asked, /Noa Linde/), "Continue");
	const user = await application.userOf(await application.arrival());
	expect(user.name).toBe("Noa Linde");
	expect(user).not.toHaveProperty("email");
});

test("an answer that is brought to another browser signs nobody in there", async ({ visit, letIn, application }) => {
	await letIn(application.clientId);
	// What the attacker's own provider answers, held back.
	const attacker = await visit();
	const asked = await attacker.open(application.address({ connection: "sample-provider" }));
	const answer = await choose(attacker, asked, /Tobias Renn/);
	const held = [...answer.document.querySelectorAll("input")].map(({ name, value }) => [name, value]);
	expect(Object.fromEntries(held)).toMatchObject({ SAMLResponse: expect.stringMatching(/./) });
	const victim = await visit();
	const { origin } = (await victim.open(application.address())).url;
	const refused = await victim.open("/login/callback?connection=sample-provider", {
		...{ method: "POST", body: new URLSearchParams(held), headers: { origin } },
	});
	expect(refused.status).toBe(400);
	expect(wordsOf(refused)).toContain("The sign-in was begun in another browser, or has expired.");
	expect(victim.cookies().filter(({ name }) => name.includes("session"))).toEqual([]);
});

test("the provider begins a sign-in where the connection lets it", async ({ visit, letIn, application }) => {
	const { clientId } = application;
	const idpinitiated = { enabled: true, client_id: clientId, client_protocol: "oidc" };
	await letIn(clientId, idpinitiated);
	const person = await visit();
	const chosen = await choose(person, await person.open("/sample-provider"), /Ines Calder/);
	const answer = await submit(person, chosen, "Continue to the application");
	if (answer.queryByText("Continue", { selector: "button" })) await submit(person, answer, "Continue");
	const user = await application.userOf(await application.arrival());
	expect(user.name).toBe("Ines Calder");
});

test("no connection leads into the console itself", async ({ visit, credentials, management, letIn, application }) => {
	await letIn(application.clientId);
	const [connection] = await management.json<{ id: string }[]>("GET", "/connections?name=sample-provider");
	const enabled_clients = [application.clientId, credentials.clients.console_sign_in?.client_id];
	const refused = await management.call("PATCH", `/connections/${connection?.id}`, { enabled_clients });
	expect([refused.status, (await refused.json()).errorCode]).toEqual([403, "operation_not_supported"]);
	const visitor = await visit();
	const login = await submit(visitor, await visitor.open("/sign-in"), "Sign in");
	login.getByLabelText("Email");
	expect(login.queryAllByRole("link", { name: /^Continue with/ })).toEqual([]);
});
