import { X509Certificate } from "node:crypto";
import { HTTP_POST_BINDING } from "@/lib/contract/client/addon-limits";
import {
	bestNameFormat,
	CONNECTION_CERTIFICATES_LENGTH_MAX,
	CONNECTION_CERTIFICATES_MAX,
	NAME_FORMAT_DEFAULT,
} from "@/lib/contract/connection/connection-limits";
import { type SamlOptions, samlOptions } from "@/lib/contract/connection/connection-request";
import { UnreadableMetadata } from "@/lib/xml/errors";
import { atMostNamed, requireCertificate } from "@/lib/xml/metadata/metadata-certificates";
import { type ProviderMetadata, readProviderMetadata } from "@/lib/xml/metadata/provider-metadata";
import {
	certificateBlocks,
	hasStrongKey,
	holdsPrivateKey,
	RSA_BITS_MIN,
	readCertificate,
	thumbprintOf,
} from "../../keys/certificates";
import { invalidField, PRIVATE_KEY_REFUSED, WEAK_KEY_REFUSED } from "../validation";

/** Options that would have to be fetched, or stored as a secret, and why they are refused. */
const REFUSED: Readonly<Record<string, string>> = {
	metadataUrl: "Metadata is not fetched: send the document itself as metadataXml",
	decryptionKey: "Encrypted assertions are not accepted",
	signing_key: "Requests are signed with the key of this tenant",
};
/** Derived properties of responses, which may be sent back. */
const READ_ONLY = ["thumbprints", "expires", "subject"];

/** `leftOut` has a sentence for each certificate of metadata that can't be used, beside others that can. */
type Sent = { options: SamlOptions; leftOut: string[] };

/**
 * A connection's options as they are stored: filled in from metadata, certificates in one format, no private keys.
 * @param now metadata that has expired by then is refused
 * @throws Refusal 400 on the field
 */
export function sentOptions(sent: SamlOptions, now: Date): Sent {
	for (const [name, value] of Object.entries(sent)) requireHarmless(name, value);
	const { metadataXml, cert, signingCert, ...others } = withoutFacts(sent);
	const certificate = certificateOf(signingCert, cert);
	const set: SamlOptions = { ...others, ...(certificate === undefined ? {} : { signingCert: certificate }) };
	const found = metadataXml ? filledFrom(metadataXml, set, now) : { options: {}, leftOut: [] };
	const filled: SamlOptions = { ...found.options, ...set };
	if (!filled.signInEndpoint) throw invalidField("options", "Missing required property: signInEndpoint");
	if (filled.signingCert === "") delete filled.signingCert;
	return { options: filled, leftOut: found.leftOut };
}

function requireHarmless(name: string, value: unknown): void {
	const reason = Object.hasOwn(REFUSED, name) ? REFUSED[name] : undefined;
	if (reason) throw invalidField(`options.${name}`, reason);
	if (holdsPrivateKey(JSON.stringify(value))) {
		throw invalidField(`options.${name}`, "This is a private key, which belongs nowhere but where it is used");
	}
}

function withoutFacts(sent: SamlOptions): SamlOptions {
	return Object.fromEntries(Object.entries(sent).filter(([name]) => !READ_ONLY.includes(name)));
}

/** `cert` is the older name, of one certificate in DER; both together would be ambiguous. */
function certificateOf(signingCert: string | undefined, cert: unknown): string | undefined {
	if (cert === undefined)
		return signingCert === undefined ? undefined : sentCertificates(signingCert, "options.signingCert");
	if (signingCert !== undefined) throw invalidField("options.cert", "Not together with signingCert");
	if (typeof cert !== "string") throw invalidField("options.cert", "Expected type string");
	return sentCertificates(cert, "options.cert");
}

/** @throws Refusal 400 on `metadataXml` */
function filledFrom(text: string, set: SamlOptions, now: Date): Sent {
	const refuse = (words: string) => invalidField("options.metadataXml", words);
	const metadata = inField(() => readProviderMetadata(text));
	if (metadata.validUntil && metadata.validUntil <= now)
		throw refuse("The metadata has expired: its validUntil has passed");
	const { signingCert, leftOut } =
		set.signingCert === undefined ? published(metadata) : { signingCert: "", leftOut: [] };
	const options = { ...fieldsOf(metadata, set), ...(signingCert === "" ? {} : { signingCert }) };
	const found = samlOptions.safeParse(options).error?.issues[0];
	if (found) throw refuse(`Its ${found.path.join(".")} can't be used`);
	return { options, leftOut };
}

