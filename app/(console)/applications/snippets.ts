import type { Client } from "@/lib/contract/client/client";
import { isFapi } from "./application-labels";

export type ServiceAddresses = { authUrl: string; audience: string };
export type Snippet = { title: string; note: string; text: string };

const OTP_GRANT = "http://auth0.com/oauth/grant-type/passwordless/otp";
const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
const USER_SCOPE = "openid profile email offline_access";

/**
 * Commands with which a newcomer tries an application, for a POSIX shell. Secrets stay in variables. None for FAPI 2.0,
 * where every request needs a fresh signature: that is a library's work.
 */
export function snippetsOf(client: Client, service: ServiceAddresses): Snippet[] {
	if (isFapi(client)) return [];
	const has = (grant: string) => client.grant_types?.includes(grant) ?? false;
	return [
		...(has("authorization_code") ? codeSnippets(client, service) : []),
		...(has("client_credentials") ? [machineSnippet(client, service)] : []),
		...(has("password") ? [passwordSnippet(client, service)] : []),
		...(has(OTP_GRANT) ? [passwordlessSnippet(client, service)] : []),
		...(has("implicit") ? [implicitSnippet(client, service)] : []),
	];
}

function codeSnippets(client: Client, { authUrl }: ServiceAddresses): Snippet[] {
	const callback = client.callbacks?.[0];
	if (!callback) return [];
	const isRefreshable = client.grant_types?.includes("refresh_token") ?? false;
	const query = new URLSearchParams({
		response_type: "code",
		client_id: client.client_id,
		redirect_uri: callback,
		scope: isRefreshable ? USER_SCOPE : "openid profile email",
	});
	const begin = [
		`CODE_VERIFIER=$(openssl rand -hex 32)`,
		`CODE_CHALLENGE=$(printf %s "$CODE_VERIFIER" | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d '=')`,
		`printf '%s\\n' ${quote(`${authUrl}/authorize?${query}&code_challenge_method=S256&code_challenge=`)}"$CODE_CHALLENGE"`,
	].join("\n");
	const redeem = tokenRequest(client, authUrl, [
		["grant_type", "authorization_code"],
		["redirect_uri", callback],
		["code", { variable: "CODE" }],
		["code_verifier", { variable: "CODE_VERIFIER" }],
	]);
	return [
		{
			title: "1. Sign in",
			note: `Open the printed address and sign in. The browser ends at ${callback}, where nothing has to listen: copy the value of code from the address bar. It is good for a minute.`,
			text: begin,
		},
		{
			title: isRefreshable ? "2. Get a refresh token" : "2. Get tokens",
			note: isRefreshable
				? "Put the code in, in the same shell. The refresh token in the answer then stands under Refresh tokens."
				: "Put the code in, in the same shell.",
			text: `CODE='paste the code here'\n${redeem}`,
		},
	];
}

function machineSnippet(client: Client, { authUrl, audience }: ServiceAddresses): Snippet {
	const text = tokenRequest(client, authUrl, [
		["grant_type", "client_credentials"],
		["audience", audience],
	]);
	return { title: "Get an access token", note: "For the management interface, with all granted scopes.", text };
}

function passwordSnippet(client: Client, { authUrl }: ServiceAddresses): Snippet {
	const text = tokenRequest(client, authUrl, [
		["grant_type", "password"],
		["username", { variable: "EMAIL" }],
		["password", { variable: "PASSWORD" }],
		["scope", USER_SCOPE],
	]);
	return { title: "Get tokens for a password", note: "Put a person's EMAIL and PASSWORD into variables.", text };
}

function passwordlessSnippet(client: Client, { authUrl }: ServiceAddresses): Snippet {
	const start = post(client, `${authUrl}/passwordless/start`, [
		["connection", "email"],
		["email", { variable: "EMAIL" }],
		["send", "code"],
	]);
	const redeem = tokenRequest(client, authUrl, [
		["grant_type", OTP_GRANT],
		["realm", "email"],
		["username", { variable: "EMAIL" }],
		["otp", { variable: "OTP" }],
		["scope", USER_SCOPE],
	]);
	return {
		title: "Sign in with a one-time code",
		note: "Put a person's address into EMAIL. The embedded service keeps the message in its outbox, at /outbox.",
		text: `${start}\nOTP='paste the code here'\n${redeem}`,
	};
}

function implicitSnippet(client: Client, { authUrl }: ServiceAddresses): Snippet {
	const query = new URLSearchParams({
		response_type: "id_token token",
		client_id: client.client_id,
		redirect_uri: client.callbacks?.[0] ?? "",
		scope: "openid profile email",
		nonce: "replace-me",
	});
	return {
		title: "Get tokens in the address bar",
		note: "Open this address and sign in. New applications should use the authorization code.",
		text: `${authUrl}/authorize?${query}`,
	};
}

type Field = [name: string, value: string | { variable: string }];

function tokenRequest(client: Client, authUrl: string, fields: Field[]): string {
	return post(client, `${authUrl}/oauth/token`, fields);
}

/** A form by curl: every value is quoted for the shell and encoded by curl itself. */
function post(client: Client, address: string, fields: Field[]): string {
	const { headers, fields: ownFields } = authentication(client);
	const lines = [...headers, ...[...ownFields, ...fields].map(fieldOption)];
	return [`curl ${quote(address)}`, ...lines].join(" \\\n  ");
}

function authentication({ client_id, token_endpoint_auth_method }: Client): { headers: string[]; fields: Field[] } {
	const clientId: Field = ["client_id", client_id];
	switch (token_endpoint_auth_method) {
		case "client_secret_post":
			return { headers: [], fields: [clientId, ["client_secret", { variable: "CLIENT_SECRET" }]] };
		case "client_secret_basic":
			return { headers: [`--user ${quote(`${client_id}:`)}"$CLIENT_SECRET"`], fields: [] };
		case "private_key_jwt": {
			const assertion: Field = ["client_assertion", { variable: "CLIENT_ASSERTION" }];
			return { headers: [], fields: [clientId, ["client_assertion_type", ASSERTION_TYPE], assertion] };
		}
		case "tls_client_auth":
		case "self_signed_tls_client_auth":
			return { headers: certificateHeaders, fields: [clientId] };
		default:
			return { headers: [], fields: [clientId] };
	}
}

/** What the edge network in front of the service adds after it verified the certificate. */
const certificateHeaders = [
	`--header "cname-api-key: $CNAME_API_KEY"`,
	`--header "client-certificate: $CLIENT_CERTIFICATE"`,
	`--header 'client-certificate-ca-verified: SUCCESS'`,
];

function fieldOption([name, value]: Field): string {
	return typeof value === "string"
		? `--data-urlencode ${quote(`${name}=${value}`)}`
		: `--data-urlencode "${name}=$${value.variable}"`;
}

function quote(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}
