import type { Page } from "@playwright/test";
import { type BoundFunctions, configure, type queries, within } from "@testing-library/dom";
import { Window } from "happy-dom";
import type { Credentials, SignInName } from "../running-app/credentials";

/** The admins of the sample tenant. */
export type Admin = Exclude<SignInName, "user">;

const REDIRECTS_MAX = 20;

/** Those of the pages that were opened: the library retains each, with all that it holds, until it is closed. */
const windows: Window[] = [];

// The pages are read as received: without styles only the markup hides anything.
configure({ defaultHidden: false });

/** A page as the server sent it, to be read by role and name as a browser without scripts would show it. */
export type VisitedPage = BoundFunctions<typeof queries> & {
	status: number;
	headers: Headers;
	url: URL;
	html: string;
	document: Document;
};

/**
 * A user whose browser runs no scripts, without a browser: stores cookies, follows redirects and refreshes, reads pages by
 * role and name, and sends native forms. For what the server decides and renders; some tests without scripts in a browser
 * show that browsers do the same.
 */
export class Visitor {
	readonly #origin: string;
	readonly #headers: Record<string, string>;
	/** By origin and name, without paths and expiry: an emptied cookie is removed. */
	readonly #cookies = new Map<string, Map<string, string>>();

	/** @param origin that addresses are relative to */
	constructor(origin: string, headers: Record<string, string> = {}) {
		this.#origin = origin;
		this.#headers = { accept: "text/html", "user-agent": "Visitor", ...headers };
	}

