import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { test as base } from "../fixtures";
import { managementOf } from "../http/management";
import { findFreePort } from "../running-app/free-port";
import { authorizeAddress, fillIn } from "../sign-in/authorize";

export { expect } from "../fixtures";

type Settings = {
	/** File of a published library that each page loads. */
	library?: string;
	/** Whether that file is a module, which the scripts import themselves. */
	isModule?: boolean;
	/** Scripts of pages, by path; all other pages only load the library. */
	scripts?: Record<string, string>;
	/** Name of this machine in the pages' address. To browsers 127.0.0.1 and localhost are two sites. */
	host?: "localhost" | "127.0.0.1";
	/** Changes to the default registration: a public application with the code flow and rotating refresh tokens. */
	registration?: Record<string, unknown>;
};

export type BrowserApplication = { origin: string; clientId: string; name: string };

type Fixtures = {
	/** Registers an application whose pages are scripts in the browser, and serves them on its own origin. */
	startApplication: (settings?: Settings) => Promise<BrowserApplication>;
	/** Signs the sample user in on a login page. */
	logIn: (page: Page) => Promise<void>;
	/** Signs the sample user in before the application's request, over HTTP. */
	beSignedIn: (page: Page) => Promise<void>;
};

export const test = base.extend<Fixtures>({
	startApplication: async ({ credentials, managementToken }, use) => {
		const { json } = managementOf(credentials, managementToken);
		const ends: (() => Promise<unknown>)[] = [];
		await use(async ({ registration = {}, ...pages } = {}) => {
			const { origin, close } = await servePages(pages);
			const name = `Application at ${new URL(origin).port}`;
			const { client_id: clientId } = await json<{ client_id: string }>("POST", "/clients", {
				name,
				app_type: "spa",
				token_endpoint_auth_method: "none",
				grant_types: ["authorization_code", "refresh_token"],
				refresh_token: { rotation_type: "rotating", expiration_type: "expiring" },
				callbacks: [origin, ...["callback", "silent", "popup"].map((path) => `${origin}/${path}`)],
				allowed_logout_urls: [origin],
				web_origins: [origin],
				...registration,
			});
			ends.push(close, () => json("DELETE", `/clients/${clientId}`));
			return { origin, clientId, name };
		});
		await Promise.all(ends.map((end) => end()));
	},

	logIn: async ({ credentials }, use) =>
		use((page) => fillIn(page, credentials.sign_ins.user.email, credentials.sign_ins.user.password)),

	beSignedIn: async ({ credentials }, use) =>
		use(async (page) => {
			const login = await page.request.get(authorizeAddress(credentials, "web_app"));
			const response = await page.request.post(`${login.url()}/continue`, {
				form: credentials.sign_ins.user,
				headers: { origin: new URL(login.url()).origin },
				maxRedirects: 0,
			});
			const { location = "" } = response.headers();
			await page.request.get(new URL(location, login.url()).href, { maxRedirects: 0 });
		}),
});

/** Pages that hold a library and little else, on an origin of their own. */
export async function servePages({
	library,
	isModule = false,
	scripts = {},
	host = "localhost",
}: Omit<Settings, "registration"> = {}) {
	const source = library === undefined ? "" : await readFile(fileURLToPath(library), "utf8");
	const loading = isModule ? "" : '<script src="/library.js"></script>';
	const server = createServer((request, response) => {
		const { pathname } = new URL(request.url ?? "/", "http://localhost");
		if (pathname === "/library.js") return response.writeHead(200, { "content-type": "text/javascript" }).end(source);
		const script = scripts[pathname] ?? "";
		const page = `<!DOCTYPE html><title>An application</title><link rel="icon" href="data:,">
${loading}<h1>An application</h1><script type="module">${script}</script>`;
		return response.writeHead(200, { "content-type": "text/html" }).end(page);
	});
	const port = await findFreePort();
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, host, resolve);
	});
	const close = () =>
		new Promise((resolve) => {
			server.close(resolve);
			server.closeAllConnections();
		});
	return { origin: `http://${host}:${port}`, close };
}
