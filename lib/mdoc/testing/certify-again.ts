import { type KeyObject, sign, X509Certificate } from "node:crypto";
import { readDer, readOneDer } from "@/lib/der/read-der";
import { der, TAG } from "@/lib/der/write-der";

/**
 * A certificate with some of its bytes changed and signed again: a certificate that an authority should not issue.
 * @param from hexadecimal digits that are in it once
 * @param to as many
 */
export function certifyAgain(
	certificate: X509Certificate,
	key: KeyObject,
	from: string,
	to: string,
	hash = "sha256",
): X509Certificate {
	const [content, algorithm] = readDer(readOneDer(certificate.raw).content);
	if (!content || !algorithm) throw new Error("There is no content.");
	const digits = Buffer.from(content.raw).toString("hex");
	if (digits.split(from).length !== 2 || from.length !== to.length) throw new Error("There is not one such place.");
	const changed = Buffer.from(digits.replace(from, to), "hex");
	const named = Buffer.from(Buffer.from(algorithm.raw).toString("hex").replace(from, to), "hex");
	return new X509Certificate(
		der(TAG.sequence, changed, named, der(TAG.bits, Buffer.from([0]), sign(hash, changed, key))),
	);
}
