import type { IdentityService } from "../context/identity-service";
import { handleServiceRequest } from "../handle-request";
import { readOutbox } from "../messages/outbox";
import { TestBrowser } from "./test-browser";
import { ISSUER } from "./test-service";
import { requestToken, secretOf } from "./token-request";

export const CONNECTION = "Username-Password-Authentication";

type Body = Record<string, unknown>;
export type CallResponse = { status: number; headers: Headers; text: string; body: Body };

/** POSTs JSON, as a program does. */
export async function callAccounts(
	service: IdentityService,
	endpoint: "signup" | "change_password",
	parameters: Body,
	headers: Record<string, string> = {},
): Promise<CallResponse> {
	const body = JSON.stringify({ client_id: "till", connection: CONNECTION, ...parameters });
	const init = { method: "POST", body, headers: { "content-type": "application/json", ...headers } };
	const response = await handleServiceRequest(service, new Request(`${ISSUER}dbconnections/${endpoint}`, init));
	const text = await response.text();
	const isJson = response.headers.get("content-type")?.includes("json");
	return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : {} };
}

/** The messages sent to an address, the latest first. */
export async function messagesTo(service: IdentityService, recipient: string): Promise<string[]> {
	const messages = await readOutbox(service);
	return messages.filter((message) => message.recipient === recipient).map(({ text }) => text);
}

/** The link in the latest message to an address that contains one. */
export async function linkTo(service: IdentityService, recipient: string): Promise<URL> {
	for (const text of await messagesTo(service, recipient)) {
		const [link] = /https?:\/\/\S+\?ticket=\S+/.exec(text) ?? [];
		if (link) return new URL(link);
	}
	throw new Error(`No link to ${recipient}`);
}

/** Presses the button on the page of a link, in a new browser unless one is given. */
export function pressButton(
	service: IdentityService,
	link: URL,
	fields: Record<string, string> = {},
	browser = new TestBrowser(service),
): Promise<Response> {
	return browser.visit(link.pathname, { ticket: link.searchParams.get("ticket") ?? "", ...fields });
}

/** Whether the password grant accepts an e-mail address and a password. */
export async function canSignIn(service: IdentityService, email: string, password: string): Promise<boolean> {
	const form = { grant_type: "password", client_id: "till", client_secret: secretOf(service, "till") };
	const { status } = await requestToken(service, { ...form, username: email, password, scope: "openid" });
	return status === 200;
}

/** The text of a page as a user reads it. */
export async function textOf(response: Response): Promise<string> {
	const [, body = ""] = /<main>(.*)<\/main>/s.exec(await response.text()) ?? [];
	return body
		.replaceAll(/<\/?bdi>/g, "")
		.replace(/<[^>]*>/g, " ")
		.replace(/\s+/g, " ")
		.replaceAll("&#39;", "'")
		.trim();
}
