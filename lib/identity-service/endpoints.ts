import { isManagementPath, isProgramPath, MANAGEMENT_PATH, type ServicePath } from "@/lib/contract/service-paths";
import { handleChangePassword, handleSignUp, namedClient } from "./accounts/account-endpoints";
import { handleConfirmation, handleReset } from "./accounts/link-pages";
import { handleForgottenForm, handleSignUpForm } from "./accounts/login-page-forms";
import { handlePreflight } from "./clients/across-origins";
import { handleProviderLogout } from "./connections/logout/logout-endpoint";
import { handleCallback } from "./connections/sign-in/callback";
import { handleConnectionMetadata } from "./connections/sign-in/metadata";
import { handleConnectionSignIn, handleNamedConnection } from "./connections/sign-in/sign-in-endpoint";
import type { IdentityService } from "./context/identity-service";
import type { ServiceRequest } from "./context/service-request";
import { delegationRequest } from "./delegation/delegation-endpoint";
import { methodNotAllowed, notFound, Refusal } from "./http/refusal";
import { handleCertificate } from "./identity-provider/signing-material";
import { loginWayOf } from "./login/login-address";
import { handleCodeForm, handleConsentForm, handlePasswordForm, ownPages, withOpener } from "./login/login-forms";
import { handleLoginPage } from "./login/login-page";
import { clientBucket } from "./management/access";
import { clientGrantOperations } from "./management/clients/client-grants";
import { clientOperations } from "./management/clients/clients";
import { connectionClientOperations } from "./management/connections/connection-clients";
import { connectionOperations } from "./management/connections/connections";
import { openApiDocument } from "./management/openapi";
import type { ManagementOperation } from "./management/operation";
import { refreshTokenOperations } from "./management/refresh-tokens";
import { sessionOperations } from "./management/sessions";
import { signingKeyOperations } from "./management/signing-keys";
import { templateOperations } from "./management/templates";
import { userBlockOperations } from "./management/user-blocks";
import { userOperations } from "./management/users";
import { handleOutbox } from "./messages/outbox-page";
import { AVATAR_PATH, handleAvatar } from "./oidc/account";
import * as provider from "./oidc/provider-endpoints";
import { START_READING as START, startRequest, verifyRequest } from "./passwordless/passwordless-grant";
import { handleSamlLogout, handleSamlSignIn } from "./saml/endpoints";
import { handleSamlMetadata } from "./saml/metadata";
import { sampleForm } from "./sample-provider/sample-provider";
import {
	handleSampleChoice,
	handleSampleContinue,
	handleSampleHome,
	handleSampleSignIn,
} from "./sample-provider/sign-in";
import { handleSampleLeave, handleSampleSignOut } from "./sample-provider/sign-out";
import { handleSampleMetadata } from "./sample-provider/signing-key";
import { handleFederationMetadata } from "./ws-federation/metadata";
import { handlePassiveRequest } from "./ws-federation/passive-endpoint";

type Handler = (service: IdentityService, request: ServiceRequest) => Response | Promise<Response>;
type Authenticate = (service: IdentityService, request: ServiceRequest) => void | Promise<void>;

export type Endpoint = {
	/** The path, for the log too: `:name` is one segment. */
	name: string;
	/** HEAD comes with GET. */
	methods: readonly string[] | "any";
	/** Throws a refusal for callers without access, and sets in the request what it has found out. */
	authenticate: Authenticate;
	/** The bucket in which requests are counted; null: they are not, since the path does not have the method. */
	limit: string | ((service: IdentityService, request: ServiceRequest) => Promise<string>) | null;
	/** How refusals are written: as the error object of the management interface, of OAuth, or as a page for browsers. */
	errors: "management" | "oauth" | "page";
	/** Whether scripts on the origins of applications may call it. */
	scripts: boolean;
	handle: Handler;
};

const GET = ["GET"];
const POST = ["POST"];
const BOTH = ["GET", "POST"];
const anyCaller: Authenticate = () => {};
const { clientRequest, jsonByProvider } = provider;
const SCRIPTS = "scripts";

