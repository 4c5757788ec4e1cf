import { SAML, ValidateInResponseTo } from "@node-saml/node-saml";
import { z } from "zod";
import { machineClock } from "../../context/clock";
import { BEARER } from "../../saml/names";
import type { SamlConnection } from "../saml-connection";
import { type AssertionFacts, authenticationFacts, confirmationFacts, writtenText } from "./assertion-facts";
import { RESPONSE_CLOCK_SKEW_SECONDS, RESPONSE_LIFETIME_SECONDS } from "./response-limits";

/** An element as xml2js represents it: a string where it has text alone, else an object with its children by name. */
const node = z.union([
	z.string().transform((_) => ({ _, $: {} as Record<string, string> })),
	z.looseObject({ _: z.string().default(""), $: z.record(z.string(), z.string()).default({}) }),
]);
const attribute = z.looseObject({
	$: z.record(z.string(), z.string()),
	AttributeValue: z.array(node).default([]),
});
/** A string where it has no attributes. */
const statement = z.union([
	z.string().transform(() => ({ Attribute: [] })),
	z.looseObject({ Attribute: z.array(attribute).default([]) }),
]);
const confirmation = z.looseObject({
	$: z.record(z.string(), z.string()),
	SubjectConfirmationData: z.tuple([node]).optional(),
});
const assertion = z.looseObject({
	Assertion: z.looseObject({
		$: z.record(z.string(), z.string()),
		Issuer: z.tuple([node]),
		Subject: z.tuple([z.looseObject({ NameID: z.tuple([node]), SubjectConfirmation: z.array(confirmation) })]),
		Conditions: z.tuple([
			z.looseObject({
				$: z.record(z.string(), z.string()),
				AudienceRestriction: z.array(z.looseObject({ Audience: z.array(node) })),
			}),
		]),
		AuthnStatement: z.tuple([node]).optional(),
		AttributeStatement: z.array(statement).default([]),
	}),
});

/** Pending requests are kept in the store. */
const NO_CACHE = { saveAsync: async () => null, getAsync: async () => null, removeAsync: async () => null };

/**
 * The content of a response as `@node-saml/node-saml` verifies and reads it, with other parsers (xmldom, then xml2js).
 * @param base64 the response as received
 * @throws the library's errors
 */
export async function secondReading(
	{ entityId, callback, options }: SamlConnection,
	certificates: string[],
	base64: string,
	now: Date,
): Promise<AssertionFacts> {
	// The library checks times by the machine's clock, the service elsewhere by its own: their difference is allowed.
	const skew = RESPONSE_CLOCK_SKEW_SECONDS * 1000 + Math.abs(now.getTime() - machineClock().getTime());
	const library = new SAML({
		callbackUrl: callback,
		issuer: entityId,
		audience: entityId,
		idpCert: certificates,
		...(options.issuer === undefined ? {} : { idpIssuer: options.issuer }),
		// With both false, a signed response or a signed assertion is required.
		wantAssertionsSigned: false,
		wantAuthnResponseSigned: false,
		acceptedClockSkewMs: skew,
		maxAssertionAgeMs: RESPONSE_LIFETIME_SECONDS * 1000,
		validateInResponseTo: ValidateInResponseTo.never,
		cacheProvider: NO_CACHE,
	});
	const { profile } = await library.validatePostResponseAsync({ SAMLResponse: base64 });
	const { Assertion } = assertion.parse(profile?.getAssertion?.());
	const [subject] = Assertion.Subject;
	const [nameId] = subject.NameID;
	const [conditions] = Assertion.Conditions;
	const [authentication] = Assertion.AuthnStatement ?? [];
	return {
		id: attributeIn(Assertion, "ID"),
		issuer: writtenText(Assertion.Issuer[0]._),
		issueInstant: attributeIn(Assertion, "IssueInstant"),
		// The library's own reading of the user.
		nameId: writtenText(profile?.nameID ?? ""),
		nameIdFormat: attributeIn(nameId, "Format"),
		nameQualifier: attributeIn(nameId, "NameQualifier"),
		spNameQualifier: attributeIn(nameId, "SPNameQualifier"),
		confirmations: subject.SubjectConfirmation.filter((each) => attributeIn(each, "Method") === BEARER).map(
			({ SubjectConfirmationData: data }) => confirmationFacts((name) => (data ? attributeIn(data[0], name) : null)),
		),
		notBefore: attributeIn(conditions, "NotBefore"),
		notOnOrAfter: attributeIn(conditions, "NotOnOrAfter"),
		audiences: conditions.AudienceRestriction.map(({ Audience }) => Audience.map(({ _ }) => writtenText(_))),
		authentication: authentication ? authenticationFacts((name) => attributeIn(authentication, name)) : null,
		attributes: Assertion.AttributeStatement.flatMap(({ Attribute }) => Attribute).flatMap(attributeFacts),
	};
}

function attributeFacts({ $, AttributeValue: values }: z.infer<typeof attribute>): AssertionFacts["attributes"] {
	const isText = values.every((value) => Object.keys(value).every((key) => key === "_" || key === "$"));
	return isText ? [{ name: attributeIn({ $ }, "Name"), values: values.map(({ _ }) => writtenText(_)) }] : [];
}

function attributeIn({ $ }: { $: Record<string, string> }, name: string): string | null {
	return Object.hasOwn($, name) ? ($[name] ?? null) : null;
}
