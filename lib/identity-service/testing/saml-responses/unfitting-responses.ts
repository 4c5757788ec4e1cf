import { type HostileRow, UNREADABLE } from "./refusals";
import { CALLBACK, EMAIL_ATTRIBUTE, ENTITY_ID, PROVIDER } from "./responding-provider";

const TOO_OLD = /too old|has expired/;
const FUTURE = /a clock is wrong/;

/** Responses with the provider's valid signature that are not for this service, or not valid now. */
export function unfittingResponses(now: Date): HostileRow<(template: string) => string>[] {
	const instant = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();
	const replace = (from: string | RegExp, to: string) => (template: string) => {
		if (template.replace(from, () => "") === template) throw new Error(`Nothing to replace: ${from}`);
		return template.replace(from, () => to);
	};
	const set = (element: string, attribute: string, value: string | null) =>
		replace(
			new RegExp(`(?<=<${element}\\b[^>]*?) ${attribute}="[^"]*"`),
			value === null ? "" : ` ${attribute}="${value}"`,
		);
	const data = "saml:SubjectConfirmationData";
	const response = "samlp:Response";
	const audience = `<saml:AudienceRestriction><saml:Audience>${ENTITY_ID}</saml:Audience></saml:AudienceRestriction>`;
	const restricted = (to: string) => `<saml:AudienceRestriction>${to}</saml:AudienceRestriction>`;
	const wrongAudience = "Audience is invalid";
	return [
		["for another audience", wrongAudience, replace(`>${ENTITY_ID}<`, ">urn:auth0:localhost:3000:other<")],
		["for an audience that begins like ours", wrongAudience, replace(`>${ENTITY_ID}<`, `>${ENTITY_ID}2<`)],
		["for our audience in other letters", wrongAudience, replace(`>${ENTITY_ID}<`, `>${ENTITY_ID.toUpperCase()}<`)],
		["for our audience with white space", wrongAudience, replace(`>${ENTITY_ID}<`, `> ${ENTITY_ID}<`)],
		[
			"for ours and, restricted again, for another",
			wrongAudience,
			replace(audience, audience + restricted("<saml:Audience>urn:other</saml:Audience>")),
		],
		["for no audience", /AudienceRestriction/, replace(audience, "")],
		["for an empty audience", /Audience/, replace(audience, restricted(""))],
		["for an audience without a name", wrongAudience, replace(audience, restricted("<saml:Audience/>"))],
		["without conditions", /Conditions/, replace(/<saml:Conditions.*<\/saml:Conditions>/s, "")],
		[
			"with conditions twice",
			/Conditions/,
			(template) => template.replace(/<saml:Conditions.*<\/saml:Conditions>/s, (all) => all + all),
		],
		[
			"with an unknown condition",
			/does not belong/,
			replace("</saml:Conditions>", '<saml:ProxyRestriction Count="0"/></saml:Conditions>'),
		],
		[
			"for another recipient",
			"The assertion is for another recipient.",
			set(data, "Recipient", "http://localhost:3000/login/callback?connection=other"),
		],
		[
			"for our address without the connection",
			"The assertion is for another recipient.",
			set(data, "Recipient", "http://localhost:3000/login/callback"),
		],
		["for no recipient", "The assertion is for another recipient.", set(data, "Recipient", null)],
		[
			"for another destination",
			"The response was sent to another URL.",
			set(response, "Destination", "https://evil.example/acs"),
		],
		[
			"for a destination that begins like ours",
			"The response was sent to another URL.",
			set(response, "Destination", `${CALLBACK}2`),
		],
		["for an empty destination", "The response was sent to another URL.", set(response, "Destination", "")],
		[
			"from another issuer",
			/an identity provider other than|different providers/,
			(template) => template.replaceAll(PROVIDER, "https://evil.example/metadata"),
		],
		[
			"with a response of another issuer",
			"The response is from an identity provider other than the connection's.",
			replace(`<saml:Issuer>${PROVIDER}`, "<saml:Issuer>https://evil.example/metadata"),
		],
		[
			"with an assertion of another issuer",
			"The response is from an identity provider other than the connection's.",
			(template) => template.replace(/(<saml:Assertion.*?<saml:Issuer>)[^<]*/s, "$1https://evil.example/metadata"),
		],
		[
			"with an assertion without an issuer",
			/Issuer|who it is from/,
			(template) => template.replace(/(<saml:Assertion[^>]*>)<saml:Issuer>[^<]*<\/saml:Issuer>/, "$1"),
		],
		[
			"with an issuer of another format",
			/entity ID/,
			replace("<saml:Issuer>", '<saml:Issuer Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">'),
		],
		["that isn't valid yet", FUTURE, set("saml:Conditions", "NotBefore", instant(181))],
		["that has expired", TOO_OLD, set("saml:Conditions", "NotOnOrAfter", instant(-180))],
		[
			"without an end of its validity",
			"The assertion does not say when it expires.",
			set("saml:Conditions", "NotOnOrAfter", null),
		],
		["whose confirmation isn't valid yet", FUTURE, replace(` Recipient="`, ` NotBefore="${instant(181)}" Recipient="`)],
		["whose confirmation has expired", TOO_OLD, set(data, "NotOnOrAfter", instant(-180))],
		[
			"whose confirmation never expires",
			"The assertion does not say when it expires.",
			set(data, "NotOnOrAfter", null),
		],
		["whose response is too old", TOO_OLD, set(response, "IssueInstant", instant(-601))],
		["whose assertion is too old", TOO_OLD, set("saml:Assertion", "IssueInstant", instant(-601))],
		["whose response is from the future", FUTURE, set(response, "IssueInstant", instant(181))],
		["whose assertion is from the future", FUTURE, set("saml:Assertion", "IssueInstant", instant(181))],
		["without a time of its response", UNREADABLE, set(response, "IssueInstant", null)],
		["without a time of its assertion", /a time that cannot be read/, set("saml:Assertion", "IssueInstant", null)],
		[
			"with a time without a time zone",
			/a time that cannot be read/,
			set("saml:Assertion", "IssueInstant", instant(0).replace("Z", "")),
		],
		["with an invalid time", /a time that cannot be read/, set("saml:Conditions", "NotBefore", "tomorrow")],
		[
			"with a session that is over",
			/session at the identity provider is over/,
			replace("<saml:AuthnStatement ", `<saml:AuthnStatement SessionNotOnOrAfter="${instant(0)}" `),
		],
		["with a sign-in of the future", FUTURE, set("saml:AuthnStatement", "AuthnInstant", instant(181))],
		["without a time of the sign-in", /a time that cannot be read/, set("saml:AuthnStatement", "AuthnInstant", null)],
		[
			"with two authentication statements",
			/AuthnStatement/,
			(template) => template.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/s, (all) => all + all),
		],
		[
			"with an authorization decision",
			/does not belong/,
			replace(
				"<saml:AuthnStatement",
				'<saml:AuthzDecisionStatement Resource="x" Decision="Permit"/><saml:AuthnStatement',
			),
		],
		["confirmed by a key", /bearer/, replace("cm:bearer", "cm:holder-of-key")],
		[
			"to a request with an invalid ID",
			"The assertion names a request whose ID is not valid.",
			set(data, "InResponseTo", " "),
		],
		[
			"without a confirmation",
			/SubjectConfirmation/,
			replace(/<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/s, ""),
		],
		["confirmed without data", /another recipient/, replace(/<saml:SubjectConfirmationData[^>]*>/, "")],
		[
			"confirmed twice",
			/bearer/,
			(template) => template.replace(/<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/s, (all) => all + all),
		],
		[
			"to another request than its response",
			"The response and its assertion are for different requests.",
			set(data, "InResponseTo", "_other"),
		],
		[
			"to a request, in a response to none",
			"The response and its assertion are for different requests.",
			set(response, "InResponseTo", null),
		],
		[
			"to no request, in a response to one",
			"The response and its assertion are for different requests.",
			set(data, "InResponseTo", null),
		],
		["of SAML 1.1", "The response is not SAML 2.0.", set(response, "Version", "1.1")],
		["with an assertion of SAML 1.1", "The assertion is not SAML 2.0.", set("saml:Assertion", "Version", "1.1")],
		["without a version", "The assertion is not SAML 2.0.", set("saml:Assertion", "Version", null)],
		["with an assertion without a name", /names no user/, replace(/(?<=<saml:NameID[^>]*>)rita/, "")],
		["with a name of white space", /names no user/, replace(/(?<=<saml:NameID[^>]*>)rita/, "\n")],
		["with white space around the name", /invisible characters/, replace(/(?<=<saml:NameID[^>]*>)rita/, "rita ")],
		[
			"with invisible characters in the name",
			/invisible characters/,
			replace(/(?<=<saml:NameID[^>]*>)rita/, "ri\u200bta"),
		],
		["with a line end in the name", /invisible characters/, replace(/(?<=<saml:NameID[^>]*>)rita/, "ri&#10;ta")],
		["with a name of 257 characters", /longer than 256/, replace(/(?<=<saml:NameID[^>]*>)rita/, "x".repeat(257))],
		["without a subject", /Subject/, replace(/<saml:Subject>.*<\/saml:Subject>/s, "")],
		[
			"with two subjects",
			/Subject/,
			(template) => template.replace(/<saml:Subject>.*<\/saml:Subject>/s, (all) => all + all),
		],
		["with two names", /NameID/, (template) => template.replace(/<saml:NameID.*<\/saml:NameID>/s, (all) => all + all)],
		["with an element in the name", /instead of a text/, replace(/(?<=<saml:NameID[^>]*>)rita/, "admin<saml:x/>rita")],
		[
			"with an element in the issuer",
			/instead of a text/,
			replace(`>${PROVIDER}<`, `>https://idp<saml:x/>.partner.example/metadata<`),
		],
		[
			"with a name of another namespace",
			/does not belong/,
			replace(/<saml:NameID.*<\/saml:NameID>/s, '<e:NameID xmlns:e="urn:e">admin</e:NameID>'),
		],
		[
			"with a second name of another namespace",
			/does not belong/,
			replace("<saml:NameID", '<e:NameID xmlns:e="urn:e">admin</e:NameID><saml:NameID'),
		],
		["with an encrypted name", /encrypted/, replace(/<saml:NameID.*<\/saml:NameID>/s, "<saml:EncryptedID/>")],
		[
			"with an encrypted attribute",
			/encrypted/,
			replace("<saml:AttributeStatement>", "<saml:AttributeStatement><saml:EncryptedAttribute/>"),
		],
		["with an attribute without a name", /without a name/, replace(/ Name="email"/, "")],
		["with an attribute of a long name", /too long/, replace('Name="email"', `Name="${"x".repeat(1025)}"`)],
		["with a value of 33 KB", /longer ones/, replace(/rita@partner/, "x".repeat(33 * 1024))],
		["with 501 attributes", /more attributes/, replace(EMAIL_ATTRIBUTE, '<saml:Attribute Name="x"/>'.repeat(501))],
		[
			"with 1501 values",
			/more attributes/,
			replace(EMAIL_ATTRIBUTE, `<saml:Attribute Name="x">${"<saml:AttributeValue/>".repeat(1501)}</saml:Attribute>`),
		],
		[
			"with another assertion in a value",
			/within another element/,
			replace(
				EMAIL_ATTRIBUTE,
				'<saml:Attribute Name="x"><saml:AttributeValue><saml:Assertion/></saml:AttributeValue></saml:Attribute>',
			),
		],
		[
			"with an identifier in a value",
			/ID where none is allowed/,
			replace(
				EMAIL_ATTRIBUTE,
				'<saml:Attribute Name="x"><saml:AttributeValue><x Id="_x"/></saml:AttributeValue></saml:Attribute>',
			),
		],
		[
			"with the same ID twice",
			/the same ID twice/,
			(template) =>
				template.replace(
					/(<saml:Assertion) ID="[^"]*"/,
					(_, start) => `${start} ID="${/ ID="([^"]*)"/.exec(template)?.[1]}"`,
				),
		],
		["without an identifier of its assertion", /./, set("saml:Assertion", "ID", null)],
		[
			"with another identifier beside the one",
			/does not belong/,
			replace("<saml:Assertion ", '<saml:Assertion saml:ID="_other" '),
		],
		["with extensions", /does not belong/, replace("<samlp:Status>", "<samlp:Extensions/><samlp:Status>")],
		["without a status", UNREADABLE, replace(/<samlp:Status>.*<\/samlp:Status>/s, "")],
		[
			"with the status that the sign-in failed",
			/did not sign you in: the sign-in there failed\./,
			replace(
				/<samlp:StatusCode[^>]*>/,
				'<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"/></samlp:StatusCode>',
			),
		],
		["without an assertion", "Response holds no Assertion.", replace(/<saml:Assertion.*<\/saml:Assertion>/s, "")],
	];
}
