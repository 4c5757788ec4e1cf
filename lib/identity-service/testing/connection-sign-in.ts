import type { IdentityService } from "../context/identity-service";
import { handleServiceRequest } from "../handle-request";
import { ISSUER } from "./addresses";
import { nextAddress } from "./federated-sign-in";
import type { TestBrowser } from "./test-browser";
import { type ResponseContent, requestToProvider, type TestProvider } from "./test-provider";

/** POSTs a provider's response to the callback, as a cross-site form does: without cookies. */
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

/** Opens an address and follows redirects to the provider: the AuthnRequest, and the uid of the login that sent it. */
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

/** Follows a redirect of the callback, and the next ones within this service. @returns the first other response */
export async function followed(browser: TestBrowser, response: Response): Promise<Response> {
	let current = response;
	for (;;) {
		const location = await nextAddress(current);
		if (!location?.startsWith(ISSUER) || new URL(location).pathname === "/callback") return current;
		current = await browser.visit(location);
	}
}

/** Signs in through a connection, up to the response to the application. */
export async function signInThrough(
	service: IdentityService,
	browser: TestBrowser,
	provider: TestProvider,
	{ address, ...content }: { address: string } & Omit<ResponseContent, "inResponseTo">,
): Promise<Response> {
	const { id, relayState } = await toProvider(browser, address);
	const SAMLResponse = provider.response({ ...content, inResponseTo: id });
	return followed(browser, await postResponse(service, content.connection, { SAMLResponse, RelayState: relayState }));
}

/** The address of an authorization request. */
export function authorizeAddress(parameters: Record<string, string>): string {
	const defaults = { response_type: "code", redirect_uri: `${ISSUER}callback`, scope: "openid profile email" };
	return `authorize?${new URLSearchParams({ ...defaults, ...parameters })}`;
}
