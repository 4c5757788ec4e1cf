import { AVATAR_PATH, answerAvatar } from "./authentication/accounts/avatar";
import { answerChangePassword } from "./authentication/accounts/change-password-endpoint";
import { answerConfirmForm, answerConfirmPage } from "./authentication/accounts/confirm-page";
import { answerForgottenForm, answerSignUpForm } from "./authentication/accounts/login-page-forms";
import { answerResetForm, answerResetPage } from "./authentication/accounts/reset-page";
import { answerSignUp } from "./authentication/accounts/sign-up-endpoint";
import { answerCallback } from "./authentication/connections/callback/callback-endpoint";
import { LOGOUT_PATH } from "./authentication/connections/logout/logout-address";
import { answerProviderLogout } from "./authentication/connections/logout/logout-endpoint";
import { answerConnectionMetadata } from "./authentication/connections/metadata/connection-metadata";
import { answerConnectionSignIn, answerNamedConnection } from "./authentication/connections/request/sign-in-endpoint";
import { answerCertificate } from "./authentication/endpoint/certificate-endpoints";
import { answerAuthentication } from "./authentication/endpoint/handle-authentication";
import { answerUnknown, answerUnknownInJson } from "./authentication/endpoint/not-covered";
import {
	answerCodeForm,
	answerConsentForm,
	answerPasswordForm,
	type FormHandler,
} from "./authentication/login/login-forms";
import { keepingOpener } from "./authentication/login/login-in-popup";
import { answerLoginPage } from "./authentication/login/login-page";
import { loginWayOf } from "./authentication/login/login-way";
import { answerOutbox } from "./authentication/login/outbox-page";
import { answerSamlLogout } from "./authentication/saml/logout/logout-endpoint";
import { answerSamlMetadata } from "./authentication/saml/metadata/metadata-endpoint";
import { answerSamlSignIn } from "./authentication/saml/sign-in-endpoint";
import { acrossOrigins } from "./authentication/web-origins/across-origins";
import { answerFederationMetadata } from "./authentication/ws-federation/federation-metadata";
import { answerPassiveRequest } from "./authentication/ws-federation/passive-endpoint";
import type { IdentityService } from "./identity-service";
import { answerOpenApi } from "./management/openapi";
import { answerSampleChoice, answerSampleContinue, answerSampleHome } from "./sample-provider/home-endpoint";
import { answerSampleLeave } from "./sample-provider/leave-endpoint";
import { answerSampleMetadata } from "./sample-provider/metadata-endpoint";
import {
	CHOOSE_PATH,
	CONTINUE_PATH,
	LEAVE_PATH,
	SAMPLE_PROVIDER_METADATA,
	SAMPLE_PROVIDER_PATH,
	SAMPLE_PROVIDER_SIGN_IN,
	SAMPLE_PROVIDER_SIGN_OUT,
} from "./sample-provider/sample-provider-addresses";
import { answerSampleSignIn } from "./sample-provider/sign-in-endpoint";
import { answerSampleSignOut } from "./sample-provider/sign-out-endpoint";

/** What is at a path: the methods that it takes, and what answers them. */
export type Endpoint = {
	/** HEAD comes with GET. OPTIONS is named where its answer is the handler's own, for calls across origins. */
	methods: readonly string[] | "any";
	/** @param subject the login's uid or the client's identifier, where the path holds one */
	handle: (service: IdentityService, request: Request, subject: string) => Response | Promise<Response>;
	/** For programs: its refusals are JSON whatever the caller accepts. */
	answersInJson: boolean;
};

export type EndpointAt = {
	endpoint: Endpoint;
	/** The path without what identifies a login or a client, for the log. */
	name: string;
	/** Of a login, else empty. */
	uid: string;
	/** What the path names: a login, or a client. */
	subject: string;
};

const page = (methods: Endpoint["methods"], handle: Endpoint["handle"]) => ({ methods, handle, answersInJson: false });
const program = (methods: Endpoint["methods"], handle: Endpoint["handle"]) => ({
	methods,
	handle,
	answersInJson: true,
});

/** One address for a page and for its form. */
const byMethod =
	(get: Endpoint["handle"], post: Endpoint["handle"]): Endpoint["handle"] =>
	(service, request, subject) =>
		request.method === "POST" ? post(service, request, subject) : get(service, request, subject);

/** The page of a login, or the way to where its request sends people to sign in. */
const answerLogin: FormHandler = (service, request, uid) =>
	loginWayOf(new URL(request.url).searchParams) === "connection"
		? answerNamedConnection(service, request, uid)
		: answerLoginPage(service, request, uid);

const metadata = program(["GET", "OPTIONS"], answerAuthentication);
/** For scripts on the origins of applications, too. */
const scripts = (methods: readonly string[], handle: Endpoint["handle"]) =>
	program([...methods, "OPTIONS"], acrossOrigins(methods, handle));

const clientEndpoint = scripts(["POST"], answerAuthentication);