type Row = readonly [
	path: ServicePath,
	methods: Endpoint["methods"],
	caller: Authenticate,
	limit: Endpoint["limit"],
	errors: Endpoint["errors"],
	origins: typeof SCRIPTS | "-",
	handler: Handler,
];

const library = jsonByProvider();
/** The page of a login, or the redirect to the connection that its request names. */
const handleLogin = withOpener((service, request) =>
	loginWayOf(request.url.searchParams) === "connection"
		? handleNamedConnection(service, request)
		: handleLoginPage(service, request),
);
const METADATA = ["GET", "OPTIONS"];
const FEDERATION_METADATA = "FederationMetadata/2007-06/FederationMetadata.xml";

export const managementOperations: readonly ManagementOperation[] = [
	...templateOperations,
	...refreshTokenOperations,
	...userOperations,
	...userBlockOperations,
	...sessionOperations,
	...clientOperations,
	...clientGrantOperations,
	...signingKeyOperations,
	...connectionOperations,
	...connectionClientOperations,
];
let described: { config: IdentityService["config"]; document: object } | null = null;
/** Describing all operations takes milliseconds, so it is done once. */
const handleOpenApi: Handler = ({ config }) => {
	if (described?.config !== config) described = { config, document: openApiDocument(managementOperations, config) };
	return Response.json(described.document);
};

