import { X509Certificate } from "node:crypto";
import { MdocFault } from "../mdoc-fault";

const BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/**
 * All certificates of a text in PEM (RFC 7468); what stands around them is ignored.
 * @throws MdocFault where there is none, or one can't be read
 */
export function certificatesOfPem(text: string): X509Certificate[] {
	const blocks = text.match(BLOCK) ?? [];
	if (blocks.length === 0) throw new MdocFault("There is no certificate in it.");
	return blocks.map((block, index) => {
		try {
			return new X509Certificate(block);
		} catch {
			const which = blocks.length > 1 ? `Certificate ${index + 1} of ${blocks.length}` : "The certificate";
			throw new MdocFault(`${which} can't be read.`);
		}
	});
}
