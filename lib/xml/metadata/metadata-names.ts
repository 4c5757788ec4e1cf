export const METADATA = "urn:oasis:names:tc:SAML:2.0:metadata";
/** What a role that speaks SAML 2.0 says of itself (metadata, section 2.4.1). */
export const PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol";
