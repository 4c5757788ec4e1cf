import { forgedAnswers } from "./forged-responses";
import { forgedSignatures } from "./forged-signatures";
import { NONE } from "./refusals";
import { answerTemplate, FORMS, type Form, inBase64, signedAnswer, unsignedAnswer } from "./responding-provider";
import { splicedAnswers } from "./spliced-responses";
import { unfittingAnswers } from "./unfitting-responses";
import { unreadableAnswers } from "./unreadable-responses";

/** An answer that nobody may be signed in by. */
export type HostileAnswer = {
	name: string;
	/** `SAMLResponse` of the form. */
	samlResponse: string;
	/** What the refusal says. */
	refusal: string | RegExp;
};

/** Every hostile answer, each with a name of its own. */
export function hostileAnswers(now = new Date()): HostileAnswer[] {
	return [
		...FORMS.flatMap((form) => {
			const document = signedAnswer(form, answerTemplate({ now }));
			const signed = form === "both" ? "response and assertion signed" : `${form} signed`;
			return [
				...unfittingAnswers(now).map(([name, refusal, edit]) => {
					return [name, refusal, signedAnswerOf(form, edit(answerTemplate({ now })))] as const;
				}),
				...forgedAnswers(document, form),
				...forgedSignatures(document),
				...splicedAnswers(now, form),
			].map(([name, refusal, hostile]) => ({ name: `${name} (${signed})`, refusal, samlResponse: inBase64(hostile) }));
		}),
		...unreadableAnswers(signedAnswer("both", answerTemplate({ now }))).map(([name, refusal, samlResponse]) => ({
			...{ name, refusal, samlResponse },
		})),
		{ name: "never signed", refusal: NONE, samlResponse: inBase64(unsignedAnswer(answerTemplate({ now }))) },
	];
}

/** Where the template has nothing left to sign, what is there is sent. */
function signedAnswerOf(form: Form, template: string): string {
	const hasAssertion = /<saml:Assertion [^>]*\bID="/.test(template);
	return hasAssertion ? signedAnswer(form, template) : unsignedAnswer(template);
}
