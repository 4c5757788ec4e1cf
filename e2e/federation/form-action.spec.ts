// How browsers apply `form-action` where a service provider redirects to another origin than its callback's.
import { createServer, type Server } from "node:http";
import { findFreePort } from "../running-app/free-port";
import { test as base, expect } from "./partner-application";

const PAGE = { "content-type": "text/html" };

type Started = { callback: string; elsewhere: string };

const test = base.extend<{ provider: Started }>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
	provider: async ({}, use) => {
		const [callback, elsewhere] = await Promise.all([1, 2].map(async () => `http://localhost:${await findFreePort()}`));
		if (!callback || !elsewhere) throw new Error("no ports");
		const servers = [
			createServer((_, response) => response.writeHead(303, { location: `${elsewhere}/home` }).end()),
			createServer((_, response) =>
				response.writeHead(200, PAGE).end('<link rel="icon" href="data:,"><h1>At home</h1>'),
			),
		];
		await Promise.all([callback, elsewhere].map((origin, index) => listening(servers[index], origin)));
		await use({ callback: `${callback}/acs`, elsewhere });
		for (const server of servers) {
			server.close();
			server.closeAllConnections();
		}
	},
});

function listening(server: Server | undefined, origin: string): Promise<void> {
	return new Promise((resolve, reject) => {
		server?.once("error", reject).listen(Number(new URL(origin).port), "localhost", resolve);
	});
}

test("redirects to another origin that the application has registered", async ({
	page,
	logIn,
	registerPartner,
	provider,
}) => {
	const { samlAddress } = await registerPartner({
		callbacks: [provider.callback],
		web_origins: [provider.elsewhere],
		addons: { samlp: {} },
	});
	await page.goto(samlAddress);
	await logIn(page);
	await expect(page.getByRole("heading", { name: "At home" })).toBeVisible();
});

test("the browser blocks a redirect to any other origin, and reports it in its console", async ({
	page,
	logIn,
	registerPartner,
	provider,
	allowBrowserError,
}) => {
	allowBrowserError(/violates the following Content Security Policy directive: "form-action /);
	const { samlAddress, name } = await registerPartner({ callbacks: [provider.callback], addons: { samlp: {} } });
	const refused = page.waitForEvent("console", (message) => message.text().includes("form-action"));
	await page.goto(samlAddress);
	await logIn(page);
	await refused;
	await expect(page.getByRole("heading", { name: `Opening ${name}` })).toBeVisible();
});
