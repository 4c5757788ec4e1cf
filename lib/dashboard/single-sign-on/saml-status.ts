const STATUS = "urn:oasis:names:tc:SAML:2.0:status:";

/** SAML core 2.0 section 3.2.2.2, as far as sign-ins meet them. */
const reasons: Record<string, { words: string; advice: string }> = {
	AuthnFailed: { words: "the person could not be signed in.", advice: "Try again, or with another account." },
	NoPassive: {
		words: "nobody is signed in, and the request forbade a sign-in page.",
		advice: "Sign in first, or let the application ask without IsPassive.",
	},
	NoAuthnContext: {
		words: "the request demands a way to sign in that is not offered.",
		advice: "Have the application ask for no authentication context.",
	},
	RequestDenied: { words: "the request was denied.", advice: "See whether the person may use this application." },
	InvalidNameIDPolicy: {
		words: "the request demands a name identifier that is not offered.",
		advice: "Have the application ask for an unspecified name identifier.",
	},
	UnknownPrincipal: { words: "the person is not known.", advice: "Try another account." },
	Requester: { words: "the request was wrong.", advice: "Compare both sides' settings." },
	Responder: { words: "the tenant could not answer.", advice: "Try again; the tenant's log says more." },
	VersionMismatch: { words: "the versions of SAML differ.", advice: "Use SAML 2.0 on both sides." },
};

/** What a status other than success means, and what can be done. */
export function statusInWords(code: string): { words: string; advice: string } {
	const known = reasons[code.replace(STATUS, "")];
	return known ?? { words: `${code || "without a reason"}.`, advice: "The tenant's log says more." };
}
