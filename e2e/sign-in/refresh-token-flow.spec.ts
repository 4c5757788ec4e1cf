import { createHash, randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import type { Visitor } from "../http/visitor";
import type { Credentials } from "../running-app/credentials";
import { logIn } from "./authorize";

type Tokens = { access_token: string; refresh_token: string };

/** Listens, as an application would, at the redirect URI for the code. */
function listenFor(redirectUri: string): Promise<{ server: Server; callback: Promise<URLSearchParams> }> {
	const { port } = new URL(redirectUri);
	let arrived: (query: URLSearchParams) => void;
	const callback = new Promise<URLSearchParams>((resolve) => {
		arrived = resolve;
	});
	const server = createServer((request, response) => {
		const url = new URL(request.url ?? "/", redirectUri);
		if (url.pathname === new URL(redirectUri).pathname) arrived(url.searchParams);
		response.writeHead(200, { "content-type": "text/html" }).end('<link rel="icon" href="data:,">Signed in');
	});
	return new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen(Number(port), "localhost", () => resolve({ server, callback }));
	});
}

async function exchange({ auth_url }: Credentials, parameters: Record<string, string>): Promise<Response> {
	return fetch(`${auth_url}/oauth/token`, { method: "POST", body: new URLSearchParams(parameters) });
}

async function signInAsUser(person: Visitor, credentials: Credentials): Promise<Tokens> {
	const app = credentials.clients.single_page_app;
	const redirectUri = app?.redirect_uris[0];
	if (!app || !redirectUri) throw new Error("The sample tenant has no single-page application");
	const { server, callback } = await listenFor(redirectUri);
	const verifier = randomBytes(32).toString("base64url");
	const query = new URLSearchParams({
		response_type: "code",
		client_id: app.client_id,
		redirect_uri: redirectUri,
		scope: "openid profile offline_access",
		state: "state-of-the-test",
		code_challenge: createHash("sha256").update(verifier).digest("base64url"),
		code_challenge_method: "S256",
	});
	const login = await person.open(`${credentials.auth_url}/authorize?${query}`);
	await logIn(person, login, credentials.sign_ins.user);
	const parameters = await callback;
	await new Promise((resolve) => server.close(resolve));
	server.closeAllConnections();
	expect(parameters.get("state")).toBe("state-of-the-test");
	const tokens = await exchange(credentials, {
		grant_type: "authorization_code",
		client_id: app.client_id,
		code: parameters.get("code") ?? "",
		redirect_uri: redirectUri,
		code_verifier: verifier,
	});
	expect(tokens.status).toBe(200);
	return (await tokens.json()) as Tokens;
}

test("a refresh token from a sign-in with PKCE is shown in the dashboard, and keeps its id through rotation", async ({
	page,
	credentials,
	managementToken,
	visit,
	signIn,
}) => {
	const management = managementOf(credentials, managementToken);
	const email = encodeURIComponent(credentials.sign_ins.user.email);
	const [user] = await management.json<{ user_id: string }[]>("GET", `/users-by-email?email=${email}`);
	const listPath = `/users/${encodeURIComponent(user?.user_id ?? "")}/refresh-tokens?take=100`;
	const ids = async () =>
		(await management.json<{ tokens: { id: string }[] }>("GET", listPath)).tokens.map(({ id }) => id);
	const before = await ids();

	const first = await signInAsUser(await visit(), credentials);
	const [id = "", ...others] = (await ids()).filter((each) => !before.includes(each));
	expect(id).toMatch(/^dcr_[A-Za-z0-9]{16}$/);
	expect(others).toEqual([]);

	const clientId = credentials.clients.single_page_app?.client_id ?? "";
	const refresh = { grant_type: "refresh_token", client_id: clientId, refresh_token: first.refresh_token };
	const second = await exchange(credentials, refresh);
	expect(second.status).toBe(200);
	expect(((await second.json()) as Tokens).refresh_token).not.toBe(first.refresh_token);
	expect((await ids()).filter((each) => !before.includes(each))).toEqual([id]);

	await signIn(page, "editor");
	await page.goto("/refresh-tokens");
	await page.getByRole("searchbox", { name: "User or refresh token" }).fill(id);
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(`/refresh-tokens/${id}`);
	await expect(page.getByRole("heading", { level: 1, name: "Refresh token" })).toBeVisible();
	await expect(page.getByText(id, { exact: true }).first()).toBeVisible();

	const replay = await exchange(credentials, refresh);
	expect(replay.status).toBe(403);
	expect(await replay.json()).toMatchObject({ error: "invalid_grant" });
	expect(await ids()).not.toContain(id);
});
