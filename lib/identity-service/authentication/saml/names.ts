/** Namespaces and names of SAML 2.0. */
export const ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion";
export const PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol";
export const METADATA = "urn:oasis:names:tc:SAML:2.0:metadata";
export const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
export const UNSPECIFIED_NAME = "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified";
export const UNSPECIFIED_CONTEXT = "urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified";
export const SUCCESS = "urn:oasis:names:tc:SAML:2.0:status:Success";
export const RESPONDER = "urn:oasis:names:tc:SAML:2.0:status:Responder";
