import { NAME_FORMATS } from "@/lib/contract/client/addon-limits";

/** Namespaces and names of SAML 2.0. */
export const ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion";
export const PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol";
export const METADATA = "urn:oasis:names:tc:SAML:2.0:metadata";
export const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
export const UNSPECIFIED_NAME = NAME_FORMATS.unspecified;
export const PERSISTENT_NAME = NAME_FORMATS.persistent;

/** How a user has signed in (SAML authentication contexts 2.0 section 3.4). */
export const UNSPECIFIED_CONTEXT = "urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified";
export const PASSWORD_CONTEXT = "urn:oasis:names:tc:SAML:2.0:ac:classes:Password";
export const PROTECTED_PASSWORD_CONTEXT = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport";

/** Status codes (SAML core 2.0 section 3.2.2.2). */
export const SUCCESS = "urn:oasis:names:tc:SAML:2.0:status:Success";
export const REQUESTER = "urn:oasis:names:tc:SAML:2.0:status:Requester";
export const RESPONDER = "urn:oasis:names:tc:SAML:2.0:status:Responder";
export const NO_PASSIVE = "urn:oasis:names:tc:SAML:2.0:status:NoPassive";
export const NO_AUTHN_CONTEXT = "urn:oasis:names:tc:SAML:2.0:status:NoAuthnContext";
export const REQUEST_DENIED = "urn:oasis:names:tc:SAML:2.0:status:RequestDenied";
export const UNKNOWN_PRINCIPAL = "urn:oasis:names:tc:SAML:2.0:status:UnknownPrincipal";
export const PARTIAL_LOGOUT = "urn:oasis:names:tc:SAML:2.0:status:PartialLogout";
