import { X509Certificate } from "node:crypto";
import { type CborItem, decodeCbor } from "../cbor/decode-cbor";
import { bytesOf, field, findField, itemOf, itemsOf, textOf } from "../cbor/fields";
import { readCoseMessage, X5CHAIN } from "../cose/cose-message";
import { verifySignature } from "../cose/cose-proof";
import { MDL_DOCUMENT_TYPE } from "../mdl";
import { MdocFault } from "../mdoc-fault";
import { momentOf } from "../response/dates";

export type TrustList = {
	/** Its publisher; null for a plain file of certificates. */
	provider: string | null;
	issued: Date | null;
	/** When the next one is due; null where the list names no date. */
	nextUpdate: Date | null;
	/** Of the issuers of mobile driving licences only. */
	roots: readonly X509Certificate[];
};

/** Largest list that is read; that of North America has 21 KB. */
export const TRUST_LIST_BYTES_MAX = 4 * 1024 * 1024;

/** Extended key usage of the signers of such lists (ISO/IEC 18013-5, B.1.8). */
const VICAL_SIGNER = "1.0.18013.5.1.8";
const COSE_SIGN1 = 18;

/**
 * A list of roots in a file: certificates in PEM, or a VICAL (ISO/IEC 18013-5, C.1.7: signed CBOR). A VICAL's signature is
 * checked with the certificate in it; whether to trust that one is the operator's decision.
 * @throws MdocFault with a message for the operator
 */
export function readTrustList(bytes: Uint8Array): TrustList {
	if (bytes.length > TRUST_LIST_BYTES_MAX) throw new MdocFault(`It has ${bytes.length} bytes, which is too many.`);
	const text = Buffer.from(bytes).toString("latin1");
	if (!text.includes("-----BEGIN ")) return readVical(bytes);
	return { provider: null, issued: null, nextUpdate: null, roots: certificatesOfPem(text) };
}

function refuse(fault: MdocFault): never {
	throw fault;
}

function readVical(bytes: Uint8Array): TrustList {
	const what = "The list";
	const outer = decodeCbor(bytes, 0, TRUST_LIST_BYTES_MAX);
	const signed = outer.kind === "tag" && outer.tag === COSE_SIGN1 ? outer.item : outer;
	const message = readCoseMessage(signed, what, refuse);
	const { payload } = message;
	if (!payload) throw new MdocFault(`${what} is empty.`, outer.at);
	const chain = field(message.unprotectedHeader, X5CHAIN, "The certificate of the list's signer");
	const signer = certificateIn(chain.kind === "array" ? chain.items[0] : chain, "The certificate of the list's signer");
	if (!signer.keyUsage?.includes(VICAL_SIGNER)) {
		throw new MdocFault("The certificate of the list's signer does not allow it to sign such lists.");
	}
	if (!verifySignature(message, payload.value, signer.publicKey)) {
		throw new MdocFault("The list was changed after it was signed.");
	}
	const vical = itemOf(decodeCbor(payload.value, payload.contentAt, TRUST_LIST_BYTES_MAX), "map", what);
	const nextUpdate = findField(vical, "nextUpdate");
	const entries = itemsOf(field(vical, "certificateInfos", "The list's certificates"), "The list's certificates");
	return {
		provider: textOf(field(vical, "vicalProvider", "The list's provider"), "The list's provider"),
		issued: momentOf(field(vical, "date", "The list's date"), "The list's date"),
		nextUpdate: nextUpdate && momentOf(nextUpdate, "The date of the next list"),
		roots: entries.flatMap(rootIn),
	};
}

/** Empty for the issuers of other documents. */
function rootIn(entry: CborItem): X509Certificate[] {
	const what = "An entry of the list";
	const map = itemOf(entry, "map", what);
	const types = itemsOf(field(map, "docType", `${what}'s document types`), `${what}'s document types`);
	if (!types.some((type) => type.kind === "text" && type.value === MDL_DOCUMENT_TYPE)) return [];
	return [certificateIn(field(map, "certificate", `${what}'s certificate`), `${what}'s certificate`)];
}

function certificateIn(item: CborItem | undefined, what: string): X509Certificate {
	if (!item) throw new MdocFault(`${what} is missing.`);
	try {
		return new X509Certificate(bytesOf(item, what));
	} catch (error) {
		throw error instanceof MdocFault ? error : new MdocFault(`${what} can't be read.`, item.at);
	}
}

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/**
 * All certificates of a text in PEM (RFC 7468); other text is ignored.
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
