import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { Visitor } from "../http/visitor";
import type { Credentials } from "../running-app/credentials";
import { type SecondApp, startSecondApp } from "../running-app/second-app";
import { fillIn } from "../sign-in/authorize";

const PLANTED_SECRET = "planted-root-secret-that-nobody-may-ever-see";
/** Any access token of the management interface. */
const ACCESS_TOKEN = /eyJ[\w-]*\.eyJ[\w-]+\.[\w-]{100,}/g;

/** Everything that reaches the browser: pages, results of actions, assets, headers. */
function record(context: BrowserContext): () => Promise<string> {
	const parts: Promise<string>[] = [];
	context.on("response", (response) => {
		const body = response.text().catch(() => "");
		parts.push(Promise.all([body, response.headersArray()]).then(([text, headers]) => text + JSON.stringify(headers)));
	});
	return async () => (await Promise.all(parts)).join("\n");
}

function secretsOf({ clients, sign_ins }: Credentials): string[] {
	const clientSecrets = Object.values(clients).flatMap(({ client_secret }) => client_secret ?? []);
	return [...clientSecrets, ...Object.values(sign_ins).map(({ password }) => password)];
}

/** @returns the pages as a browser receives them, headers included */
async function readEverything(visitor: Visitor, paths: string[]): Promise<string> {
	const parts = paths.map(async (path) => {
		const page = await visitor.open(path);
		page.getByRole("heading", { level: 1 });
		return page.html + JSON.stringify([...page.headers]);
	});
	return (await Promise.all(parts)).join("\n");
}

/** Signs in, first with a wrong password, and saves a template. */
async function useForms(page: Page, { address, sign_ins }: Credentials): Promise<void> {
	await page.goto(`${address}/templates/new`);
	await page.getByRole("button", { name: "Sign in" }).click();
	for (const password of ["wrong", sign_ins.editor.password]) {
		await fillIn(page, sign_ins.editor.email, password);
	}
	await page.getByRole("textbox", { name: "Name", exact: true }).fill("Secrets");
	await page.getByRole("checkbox", { name: "Photo", exact: true }).check();
	await page.getByRole("button", { name: "Create template" }).click();
	await expect(page).toHaveURL(/\/templates\/vct_/);
	await page.getByRole("checkbox", { name: "City", exact: true }).check();
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByText("Saved.")).toBeVisible();
}

/** Opens the links of messages. @returns their tickets */
async function useLinks(visitor: Visitor, { address, clients, sign_ins }: Credentials): Promise<string[]> {
	const email = sign_ins.user.email;
	const { client_id } = clients.password_app ?? {};
	const account = { client_id, connection: "Username-Password-Authentication", password: "a phrase nobody guesses" };
	const tickets = [];
	for (const [call, recipient] of [["signup", "new@example.com"] as const, ["change_password", email] as const]) {
		const body = JSON.stringify({ ...account, email: recipient });
		const headers = { "content-type": "application/json" };
		expect((await fetch(`${address}/dbconnections/${call}`, { method: "POST", headers, body })).status).toBe(200);
		const messages = (await visitor.open("/outbox")).getAllByRole("listitem").map(({ textContent }) => textContent);
		const message = messages.find((text) => text?.includes(`E-mail to ${recipient}`) && text.includes("?ticket="));
		const [link = ""] = /https?:\/\/\S+\?ticket=[\w-]+/.exec(message ?? "") ?? [];
		const shown = await visitor.open(link);
		expect(shown.getAllByLabelText(/password/i).length).toBeGreaterThan(0);
		tickets.push(shown.url.searchParams.get("ticket") ?? "");
	}
	expect(tickets.every((ticket) => ticket.length > 20)).toBe(true);
	return tickets;
}

