import { isManagementPath, isProgramPath, MANAGEMENT_PATH, type ServicePath } from "@/lib/contract/service-paths";
import { handleChangePassword, handleSignUp, namedClient, readAccountRequest } from "./accounts/account-endpoints";
import { handleConfirmation, handleReset } from "./accounts/link-pages";
import { handleForgottenForm, handleSignUpForm } from "./accounts/login-page-forms";
import { handlePreflight } from "./clients/across-origins";
import { authenticatedClient, clientByLibrary } from "./clients/client-authentication";
import { handleProviderLogout } from "./connections/logout/logout-endpoint";
import { handleCallback } from "./connections/sign-in/callback";
import { handleConnectionMetadata } from "./connections/sign-in/metadata";
import { handleConnectionSignIn, handleNamedConnection } from "./connections/sign-in/sign-in-endpoint";
import type { IdentityService } from "./context/identity-service";
import type { ServiceRequest, Step } from "./context/service-request";
import { delegationRequest, handleDelegation } from "./delegation/delegation-endpoint";
import { methodNotAllowed, notFound, Refusal } from "./http/refusal";
import { readForm } from "./http/request-parameters";
import { handleCertificate } from "./identity-provider/signing-material";
import { loginWayOf } from "./login/login-address";
import { handleCodeForm, handleConsentForm, handlePasswordForm, ownPages, withOpener } from "./login/login-forms";
import { handleLoginPage } from "./login/login-page";
import { findCaller } from "./management/access";
import { clientGrantOperations } from "./management/clients/client-grants";
import { clientOperations } from "./management/clients/clients";
import { connectionClientOperations } from "./management/connections/connection-clients";
import { connectionOperations } from "./management/connections/connections";
import { logOperations } from "./management/logs";
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
import { tokenClient } from "./oidc/provider-log";
import { handleStart, START_READING, verifyRequest } from "./passwordless/passwordless-grant";
import { handleSamlLogout, handleSamlSignIn } from "./saml/endpoints";
import { handleSamlMetadata } from "./saml/metadata";
import { sampleProviderRows } from "./sample-provider/endpoints";
import { handleFederationMetadata } from "./ws-federation/metadata";
import { handlePassiveRequest } from "./ws-federation/passive-endpoint";

type Handler = (service: IdentityService, request: ServiceRequest) => Response | Promise<Response>;

/** An endpoint: what it is, and its steps in their order. */
export type Endpoint = {
	/** The path, for the log too: `:name` is one segment. */
	name: string;
	/** HEAD comes with GET. */
	methods: readonly string[] | "any";
	/** Finds the caller where requests are counted by caller and not by address. Refuses nothing. */
	identify: Step;
	/** The bucket in which requests are counted; null: they are not, since the path does not have the method. */
	limit: string | null;
	/** Reads the request: its parameters, and the client that it names. */
	read: Step;
	/** Checks who may call it. */
	authenticate: Step;
	handle: Handler;
	/** How refusals are written: as the error object of the management interface, of OAuth, or as a page for browsers. */
	errors: "management" | "oauth" | "page";
	/** Whether scripts on the origins of applications may call it. */
	scripts: boolean;
};

const GET = ["GET"];
const POST = ["POST"];
const BOTH = ["GET", "POST"];
const noStep: Step = () => {};
/** The handler reads the query, or a message whose sender determines how it is read. */
const byHandler = noStep;
const anyone = noStep;
const form = readForm();
const query = readForm(provider.AS_QUERY);
const { clientRequest, jsonByProvider } = provider;
const SCRIPTS = "scripts";

