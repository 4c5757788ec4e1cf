import { isPublic, type ReadApplication } from "@/lib/dashboard/management/applications/application-labels";
import { isPublicType } from "../_edit/application-editor";
import { codeSnippets } from "./code-snippets";
import { needsInWords, post, quote, type ServiceAddresses, type Snippet, tokenRequest } from "./shell";

export type { ServiceAddresses, Snippet };

const OTP_GRANT = "http://auth0.com/oauth/grant-type/passwordless/otp";
const USER_SCOPE = "openid profile email offline_access";

/**
 * Commands with which a newcomer tries an application, for a POSIX shell with curl, openssl and Node. Secrets and keys
 * stay in variables.
 * @param secret of a result that holds it anyway: its snippets set the variable themselves
 */
export function snippetsOf(
	client: ReadApplication,
	service: ServiceAddresses,
	secret: string | null = null,
): Snippet[] {
	const has = (grant: string) => client.grant_types?.includes(grant) ?? false;
	const snippets = [
		...(isPublicType(client.app_type ?? "") ? [librarySnippet(client, service)] : []),
		...(has("authorization_code") ? codeSnippets(client, service, secret !== null) : []),
		...(has("client_credentials") ? [machineSnippet(client, service, secret !== null)] : []),
		...(has("password") ? [passwordSnippet(client, service, secret !== null)] : []),
		...(has(OTP_GRANT) ? passwordlessSnippets(client, service, secret !== null) : []),
		...(has("implicit") ? implicitSnippets(client, service) : []),
	];
	return secret === null ? snippets : snippets.map((snippet) => withSecret(snippet, secret));
}

function withSecret(snippet: Snippet, secret: string): Snippet {
	if (!snippet.text.includes("$CLIENT_SECRET")) return snippet;
	return { ...snippet, text: `CLIENT_SECRET=${quote(secret)}\n${snippet.text}` };
}

/** The settings of any library for browsers and apps. */
function librarySnippet(client: ReadApplication, { authUrl }: ServiceAddresses): Snippet {
	const text = [
		`ISSUER=${quote(`${authUrl}/`)}`,
		`CLIENT_ID=${quote(client.client_id)}`,
		...(client.callbacks?.[0] ? [`REDIRECT_URI=${quote(client.callbacks[0])}`] : []),
		`curl "\${ISSUER}.well-known/openid-configuration"`,
	].join("\n");
	const secret = isPublic(client)
		? "it has no secret, and reads the rest from the issuer"
		: "it reads the rest from the issuer";
	const callback = client.callbacks?.[0] ? "" : " This application has no callback URL yet.";
	return {
		title: "Set up a library",
		note: `Issuer, client ID and callback are all that a library for OpenID Connect needs: ${secret}.${callback}`,
		text,
	};
}

function machineSnippet(client: ReadApplication, service: ServiceAddresses, hasSecret: boolean): Snippet {
	const text = tokenRequest(client, service, [
		["grant_type", "client_credentials"],
		["audience", service.audience],
	]);
	const note = `For the management interface, with all granted scopes: there has to be some under API access.${needsInWords(client, hasSecret)}`;
	return { title: "Get an access token", note, text };
}

function passwordSnippet(client: ReadApplication, service: ServiceAddresses, hasSecret: boolean): Snippet {
	const text = tokenRequest(client, service, [
		["grant_type", "password"],
		["username", { variable: "EMAIL" }],
		["password", { variable: "PASSWORD" }],
		["scope", USER_SCOPE],
	]);
	const note = `Put a person's EMAIL and PASSWORD into variables.${needsInWords(client, hasSecret)}`;
	return { title: "Get tokens for a password", note, text };
}

function passwordlessSnippets(client: ReadApplication, service: ServiceAddresses, hasSecret: boolean): Snippet[] {
	const start = post(client, service, "/passwordless/start", [
		["connection", "email"],
		["email", { variable: "EMAIL" }],
		["send", "code"],
	]);
	const redeem = tokenRequest(client, service, [
		["grant_type", OTP_GRANT],
		["realm", "email"],
		["username", { variable: "EMAIL" }],
		["otp", { variable: "OTP" }],
		["scope", USER_SCOPE],
	]);
	return [
		{
			title: "1. Ask for a one-time code",
			note: `Put a person's address into EMAIL.${needsInWords(client, hasSecret)}${service.isEmbedded ? " The embedded service keeps the message in its outbox, at /outbox." : ""}`,
			text: start,
		},
		{
			title: "2. Get tokens for the code",
			note: "Put the code in, in the same shell.",
			text: `OTP='paste the code here'\n${redeem}`,
		},
	];
}

function implicitSnippets(client: ReadApplication, { authUrl }: ServiceAddresses): Snippet[] {
	const callback = client.callbacks?.[0];
	if (!callback) return [];
	const query = new URLSearchParams({
		response_type: "id_token token",
		client_id: client.client_id,
		redirect_uri: callback,
		scope: "openid profile email",
		nonce: "replace-me",
	});
	return [
		{
			title: "Get tokens in the address bar",
			note: "Open the printed address and sign in. New applications should use the authorization code.",
			text: `printf '%s\\n' ${quote(`${authUrl}/authorize?${query}`)}`,
		},
	];
}
