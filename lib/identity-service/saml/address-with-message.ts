import { createSign } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import type { SigningMaterial } from "@/lib/xml/sign";
import { SIGNATURE_URIS } from "@/lib/xml/signature-algorithms";

/** What an address carries (SAML bindings 2.0 section 3.4). */
type CarriedMessage = {
	parameter: "SAMLRequest" | "SAMLResponse";
	document: string;
	relayState: string | null;
};

type Signer = Pick<SigningMaterial, "key" | "signatureAlgorithm">;

/**
 * An address with a message in it (SAML bindings 2.0 section 3.4.4.1): signed over the parameters as they are sent.
 * @param signer null leaves it unsigned
 */
export function addressWithMessage(
	address: string,
	{ parameter, document, relayState }: CarriedMessage,
	signer: Signer | null,
): string {
	const written = (name: string, value: string) => `${name}=${percentEncoded(value)}`;
	const carried = [
		written(parameter, deflateRawSync(document).toString("base64")),
		...(relayState === null ? [] : [written("RelayState", relayState)]),
		...(signer ? [written("SigAlg", SIGNATURE_URIS[signer.signatureAlgorithm])] : []),
	].join("&");
	const signature = signer ? `&${written("Signature", signatureOf(carried, signer))}` : "";
	return `${address}${address.includes("?") ? "&" : "?"}${carried}${signature}`;
}

function signatureOf(octets: string, { key, signatureAlgorithm }: Signer): string {
	return createSign(signatureAlgorithm).update(octets).sign(key, "base64");
}

/** With the apostrophe, which browsers would write anew in an address. */
function percentEncoded(text: string): string {
	return encodeURIComponent(text.toWellFormed()).replaceAll("'", "%27");
}