type Row = readonly [
	path: ServicePath,
	methods: Endpoint["methods"],
	limit: string,
	read: Step,
	authenticate: Step,
	handler: Handler,
	errors: Endpoint["errors"],
	origins: typeof SCRIPTS | "-",
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
	...logOperations,
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
	["/.well-known/jwks.json", METADATA, ".well-known/jwks.json", byHandler, anyone, library, "oauth", "-"],
	["/.well-known/oauth-authorization-server", METADATA, ".well-known/oauth-authorization-server", byHandler, anyone, library, "oauth", "-"],
	["/.well-known/openid-configuration", METADATA, ".well-known/openid-configuration", byHandler, anyone, library, "oauth", "-"],
	["/api/v2/openapi.json", GET, "openapi", byHandler, anyone, handleOpenApi, "oauth", "-"],

	["/oauth/token", POST, "oauth/token", clientRequest(provider.tokenRequest), tokenClient, library, "oauth", SCRIPTS],
	["/oauth/revoke", POST, "oauth/revoke", clientRequest(), clientByLibrary, provider.handleRevocation, "oauth", SCRIPTS],
	["/oauth/par", POST, "oauth/par", clientRequest(), clientByLibrary, provider.handlePushedRequest, "oauth", SCRIPTS],
	["/passwordless/start", POST, "passwordless/start", clientRequest(undefined, START_READING), authenticatedClient, handleStart, "oauth", SCRIPTS],
	["/passwordless/verify", POST, "passwordless/verify", clientRequest(verifyRequest), tokenClient, jsonByProvider("oauth/token"), "oauth", SCRIPTS],
	["/delegation", POST, "delegation", clientRequest(delegationRequest), authenticatedClient, handleDelegation, "oauth", SCRIPTS],
	["/userinfo", BOTH, "userinfo", form, anyone, library, "oauth", SCRIPTS],
	["/dbconnections/signup", POST, "dbconnections/signup", readAccountRequest, namedClient, handleSignUp, "oauth", SCRIPTS],
	["/dbconnections/change_password", POST, "dbconnections/change_password", readAccountRequest, namedClient, handleChangePassword, "oauth", SCRIPTS],

	["/authorize", GET, "authorize", byHandler, anyone, provider.handleAuthorization, "page", "-"],
	["/authorize", POST, "authorize", query, anyone, provider.handlePostedAuthorization, "page", "-"],
	["/authorize/:login", GET, "authorize", byHandler, anyone, provider.pageByProvider, "page", "-"],
	["/oidc/logout", GET, "oidc/logout", byHandler, anyone, provider.pageByProvider, "page", "-"],
	["/oidc/logout", POST, "oidc/logout", query, anyone, provider.handlePostedLogout, "page", "-"],
	["/oidc/logout/confirm", POST, "oidc/logout/confirm", form, anyone, provider.pageByProvider, "page", "-"],
	["/oidc/logout/success", GET, "oidc/logout/success", byHandler, anyone, provider.pageByProvider, "page", "-"],
	["/v2/logout", GET, "v2/logout", byHandler, anyone, provider.pageByProvider, "page", "-"],

	["/login/callback", BOTH, "login/callback", byHandler, anyone, handleCallback, "page", "-"],
	["/login/:uid", GET, "login/page", byHandler, anyone, handleLogin, "page", "-"],
	["/login/:uid/code", POST, "login", form, ownPages, handleCodeForm, "page", "-"],
	["/login/:uid/connection", GET, "login/connection", byHandler, anyone, withOpener(handleConnectionSignIn), "page", "-"],
	["/login/:uid/consent", POST, "login", form, ownPages, handleConsentForm, "page", "-"],
	["/login/:uid/continue", POST, "login", form, ownPages, handlePasswordForm, "page", "-"],
	["/login/:uid/forgotten", POST, "login", form, ownPages, handleForgottenForm, "page", "-"],
	["/login/:uid/signup", POST, "login", form, ownPages, handleSignUpForm, "page", "-"],
	["/dbconnections/reset", GET, "dbconnections/reset", byHandler, anyone, handleReset, "page", "-"],
	["/dbconnections/reset", POST, "dbconnections/reset", form, ownPages, handleReset, "page", "-"],
	["/dbconnections/verify", GET, "dbconnections/verify", byHandler, anyone, handleConfirmation, "page", "-"],
	["/dbconnections/verify", POST, "dbconnections/verify", form, ownPages, handleConfirmation, "page", "-"],
	["/outbox", GET, "outbox", byHandler, anyone, handleOutbox, "page", "-"],
	[AVATAR_PATH, GET, "avatar", byHandler, anyone, handleAvatar, "page", "-"],

	["/logout", BOTH, "logout", byHandler, anyone, handleProviderLogout, "page", "-"],
	["/samlp", BOTH, "samlp", byHandler, anyone, handleSamlSignIn, "page", "-"],
	["/samlp/metadata", GET, "samlp-metadata", byHandler, anyone, handleConnectionMetadata, "page", "-"],
	["/samlp/metadata/:client", GET, "samlp-metadata", byHandler, anyone, handleSamlMetadata, "page", "-"],
	["/samlp/:client", BOTH, "samlp", byHandler, anyone, handleSamlSignIn, "page", "-"],
	["/samlp/:client/logout", BOTH, "samlp-logout", byHandler, anyone, handleSamlLogout, "page", "-"],
	["/wsfed", GET, "wsfed", byHandler, anyone, handlePassiveRequest, "page", "-"],
	[`/wsfed/${FEDERATION_METADATA}`, GET, "wsfed-metadata", byHandler, anyone, handleFederationMetadata, "page", "-"],
	["/wsfed/:client", GET, "wsfed", byHandler, anyone, handlePassiveRequest, "page", "-"],
	[`/wsfed/:client/${FEDERATION_METADATA}`, GET, "wsfed-metadata", byHandler, anyone, handleFederationMetadata, "page", "-"],
	["/cer", GET, "cer", byHandler, anyone, handleCertificate("cer"), "page", "-"],
	["/fingerprint", GET, "fingerprint", byHandler, anyone, handleCertificate("fingerprint"), "page", "-"],
	["/pb7", GET, "pb7", byHandler, anyone, handleCertificate("pb7"), "page", "-"],
	["/pem", GET, "pem", byHandler, anyone, handleCertificate("pem"), "page", "-"],
	["/rawpem", GET, "rawpem", byHandler, anyone, handleCertificate("rawpem"), "page", "-"],

	...sampleProviderRows,
];