	/** Another visitor with the same cookies. */
	copy(): Visitor {
		const other = new Visitor(this.#origin, this.#headers);
		for (const [origin, cookies] of this.#cookies) other.#cookies.set(origin, new Map(cookies));
		return other;
	}

	/** Whether these cookies hold a session of the console. */
	async isSignedIn(): Promise<boolean> {
		// Checks the session first, and is cheaper than a page: it then finds nothing to search for.
		const { status, body } = await this.#send(new URL("/api/console/jump?q=", this.#origin), {});
		await body?.cancel();
		return status !== 401;
	}

	/** Opens an address as a link would. */
	open(address: string | URL, init: RequestInit = {}): Promise<VisitedPage> {
		return this.#request(new URL(address, this.#origin), init);
	}

	/**
	 * Presses a button of a form: everything that the form holds is sent as a browser sends it.
	 * @param button its text, or itself, where two have the same or it has a label instead
	 * @param values to fill in first, by the names of the fields
	 * @param init `redirect: "manual"` stops at a redirect, where the form is sent by POST
	 */
	press(
		page: VisitedPage,
		button: HTMLElement | string,
		values: Record<string, string> = {},
		init: Pick<RequestInit, "redirect"> = {},
	): Promise<VisitedPage> {
		const submitter = (typeof button === "string" ? buttonOf(page, button) : button) as HTMLButtonElement;
		const form = submitter.form;
		if (!form) throw new Error(`"${submitter.textContent}" belongs to no form.`);
		for (const [name, value] of Object.entries(values)) {
			const field = form.elements.namedItem(name);
			if (!field || !("value" in field)) throw new Error(`The form has no field "${name}".`);
			field.value = value;
		}
		const target = new URL(submitter.getAttribute("formaction") ?? form.getAttribute("action") ?? "", page.url);
		const entries = formEntries(form, submitter);
		const method = submitter.getAttribute("formmethod") ?? form.getAttribute("method") ?? "get";
		if (method.toLowerCase() !== "post") {
			target.search = new URLSearchParams(entries).toString();
			return this.#request(target, {});
		}
		const origin = page.url.origin;
		const type = submitter.getAttribute("formenctype") ?? form.getAttribute("enctype");
		const body = type === "multipart/form-data" ? multipart(entries) : new URLSearchParams(entries);
		return this.#request(target, { ...init, method: "POST", body, headers: { origin, referer: page.url.href } });
	}

	/**
	 * Signs in at the console by its forms.
	 * @param path of the page where the sign-in ends; by default one that makes no call to the tenant
	 * @throws Error where the sign-in is refused
	 */
	async signIn({ sign_ins }: Credentials, admin: Admin, path = "/your-sessions"): Promise<void> {
		const { email, password } = sign_ins[admin];
		const welcome = await this.open(`/sign-in?callbackUrl=${encodeURIComponent(path)}`);
		const login = await this.press(welcome, "Sign in");
		const home = await this.press(login, "Continue", { email, password });
		if (home.status !== 200 || home.url.pathname !== path)
			throw new Error(`The sign-in of ${email} ended at ${home.url} with ${home.status}.`);
	}

	/** Stores a cookie as if its origin had set it. */
	keepCookie(name: string, value: string): void {
		const jar = this.#cookies.get(this.#origin) ?? new Map<string, string>();
		this.#cookies.set(this.#origin, jar.set(name, value));
	}

	/** As Playwright's contexts accept them. */
	cookies(): { name: string; value: string; url: string }[] {
		return [...this.#cookies].flatMap(([url, cookies]) => [...cookies].map(([name, value]) => ({ name, value, url })));
	}

	/** The cookies of its own origin, as one header. */
	cookieHeader(): string {
		const { origin } = new URL(this.#origin);
		return [...(this.#cookies.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join("; ");
	}

	async #request(address: URL, init: RequestInit): Promise<VisitedPage> {
		let url = address;
		let next = init;
		for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
			const response = await this.#send(url, next);
			const location = response.headers.get("location");
			const isRedirect = response.status >= 300 && response.status <= 399;
			const [, onwards] = /^0;\s*url=(.*)$/i.exec(response.headers.get("refresh") ?? "") ?? [];
			const target = isRedirect ? location : onwards;
			if (!target || init.redirect === "manual") return readPage(url, response);
			await response.body?.cancel();
			url = new URL(target, url);
			next = {};
		}
		throw new Error(`${address} redirects without end.`);
	}

	async #send(url: URL, init: RequestInit): Promise<Response> {
		const jar = this.#cookies.get(url.origin) ?? new Map<string, string>();
		this.#cookies.set(url.origin, jar);
		const headers = new Headers({ ...this.#headers, ...(init.headers as Record<string, string> | undefined) });
		if (jar.size > 0) headers.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "));
		const response = await fetch(url, { ...init, headers, redirect: "manual" });
		for (const line of response.headers.getSetCookie()) {
			const [, name = "", value = ""] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
			if (value === "" || /;\s*max-age=0/i.test(line) || line.includes("01 Jan 1970")) jar.delete(name);
			else jar.set(name, value);
		}
		return response;
	}
}

/** The button that sends a form, by its text: one that opens a dialog may have the same. */
export function buttonOf(page: VisitedPage, words: string): HTMLElement {
	return page.getByText(words, { selector: 'button:not([type="button"])' });
}

/** Signs in at the console of `address` over HTTP, and gives the page's browser the cookies. */
export async function signInAt(address: string, page: Page, credentials: Credentials, admin: Admin): Promise<void> {
	const visitor = new Visitor(new URL(address).origin);
	await visitor.signIn(credentials, admin);
	await page.context().addCookies(visitor.cookies());
}

/** Frees the pages that were opened so far, several MB each. They can't be read any more. */
export async function closeVisitedPages(): Promise<void> {
	await Promise.all(windows.splice(0).map((window) => window.happyDOM.close()));
}

async function readPage(url: URL, response: Response): Promise<VisitedPage> {
	const html = await response.text();
	const window = new Window({
		url: url.href,
		settings: { disableJavaScriptFileLoading: true, disableCSSFileLoading: true },
	});
	windows.push(window);
	window.document.write(html);
	const document = window.document as unknown as Document;
	// The parser selects a wrong option where there are more than two.
	for (const select of document.querySelectorAll("select")) {
		const chosen = [...select.options].findIndex((option) => option.hasAttribute("selected"));
		select.selectedIndex = Math.max(0, chosen);
	}
	return { status: response.status, headers: response.headers, url, html, document, ...within(document.body) };
}

/** The entries that a browser would send of a form, by the submit button that was pressed. */
function formEntries(form: HTMLFormElement, submitter: HTMLButtonElement): [string, string][] {
	const entries: [string, string][] = [];
	for (const element of form.elements) {
		const field = element as HTMLInputElement;
		if (!field.name || field.disabled || field.closest("fieldset[disabled]")) continue;
		if (field.type === "submit" || field.type === "button") {
			if (element === submitter) entries.push([field.name, field.value]);
		} else if ((field.type === "checkbox" || field.type === "radio") && !field.checked) {
		} else if (field.type !== "file") entries.push([field.name, field.value.replace(/\r?\n/g, "\r\n")]);
	}
	return entries;
}

function multipart(entries: [string, string][]): FormData {
	const body = new FormData();
	for (const [name, value] of entries) body.append(name, value);
	return body;
}
