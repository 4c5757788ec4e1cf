import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { handleServiceRequest } from "../handle-request";
import { completeLogin } from "../login/login";
import { formRefusal } from "../login/login-problems";
import { asReceived } from "./service-request";
import { EMAIL, ISSUER, PASSWORD, REDIRECT_URI } from "./test-service";

/** Where the browser is redirected, or the problem that the login page shows. */
export type LoginOutcome = { returnTo: string } | { problem: string };

async function outcomeOf(login: Promise<string>): Promise<LoginOutcome> {
	try {
		return { returnTo: await login };
	} catch (error) {
		return { problem: formRefusal(error).problem };
	}
}

type Cookie = { value: string; path: string };

/** A browser without pages: it stores cookies by path, and follows the redirects of a sign-in. */
export class TestBrowser {
	readonly cookies = new Map<string, Cookie>();
	readonly #service: IdentityService;
	readonly #headers: Record<string, string>;

	constructor(service: IdentityService, headers: Record<string, string> = {}) {
		this.#service = service;
		this.#headers = { "user-agent": "Test browser", "x-forwarded-for": "192.0.2.1", ...headers };
	}

	headers(path: string): Headers {
		const headers = new Headers(this.#headers);
		const sent = [...this.cookies].filter(([, cookie]) => path.startsWith(cookie.path));
		if (sent.length > 0) headers.set("cookie", sent.map(([name, { value }]) => `${name}=${value}`).join("; "));
		return headers;
	}

	async open(address: string, init: RequestInit = {}): Promise<Response> {
		const url = new URL(address, ISSUER);
		const headers = this.headers(url.pathname);
		for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
		const response = await handleServiceRequest(this.#service, new Request(url, { ...init, headers }));
		for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
		return response;
	}

	/** Opens a page of the service, or submits a form to it as the page would. Redirects are not followed. */
	async visit(address: string, form?: Record<string, string>): Promise<Response> {
		const url = new URL(address, ISSUER);
		const headers = this.headers(url.pathname);
		headers.set("accept", "text/html");
		if (form) headers.set("origin", url.origin);
		const init = form ? { method: "POST", body: new URLSearchParams(form) } : {};
		const response = await handleServiceRequest(this.#service, new Request(url, { ...init, headers }));
		for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
		return response;
	}

	/** Sends an authorization request. @returns the redirect to the login page or the client */
	async authorize(parameters: Record<string, string>): Promise<URL> {
		const defaults = { response_type: "code", redirect_uri: REDIRECT_URI, scope: "openid profile email" };
		const response = await this.open(`authorize?${new URLSearchParams({ ...defaults, ...parameters })}`);
		const location = response.headers.get("location");
		if (!location) throw new Error(`No redirect but ${response.status}: ${await response.text()}`);
		return new URL(location, ISSUER);
	}

	/** A request of this browser for a page, of a login or not. */
	request(loginPage: URL): ServiceRequest {
		const uid = loginPage.pathname.split("/")[2] ?? "";
		return asReceived(this.#service, loginPage, { headers: this.headers(loginPage.pathname) }, { uid });
	}

	/** Submits the login page. */
	submit(loginPage: URL, email = EMAIL, password = PASSWORD): Promise<LoginOutcome> {
		return outcomeOf(completeLogin(this.#service, this.request(loginPage), { email, password }));
	}

	/** Signs in from the authorization request to the redirect back to the client. */
	async signIn(parameters: Record<string, string>, email = EMAIL): Promise<URL> {
		const outcome = await this.submit(await this.authorize(parameters), email);
		if ("problem" in outcome) throw new Error(outcome.problem);
		const response = await this.open(outcome.returnTo);
		const location = response.headers.get("location");
		if (!location) throw new Error(`No redirect but ${response.status}: ${await response.text()}`);
		return new URL(location);
	}

	#keep(line: string): void {
		const [pair = "", ...attributes] = line.split("; ");
		const [name = "", value = ""] = pair.split(/=(.*)/s);
		const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? "/";
		if (line.includes("expires=Thu, 01 Jan 1970")) this.cookies.delete(name);
		else this.cookies.set(name, { value, path });
	}
}
