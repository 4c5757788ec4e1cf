import { routesOfBuild } from "./of-build";

/** The service's endpoints beside those of its management interface. */
const SERVICE_PATHS = [
	...["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server", "/.well-known/jwks.json"],
	...["/authorize", "/authorize/abc", "/oauth/token", "/oauth/revoke", "/oauth/par", "/userinfo", "/delegation"],
	...["/oidc/logout", "/oidc/logout/confirm", "/oidc/logout/success", "/v2/logout", "/login/callback"],
	...["/login/abc", "/login/abc/continue", "/login/abc/code", "/login/abc/consent", "/login", "/outbox"],
	...["/login/abc/connection", "/login/abc?way=connection"],
	...["/login/abc/signup", "/login/abc/forgotten", "/dbconnections/signup", "/dbconnections/change_password"],
	...["/dbconnections/verify", "/dbconnections/reset", "/dbconnections/other"],
	...["/passwordless/start", "/passwordless/verify", "/samlp/abc", "/wsfed", "/wsfed/abc"],
	...["/samlp", "/samlp/abc/logout", "/samlp/metadata", "/samlp/metadata/abc"],
	...["/wsfed/FederationMetadata/2007-06/FederationMetadata.xml"],
	...["/logout", "/sample-provider", "/sample-provider/choose", "/sample-provider/continue", "/sample-provider/leave"],
	...["/sample-provider/metadata", "/sample-provider/sign-in", "/sample-provider/sign-out"],
	...["/pem", "/rawpem", "/cer", "/pb7", "/fingerprint"],
	...["/mfa/challenge", "/bc-authorize", "/oidc/register", "/oauth/device/code", "/u/login", "/co/authenticate"],
	...["/api/v2", "/api/v2/openapi.json", "/api/v2/nothing"],
];

/** Every page and handler of the dashboard, from the build. */
export async function dashboardPaths(): Promise<string[]> {
	return (await routesOfBuild()).map(({ path }) =>
		path
			.replace("[id]", "vct_1")
			.replace("[file]", "metadata")
			.replace("[protocol]", "saml")
			.replace("[...nextauth]", "callback/x")
			.replace("[...path]", "nowhere/at/all"),
	);
}

/** Every endpoint of the service: those of the management interface by their description. */
export async function servicePaths(baseUrl: string): Promise<string[]> {
	const description = await (await fetch(`${baseUrl}/openapi.json`)).json();
	const paths = Object.keys(description.paths).map((path) => path.replace(/\{\w+\}/g, "x"));
	return [...paths.map((path) => new URL(baseUrl).pathname + path), ...SERVICE_PATHS];
}
