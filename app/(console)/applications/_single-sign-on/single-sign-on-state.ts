import type { Jump } from "@/components/layout/jump-list";
import type { FederatedApplication } from "@/lib/contract/client/application";
import { protocolLabels } from "../_edit/protocol";
import type { SingleSignOnContent } from "../_edit/single-sign-on-editor";

/** The sections of the form; the style sheet shows those of the chosen protocol. */
export const formSections = {
	assertion: { id: "assertion", title: "Assertion", className: "of-federation" },
	subject: { id: "subject", title: "Subject and attributes", className: "of-federation" },
	signatures: { id: "signatures", title: "Signatures", className: "of-federation" },
	logout: { id: "logout", title: "Single logout", className: "of-federation of-saml" },
} satisfies Record<string, Jump>;

/** The state of an application's single sign-on: "Off", "SAML 2.0 for https://sp.example". */
export function singleSignOnState({ protocol, audience, aliases, callbacks }: SingleSignOnContent): string {
	if (protocol === "off") return "Off";
	if (protocol === "both") return `${protocolLabels.both}, which does not work: choose one`;
	const partner = (protocol === "samlp" ? audience : aliases[0]) || callbacks[0];
	return partner ? `${protocolLabels[protocol]} for ${partner}` : protocolLabels[protocol];
}

/** Why people can't sign in to an application by SAML or WS-Federation, in a sentence or two; null where they can. */
export function reasonAgainst({ compliance_level: level, app_type, callbacks }: FederatedApplication): string | null {
	if (level?.startsWith("fapi2")) {
		return "This application follows FAPI 2.0, which forbids other ways to sign in. Create another application for SAML or WS-Federation.";
	}
	if (app_type === "non_interactive" && (callbacks ?? []).length === 0) {
		return "This application works machine to machine, so no user signs in to it. Give it another type or a callback URL on its page first.";
	}
	return null;
}
