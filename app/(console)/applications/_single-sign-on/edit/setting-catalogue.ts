import {
	DIGEST_ALGORITHMS,
	HTTP_POST_BINDING,
	HTTP_REDIRECT_BINDING,
	LOGOUT_BINDINGS,
	SAML_LIFETIME_SECONDS,
	SIGNATURE_ALGORITHMS,
	WS_FEDERATION_LIFETIME_SECONDS,
} from "@/lib/contract/client/addon-limits";

// The settings of SAML and WS-Federation under the names of the interface, with what people call them here. The form, its
// rules, its changes and what is sent are made from this.

/** By which people sign in to an application instead of OpenID Connect. `both` is stored by some tenants and works nowhere. */
export type Protocol = "off" | "samlp" | "wsfed" | "both";

export const PROTOCOLS = ["off", "samlp", "wsfed"] as const satisfies readonly Protocol[];

export const protocolLabels: Record<Protocol, string> = {
	off: "Off",
	samlp: "SAML 2.0",
	wsfed: "WS-Federation",
	both: "SAML 2.0 and WS-Federation",
};

export type TextSetting =
	| ("audience" | "issuer" | "recipient" | "destination" | "nameIdentifierFormat" | "authnContextClassRef")
	| ("lifetimeInSeconds" | "logoutCallback" | "signingCert");

type TextFacts = {
	label: string;
	/** Without it, what happens. */
	help: string;
	/** Not a setting of WS-Federation. */
	isSamlOnly?: true;
};

export const textSettings: Record<TextSetting, TextFacts> = {
	audience: {
		label: "Audience",
		help: "Who the answers are for: the entity ID by which the application calls itself in its requests.",
	},
	issuer: { label: "Issuer", help: "What this tenant calls itself. Empty: urn: and the tenant's host." },
	recipient: {
		label: "Recipient",
		help: "The address that the answer names as its receiver. Empty: the callback it is sent to.",
		isSamlOnly: true,
	},
	destination: {
		label: "Destination",
		help: "The same, on the outside of the answer. Empty: the callback it is sent to.",
		isSamlOnly: true,
	},
	nameIdentifierFormat: {
		label: "Name identifier format",
		help: "What kind of name stands for the person. Empty: unspecified.",
	},
	authnContextClassRef: {
		label: "Authentication context",
		help: "How the answer says that people signed in. Empty: unspecified.",
	},
	lifetimeInSeconds: { label: "Lifetime in seconds", help: "How long an answer is good for, at most a day." },
	logoutCallback: {
		label: "Logout URL",
		help: "Where the application takes messages of a single logout.",
		isSamlOnly: true,
	},
	signingCert: {
		label: "Signing certificate",
		help: "The application's certificate in PEM. With it, only messages that the application has signed are taken.",
		isSamlOnly: true,
	},
};

export const TEXT_SETTINGS = Object.keys(textSettings) as TextSetting[];

export const DEFAULT_LIFETIMES = { samlp: SAML_LIFETIME_SECONDS, wsfed: WS_FEDERATION_LIFETIME_SECONDS } as const;

export type SwitchSetting =
	| ("createUpnClaim" | "passthroughClaimsWithNoMapping" | "mapUnknownClaimsAsIs" | "mapIdentities")
	| ("typedAttributes" | "includeAttributeNameFormat" | "signResponse" | "singleLogout");

type SwitchFacts = {
	label: string;
	help: string;
	/** What holds where nothing is set. */
	usual: boolean;
	isSamlOnly?: true;
};

export const switchSettings: Record<SwitchSetting, SwitchFacts> = {
	createUpnClaim: { label: "Send a UPN", help: "The e-mail address once more, as user principal name.", usual: true },
	passthroughClaimsWithNoMapping: {
		label: "Send fields without a mapping",
		help: "Off: only what the mappings name is sent.",
		usual: true,
	},
	mapUnknownClaimsAsIs: {
		label: "Keep their bare names",
		help: "Fields without a mapping are sent as nickname instead of http://schemas.auth0.com/nickname.",
		usual: false,
	},
	mapIdentities: {
		label: "Send the connection",
		help: "Attributes that say through which connection the person came.",
		usual: true,
	},
	typedAttributes: { label: "Send the type of values", help: "Text, yes or no, as XML Schema names it.", usual: true },
	includeAttributeNameFormat: {
		label: "Send the format of names",
		help: "Whether an attribute's name is a URI or a plain name.",
		usual: true,
		isSamlOnly: true,
	},
	signResponse: {
		label: "Sign the whole response",
		help: "Off: the assertion in it is signed, which most applications check.",
		usual: false,
		isSamlOnly: true,
	},
	singleLogout: {
		label: "Single logout",
		help: "Signing out here or there signs out of both. Needs the logout URL.",
		usual: false,
		isSamlOnly: true,
	},
};

export const SWITCH_SETTINGS = Object.keys(switchSettings) as SwitchSetting[];

export type ChoiceSetting = "signatureAlgorithm" | "digestAlgorithm" | "binding";

type ChoiceFacts = {
	label: string;
	help: string;
	/** Value and text; the first holds where nothing is set. */
	options: readonly (readonly [value: string, text: string])[];
	isSamlOnly?: true;
};

const algorithms = {
	"rsa-sha256": "RSA with SHA-256",
	"rsa-sha512": "RSA with SHA-512",
	sha256: "SHA-256",
	sha512: "SHA-512",
};
const bindings = { [HTTP_POST_BINDING]: "HTTP-POST (a form)", [HTTP_REDIRECT_BINDING]: "HTTP-Redirect (an address)" };

export const choiceSettings: Record<ChoiceSetting, ChoiceFacts> = {
	signatureAlgorithm: {
		label: "Signature algorithm",
		help: "SHA-1 is broken and not offered.",
		options: SIGNATURE_ALGORITHMS.map((name) => [name, algorithms[name]]),
	},
	digestAlgorithm: {
		label: "Digest algorithm",
		help: "Of what is signed.",
		options: DIGEST_ALGORITHMS.map((name) => [name, algorithms[name]]),
	},
	binding: {
		label: "Logout binding",
		help: "How messages of a logout get to the application.",
		options: LOGOUT_BINDINGS.map((name) => [name, bindings[name]]),
		isSamlOnly: true,
	},
};

export const CHOICE_SETTINGS = Object.keys(choiceSettings) as ChoiceSetting[];

/** What holds where a choice is not set. */
export function usualChoice(name: ChoiceSetting): string {
	return choiceSettings[name].options[0]?.[0] ?? "";
}

/** Whether an application of a protocol has a setting. */
export function applies({ isSamlOnly }: { isSamlOnly?: true }, protocol: Protocol): boolean {
	return protocol === "samlp" || (protocol === "wsfed" && !isSamlOnly);
}