/** Every path of the service except the management interface's operations. The first match applies. */
// biome-ignore format: a table has one row a line.
const rows: readonly Row[] = [
	["/.well-known/jwks.json", METADATA, anyCaller, ".well-known/jwks.json", "oauth", "-", library],
	["/.well-known/oauth-authorization-server", METADATA, anyCaller, ".well-known/oauth-authorization-server", "oauth", "-", library],
	["/.well-known/openid-configuration", METADATA, anyCaller, ".well-known/openid-configuration", "oauth", "-", library],
	["/api/v2/openapi.json", GET, anyCaller, "openapi", "oauth", "-", handleOpenApi],

	["/oauth/token", POST, clientRequest(provider.tokenRequest), "oauth/token", "oauth", SCRIPTS, library],
	["/oauth/revoke", POST, clientRequest(), "oauth/revoke", "oauth", SCRIPTS, provider.handleRevocation],
	["/oauth/par", POST, clientRequest(), "oauth/par", "oauth", SCRIPTS, provider.handlePushedRequest],
	["/passwordless/start", POST, clientRequest(startRequest, START), "passwordless/start", "oauth", SCRIPTS, jsonByProvider("oauth/token")],
	["/passwordless/verify", POST, clientRequest(verifyRequest), "passwordless/verify", "oauth", SCRIPTS, jsonByProvider("oauth/token")],
	["/delegation", POST, clientRequest(delegationRequest), "delegation", "oauth", SCRIPTS, jsonByProvider("oauth/token")],
	["/userinfo", BOTH, anyCaller, "userinfo", "oauth", SCRIPTS, provider.handleUserInfo],
	["/dbconnections/signup", POST, namedClient, "dbconnections/signup", "oauth", SCRIPTS, handleSignUp],
	["/dbconnections/change_password", POST, namedClient, "dbconnections/change_password", "oauth", SCRIPTS, handleChangePassword],

	["/authorize", GET, anyCaller, "authorize", "page", "-", provider.handleAuthorization],
	["/authorize", POST, anyCaller, "authorize", "page", "-", provider.handlePostedAuthorization],
	["/authorize/:login", GET, anyCaller, "authorize", "page", "-", provider.pageByProvider],
	["/oidc/logout", GET, anyCaller, "oidc/logout", "page", "-", provider.pageByProvider],
	["/oidc/logout", POST, anyCaller, "oidc/logout", "page", "-", provider.handlePostedLogout],
	["/oidc/logout/confirm", POST, anyCaller, "oidc/logout/confirm", "page", "-", provider.handleLogoutConfirmation],
	["/oidc/logout/success", GET, anyCaller, "oidc/logout/success", "page", "-", provider.pageByProvider],
	["/v2/logout", GET, anyCaller, "v2/logout", "page", "-", provider.pageByProvider],

	["/login/callback", BOTH, anyCaller, "login/callback", "page", "-", handleCallback],
	["/login/:uid", GET, anyCaller, "login/page", "page", "-", handleLogin],
	["/login/:uid/code", POST, ownPages, "login", "page", "-", handleCodeForm],
	["/login/:uid/connection", GET, anyCaller, "login/connection", "page", "-", withOpener(handleConnectionSignIn)],
	["/login/:uid/consent", POST, ownPages, "login", "page", "-", handleConsentForm],
	["/login/:uid/continue", POST, ownPages, "login", "page", "-", handlePasswordForm],
	["/login/:uid/forgotten", POST, ownPages, "login", "page", "-", handleForgottenForm],
	["/login/:uid/signup", POST, ownPages, "login", "page", "-", handleSignUpForm],
	["/dbconnections/reset", GET, anyCaller, "dbconnections/reset", "page", "-", handleReset],
	["/dbconnections/reset", POST, ownPages, "dbconnections/reset", "page", "-", handleReset],
	["/dbconnections/verify", GET, anyCaller, "dbconnections/verify", "page", "-", handleConfirmation],
	["/dbconnections/verify", POST, ownPages, "dbconnections/verify", "page", "-", handleConfirmation],
	["/outbox", GET, anyCaller, "outbox", "page", "-", handleOutbox],
	[AVATAR_PATH, GET, anyCaller, "avatar", "page", "-", handleAvatar],

	["/logout", BOTH, anyCaller, "logout", "page", "-", handleProviderLogout],
	["/samlp", BOTH, anyCaller, "samlp", "page", "-", handleSamlSignIn],
	["/samlp/metadata", GET, anyCaller, "samlp-metadata", "page", "-", handleConnectionMetadata],
	["/samlp/metadata/:client", GET, anyCaller, "samlp-metadata", "page", "-", handleSamlMetadata],
	["/samlp/:client", BOTH, anyCaller, "samlp", "page", "-", handleSamlSignIn],
	["/samlp/:client/logout", BOTH, anyCaller, "samlp-logout", "page", "-", handleSamlLogout],
	["/wsfed", GET, anyCaller, "wsfed", "page", "-", handlePassiveRequest],
	[`/wsfed/${FEDERATION_METADATA}`, GET, anyCaller, "wsfed-metadata", "page", "-", handleFederationMetadata],
	["/wsfed/:client", GET, anyCaller, "wsfed", "page", "-", handlePassiveRequest],
	[`/wsfed/:client/${FEDERATION_METADATA}`, GET, anyCaller, "wsfed-metadata", "page", "-", handleFederationMetadata],
	["/cer", GET, anyCaller, "cer", "page", "-", handleCertificate("cer")],
	["/fingerprint", GET, anyCaller, "fingerprint", "page", "-", handleCertificate("fingerprint")],
	["/pb7", GET, anyCaller, "pb7", "page", "-", handleCertificate("pb7")],
	["/pem", GET, anyCaller, "pem", "page", "-", handleCertificate("pem")],
	["/rawpem", GET, anyCaller, "rawpem", "page", "-", handleCertificate("rawpem")],

	["/sample-provider", GET, anyCaller, "sample-provider", "page", "-", handleSampleHome],
	["/sample-provider/choose", POST, sampleForm, "sample-provider-choose", "page", "-", handleSampleChoice],
	["/sample-provider/continue", POST, sampleForm, "sample-provider-continue", "page", "-", handleSampleContinue],
	["/sample-provider/leave", POST, sampleForm, "sample-provider-leave", "page", "-", handleSampleLeave],
	["/sample-provider/metadata", GET, anyCaller, "sample-provider", "page", "-", handleSampleMetadata],
	["/sample-provider/sign-in", BOTH, anyCaller, "sample-provider", "page", "-", handleSampleSignIn],
	["/sample-provider/sign-out", BOTH, anyCaller, "sample-provider", "page", "-", handleSampleSignOut],
];

