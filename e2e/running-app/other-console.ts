import { createServer, type Server } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { test } from "../fixtures";
import { type Admin, signInAt } from "../http/visitor";
import type { Credentials } from "./credentials";
import { startConsole } from "./second-app";

const LOCK_WITHIN_MILLISECONDS = 180_000;

/** Settings of a console that uses the tenant of this run over HTTP only, as it would any other. */
export function settingsFor(
	{ base_url, auth_url, audience, clients, sign_ins }: Credentials,
	address: string,
	client = "management",
) {
	return {
		APP_URL: address,
		SESSION_SECRET: "only for this console, 32 characters",
		MANAGEMENT_BASE_URL: base_url,
		AUTH_BASE_URL: auth_url,
		MANAGEMENT_AUDIENCE: audience,
		MANAGEMENT_CLIENT_ID: clients[client]?.client_id ?? "",
		MANAGEMENT_CLIENT_SECRET: clients[client]?.client_secret ?? "",
		SIGN_IN_CLIENT_ID: clients.other_console_sign_in?.client_id ?? "",
		SIGN_IN_CLIENT_SECRET: clients.other_console_sign_in?.client_secret ?? "",
		EDITORS: sign_ins.editor.email,
		SUPPORT: sign_ins.support.email,
		VIEWERS: sign_ins.viewer.email,
		TENANT_NAME: "Another tenant",
	};
}

/** The address where the sample tenant expects another console. */
export function otherConsoleOf({ clients }: Credentials): URL {
	return new URL(clients.other_console_sign_in?.redirect_uris[0] ?? "");
}

/**
 * Starts a console that uses the tenant over HTTP only, at the one address where that expects it: one at a time.
 * @param environment settings in place of the usual ones
 */
export async function startOtherConsole(
	credentials: Credentials,
	environment: Record<string, string> = {},
	client?: string,
) {
	const { origin, port } = otherConsoleOf(credentials);
	// Waiting for the port is not part of the test's time.
	test.setTimeout(test.info().timeout + LOCK_WITHIN_MILLISECONDS);
	const lock = await takeLock(Number(port) - 1);
	try {
		const app = await startConsole(Number(port), { ...settingsFor(credentials, origin, client), ...environment });
		return {
			...app,
			async stop() {
				await app.stop();
				lock.close();
			},
		};
	} catch (error) {
		lock.close();
		throw error;
	}
}

/** Tests run side by side: the process that listens on this port holds the lock. */
async function takeLock(port: number): Promise<Server> {
	for (;;) {
		const server = createServer();
		const isMine = await new Promise<boolean>((resolve) => {
			server.once("error", () => resolve(false));
			server.listen(port, "127.0.0.1", () => resolve(true));
		});
		if (isMine) return server;
		await delay(200);
	}
}

/** Opens a page of another console, signed in. */
export async function signInFor(page: Page, credentials: Credentials, address: string, admin: Admin = "editor") {
	await signInAt(address, page, credentials, admin);
	await page.goto(address);
}
