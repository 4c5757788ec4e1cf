import { forgedResponses } from "./forged-responses";
import { forgedSignatures } from "./forged-signatures";
import { NONE } from "./refusals";
import { FORMS, type Form, inBase64, responseTemplate, signedResponse, unsignedResponse } from "./responding-provider";
import { splicedResponses } from "./spliced-responses";
import { unfittingResponses } from "./unfitting-responses";
import { unreadableResponses } from "./unreadable-responses";

/** A response that must not sign in any user. */
export type HostileResponse = {
	name: string;
	/** `SAMLResponse` of the form. */
	samlResponse: string;
	/** The sentence of the refusal. */
	refusal: string | RegExp;
};

/** All hostile responses, with unique names. */
export function hostileResponses(now = new Date()): HostileResponse[] {
	return [
		...FORMS.flatMap((form) => {
			const document = signedResponse(form, responseTemplate({ now }));
			const signed = form === "both" ? "response and assertion signed" : `${form} signed`;
			return [
				...unfittingResponses(now).map(([name, refusal, edit]) => {
					return [name, refusal, signedResponseOf(form, edit(responseTemplate({ now })))] as const;
				}),
				...forgedResponses(document, form),
				...forgedSignatures(document),
				...splicedResponses(now, form),
			].map(([name, refusal, hostile]) => ({ name: `${name} (${signed})`, refusal, samlResponse: inBase64(hostile) }));
		}),
		...unreadableResponses(signedResponse("both", responseTemplate({ now }))).map(([name, refusal, samlResponse]) => ({
			name,
			refusal,
			samlResponse,
		})),
		{ name: "never signed", refusal: NONE, samlResponse: inBase64(unsignedResponse(responseTemplate({ now }))) },
	];
}

/** Unsigned where the template has no assertion left to sign. */
function signedResponseOf(form: Form, template: string): string {
	const hasAssertion = /<saml:Assertion [^>]*\bID="/.test(template);
	return hasAssertion ? signedResponse(form, template) : unsignedResponse(template);
}
