import type { IdentityService } from "../context/identity-service";
import { handleServiceRequest } from "../handle-request";
import { ISSUER } from "./addresses";
import { nextAddress } from "./federated-sign-in";
import type { TestBrowser } from "./test-browser";
import { type ResponseContent, requestToProvider, type TestProvider } from "./test-provider";

/** Brings a provider's answer to its callback, as the form of another site does: no cookies come with it. */
export function postResponse(
	service: IdentityService,
	connection: string | null,
	fields: Record<string, string>,
	headers: Record<string, string> = {},
): Promise<Response> {
	const query = connection === null ? "" : `?${new URLSearchParams({ connection })}`;
	return handleServiceRequest(
		service,
		new Request(`${ISSUER}login/callback${query}`, {
			method: "POST",
			body: new URLSearchParams(fields),
			headers: { accept: "text/html", origin: "https://idp.example", ...headers },
		}),
	);
}

/** Opens an address and goes on to the provider: what that one is asked, and by which login. */
export async function toProvider(browser: TestBrowser, address: string, form?: Record<string, string>) {
	let response = await browser.visit(address, form);
	let uid = "";
	for (;;) {
		const location = response.headers.get("location");
		if (!location?.startsWith(ISSUER)) break;
		uid = /\/login\/([\w-]+)/.exec(location)?.[1] ?? uid;
		response = await browser.visit(location);
	}
	return { ...(await requestToProvider(response)), uid, response };
}

/** Follows a redirect of the callback, and all that come behind it on this service; ends with what isn't one. */
export async function followed(browser: TestBrowser, response: Response): Promise<Response> {
	let current = response;
	for (;;) {
		const location = await nextAddress(current);
		if (!location?.startsWith(ISSUER) || new URL(location).pathname === "/callback") return current;
		current = await browser.visit(location);
	}
}

/** Signs in through a connection, to where the application is answered. */
export async function signInThrough(
	service: IdentityService,
	browser: TestBrowser,
	provider: TestProvider,
	{ address, ...said }: { address: string } & Omit<ResponseContent, "inResponseTo">,
): Promise<Response> {
	const { id, relayState } = await toProvider(browser, address);
	const answer = provider.response({ ...said, inResponseTo: id });
	return followed(
		browser,
		await postResponse(service, said.connection, { SAMLResponse: answer, RelayState: relayState }),
	);
}

/** The address of an authorization request. */
export function authorizeAddress(parameters: Record<string, string>): string {
	const defaults = { response_type: "code", redirect_uri: `${ISSUER}callback`, scope: "openid profile email" };
	return `authorize?${new URLSearchParams({ ...defaults, ...parameters })}`;
}