/** All paths of the service but those of single logins and those below `/api/v2`. */
const endpoints = new Map<string, Endpoint>([
	["/.well-known/jwks.json", metadata],
	["/.well-known/oauth-authorization-server", metadata],
	["/.well-known/openid-configuration", metadata],
	["/api/v2/openapi.json", program(["GET"], answerOpenApi)],
	["/authorize", page(["GET", "POST"], answerAuthentication)],
	[AVATAR_PATH, page(["GET"], answerAvatar)],
	["/cer", page(["GET"], answerCertificate("cer"))],
	["/dbconnections/change_password", scripts(["POST"], answerChangePassword)],
	["/dbconnections/reset", page(["GET", "POST"], byMethod(answerResetPage, answerResetForm))],
	["/dbconnections/signup", scripts(["POST"], answerSignUp)],
	["/dbconnections/verify", page(["GET", "POST"], byMethod(answerConfirmPage, answerConfirmForm))],
	["/delegation", clientEndpoint],
	["/fingerprint", page(["GET"], answerCertificate("fingerprint"))],
	["/login/callback", page(["GET", "POST"], answerCallback)],
	[LOGOUT_PATH, page(["GET", "POST"], answerProviderLogout)],
	["/oauth/par", clientEndpoint],
	["/oauth/revoke", clientEndpoint],
	["/oauth/token", clientEndpoint],
	["/oidc/logout", page(["GET", "POST"], answerAuthentication)],
	["/oidc/logout/confirm", page(["POST"], answerAuthentication)],
	["/oidc/logout/success", page(["GET"], answerAuthentication)],
	["/outbox", page(["GET"], answerOutbox)],
	["/passwordless/start", clientEndpoint],
	["/passwordless/verify", clientEndpoint],
	["/pb7", page(["GET"], answerCertificate("pb7"))],
	["/pem", page(["GET"], answerCertificate("pem"))],
	["/rawpem", page(["GET"], answerCertificate("rawpem"))],
	["/samlp", page(["GET", "POST"], answerSamlSignIn)],
	["/samlp/metadata", page(["GET"], answerConnectionMetadata)],
	[SAMPLE_PROVIDER_PATH, page(["GET"], answerSampleHome)],
	[CHOOSE_PATH, page(["POST"], answerSampleChoice)],
	[CONTINUE_PATH, page(["POST"], answerSampleContinue)],
	[LEAVE_PATH, page(["POST"], answerSampleLeave)],
	[SAMPLE_PROVIDER_METADATA, page(["GET"], answerSampleMetadata)],
	[SAMPLE_PROVIDER_SIGN_IN, page(["GET", "POST"], answerSampleSignIn)],
	[SAMPLE_PROVIDER_SIGN_OUT, page(["GET", "POST"], answerSampleSignOut)],
	["/userinfo", scripts(["GET", "POST"], answerAuthentication)],
	["/v2/logout", page(["GET"], answerAuthentication)],
	["/wsfed", page(["GET"], (service, request) => answerPassiveRequest(service, request, null))],
	[
		"/wsfed/FederationMetadata/2007-06/FederationMetadata.xml",
		page(["GET"], (service, request) => answerFederationMetadata(service, request, null)),
	],
]);

/** Paths of one login. */
const loginEndpoints = new Map<string, Endpoint>([
	["/authorize/:uid", page(["GET"], answerAuthentication)],
	["/login/:uid", page(["GET"], keepingOpener(answerLogin))],
	["/login/:uid/code", page(["POST"], keepingOpener(answerCodeForm))],
	["/login/:uid/connection", page(["GET"], keepingOpener(answerConnectionSignIn))],
	["/login/:uid/consent", page(["POST"], keepingOpener(answerConsentForm))],
	["/login/:uid/continue", page(["POST"], keepingOpener(answerPasswordForm))],
	["/login/:uid/forgotten", page(["POST"], keepingOpener(answerForgottenForm))],
	["/login/:uid/signup", page(["POST"], keepingOpener(answerSignUpForm))],
]);

/** First segments below which programs ask, and no person is led. */
const PROGRAM_ROOMS = [
	...[".well-known", "bc-authorize", "co", "dbconnections", "delegation", "mfa", "oauth", "passwordless", "tokeninfo"],
	...["userinfo", "usernamepassword"],
];

const unknown = page("any", answerUnknown);
const unknownToPrograms = program("any", answerUnknownInJson);

/** Paths of one client. */
const clientEndpoints = new Map<string, Endpoint>([
	["/samlp/:client", page(["GET", "POST"], answerSamlSignIn)],
	["/samlp/:client/logout", page(["GET", "POST"], answerSamlLogout)],
	["/samlp/metadata/:client", page(["GET"], answerSamlMetadata)],
	["/wsfed/:client", page(["GET"], answerPassiveRequest)],
	["/wsfed/:client/FederationMetadata/2007-06/FederationMetadata.xml", page(["GET"], answerFederationMetadata)],
]);

/** The first that fits: what is before the client's identifier, that, and what is behind it. */
const CLIENT_PATHS = [/^(\/samlp\/metadata)\/([^/]+)$/, /^(\/samlp|\/wsfed)\/([^/]+)(\/.+)?$/];
const LOGIN_PATH = /^\/(authorize|login)\/([\w-]+)(\/[a-z]+)?$/;

const NOBODY = { uid: "", subject: "" };

/** What answers at a path, with or without a slash at its end. */
export function endpointAt(pathname: string): EndpointAt {
	const path = pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
	const fixed = endpoints.get(path);
	if (fixed) return { endpoint: fixed, name: path, ...NOBODY };
	const [, start, client = "", part = ""] = CLIENT_PATHS.map((pattern) => pattern.exec(path)).find(Boolean) ?? [];
	const clientPath = `${start}/:client${part}`;
	const ofClient = clientEndpoints.get(clientPath);
	if (ofClient) return { endpoint: ofClient, name: clientPath, uid: "", subject: decodedSegment(client) };
	const [, room, uid = "", form = ""] = LOGIN_PATH.exec(path) ?? [];
	const name = `/${room}/:uid${form}`;
	const ofLogin = loginEndpoints.get(name);
	if (ofLogin) return { endpoint: ofLogin, name, uid, subject: uid };
	const isForPrograms = PROGRAM_ROOMS.includes(path.split("/", 2)[1] ?? "");
	return { endpoint: isForPrograms ? unknownToPrograms : unknown, name: "unknown path", ...NOBODY };
}

/** A client's identifier as the address spells it; one that nobody has where it can't be read. */
function decodedSegment(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return "";
	}
}
