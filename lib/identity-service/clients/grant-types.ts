export const CODE_GRANT = "authorization_code";
export const REFRESH_GRANT = "refresh_token";
export const CLIENT_CREDENTIALS_GRANT = "client_credentials";
export const IMPLICIT_GRANT = "implicit";
export const PASSWORD_GRANT = "password";
/** The password grant with a named connection (`realm`). */
export const PASSWORD_REALM_GRANT = "http://auth0.com/oauth/grant-type/password-realm";
export const PASSWORDLESS_GRANT = "http://auth0.com/oauth/grant-type/passwordless/otp";

/** Not a grant but the first half of one; see passwordless-grant.ts. Never announced. */
export const PASSWORDLESS_START = "urn:identity-service:passwordless-start";

/** The grant type that a request at the delegation endpoint names (RFC 7523 section 2.1). */
export const JWT_BEARER_GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";

/** What such a request is to the library; see delegation-grant.ts. Never announced. */
export const DELEGATION = "urn:identity-service:delegation";

/** Every flow of this interface. Which of them a client may use is listed with the client. */
export const GRANTS: readonly string[] = [
	CODE_GRANT,
	REFRESH_GRANT,
	CLIENT_CREDENTIALS_GRANT,
	IMPLICIT_GRANT,
	PASSWORD_GRANT,
	PASSWORD_REALM_GRANT,
	PASSWORDLESS_GRANT,
];

/** A client with the FAPI 2.0 security profile is refused all others (section 5.3.2.1, numbers 1 and 2). */
export const FAPI_GRANTS: readonly string[] = [CODE_GRANT, REFRESH_GRANT, CLIENT_CREDENTIALS_GRANT];
