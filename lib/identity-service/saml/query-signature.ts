import { createVerify } from "node:crypto";
import { SIGNATURE_URIS } from "@/lib/xml/signature-algorithms";
import { certificateKey } from "@/lib/xml/verifying/fitting-certificate";
import { messageRefusal } from "../http/refusal";
import type { TransportedMessage } from "./transport";

const DIGESTS = new Map<string, string>([
	[SIGNATURE_URIS["rsa-sha256"], "sha256"],
	[SIGNATURE_URIS["rsa-sha512"], "sha512"],
]);

/**
 * Requires the signature of an address (SAML bindings 2.0 section 3.4.4.1): over message, RelayState and algorithm in this
 * order, each as it was sent.
 * @param certificates of who the message has to be from, PEM: the signature fits the key of one of them, which is RSA
 * @throws Refusal, and BadSignature for a certificate that nothing can be checked with
 */
export function requireQuerySignature({ parameter, query }: TransportedMessage, certificates: readonly string[]): void {
	const signature = query?.get("Signature");
	const algorithm = query?.get("SigAlg");
	if (!query || !signature || !algorithm) {
		throw messageRefusal("The message is not signed, and it has to be.");
	}
	const digest = DIGESTS.get(algorithm.value);
	if (!digest) throw messageRefusal("The message is signed by an algorithm that is not taken here.");
	const value = Buffer.from(signature.value, "base64");
	if (value.toString("base64") !== signature.value) throw messageRefusal("The message's signature is not base64.");
	const signed = [parameter, "RelayState", "SigAlg"] as const;
	const octets = signed.flatMap((name) => {
		const sent = query.get(name);
		return sent ? [`${name}=${sent.raw}`] : [];
	});
	const texts = asSigned(octets.join("&"));
	const fits = certificates
		.map((certificate) => certificateKey(certificate))
		.some((key) => texts.some((text) => createVerify(digest).update(text).verify(key, value)));
	if (!fits) {
		throw messageRefusal("The message's signature does not fit: it was changed, or another key has signed it.");
	}
}

/**
 * Browsers write the apostrophe as %27 in every address that they open (URL Standard, special-query percent-encode set),
 * where many applications sign it as it is. It reads the same.
 */
function asSigned(octets: string): string[] {
	return octets.includes("%27") ? [octets, octets.replaceAll("%27", "'")] : [octets];
}
