import { address } from "@/app/_editor/kinds/address";
import { certificate } from "@/app/_editor/kinds/certificate";
import { isText, type Kind } from "@/app/_editor/kinds/kind";
import { lineMembers, orderedLines } from "@/app/_editor/kinds/lines";
import { text } from "@/app/_editor/kinds/text";
import {
	ADDON_CERTIFICATE_LENGTH_MAX,
	DIGEST_ALGORITHMS,
	HTTP_POST_BINDING,
	HTTP_REDIRECT_BINDING,
	LOGOUT_BINDINGS,
	SIGNATURE_ALGORITHMS,
} from "@/lib/contract/client/addon-limits";
import { mappings } from "./mappings";
import { protocol } from "./protocol";
import { settingChoice, settingSwitch } from "./setting-kinds";
import { aliasesFault, callbacksFault, lifetimeFault, probesFault, uriFault } from "./setting-rules";

const algorithms = {
	"rsa-sha256": "RSA with SHA-256",
	"rsa-sha512": "RSA with SHA-512",
	sha256: "SHA-256",
	sha512: "SHA-512",
};
const bindings = { [HTTP_POST_BINDING]: "HTTP-POST (a form)", [HTTP_REDIRECT_BINDING]: "HTTP-Redirect (an address)" };

const lifetimeInSeconds: Kind<string> = {
	...text({
		label: "Lifetime in seconds",
		help: "How long an answer is good for, at most a day.",
		wire: "lifetimeInSeconds",
		rule: lifetimeFault,
	}),
	write: Number,
};

const probes: Kind<string, readonly string[]> = {
	...orderedLines({
		label: "Name identifier attributes",
		help: "Attributes of which the first that a person has becomes the name identifier, one a line.",
		wire: "nameIdentifierProbes",
		fault: probesFault,
	}),
	read: (stored) => (Array.isArray(stored) ? stored.filter(isText) : []),
};

/**
 * The editable fields of an application's single sign-on, in the order of the form. Paths of settings are relative to the
 * add-on of their protocol.
 */
export const singleSignOnFields = {
	protocol,
	callbacks: lineMembers({
		label: "Callback URLs",
		help: "",
		wire: "callbacks",
		memberInWords: (url) => `the callback URL ${url}`,
		memberLabel: (url) => `Callback URL ${url}`,
		fault: callbacksFault,
	}),
	aliases: lineMembers({
		label: "Realms",
		help: "Names by which the application asks (wtrealm), one a line. urn: and its client ID always works.",
		wire: "client_aliases",
		memberInWords: (realm) => `the realm ${realm}`,
		memberLabel: (realm) => `Realm ${realm}`,
		fault: aliasesFault,
	}),
	audience: text({
		label: "Audience",
		help: "Who the answers are for: the entity ID by which the application calls itself in its requests.",
		wire: "audience",
		rule: uriFault,
	}),
	issuer: text({
		label: "Issuer",
		help: "What this tenant calls itself.",
		wire: "issuer",
		rule: uriFault,
	}),
	recipient: address({
		label: "Recipient",
		help: "The address that the answer names as its receiver.",
		wire: "recipient",
	}),
	destination: address({
		label: "Destination",
		help: "The same, on the outside of the answer.",
		wire: "destination",
	}),
	lifetimeInSeconds,
	authnContextClassRef: text({
		label: "Authentication context",
		help: "How the answer says that people signed in.",
		wire: "authnContextClassRef",
		rule: uriFault,
	}),
	nameIdentifierFormat: text({
		label: "Name identifier format",
		help: "What kind of name stands for the person.",
		wire: "nameIdentifierFormat",
		rule: uriFault,
	}),
	probes,
	mappings,
	passthroughClaimsWithNoMapping: settingSwitch({
		label: "Send fields without a mapping",
		help: "Off: only what the mappings name is sent.",
		wire: "passthroughClaimsWithNoMapping",
	}),
	mapUnknownClaimsAsIs: settingSwitch({
		label: "Keep their bare names",
		help: "Fields without a mapping are sent as nickname instead of http://schemas.auth0.com/nickname.",
		wire: "mapUnknownClaimsAsIs",
	}),
	createUpnClaim: settingSwitch({
		label: "Send a UPN",
		help: "The e-mail address once more, as user principal name.",
		wire: "createUpnClaim",
	}),
	mapIdentities: settingSwitch({
		label: "Send the identity provider",
		help: "Attributes that say through which identity provider the person came.",
		wire: "mapIdentities",
	}),
	typedAttributes: settingSwitch({
		label: "Send the type of values",
		help: "Text, yes or no, as XML Schema names it.",
		wire: "typedAttributes",
	}),
	includeAttributeNameFormat: settingSwitch({
		label: "Send the format of names",
		help: "Whether an attribute's name is a URI or a plain name.",
		wire: "includeAttributeNameFormat",
	}),
	signatureAlgorithm: settingChoice(
		{
			label: "Signature algorithm",
			help: "SHA-1 is broken and not offered.",
			wire: "signatureAlgorithm",
		},
		SIGNATURE_ALGORITHMS.map((name) => [name, algorithms[name]]),
	),
	digestAlgorithm: settingChoice(
		{
			label: "Digest algorithm",
			help: "Of what is signed.",
			wire: "digestAlgorithm",
		},
		DIGEST_ALGORITHMS.map((name) => [name, algorithms[name]]),
	),
	signResponse: settingSwitch({
		label: "Sign the whole response",
		help: "Off: the assertion in it is signed, which most applications check.",
		wire: "signResponse",
	}),
	signingCert: certificate({
		label: "Signing certificate",
		help: "The application's certificate in PEM. With it, only messages that the application has signed are taken.",
		wire: "signingCert",
		lengthMax: ADDON_CERTIFICATE_LENGTH_MAX,
		countMax: 1,
	}),
	singleLogout: settingSwitch({
		label: "Single logout",
		help: "Signing out here or there signs out of both. Needs the logout URL.",
		wire: "logout.slo_enabled",
	}),
	logoutCallback: address({
		label: "Logout URL",
		help: "Where the application takes messages of a single logout.",
		wire: "logout.callback",
	}),
	binding: settingChoice(
		{
			label: "Logout binding",
			help: "How messages of a logout get to the application.",
			wire: "binding",
		},
		LOGOUT_BINDINGS.map((name) => [name, bindings[name]]),
	),
};