export const endpoints: readonly Endpoint[] = [
	...rows.map(([name, methods, authenticate, limit, errors, origins, handle]) => ({
		...{ name, methods, authenticate, limit, errors, scripts: origins === SCRIPTS, handle },
	})),
	...managementOperations.map((operation) => ({
		name: MANAGEMENT_PATH + operation.path.replace(/\{(\w+)\}/g, ":$1"),
		methods: [operation.method],
		authenticate: operation.authenticate,
		limit: clientBucket,
		...({ errors: "management", scripts: false } as const),
		handle: operation.handle,
	})),
];

const byPath = Map.groupBy(endpoints, ({ name }) => name);
const patterns = [...byPath]
	.filter(([name]) => name.includes(":"))
	.map(([name, alternatives]) => ({ pattern: patternOf(name), alternatives }));

/** Identifiers of logins are generated here, so that one with other characters does not match. */
function patternOf(name: string): RegExp {
	const source = name
		.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
		.replace(/:(\w+)/g, (_, parameter: string) =>
			["uid", "login"].includes(parameter) ? `(?<${parameter}>[\\w-]+)` : `(?<${parameter}>[^/]+)`,
		);
	return new RegExp(`^${source}$`);
}

/**
 * The endpoint of a request, with or without a slash at the end of its path; sets the path's parameters in the request.
 * Without one, or without one for the method: an endpoint that refuses.
 */
export function endpointAt(request: ServiceRequest): Endpoint {
	const { pathname } = request.url;
	const alternatives = alternativesAt(pathname, request) ?? alternativesAt(pathname.replace(/\/$/, ""), request);
	const isOperation = alternatives?.[0]?.errors === "management";
	if (!alternatives || (isOperation && pathname.endsWith("/"))) {
		return isManagementPath(pathname) ? noOperation : nothingAt(request);
	}
	const { method } = request;
	const named = (name: string) => alternatives.find(({ methods }) => methods.includes(name));
	const found = named(method);
	if (found) return found;
	if (method === "OPTIONS" && alternatives[0]?.scripts) return preflight(alternatives);
	const read = method === "HEAD" && named("GET");
	if (read) {
		request.method = "GET";
		return read;
	}
	return isOperation ? noOperation : withoutMethod(alternatives);
}

function alternativesAt(path: string, request: ServiceRequest): readonly Endpoint[] | undefined {
	const fixed = path.includes(":") ? undefined : byPath.get(path);
	if (fixed) return fixed;
	for (const { pattern, alternatives } of patterns) {
		const found = pattern.exec(path);
		if (!found) continue;
		request.parameters = { ...found.groups };
		return alternatives;
	}
	return undefined;
}

const noOperation: Endpoint = {
	...{ name: "unknown operation", methods: "any", limit: clientBucket, errors: "management", scripts: false },
	authenticate: anyCaller,
	handle() {
		throw new Refusal(404, null, "Not Found");
	},
};

/** A browser that opens an unknown path is shown a page with a link back; other methods come from a program. */
function nothingAt({ method, url }: ServiceRequest): Endpoint {
	const isRead = ["GET", "HEAD"].includes(method);
	return {
		...{ name: "unknown path", methods: "any", authenticate: anyCaller, limit: "none", scripts: false },
		errors: isRead && !isProgramPath(url.pathname) ? "page" : "oauth",
		handle() {
			throw notFound();
		},
	};
}

function preflight(alternatives: readonly Endpoint[]): Endpoint {
	const [first = noOperation] = alternatives;
	const handle = handlePreflight(alternatives.flatMap(({ methods }) => methods));
	return { ...first, authenticate: anyCaller, limit: "preflight", scripts: false, handle };
}

/** Refuses a method that none of a path's endpoints has, without counting it, and lists their methods to OPTIONS. */
function withoutMethod(alternatives: readonly Endpoint[]): Endpoint {
	const [first = noOperation] = alternatives;
	const methods = alternatives.flatMap((endpoint) => endpoint.methods);
	const allow = [...new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"])];
	return {
		...{ ...first, methods: "any", authenticate: anyCaller, limit: null, scripts: false },
		handle(_, request) {
			if (request.method !== "OPTIONS") throw methodNotAllowed(request.method, allow);
			const headers = { allow: allow.sort().join(", "), "cache-control": "private, no-store" };
			return new Response(null, { status: 204, headers });
		},
	};
}
