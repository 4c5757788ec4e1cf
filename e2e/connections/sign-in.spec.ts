import { test as base, expect } from "../federation/federation";
import { type Management, managementOf } from "../http/management";
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
	page,
	credentials,
	letIn,
	application,
}) => {
	await letIn(application.clientId);
	await page.goto(application.address({ connection: "sample-provider" }));
	await expect(page).toHaveURL(/\/sample-provider\/sign-in/);
	await page.getByRole("button", { name: /Mina Park/ }).click();
	const user = await application.userOf(await application.arrival());
	expect(user.email).toBe(credentials.sign_ins.user.email);
	expect(user.sub).toMatch(/^samlp\|sample-provider\|/);
});

test("nobody needs scripts for it", async ({ openContext, letIn, application }) => {
	await letIn(application.clientId);
	const page = await (await openContext({ javaScriptEnabled: false })).newPage();
	await page.goto(application.address());
	await page.getByRole("link", { name: "Continue with Sample provider" }).click();
	await page.getByRole("button", { name: /Noa Linde/ }).click();
	await page.getByRole("button", { name: "Continue" }).click();
	const user = await application.userOf(await application.arrival());
	expect(user.name).toBe("Noa Linde");
	expect(user).not.toHaveProperty("email");
});

test("an answer that is brought to another browser signs nobody in there", async ({
	page,
	openContext,
	letIn,
	application,
	allowBrowserError,
}) => {
	allowBrowserError(/status of 400|ERR_FAILED/);
	await letIn(application.clientId);
	// What the attacker's own provider answers, held back.
	const held = new Promise<string>((resolve) =>
		page.route(/\/login\/callback/, (route) => {
			resolve(route.request().postData() ?? "");
			return route.abort();
		}),
	);
	await page.goto(application.address({ connection: "sample-provider" }));
	await page.getByRole("button", { name: /Tobias Renn/ }).click();
	const fields = [...new URLSearchParams(await held)];
	const context = await openContext();
	const victim = await context.newPage();
	await victim.goto(application.address());
	await victim.evaluate((sent) => {
		const form = document.createElement("form");
		form.method = "post";
		form.action = "/login/callback?connection=sample-provider";
		form.append(
			...sent.map(([name, value]) => Object.assign(document.createElement("input"), { type: "hidden", name, value })),
		);
		document.body.append(form);
		form.submit();
	}, fields);
	await expect(victim.getByText("The sign-in was begun in another browser, or has expired.")).toBeVisible();
	const names = (await context.cookies()).map(({ name }) => name);
	expect(names.filter((name) => name.includes("session"))).toEqual([]);
});

test("the provider begins a sign-in where the connection lets it", async ({ page, letIn, application }) => {
	const { clientId } = application;
	const idpinitiated = { enabled: true, client_id: clientId, client_protocol: "oidc" };
	await letIn(clientId, idpinitiated);
	await page.goto("/sample-provider");
	await page.getByRole("button", { name: /Ines Calder/ }).click();
	await page.getByRole("button", { name: "Continue to the application" }).click();
	const user = await application.userOf(await application.arrival());
	expect(user.name).toBe("Ines Calder");
});

test("no connection leads into the console itself", async ({ page, credentials, management, letIn, application }) => {
	await letIn(application.clientId);
	const [connection] = await management.json<{ id: string }[]>("GET", "/connections?name=sample-provider");
	const enabled_clients = [application.clientId, credentials.clients.console_sign_in?.client_id];
	const refused = await management.call("PATCH", `/connections/${connection?.id}`, { enabled_clients });
	expect([refused.status, (await refused.json()).errorCode]).toEqual([403, "operation_not_supported"]);
	await page.goto("/sign-in");
	await page.getByRole("button", { name: "Sign in" }).click();
	await expect(page.getByRole("textbox", { name: "Email" })).toBeVisible();
	await expect(page.getByRole("link", { name: /^Continue with/ })).toHaveCount(0);
});
