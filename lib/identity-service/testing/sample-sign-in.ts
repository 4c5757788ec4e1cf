import type { SamlOptions } from "@/lib/contract/connection/connection-request";
import type { IdentityService } from "../context/identity-service";
import {
	CHOOSE_PATH,
	SAMPLE_CONNECTION,
	SAMPLE_ORIGIN,
	SAMPLE_PROVIDER_METADATA,
	SAMPLE_PROVIDER_SIGN_IN,
	SAMPLE_PROVIDER_SIGN_OUT,
} from "../sample-provider/addresses";
import { ISSUER } from "./addresses";
import { followed, postResponse } from "./connection-sign-in";
import { postedForm } from "./federated-sign-in";
import type { TestBrowser } from "./test-browser";
import { addConnection } from "./test-provider";

/** The connection to the sample provider, as in the sample tenant, and enabled. */
export function addSampleConnection(
	service: IdentityService,
	options: SamlOptions = {},
	clientIds: readonly string[] = ["web"],
): Promise<void> {
	const own = {
		issuer: SAMPLE_PROVIDER_METADATA,
		signInEndpoint: SAMPLE_PROVIDER_SIGN_IN,
		signOutEndpoint: SAMPLE_PROVIDER_SIGN_OUT,
	};
	const row = { display_name: "Sample provider", origin: SAMPLE_ORIGIN };
	return addConnection(service, SAMPLE_CONNECTION, clientIds, { ...own, ...options }, row);
}

/** Opens an address and follows redirects to the first page: the sample provider's, or an application's. */
export async function untilPage(
	browser: TestBrowser,
	address: string,
	form?: Record<string, string>,
): Promise<Response> {
	return followed(browser, await browser.visit(address, form));
}

/** The persons on a page of the sample provider; `choose` submits its form with a person's button. */
export async function choicesOn(page: Response) {
	const markup = await page.text();
	const [, request] = /<input type="hidden" name="request" value="([^"]*)">/.exec(markup) ?? [];
	const choices = [...markup.matchAll(/<button type="submit" name="person" value="([^"]*)">([^<]*) <span/g)];
	return {
		names: choices.map(([, , name = ""]) => name),
		choose: (browser: TestBrowser, name: string) => {
			const [, person = ""] = choices.find(([, , known]) => known === name) ?? [];
			return browser.visit(CHOOSE_PATH, { person, ...(request === undefined ? {} : { request }) });
		},
	};
}

/** POSTs the response in the provider's page to the service, and follows the redirects to the application. */
export async function deliverResponse(
	service: IdentityService,
	browser: TestBrowser,
	page: Response,
): Promise<{ response: Response; location: URL | null }> {
	const { action, fields } = postedForm(await page.text());
	const connection = new URL(action).searchParams.get("connection");
	const response = await followed(
		browser,
		await postResponse(service, connection, fields, { origin: new URL(ISSUER).origin }),
	);
	const location = response.headers.get("location");
	return { response, location: location === null ? null : new URL(location, ISSUER) };
}

/** Signs in through the sample provider, which prompts for the person where none is signed in there. */
export async function signInAtSample(
	service: IdentityService,
	browser: TestBrowser,
	address: string,
	name = "Ines Calder",
): Promise<URL> {
	const page = await untilPage(browser, address);
	const isPrompt = (await page.clone().text()).includes("Who are you today?");
	const chosen = isPrompt ? await (await choicesOn(page)).choose(browser, name) : page;
	const { location, response } = await deliverResponse(service, browser, chosen);
	if (!location) throw new Error(`No redirect but ${response.status}: ${await response.text()}`);
	return location;
}
