/** The library's descriptions of errors that nothing else distinguishes: they have the same class and code. */
export const SENTENCES = {
	/** `error_detail` of `invalid_grant`. */
	noVerifier: "code_verifier must be provided",
	otherVerifier: "code_verifier does not match code_challenge",
	surplusVerifier: "unsupported code_challenge_method",
	otherRedirectUri: "authorization code redirect_uri mismatch",
	noProof: "DPoP proof JWT not provided",
	noCertificate: "mutual TLS client certificate not provided",
	/** `error_description` of `invalid_request`. */
	unregisteredReturnAddress: "post_logout_redirect_uri not registered",
} as const;
