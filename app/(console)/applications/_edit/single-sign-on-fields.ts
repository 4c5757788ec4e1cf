import { address, uriFault } from "@/app/_editor/kinds/address";
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
	SAML_LIFETIME_SECONDS,
	SIGNATURE_ALGORITHMS,
	WS_FEDERATION_LIFETIME_SECONDS,
} from "@/lib/contract/client/addon-limits";
import { mappings } from "./mappings";
import { protocol } from "./protocol";
import { setting, settingChoice, settingSwitch } from "./setting-kinds";
import { aliasesFault, callbacksFault, lifetimeFault, probesFault } from "./setting-rules";

const algorithms = {
	"rsa-sha256": "RSA with SHA-256",
	"rsa-sha512": "RSA with SHA-512",
	sha256: "SHA-256",
	sha512: "SHA-512",
};
const bindings = { [HTTP_POST_BINDING]: "HTTP-POST (a form)", [HTTP_REDIRECT_BINDING]: "HTTP-Redirect (an address)" };

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
	issuer: setting(
		{ unset: "urn: and the tenant's host" },
		text({
			label: "Issuer",
			help: "What this tenant calls itself.",
			wire: "issuer",
			rule: uriFault,
		}),
	),
	recipient: setting(
		{ unset: "the callback it is sent to", isSamlOnly: true },
		address({
			label: "Recipient",
			help: "The address that the answer names as its receiver.",
			wire: "recipient",
		}),
	),
	destination: setting(
		{ unset: "the callback it is sent to", isSamlOnly: true },
		address({
			label: "Destination",
			help: "The same, on the outside of the answer.",
			wire: "destination",
		}),
	),
	lifetimeInSeconds: setting(
		{
			unset: (protocol) =>
				protocol === "wsfed"
					? `${WS_FEDERATION_LIFETIME_SECONDS} (${WS_FEDERATION_LIFETIME_SECONDS / 3600} hours)`
					: `${SAML_LIFETIME_SECONDS} (an hour)`,
		},
		text({
			label: "Lifetime in seconds",
			help: "How long an answer is good for, at most a day.",
			wire: "lifetimeInSeconds",
			rule: lifetimeFault,
			isNumber: true,
		}),
	),
	authnContextClassRef: setting(
		{ unset: "unspecified" },
		text({
			label: "Authentication context",
			help: "How the answer says that people signed in.",
			wire: "authnContextClassRef",
			rule: uriFault,
			list: "contexts-offered",
		}),
	),
	nameIdentifierFormat: setting(
		{ unset: "unspecified" },
		text({
			label: "Name identifier format",
			help: "What kind of name stands for the person.",
			wire: "nameIdentifierFormat",
			rule: uriFault,
			list: "formats-offered",
		}),
	),
	probes: setting({ unset: "the user's identifier, then e-mail address, then name" }, probes),
	mappings: setting(
		{ unset: "the usual six are sent: identifier, e-mail address, name, given name, surname, UPN" },
		mappings,
	),
	passthroughClaimsWithNoMapping: setting(
		{ unset: "on" },
		settingSwitch({
			label: "Send fields without a mapping",
			help: "Off: only what the mappings name is sent.",
			wire: "passthroughClaimsWithNoMapping",
		}),
	),
	mapUnknownClaimsAsIs: setting(
		{ unset: "off" },
		settingSwitch({
			label: "Keep their bare names",
			help: "Fields without a mapping are sent as nickname instead of http://schemas.auth0.com/nickname.",
			wire: "mapUnknownClaimsAsIs",
		}),
	),
	createUpnClaim: setting(
		{ unset: "on" },
		settingSwitch({
			label: "Send a UPN",
			help: "The e-mail address once more, as user principal name.",
			wire: "createUpnClaim",
		}),
	),
	mapIdentities: setting(
		{ unset: "on" },
		settingSwitch({
			label: "Send the identity provider",
			help: "Attributes that say through which identity provider the person came.",
			wire: "mapIdentities",
		}),
	),
	typedAttributes: setting(
		{ unset: "on" },
		settingSwitch({
			label: "Send the type of values",
			help: "Text, yes or no, as XML Schema names it.",
			wire: "typedAttributes",
		}),
	),
	includeAttributeNameFormat: setting(
		{ unset: "on", isSamlOnly: true },
		settingSwitch({
			label: "Send the format of names",
			help: "Whether an attribute's name is a URI or a plain name.",
			wire: "includeAttributeNameFormat",
		}),
	),
	signatureAlgorithm: setting(
		{ unset: "RSA with SHA-256" },
		settingChoice(
			{
				label: "Signature algorithm",
				help: "SHA-1 is broken and not offered.",
				wire: "signatureAlgorithm",
			},
			SIGNATURE_ALGORITHMS.map((name) => [name, algorithms[name]]),
		),
	),
	digestAlgorithm: setting(
		{ unset: "SHA-256" },
		settingChoice(
			{
				label: "Digest algorithm",
				help: "Of what is signed.",
				wire: "digestAlgorithm",
			},
			DIGEST_ALGORITHMS.map((name) => [name, algorithms[name]]),
		),
	),
	signResponse: setting(
		{ unset: "off", isSamlOnly: true },
		settingSwitch({
			label: "Sign the whole response",
			help: "Off: the assertion in it is signed, which most applications check.",
			wire: "signResponse",
		}),
	),
	signingCert: setting(
		{ isSamlOnly: true },
		certificate({
			label: "Signing certificate",
			help: "The application's certificate in PEM. With it, only messages that the application has signed are taken.",
			wire: "signingCert",
			lengthMax: ADDON_CERTIFICATE_LENGTH_MAX,
			countMax: 1,
		}),
	),
	singleLogout: setting(
		{ unset: "off", isSamlOnly: true },
		settingSwitch({
			label: "Single logout",
			help: "Signing out here or there signs out of both. Needs the logout URL.",
			wire: "logout.slo_enabled",
		}),
	),
	logoutCallback: setting(
		{ isSamlOnly: true },
		address({
			label: "Logout URL",
			help: "Where the application takes messages of a single logout.",
			wire: "logout.callback",
		}),
	),
	binding: setting(
		{ unset: "HTTP-POST (a form)", isSamlOnly: true },
		settingChoice(
			{
				label: "Logout binding",
				help: "How messages of a logout get to the application.",
				wire: "binding",
			},
			LOGOUT_BINDINGS.map((name) => [name, bindings[name]]),
		),
	),
};
