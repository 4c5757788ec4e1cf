export const METADATA = "urn:oasis:names:tc:SAML:2.0:metadata";
/** The `protocolSupportEnumeration` of a role that supports SAML 2.0 (metadata, section 2.4.1). */
export const PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol";

// Namespaces and names of SAML 2.0, SAML 1.1 and WS-Federation, as they are read here.

export const ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion";
export const ASSERTION_11 = "urn:oasis:names:tc:SAML:1.0:assertion";
export const FEDERATION = "http://docs.oasis-open.org/wsfed/federation/200706";
export const ADDRESSING = "http://www.w3.org/2005/08/addressing";
export const TRUST = "http://schemas.xmlsoap.org/ws/2005/02/trust";
export const SCHEMA_INSTANCE = "http://www.w3.org/2001/XMLSchema-instance";
