import { certificate } from "@/app/_certificates/certificate-kind";
import { address, uriFault } from "@/app/_editor/kinds/address";
import { lineMembers, orderedLines } from "@/app/_editor/kinds/lists";
import { text } from "@/app/_editor/kinds/text";
import {
	ADDON_CERTIFICATE_LENGTH_MAX,
	ADDON_MAPPING_NAMES_MAX,
	ASSERTION_LIFETIME_MAX,
	HTTP_POST_BINDING,
	HTTP_REDIRECT_BINDING,
	SAML_LIFETIME_SECONDS,
	WS_FEDERATION_LIFETIME_SECONDS,
} from "@/lib/contract/client/addon-limits";
import { callbacks } from "./addresses";
import { mappings } from "./mappings";
import { protocol } from "./protocol";
import { lifetime, setting, settingChoice, settingSwitch } from "./setting-kinds";

const REALMS_MAX = 100;

const fields = {
	protocol,
	callbacks: callbacks(
		"Responses go only to these, and to the first if the request names none. Without any, no one can sign in. One a line, no wildcards.",
	),
	aliases: lineMembers({
		label: "Realms",
		help: "Names (wtrealm) in the application's requests, one a line. urn: with its client ID always works.",
		wire: "client_aliases",
		member: "realm",
		fault: (realms) => namesFault(realms, REALMS_MAX),
	}),
	audience: setting(text, {
		label: "Audience",
		help: "Who the response is for: the application's entity ID, as in its requests.",
		rule: uriFault,
	}),
	issuer: setting(text, {
		label: "Issuer",
		help: "This tenant's entity ID.",
		unset: "urn: and the tenant's host",
		rule: uriFault,
	}),
	recipient: setting(address, {
		label: "Recipient",
		help: "The URL that the assertion names as its receiver.",
		unset: "the callback it is sent to",
		isSamlOnly: true,
	}),
	destination: setting(address, {
		label: "Destination",
		help: "The URL that the response names as its receiver.",
		unset: "the callback it is sent to",
		isSamlOnly: true,
	}),
	lifetimeInSeconds: setting(lifetime, {
		label: "Lifetime in seconds",
		help: "How long a response is valid, at most a day.",
		unset: `${SAML_LIFETIME_SECONDS} (an hour); of WS-Federation ${WS_FEDERATION_LIFETIME_SECONDS} (${WS_FEDERATION_LIFETIME_SECONDS / 3600} hours)`,
		secondsMax: ASSERTION_LIFETIME_MAX,
	}),
	authnContextClassRef: setting(text, {
		label: "Authentication context",
		help: "How the response says that the user signed in.",
		unset: "unspecified",
		rule: uriFault,
		list: "contexts-offered",
	}),
	nameIdentifierFormat: setting(text, {
		label: "NameID format",
		help: "The kind of NameID.",
		unset: "unspecified",
		rule: uriFault,
		list: "formats-offered",
	}),
	probes: setting(orderedLines, {
		label: "NameID attributes",
		help: "NameID: the first of these that has a value, one a line.",
		wire: "nameIdentifierProbes",
		unset: "the user ID, then e-mail address, then name",
		fault: (names) => namesFault(names, ADDON_MAPPING_NAMES_MAX),
	}),
	mappings: {
		...mappings,
		facts: { unset: "the usual six are sent: user ID, e-mail address, name, given name, surname, UPN" },
	},
	passthroughClaimsWithNoMapping: setting(settingSwitch, {
		label: "Send fields without a mapping",
		help: "Off: sends only mapped fields.",
		unset: "on",
	}),
	mapUnknownClaimsAsIs: setting(settingSwitch, {
		label: "Keep their bare names",
		help: "Sends nickname instead of http://schemas.auth0.com/nickname.",
		unset: "off",
	}),
	createUpnClaim: setting(settingSwitch, {
		label: "Send a UPN",
		help: "The e-mail address once more, as user principal name.",
		unset: "on",
	}),
	mapIdentities: setting(settingSwitch, {
		label: "Send the identity provider",
		help: "Attributes that name the user's identity provider.",
		unset: "on",
	}),
	typedAttributes: setting(settingSwitch, {
		label: "Send the type of values",
		help: "Text, yes or no, as XML Schema names it.",
		unset: "on",
	}),
	includeAttributeNameFormat: setting(settingSwitch, {
		label: "Send the format of names",
		help: "Whether an attribute's name is a URI or a plain name.",
		unset: "on",
		isSamlOnly: true,
	}),
	signatureAlgorithm: setting(settingChoice, {
		label: "Signature algorithm",
		help: "SHA-1 is not offered: it is broken.",
		unset: "RSA with SHA-256",
		options: [
			["rsa-sha256", "RSA with SHA-256"],
			["rsa-sha512", "RSA with SHA-512"],
		],
		embeddedOnly: "rsa-sha512",
	}),
	digestAlgorithm: setting(settingChoice, {
		label: "Digest algorithm",
		help: "For the digest of what is signed.",
		unset: "SHA-256",
		options: [
			["sha256", "SHA-256"],
			["sha512", "SHA-512"],
		],
		embeddedOnly: "sha512",
	}),
	signResponse: setting(settingSwitch, {
		label: "Sign the whole response",
		help: "Off: signs only the assertion, which most applications check.",
		unset: "off",
		isSamlOnly: true,
	}),
	signingCert: setting(certificate, {
		label: "Signing certificate",
		help: "The application's certificate in PEM. With it, only messages that the application signed are accepted.",
		lengthMax: ADDON_CERTIFICATE_LENGTH_MAX,
		countMax: 1,
		isSamlOnly: true,
	}),
	singleLogout: setting(settingSwitch, {
		label: "Single logout",
		help: "Signing out here or there signs out of both. Needs the logout URL.",
		wire: "logout.slo_enabled",
		unset: "off",
		isSamlOnly: true,
	}),
	logoutCallback: setting(address, {
		label: "Logout URL",
		help: "Where the application receives single logout messages.",
		wire: "logout.callback",
		isSamlOnly: true,
	}),
	binding: setting(settingChoice, {
		label: "Logout binding",
		help: "How logout messages reach the application.",
		unset: "HTTP-POST (a form)",
		options: [
			[HTTP_POST_BINDING, "HTTP-POST (a form)"],
			[HTTP_REDIRECT_BINDING, "HTTP-Redirect (a URL)"],
		],
		isSamlOnly: true,
	}),
};

/**
 * The editable fields of an application's single sign-on, in the order of the form. Paths of settings are relative to the
 * add-on of their protocol: the field's name, where none is stated.
 */
export const singleSignOnFields = Object.fromEntries(
	Object.entries(fields).map(([name, { codec, ...kind }]) => [
		name,
		{ ...kind, codec: { ...codec, wire: codec.wire || name } },
	]),
) as typeof fields;

function namesFault(names: readonly string[], max: number): string | null {
	if (names.length > max) return `${names.length} lines; at most ${max} fit.`;
	return names.map(uriFault).find((fault) => fault !== null) ?? null;
}
