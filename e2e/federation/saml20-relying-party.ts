import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import saml from "saml20";

type Profile = { audience: string; issuer: string; claims: Record<string, string> };
type RelyingParty = {
	/** The contents of the token that signed the user in; null: none has. */
	profile: () => Profile | null;
	close: () => Promise<unknown>;
};

/** Paths of the relying party. */
export const PATHS = { signIn: "/sign-in", callback: "/wsfed", home: "/home" };
const ICON = '<link rel="icon" href="data:,">';

/**
 * A relying party made of the library saml20 and a few pages. It reads the endpoint and the certificates from the
 * federation metadata.
 */
export async function startSaml20Party(origin: string, realm: string, metadata: string): Promise<RelyingParty> {
	const endpoint = /PassiveRequestorEndpoint>.*?<(?:\w+:)?Address[^>]*>([^<]+)</s.exec(metadata)?.[1] ?? "";
	const certificates = [...metadata.matchAll(/<(?:\w+:)?X509Certificate>([^<]+)</g)].map(([, body = ""]) => body);
	let profile: Profile | null = null;

	async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const url = new URL(request.url ?? "/", origin);
		const goTo = (location: string) => void response.writeHead(303, { location }).end();
		if (url.pathname === PATHS.signIn) {
			const address = new URL(endpoint);
			const context = url.searchParams.get("context") ?? "";
			for (const [name, value] of Object.entries({ wa: "wsignin1.0", wtrealm: realm, wctx: context })) {
				address.searchParams.set(name, value);
			}
			return goTo(address.href);
		}
		if (url.pathname === PATHS.callback && request.method === "POST") {
			const form = new URLSearchParams(await bodyOf(request));
			profile = await profileOf(form.get("wresult") ?? "");
			return goTo(`${PATHS.home}?context=${encodeURIComponent(form.get("wctx") ?? "none")}`);
		}
		const context = (url.searchParams.get("context") ?? "").replace(/[<&]/g, "");
		response.writeHead(200, { "content-type": "text/html" });
		response.end(`<!DOCTYPE html><title>Party</title>${ICON}<h1>${profile ? "Signed in" : "No user is signed in"}</h1>
<p>Context: ${context}</p>`);
	}

	/** Validates the response's token with each certificate of the metadata. */
	async function profileOf(result: string): Promise<Profile> {
		const token = /<((?:\w+:)?Assertion)\s.*<\/\1>/s.exec(result)?.[0] ?? "";
		const validated = certificates.map(
			(publicKey) =>
				new Promise<Profile>((resolve, reject) => {
					saml.validate(token, { publicKey, audience: realm }, (error, found) =>
						found ? resolve(found) : reject(error ?? new Error("no profile")),
					);
				}),
		);
		return Promise.any(validated);
	}

	const server = createServer((request, response) => {
		handle(request, response).catch((error: unknown) => {
			const [cause] = error instanceof AggregateError ? error.errors : [error];
			const words = String(cause instanceof Error ? cause.message : cause).replace(/[<&]/g, "");
			response.writeHead(500, { "content-type": "text/html" }).end(`${ICON}<h1>Refused</h1><p>${words}</p>`);
		});
	});
	const { port, hostname } = new URL(origin);
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(Number(port), hostname, resolve);
	});
	const close = () =>
		new Promise((resolve) => {
			server.close(resolve);
			server.closeAllConnections();
		});
	return { profile: () => profile, close };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString("utf8");
}
