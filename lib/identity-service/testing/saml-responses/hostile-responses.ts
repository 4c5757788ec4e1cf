import { forgedResponses } from "./forged-responses";
import { forgedSignatures } from "./forged-signatures";
import { NONE } from "./refusals";
import { FORMS, type Form, inBase64, responseTemplate, signedResponse, unsignedResponse } from "./responding-provider";
import { splicedResponses } from "./spliced-responses";
import { unfittingResponses } from "./unfitting-responses";
import { unreadableResponses } from "./unreadable-responses";

/** An answer that nobody may be signed in by. */
export type HostileResponse = {
	name: string;
	/** `SAMLResponse` of the form. */
	samlResponse: string;
	/** What the refusal says. */
	refusal: string | RegExp;
};

/** Every hostile answer, each with a name of its own. */
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
			...{ name, refusal, samlResponse },
		})),
		{ name: "never signed", refusal: NONE, samlResponse: inBase64(unsignedResponse(responseTemplate({ now }))) },
	];
}

/** Where the template has nothing left to sign, what is there is sent. */
function signedResponseOf(form: Form, template: string): string {
	const hasAssertion = /<saml:Assertion [^>]*\bID="/.test(template);
	return hasAssertion ? signedResponse(form, template) : unsignedResponse(template);
}
