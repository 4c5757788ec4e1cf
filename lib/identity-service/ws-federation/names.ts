import { NAME_FORMATS } from "@/lib/contract/client/addon-limits";

/** Namespaces and names of WS-Federation 1.2 and of its base: WS-Trust of 2005, SAML 1.1. */
export const FEDERATION = "http://docs.oasis-open.org/wsfed/federation/200706";
export const AUTHORIZATION = "http://docs.oasis-open.org/wsfed/authorization/200706";
/** The protocol's first namespace, by which readers of SAML metadata look it up there. */
export const FEDERATION_2003 = "http://schemas.xmlsoap.org/ws/2003/07/secext";
export const TRUST = "http://schemas.xmlsoap.org/ws/2005/02/trust";
export const ISSUE = `${TRUST}/Issue`;
export const NO_PROOF_KEY = "http://schemas.xmlsoap.org/ws/2005/05/identity/NoProofKey";
export const POLICY = "http://schemas.xmlsoap.org/ws/2004/09/policy";
export const ADDRESSING = "http://www.w3.org/2005/08/addressing";
export const UTILITY = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
export const ASSERTION = "urn:oasis:names:tc:SAML:1.0:assertion";
export const METADATA = "urn:oasis:names:tc:SAML:2.0:metadata";
export const BEARER = "urn:oasis:names:tc:SAML:1.0:cm:bearer";
export const PASSWORD = "urn:oasis:names:tc:SAML:1.0:am:password";
export const UNSPECIFIED_METHOD = "urn:oasis:names:tc:SAML:1.0:am:unspecified";
export const UNSPECIFIED_NAME = NAME_FORMATS.unspecified;

export const SIGN_IN = "wsignin1.0";
export const SIGN_OUT = "wsignout1.0";
export const SIGN_OUT_CLEANUP = "wsignoutcleanup1.0";
