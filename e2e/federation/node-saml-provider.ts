import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type Profile, SAML, type SamlConfig, ValidateInResponseTo } from "@node-saml/node-saml";

type Provider = {
	origin: string;
	/** The user who is signed in; null: none. */
	profile: () => Profile | null;
	close: () => Promise<unknown>;
};

const ICON = '<link rel="icon" href="data:,">';

/** Paths of the service provider; that of its metadata is its entity ID. */
export const PATHS = { callback: "/saml/acs", logout: "/saml/slo", home: "/home", metadata: "/metadata" };

/**
 * A service provider made of @node-saml/node-saml and a few pages: `/sign-in` and `/sign-out` redirect to the identity
 * provider, `/home` shows whether a user is signed in.
 */
export async function startNodeSamlProvider(origin: string, config: Partial<SamlConfig>): Promise<Provider> {
	const saml = new SAML({
		idpCert: "",
		issuer: origin + PATHS.metadata,
		callbackUrl: origin + PATHS.callback,
		logoutCallbackUrl: origin + PATHS.logout,
		validateInResponseTo: ValidateInResponseTo.ifPresent,
		...config,
	});
	let profile: Profile | null = null;

	async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const url = new URL(request.url ?? "/", origin);
		const fields = request.method === "POST" ? Object.fromEntries(new URLSearchParams(await bodyOf(request))) : {};
		const goTo = (location: string) => response.writeHead(303, { location }).end();
		const show = (html: string) => response.writeHead(200, { "content-type": "text/html" }).end(html);
		const relayState = url.searchParams.get("state") ?? "";
		if (url.pathname === "/sign-in") {
			if (saml.options.authnRequestBinding === "HTTP-POST")
				return void show(await saml.getAuthorizeFormAsync(relayState));
			return void goTo(await saml.getAuthorizeUrlAsync(relayState, undefined, {}));
		}
		if (url.pathname === PATHS.callback) {
			({ profile } = await saml.validatePostResponseAsync(fields));
			return void goTo(`${PATHS.home}?state=${encodeURIComponent(fields.RelayState ?? "none")}`);
		}
		if (url.pathname === "/sign-out" && profile)
			return void goTo(await saml.getLogoutUrlAsync(profile, relayState, {}));
		if (url.pathname === PATHS.logout) {
			const incoming = request.method === "POST" ? fields : Object.fromEntries(url.searchParams);
			const result =
				request.method !== "POST"
					? await saml.validateRedirectAsync(incoming, url.search.slice(1))
					: "SAMLRequest" in incoming
						? await saml.validatePostRequestAsync(incoming)
						: await saml.validatePostResponseAsync(incoming);
			if (!result.loggedOut) throw new Error("The message is not of a logout.");
			profile = null;
			if ("SAMLRequest" in incoming && result.profile) {
				return void goTo(await saml.getLogoutResponseUrlAsync(result.profile, incoming.RelayState ?? "", {}, true));
			}
			return void goTo(`${PATHS.home}?state=${encodeURIComponent(incoming.RelayState ?? "none")}`);
		}
		show(`<!DOCTYPE html><title>Provider</title>${ICON}<h1>${profile ? "Signed in" : "No user is signed in"}</h1>
<p>State: ${url.searchParams.get("state") ?? ""}</p>`);
	}

	const server = createServer((request, response) => {
		handle(request, response).catch((error: unknown) => {
			const words = String(error instanceof Error ? error.message : error).replace(/[<&]/g, "");
			response.writeHead(500, { "content-type": "text/html" }).end(`${ICON}<h1>Refused</h1><p>${words}</p>`);
		});
	});
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(Number(new URL(origin).port), new URL(origin).hostname, resolve);
	});
	const close = () =>
		new Promise((resolve) => {
			server.close(resolve);
			server.closeAllConnections();
		});
	return { origin, profile: () => profile, close };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
}
