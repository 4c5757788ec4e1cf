import { type Protocol, protocolLabels } from "../edit/protocol";
import type { SingleSignOnContent } from "../edit/single-sign-on-editor";

/** How people sign in to an application, in a few words: "Off", "SAML 2.0 for https://sp.example". */
export function singleSignOnState({ protocol, audience, aliases, callbacks }: SingleSignOnContent): string {
	if (protocol === "off") return "Off";
	if (protocol === "both") return `${protocolLabels.both}, which does not work: choose one`;
	const partner: Record<Exclude<Protocol, "off" | "both">, string | undefined> = {
		samlp: audience || callbacks[0],
		wsfed: aliases[0] ?? callbacks[0],
	};
	return partner[protocol] ? `${protocolLabels[protocol]} for ${partner[protocol]}` : protocolLabels[protocol];
}
