// The algorithms of signatures (XML Signature 1.1, RFC 9231), without SHA-1 and shared keys (HMAC).

export const SIGNATURE_NAMESPACE = "http://www.w3.org/2000/09/xmldsig#";
export const ENVELOPED = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";
/** Exclusive canonicalization, without comments. */
export const EXCLUSIVE_C14N = "http://www.w3.org/2001/10/xml-exc-c14n#";

/** RFC 9231 sections 2.1 and 2.3. */
export const SIGNATURE_URIS = {
	"rsa-sha256": "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
	"rsa-sha512": "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
} as const;
export const DIGEST_URIS = {
	sha256: "http://www.w3.org/2001/04/xmlenc#sha256",
	sha512: "http://www.w3.org/2001/04/xmlenc#sha512",
} as const;