/** An operation is counted by its client. It reads the rest of a request once the caller has the scope. */
const unknownOperation: Endpoint = {
	name: "unknown operation",
	methods: "any",
	identify: findCaller,
	limit: "management",
	read: byHandler,
	authenticate: anyone,
	handle() {
		throw new Refusal(404, null, "Not Found");
	},
	errors: "management",
	scripts: false,
};

export const endpoints: readonly Endpoint[] = [
	...rows.map(([name, methods, limit, read, authenticate, handle, errors, origins]) => ({
		name,
		methods,
		identify: noStep,
		limit,
		read,
		authenticate,
		handle,
		errors,
		scripts: origins === SCRIPTS,
	})),
	...managementOperations.map((operation) => ({
		...unknownOperation,
		name: MANAGEMENT_PATH + operation.path.replace(/\{(\w+)\}/g, ":$1"),
		methods: [operation.method],
		authenticate: operation.authenticate,
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
		return isManagementPath(pathname) ? unknownOperation : nothingAt(request);
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
	return isOperation ? unknownOperation : withoutMethod(alternatives);
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

/** A browser that opens an unknown path is shown a page with a link back; other methods come from a program. */
function nothingAt({ method, url }: ServiceRequest): Endpoint {
	const isRead = ["GET", "HEAD"].includes(method);
	return {
		name: "unknown path",
		methods: "any",
		identify: noStep,
		limit: "none",
		read: byHandler,
		authenticate: anyone,
		handle() {
			throw notFound();
		},
		errors: isRead && !isProgramPath(url.pathname) ? "page" : "oauth",
		scripts: false,
	};
}

function preflight(alternatives: readonly Endpoint[]): Endpoint {
	const [first = unknownOperation] = alternatives;
	const handle = handlePreflight(alternatives.flatMap(({ methods }) => methods));
	return { ...first, limit: "preflight", read: byHandler, authenticate: anyone, handle, scripts: false };
}

/** Refuses a method that none of a path's endpoints has, without counting it, and lists their methods to OPTIONS. */
function withoutMethod(alternatives: readonly Endpoint[]): Endpoint {
	const [first = unknownOperation] = alternatives;
	const methods = alternatives.flatMap((endpoint) => endpoint.methods);
	const allow = [...new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"])];
	return {
		...first,
		methods: "any",
		limit: null,
		read: byHandler,
		authenticate: anyone,
		scripts: false,
		handle(_, request) {
			if (request.method !== "OPTIONS") throw methodNotAllowed(request.method, allow);
			const headers = { allow: allow.sort().join(", "), "cache-control": "private, no-store" };
			return new Response(null, { status: 204, headers });
		},
	};
}
