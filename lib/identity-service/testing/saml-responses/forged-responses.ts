import { DOES_NOT_FIT, type HostileRow, NONE, NOT_SIGNED, UNREADABLE } from "./refusals";
import { attacker, type Form } from "./responding-provider";
import { wrappedResponses } from "./wrapped-responses";

const SIGNATURES = /<ds:Signature .*?<\/ds:Signature>/gs;
const ADMIN = /(<saml:NameID[^>]*>)[^<]*/;

/** An attacker's changes of a valid response. */
export function forgedResponses(document: string, form: Form): HostileRow[] {
	const admin = document.replace(ADMIN, "$1admin");
	const assertion = /<saml:Assertion .*<\/saml:Assertion>/s.exec(document)?.[0] ?? "";
	const bare = assertion.replace(SIGNATURES, "");
	const nameWith = (text: string) => document.replace(ADMIN, (_, start) => start + text);
	const wrapped = wrappedResponses(document, form).map(([name, made]): HostileRow => [name, /./, made]);
	// With two signatures either can be wrapped.
	const inner = form === "both" ? wrappedResponses(document, "assertion") : [];
	return [
		...wrapped,
		...inner.map(([name, made]): HostileRow => [`of the assertion, ${name}`, /./, made]),
		["the signature left out", NONE, document.replace(SIGNATURES, "")],
		["the signature left out and the name changed", NONE, admin.replace(SIGNATURES, "")],
		["the name changed", DOES_NOT_FIT, admin],
		["the address changed", DOES_NOT_FIT, document.replace("rita@partner", "admin@partner")],
		["the request changed", DOES_NOT_FIT, document.replaceAll("_request", "_others")],
		[
			"an unsigned assertion before the signed one",
			/Assertion more than once/,
			document.replace(
				assertion,
				() => bare.replace(ADMIN, "$1admin").replace(/ ID="[^"]*"/, ' ID="_evil"') + assertion,
			),
		],
		[
			"an unsigned assertion behind the signed one",
			/Assertion more than once/,
			document.replace(
				assertion,
				() => assertion + bare.replace(ADMIN, "$1admin").replace(/ ID="[^"]*"/, ' ID="_evil"'),
			),
		],
		[
			"an unsigned assertion instead of the signed one",
			/./,
			document.replace(assertion, () => bare.replace(ADMIN, "$1admin")),
		],
		[
			"an encrypted assertion instead",
			/encrypted, and this service has no key/,
			document.replace(
				assertion,
				'<saml:EncryptedAssertion><xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#"/></saml:EncryptedAssertion>',
			),
		],
		[
			"an encrypted assertion beside",
			/encrypted, and this service has no key/,
			document.replace(assertion, () => `<saml:EncryptedAssertion/>${assertion}`),
		],
		[
			"an encrypted assertion that gives a prefix another meaning, as pysaml2 writes it",
			/encrypted, and this service has no key/,
			document.replace(
				assertion,
				'<saml:EncryptedAssertion><samlp:EncryptedData xmlns:samlp="http://www.w3.org/2001/04/xmlenc#"/></saml:EncryptedAssertion>',
			),
		],
		["a comment in the name", /comment/, nameWith("admin<!---->.evil.example")],
		["a comment in the signed name", /comment/, nameWith("ri<!-- -->ta")],
		[
			"a comment in the issuer",
			/comment/,
			document.replace("partner.example/metadata", "partner.example<!---->/metadata"),
		],
		["a comment in a value", /comment/, document.replace("rita@partner.example", "admin@example.com<!---->.evil.com")],
		["a comment between elements", /comment/, document.replace("<saml:Subject>", "<!-- x --><saml:Subject>")],
		["an instruction in the name", /processing instruction/, nameWith("ri<?x?>ta")],
		["a CDATA section in the name", /CDATA/, nameWith("<![CDATA[rita]]>")],
		["an unsigned xml:lang attribute", NOT_SIGNED, document.replace("<saml:NameID ", '<saml:NameID xml:lang="en" ')],
		[
			"an unsigned xsi attribute",
			NOT_SIGNED,
			document.replace(
				"<saml:NameID ",
				'<saml:NameID xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true" ',
			),
		],
		[
			"the attacker's certificate and an invalid signature",
			DOES_NOT_FIT,
			admin.replace(/(?<=<ds:X509Certificate>)[^<]*/, attacker.certificate.replace(/-----[^-]*-----|\s/g, "")),
		],
		["a document type", UNREADABLE, `<!DOCTYPE x>${document}`],
		["an external entity", UNREADABLE, `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${nameWith("&e;")}`],
		[
			"an entity bomb",
			UNREADABLE,
			`<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>${nameWith("&b;")}`,
		],
		[
			"a default attribute by a document type",
			UNREADABLE,
			`<!DOCTYPE x [<!ATTLIST saml:Assertion Id CDATA "_x">]>${document}`,
		],
		["an undefined entity", UNREADABLE, nameWith("&rita;")],
		["a style sheet", UNREADABLE, `<?xml-stylesheet href="x"?>${document}`],
		["a second root", UNREADABLE, document + document],
		["text behind the root", UNREADABLE, `${document}x`],
		["NUL in the name", UNREADABLE, nameWith("rita\0admin")],
		["NUL as a character reference", UNREADABLE, nameWith("rita&#0;")],
		[
			"a prefix with a second meaning",
			UNREADABLE,
			document.replace("<saml:Subject>", '<saml:Subject xmlns:saml="urn:evil">'),
		],
		[
			"a relative namespace (void canonicalization)",
			UNREADABLE,
			document.replace("<saml:Subject>", '<saml:Subject xmlns:x="1">'),
		],
		["one attribute twice", UNREADABLE, document.replace(" Version=", ' ID="_x" Version=')],
		[
			"one attribute under two prefixes (attribute pollution)",
			UNREADABLE,
			document.replace(" Version=", ' xmlns:a="urn:a" xmlns:b="urn:a" a:x="" b:x="" Version='),
		],
		[
			"the ID once more with a prefix (attribute pollution)",
			/does not belong|an ID where/,
			document.replace(" Version=", ' samlp:ID="_evil" Version='),
		],
		[
			"the root in another namespace (namespace confusion)",
			/not a response to a sign-in|prefix/,
			document.replace("SAML:2.0:protocol", "SAML:2.0:evil"),
		],
		[
			"an element without a namespace (namespace confusion)",
			/does not belong|signed/,
			document.replace("<saml:Subject>", '<Subject xmlns="">').replace("</saml:Subject>", "</Subject>"),
		],
		[
			"a signature in another namespace",
			/does not belong|signed/,
			document.replaceAll('http://www.w3.org/2000/09/xmldsig#"', 'urn:evil"'),
		],
		[
			"10,000 nested elements",
			UNREADABLE,
			document.replace("<saml:Subject>", `${"<saml:x>".repeat(10_000)}<saml:Subject>`),
		],
		[
			"60 KB of attributes",
			UNREADABLE,
			document.replace(
				"<saml:Subject>",
				`<saml:Subject${Array.from({ length: 4500 }, (_, index) => ` a${index}=""`).join("")}>`,
			),
		],
	];
}
