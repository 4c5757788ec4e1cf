import { certificate } from "@/app/_editor/kinds/certificate";
import { choice } from "@/app/_editor/kinds/choice";
import { toggle } from "@/app/_editor/kinds/toggle";
import { HTTP_POST_BINDING, HTTP_REDIRECT_BINDING } from "@/lib/contract/client/addon-limits";
import {
	CONNECTION_CERTIFICATES_LENGTH_MAX,
	CONNECTION_CERTIFICATES_MAX,
} from "@/lib/contract/connection/connection-limits";
import { omittedWhenEmpty, optionAddress, optionText } from "./option-kinds";

const bindings = [
	[HTTP_REDIRECT_BINDING, "Redirect (in the address)"],
	[HTTP_POST_BINDING, "Form post"],
] as const;

/** The provider's identity, endpoints, bindings and certificates. */
export const providerFields = {
	issuer: optionText({
		label: "Provider's entity ID",
		help: "What the provider calls itself (Issuer). Answers of any other are refused.",
		wire: "options.issuer",
	}),
	signInEndpoint: optionAddress({
		label: "Sign-in address",
		help: "Where the browser is sent to sign in.",
		wire: "options.signInEndpoint",
		required: "A sign-in address is needed.",
	}),
	protocolBinding: omittedWhenEmpty(
		choice({
			label: "Sign-in binding",
			help: "How requests get there.",
			wire: "options.protocolBinding",
			options: [["", "the tenant's default"], ...bindings],
		}),
	),
	signOutEndpoint: optionAddress({
		label: "Sign-out address",
		help: "Ends the session at the provider. Empty: people stay signed in there.",
		wire: "options.signOutEndpoint",
	}),
	signOutBinding: choice({
		label: "Sign-out binding",
		help: "How sign-out messages get there.",
		wire: "options.signOutBinding",
		options: bindings,
	}),
	signOutResponseEndpoint: optionAddress({
		label: "Address for sign-out answers",
		help: "Takes answers to sign-outs that it begins. Empty: the sign-out address.",
		wire: "options.signOutResponseEndpoint",
	}),
	isQuietSignOut: toggle({
		label: "Don't tell the provider when somebody signs out",
		help: "Signing out then ends the session here alone.",
		wire: "options.disableSignout",
	}),
	signingCert: {
		...certificate({
			label: "Signing certificate",
			help: "In PEM, one below the other. Answers that none of them proves are refused.",
			wire: "options.signingCert",
			lengthMax: CONNECTION_CERTIFICATES_LENGTH_MAX,
			countMax: CONNECTION_CERTIFICATES_MAX,
		}),
		// Its older name.
		alsoAt: ["options.cert"],
	},
};