/** @throws Refusal 400 in place of UnreadableMetadata */
function inField<Value>(read: () => Value): Value {
	try {
		return read();
	} catch (error) {
		if (error instanceof UnreadableMetadata)
			throw invalidField("options.metadataXml", error.message.replace(/\.$/, ""));
		throw error;
	}
}

function fieldsOf(metadata: ProviderMetadata, set: SamlOptions): SamlOptions {
	const { entityId, signIn, signOut } = metadata;
	const format = bestNameFormat(metadata.nameIdFormats);
	const [signInEndpoint, signInBinding] = chosen(signIn, set.protocolBinding);
	const [signOutEndpoint, signOutBinding] = chosen(signOut, set.signOutBinding);
	const { responseLocation } = signOut;
	return {
		issuer: entityId,
		...(format === null || format === NAME_FORMAT_DEFAULT ? {} : { nameIdentifierFormat: format }),
		...(signInEndpoint ? { signInEndpoint } : {}),
		...(signInBinding ? { protocolBinding: signInBinding } : {}),
		...(signOutEndpoint ? { signOutEndpoint } : {}),
		...(signOutBinding ? { signOutBinding } : {}),
		...(signOutEndpoint && responseLocation ? { signOutResponseEndpoint: responseLocation } : {}),
	};
}

/**
 * The certificates of a provider's metadata that can be used. Some providers publish keys of several kinds.
 * @throws Refusal 400 where none of them can be used
 */
function published({ certificates, unreadable }: ProviderMetadata): { signingCert: string; leftOut: string[] } {
	const read = Object.groupBy(certificates, (pem) => (isUsable(pem) ? "usable" : "weak"));
	const { usable = [], weak = [] } = read;
	const leftOut = [...unreadable, ...atMostNamed(weak.map(weaknessOf))];
	inField(() => requireCertificate(usable, leftOut));
	return { signingCert: sentCertificates(usable.join(""), "options.metadataXml"), leftOut };
}

function weaknessOf(pem: string): string {
	return `The certificate with the thumbprint ${thumbprintOf(new X509Certificate(pem))} needs an RSA key of at least ${RSA_BITS_MIN} bits.`;
}

function isUsable(pem: string): boolean {
	const certificate = readCertificate(pem);
	return certificate !== null && hasStrongKey(certificate);
}

type Binding = SamlOptions["protocolBinding"];

/** The address for the requested binding, else for HTTP-Redirect where there is one; and the binding, if another. */
function chosen({ redirect, post }: ProviderMetadata["signIn"], requested: Binding): [string | null, Binding | null] {
	const isPost = requested === undefined ? redirect === null : requested === HTTP_POST_BINDING;
	return isPost ? [post, post === null ? null : HTTP_POST_BINDING] : [redirect, null];
}

/**
 * Certificates of a provider's keys, as they are stored: PEM, one after the other, each once. Expired ones are stored as
 * well, but verify nothing.
 * @param text PEM, that in base64, or DER in base64
 * @param field that a refusal names
 * @returns empty for none
 * @throws Refusal 400
 */
function sentCertificates(text: string, field: string): string {
	const refuse = (words: string) => invalidField(field, words);
	if (text.trim() === "") return "";
	const pem = text.includes("-----BEGIN ") ? text : Buffer.from(text, "base64").toString("latin1");
	if (holdsPrivateKey(pem)) throw refuse(PRIVATE_KEY_REFUSED);
	const sources = pem.includes("-----BEGIN ") ? certificateBlocks(pem) : [Buffer.from(text, "base64")];
	const read = sources.map(readCertificate);
	const certificates = read.filter((certificate) => certificate !== null);
	const begun = pem.split("-----BEGIN CERTIFICATE-----").length - 1;
	if (certificates.length > 0 && begun > sources.length) throw refuse("A certificate has no END line");
	if (certificates.length > 0 && certificates.length < sources.length) {
		const places = read.flatMap((certificate, index) => (certificate === null ? [index + 1] : []));
		throw refuse(`Not a certificate in PEM: number ${places.join(", ")} of ${sources.length}`);
	}
	if (certificates.length === 0) throw refuse("Not a certificate in PEM, nor one in base64");
	if (!certificates.every(hasStrongKey)) throw refuse(WEAK_KEY_REFUSED);
	const known = new Set(certificates.map(String));
	if (known.size > CONNECTION_CERTIFICATES_MAX) throw refuse(`More than ${CONNECTION_CERTIFICATES_MAX} certificates`);
	const stored = [...known].join("");
	// The response, in base64, must be valid when it is sent back.
	if (Buffer.from(stored).toString("base64").length > CONNECTION_CERTIFICATES_LENGTH_MAX) {
		throw refuse("The certificates are too long together");
	}
	return stored;
}
