import { dashboardConfig } from "@/lib/dashboard/config";
import { quote } from "@/lib/dashboard/exchanges/curl-command";
import { isFapi, type ReadApplication } from "@/lib/dashboard/management/applications/application-labels";
import { isPublicType } from "../_edit/application-editor";
import { PUT_SECRET, requestsOf, type ServiceAddresses, type Snippet } from "./shell";

const OTP_GRANT = "http://auth0.com/oauth/grant-type/passwordless/otp";
const PROFILE_SCOPE = "openid profile email";
const USER_SCOPE = `${PROFILE_SCOPE} offline_access`;

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
	const { client_id, app_type, callbacks, grant_types } = client;
	const { authUrl, audience, isEmbedded } = service;
	const { needs, post, postForTokens } = requestsOf(client, service);
	const callback = callbacks?.[0];
	const has = (grant: string) => grant_types?.includes(grant) ?? false;
	const codeRedeemed = postForTokens({
		grant_type: OTP_GRANT,
		realm: "email",
		username: { variable: "EMAIL" },
		otp: { variable: "OTP" },
		scope: USER_SCOPE,
	});
	const implicit = new URLSearchParams({
		response_type: "id_token token",
		client_id,
		redirect_uri: callback ?? "",
		scope: PROFILE_SCOPE,
		nonce: "replace-me",
	});
	const snippets = [
		isPublicType(app_type ?? "") && {
			title: "Set up a library",
			note: `Issuer, client ID and callback are all that a library for OpenID Connect needs: it reads the rest from the issuer.${callback ? "" : " This application has no callback URL yet."}`,
			text: [
				`ISSUER=${quote(`${authUrl}/`)}`,
				`CLIENT_ID=${quote(client_id)}`,
				...(callback ? [`REDIRECT_URI=${quote(callback)}`] : []),
				`curl "\${ISSUER}.well-known/openid-configuration"`,
			].join("\n"),
		},
		...(has("authorization_code") && callback ? codeSnippets(client, service, callback) : []),
		has("client_credentials") && {
			title: "Get an access token",
			note: `For the management interface, with all granted scopes: grant some under API access first. ${needs}`,
			text: postForTokens({ grant_type: "client_credentials", audience }),
		},
		has("password") && {
			title: "Get tokens for a password",
			note: `Put a user's EMAIL and PASSWORD into variables. ${needs}`,
			text: postForTokens({
				grant_type: "password",
				username: { variable: "EMAIL" },
				password: { variable: "PASSWORD" },
				scope: USER_SCOPE,
			}),
		},
		has(OTP_GRANT) && {
			title: "1. Ask for a one-time code",
			note: `Put a user's e-mail address into EMAIL. ${needs}${isEmbedded ? " The embedded service keeps the message in its outbox, at /outbox." : ""}`,
			text: post("/passwordless/start", { connection: "email", email: { variable: "EMAIL" }, send: "code" }),
		},
		has(OTP_GRANT) && {
			title: "2. Get tokens for the code",
			note: "Put the code in, in the same shell.",
			text: `OTP='paste the code here'\n${codeRedeemed}`,
		},
		has("implicit") &&
			callback && {
				title: "Get tokens in the browser's location bar",
				note: "Open the printed URL and sign in. New applications should use the authorization code.",
				text: `printf '%s\\n' ${quote(`${authUrl}/authorize?${implicit}`)}`,
			},
	].filter((snippet) => typeof snippet === "object");
	return secret === null ? snippets : snippets.map((snippet) => withSecret(snippet, secret));
}

function withSecret({ title, note, text }: Snippet, secret: string): Snippet {
	if (!text.includes("$CLIENT_SECRET")) return { title, note, text };
	return { title, note: note.replace(PUT_SECRET, ""), text: `CLIENT_SECRET=${quote(secret)}\n${text}` };
}

const verifier = [
	`CODE_VERIFIER=$(openssl rand -hex 32)`,
	`CODE_CHALLENGE=$(printf %s "$CODE_VERIFIER" | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d '=')`,
].join("\n");

/** Signing in by the authorization code, in two steps with a browser between them. */
function codeSnippets(client: ReadApplication, service: ServiceAddresses, redirect_uri: string): Snippet[] {
	const { client_id, grant_types, require_pushed_authorization_requests: isRequired } = client;
	const { needs, post, postForTokens } = requestsOf(client, service);
	const isRefreshable = grant_types?.includes("refresh_token") ?? false;
	const isPushed = isFapi(client) || isRequired === true;
	const authorize = `${service.authUrl}/authorize?`;
	const request = { response_type: "code", redirect_uri, scope: isRefreshable ? USER_SCOPE : PROFILE_SCOPE };
	const query = new URLSearchParams({ ...request, client_id, code_challenge_method: "S256", code_challenge: "" });
	const push = post("/oauth/par", {
		...request,
		code_challenge_method: "S256",
		code_challenge: { variable: "CODE_CHALLENGE" },
	});
	// RFC 9126: the request is pushed, and the browser sends only its `request_uri`.
	const pushed = `${JSON.stringify(authorize)} + new URLSearchParams({ client_id: ${JSON.stringify(client_id)}, request_uri: JSON.parse(fs.readFileSync(0)).request_uri })`;
	const redeem = postForTokens({
		grant_type: "authorization_code",
		redirect_uri,
		code: { variable: "CODE" },
		code_verifier: { variable: "CODE_VERIFIER" },
	});
	return [
		{
			title: "1. Sign in",
			note: `${isPushed ? needs : ""} Open the printed URL and sign in. The browser ends at ${redirect_uri}, where nothing needs to listen: copy the value of code from the location bar. It expires after a minute.`,
			text: `${verifier}\n${isPushed ? `${push} \\\n  | node -p ${quote(pushed)}` : `printf '%s\\n' ${quote(authorize + query)}"$CODE_CHALLENGE"`}`,
		},
		{
			title: isRefreshable ? "2. Get a refresh token" : "2. Get tokens",
			note: `Put the code in, in the same shell. ${isPushed ? "" : needs}${isRefreshable ? " Refresh tokens then lists the refresh token of the response." : ""}`,
			text: `CODE='paste the code here'\n${redeem}`,
		},
	];
}

/** The tenant's addresses that commands use. */
export function serviceAddresses(): ServiceAddresses {
	const { authentication, management, tenant } = dashboardConfig();
	return { authUrl: authentication.baseUrl, audience: management.audience, isEmbedded: tenant.embedded };
}
