import { choice } from "@/app/_editor/kinds/choice";
import { isText } from "@/app/_editor/kinds/kind";
import { sentFault } from "@/app/_editor/kinds/text";
import { toggle } from "@/app/_editor/kinds/toggle";
import { AUTHORIZE_QUERY_LENGTH_MAX } from "@/lib/contract/connection/connection-limits";
import { optionApplication, optionText } from "./option-kinds";

/** Sign-ins that begin at the provider. */
export const providerInitiatedFields = {
	isProviderInitiated: toggle({
		label: "Let sign-ins begin at the provider",
		help: "People start at the provider's own page, which sends them here without having been asked.",
		warning:
			"Nobody can tell whether the person in front of the screen wanted that: somebody else can send a browser here and have it signed in to their own account (login CSRF). Leave it off unless the provider can't do without.",
		wire: "options.idpinitiated.enabled",
	}),
	defaultClient: optionApplication({
		label: "Default application",
		help: "Where these sign-ins lead: one of the applications ticked above.",
		wire: "options.idpinitiated.client_id",
	}),
	defaultProtocol: choice({
		label: "Protocol",
		partLabel: () => "Protocol of the default application",
		help: "How the sign-in is handed to the application. SAML and WS-Federation have to be on there.",
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
		help: "What the application would ask for, as the query of an authorization request. Empty: its first callback URL.",
		wire: "options.idpinitiated.client_authorizequery",
		rule: (text) => sentFault(text, AUTHORIZE_QUERY_LENGTH_MAX),
	}),
};
