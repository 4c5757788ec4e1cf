import { certificate } from "@/app/_certificates/certificate-kind";
import { sentFault } from "@/app/_editor/kinds/address";
import { choice } from "@/app/_editor/kinds/choice";
import { isText } from "@/app/_editor/kinds/kind";
import { toggle } from "@/app/_editor/kinds/toggle";
import { HTTP_POST_BINDING, HTTP_REDIRECT_BINDING, NAME_FORMATS } from "@/lib/contract/client/addon-limits";
import {
	AUTHORIZE_QUERY_LENGTH_MAX,
	CONNECTION_CERTIFICATES_LENGTH_MAX,
	CONNECTION_CERTIFICATES_MAX,
} from "@/lib/contract/connection/connection-limits";
import { nameOf, optionAddress, optionText } from "./option-kinds";

const bindings = [
	[HTTP_REDIRECT_BINDING, "Redirect (in the URL)"],
	[HTTP_POST_BINDING, "Form post"],
] as const;

/** What the provider's metadata contains as well. */
export const metadataFields = {
	issuer: optionText({
		label: "Provider's entity ID",
		help: "The provider's own entity ID (Issuer). Responses from any other are refused.",
		wire: "options.issuer",
	}),
	signInEndpoint: optionAddress({
		label: "Sign-in address",
		help: "Where the browser is sent to sign in.",
		wire: "options.signInEndpoint",
		required: "A sign-in address is needed.",
	}),
	protocolBinding: choice({
		label: "Sign-in binding",
		help: "How requests get there.",
		wire: "options.protocolBinding",
		options: [["", "the tenant's default"], ...bindings],
		// What the tenant does then is its own.
		omitsUnset: true,
	}),
	signOutEndpoint: optionAddress({
		label: "Sign-out address",
		help: "Ends the session at the provider. Empty: users stay signed in there.",
		wire: "options.signOutEndpoint",
	}),
	signOutBinding: choice({
		label: "Sign-out binding",
		help: "How sign-out messages get there.",
		wire: "options.signOutBinding",
		options: bindings,
	}),
	signOutResponseEndpoint: optionAddress({
		label: "Address for sign-out responses",
		help: "Receives responses to sign-outs that the provider begins. Empty: the sign-out address.",
		wire: "options.signOutResponseEndpoint",
	}),
	nameIdentifierFormat: choice({
		label: "NameID format",
		help: "The kind of NameID to ask for. A transient one needs a user ID attribute.",
		wire: "options.nameIdentifierFormat",
		options: [
			[NAME_FORMATS.persistent, "Persistent"],
			[NAME_FORMATS.emailAddress, "E-mail address"],
			[NAME_FORMATS.unspecified, "Unspecified: the provider chooses"],
			[NAME_FORMATS.transient, "Transient: a new one at each sign-in"],
		],
	}),
	signingCert: certificate({
		label: "Signing certificate",
		help: "In PEM, one below the other. A response that none of their keys signed is refused.",
		wire: "options.signingCert",
		// Its older name.
		alsoAt: ["options.cert"],
		lengthMax: CONNECTION_CERTIFICATES_LENGTH_MAX,
		countMax: CONNECTION_CERTIFICATES_MAX,
	}),
};

/** Sign-ins that begin at the provider. */
export const providerInitiatedFields = {
	isProviderInitiated: toggle({
		label: "Let sign-ins begin at the provider",
		help: "Users start at the provider's own page, which sends them here without a request.",
		warning:
			"Nothing proves that the user wanted this: an attacker can sign a browser in to the attacker's own account (login CSRF). Leave it off unless the provider needs it.",
		wire: "options.idpinitiated.enabled",
	}),
	defaultClient: optionText({
		label: "Default application",
		help: "Where these sign-ins lead: one of the applications ticked above.",
		wire: "options.idpinitiated.client_id",
		valueInWords: (json, _, names) => (json === null ? "nothing" : nameOf(String(JSON.parse(json)), names)),
	}),
	defaultProtocol: choice({
		label: "Protocol",
		partLabel: () => "Protocol of the default application",
		help: "How the application gets the sign-in. SAML and WS-Federation must be on there.",
		wire: "options.idpinitiated.client_protocol",
		options: [
			["oidc", "OpenID Connect"],
			["samlp", "SAML 2.0"],
			["wsfed", "WS-Federation"],
		],
		// A tenant may store either name.
		read: (stored) => (stored === "saml" ? "samlp" : isText(stored) && stored !== "" ? stored : "oidc"),
	}),
	defaultQuery: optionText({
		label: "Query",
		partLabel: () => "Query of the default application",
		help: "The query of the authorization request that the application would send. Empty: its first callback URL.",
		wire: "options.idpinitiated.client_authorizequery",
		rule: (text) => sentFault(text, AUTHORIZE_QUERY_LENGTH_MAX),
	}),
};