test.describe("a second installation", () => {
	let app: SecondApp;
	let editor: Visitor;
	test.beforeAll(async () => {
		app = await startSecondApp({ APP_SECRET: PLANTED_SECRET });
		editor = new Visitor(app.credentials.address);
		await editor.signIn(app.credentials, "editor");
	});
	test.afterAll(() => app?.stop());

	test("no secret reaches the browser, its storage, or the log; it shares none with the first, and both sign in side by side in one browser", async ({
		page,
		context,
		credentials,
		signIn,
	}) => {
		const first = new Set(secretsOf(credentials));
		for (const secret of secretsOf(app.credentials)) expect(first).not.toContain(secret);
		await signIn(page, "viewer");
		const everything = record(context);
		await useForms(page, app.credentials);
		await expect(page.getByText("(editor)")).toBeAttached();
		const storage = await page.evaluate(() =>
			JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
		);
		const pages = [
			...["/", "/connection", "/refresh-tokens?q=example.com", "/users", "/applications"],
			...Object.values(app.credentials.clients).map(({ client_id }) => `/applications/${client_id}`),
			...["/activity", "/api-calls", "/log", "/templates", "/templates/vct_0000000000000000", "/templates/new"],
		];
		const seen = (await everything()) + (await readEverything(editor, pages)) + storage;
		expect(seen).toContain("Photo taken on");
		const tickets = await useLinks(editor, app.credentials);
		for (const ticket of tickets) expect(app.output()).not.toContain(ticket);
		for (const secret of [PLANTED_SECRET, ...secretsOf(app.credentials)]) {
			expect(seen).not.toContain(secret);
			expect(app.output()).not.toContain(secret);
		}
		expect(seen.match(ACCESS_TOKEN)).toBeNull();
		expect(app.output().match(ACCESS_TOKEN)).toBeNull();
		await page.goto(credentials.address);
		await expect(page.getByText("(viewer)")).toBeAttached();
	});

	test("the secret of a new application is in the response that shows it, and in nothing before or after", async ({
		page,
		context,
	}) => {
		const { address } = app.credentials;
		await context.addCookies(editor.cookies());
		await page.goto(`${address}/applications/new`);
		await page.getByRole("textbox", { name: "Name", exact: true }).fill("Secretive");
		await page.getByRole("textbox", { name: "Callback URLs" }).fill("https://shop.example/callback");
		// Read in the route: the browser drops the body once it has left the page.
		const bodies: { text: string; cacheControl: string | undefined }[] = [];
		await page.route("**/applications/new", async (route) => {
			if (route.request().method() !== "POST") return route.continue();
			const response = await route.fetch();
			bodies.push({ text: await response.text(), cacheControl: response.headers()["cache-control"] });
			return route.fulfill({ response });
		});
		await page.getByRole("button", { name: "Create application" }).click();
		await expect(page.getByText("The secret is shown once.")).toBeVisible();
		const [, secret = ""] = /CLIENT_SECRET='([^']+)'/.exec((await page.getByRole("main").textContent()) ?? "") ?? [];
		expect(secret.length).toBeGreaterThan(20);
		expect(bodies).toEqual([
			{ text: expect.stringContaining(secret), cacheControl: expect.stringContaining("no-store") },
		]);

		const everything = record(context);
		await page.getByRole("link", { name: "Open the application" }).click();
		await expect(page.getByRole("heading", { level: 1, name: "Secretive" })).toBeVisible();
		for (const path of ["/", "/applications", "/activity", "/activity/export?format=json"]) {
			expect((await editor.open(path)).html, path).not.toContain(secret);
		}
		const calls = await editor.open("/api-calls");
		expect(calls.html).not.toContain(secret);
		const [creation] = calls.getAllByRole("link", { name: /^POST \/clients/ });
		const call = await editor.open(creation?.getAttribute("href") ?? "");
		expect(call.getAllByText(/\[redacted\]/).length).toBeGreaterThan(0);
		expect(call.html).not.toContain(secret);
		const storage = await page.evaluate(() =>
			JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state, location.href]),
		);
		expect((await everything()) + storage + app.output()).not.toContain(secret);
		for (const file of await readdir(app.dataDir)) {
			expect(await readFile(join(app.dataDir, file), "latin1"), file).not.toContain(secret);
		}
	});

	test("makes files with secrets readable by their owner alone", async () => {
		test.skip(process.platform === "win32", "Windows has no such modes");
		for (const file of await readdir(app.dataDir)) {
			const path = join(app.dataDir, file);
			const { mode } = await stat(path);
			const isReadableByOthers = (mode & 0o077) !== 0;
			const text = await readFile(path, "utf8");
			const holdsSecret = secretsOf(app.credentials).some((secret) => text.includes(secret));
			expect(isReadableByOthers && holdsSecret, file).toBe(false);
			if (file.endsWith(".sqlite")) expect(holdsSecret, file).toBe(false);
		}
	});
});
