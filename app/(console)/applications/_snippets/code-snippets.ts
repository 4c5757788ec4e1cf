import { isFapi, type ReadApplication } from "@/lib/dashboard/management/applications/application-labels";
import { needsInWords, post, quote, type ServiceAddresses, type Snippet, tokenRequest } from "./shell";

const USER_SCOPE = "openid profile email offline_access";

/** Signing in by the authorization code, in two steps with a browser between them. */
export function codeSnippets(client: ReadApplication, service: ServiceAddresses, hasSecret: boolean): Snippet[] {
	const callback = client.callbacks?.[0];
	if (!callback) return [];
	const isRefreshable = client.grant_types?.includes("refresh_token") ?? false;
	const isPushed = isFapi(client) || client.require_pushed_authorization_requests === true;
	const request = {
		response_type: "code",
		client_id: client.client_id,
		redirect_uri: callback,
		scope: isRefreshable ? USER_SCOPE : "openid profile email",
	};
	const redeem = tokenRequest(client, service, [
		["grant_type", "authorization_code"],
		["redirect_uri", callback],
		["code", { variable: "CODE" }],
		["code_verifier", { variable: "CODE_VERIFIER" }],
	]);
	const needs = needsInWords(client, hasSecret);
	return [
		{
			title: "1. Sign in",
			note: `${isPushed ? needs.trim() : ""} Open the printed address and sign in. The browser ends at ${callback}, where nothing has to listen: copy the value of code from the address bar. It is good for a minute.`.trim(),
			text: `${verifier}\n${isPushed ? pushed(client, service, request) : authorizationAddress(service, request)}`,
		},
		{
			title: isRefreshable ? "2. Get a refresh token" : "2. Get tokens",
			note: `Put the code in, in the same shell.${isPushed ? "" : needs}${isRefreshable ? " The refresh token in the answer then stands under Refresh tokens." : ""}`,
			text: `CODE='paste the code here'\n${redeem}`,
		},
	];
}

const verifier = [
	`CODE_VERIFIER=$(openssl rand -hex 32)`,
	`CODE_CHALLENGE=$(printf %s "$CODE_VERIFIER" | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d '=')`,
].join("\n");

function authorizationAddress({ authUrl }: ServiceAddresses, request: Record<string, string>): string {
	const query = new URLSearchParams(request);
	return `printf '%s\\n' ${quote(`${authUrl}/authorize?${query}&code_challenge_method=S256&code_challenge=`)}"$CODE_CHALLENGE"`;
}

/** RFC 9126: the request is pushed, and the browser sends only its `request_uri`. */
function pushed(client: ReadApplication, service: ServiceAddresses, request: Record<string, string>): string {
	const { client_id, ...rest } = request;
	const push = post(client, service, "/oauth/par", [
		...Object.entries(rest).map(([name, value]): [string, string] => [name, value]),
		["code_challenge_method", "S256"],
		["code_challenge", { variable: "CODE_CHALLENGE" }],
	]);
	const address = `${JSON.stringify(`${service.authUrl}/authorize?`)} + new URLSearchParams({ client_id: ${JSON.stringify(client_id)}, request_uri: JSON.parse(fs.readFileSync(0)).request_uri })`;
	return `${push} \\\n  | node -p ${quote(address)}`;
}
