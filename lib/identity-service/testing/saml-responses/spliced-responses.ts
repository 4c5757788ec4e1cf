import { DOES_NOT_FIT, type HostileRow, NOT_SIGNED } from "./refusals";
import { attacker, type Form, responseTemplate, signedResponse } from "./responding-provider";

/** Responses that are put together from two others. */
export function splicedResponses(now: Date, form: Form): HostileRow[] {
	const own = signedResponse(form, responseTemplate({ now, assertionId: "_own" }));
	const other = signedResponse(form, responseTemplate({ now, nameId: "admin", assertionId: "_other" }), attacker);
	const assertionOf = (document: string) => /<saml:Assertion .*<\/saml:Assertion>/s.exec(document)?.[0] ?? "";
	const first = (document: string) => /<ds:Signature .*?<\/ds:Signature>/s.exec(document)?.[0] ?? "";
	return [
		["of another key, with its certificate", DOES_NOT_FIT, other],
		[
			"with the assertion of another key in a signed response",
			NOT_SIGNED,
			own.replace(assertionOf(own), () => assertionOf(other)),
		],
		["with the signature of another response", /./, own.replace(first(own), () => first(other))],
	];
}
