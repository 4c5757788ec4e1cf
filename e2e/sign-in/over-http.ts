import { type APIRequest, expect } from "@playwright/test";
import type { Credentials } from "../running-app/credentials";

/**
 * Signs the editor in with the requests that a browser sends, without one.
 * @returns the session as a cookie header
 */
export async function signInOverHttp({ address, sign_ins }: Credentials, request: APIRequest): Promise<string> {
	const browser = await request.newContext({ extraHTTPHeaders: { origin: address } });
	const login = await browser.post(`${address}/sign-in/start`, { form: { callbackUrl: "/your-sessions" } });
	const { pathname } = new URL(login.url());
	const landed = await browser.post(`${address}${pathname}/continue`, { form: sign_ins.editor });
	expect(landed.url()).toBe(`${address}/your-sessions`);
	const { cookies } = await browser.storageState();
	await browser.dispose();
	return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}
