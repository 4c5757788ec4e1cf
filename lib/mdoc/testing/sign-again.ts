import { createHash, type KeyObject } from "node:crypto";
import { type CborItem, decodeCbor } from "../cbor/decode-cbor";
import { type CborValue, embeddedCbor, encodeCbor, RawCbor } from "../cbor/encode-cbor";
import { bytesOf, embeddedOf, field, itemOf, itemsOf, numberOf } from "../cbor/fields";
import { coseSign1 } from "../cose/cose-proof";
import { MDL_DOCUMENT_TYPE } from "../mdl";
import { sampleKey } from "../sample/sample-key";
import { DEVICE_AUTH, DEVICE_NAMESPACES, ISSUER_AUTH, SECURITY_OBJECT } from "./paths";
import { received, rewriteCbor } from "./rewrite-cbor";
import { TRANSCRIPT } from "./sample-session";

const SIGNER = sampleKey("Sample State Department of Licences Signer").privateKey;
const PHONE = sampleKey("Sample phone").privateKey;

/** The response with its changed mobile security object signed again: an issuer that signs what it should not. */
export function issuedAgain(response: Uint8Array, key: KeyObject = SIGNER): Buffer {
	return rewriteCbor(response, ISSUER_AUTH, (item) => {
		const [, unprotected, payload] = itemsOf(item, "issuerAuth");
		if (!unprotected || !payload) throw new Error("There is no issuerAuth.");
		const [head, , content, signature] = coseSign1(key, bytesOf(payload, "The payload")) as CborValue[];
		return [head, received(unprotected), content, signature];
	});
}

/** The response with elements that the phone states itself, and its proof over them. */
export function provedAgain(
	response: Uint8Array,
	deviceElements: CborValue,
	{ key = PHONE, isDetached = true }: { key?: KeyObject; isDetached?: boolean } = {},
): Buffer {
	const named = embeddedCbor(deviceElements);
	const authentication = ["DeviceAuthentication", new RawCbor(TRANSCRIPT), MDL_DOCUMENT_TYPE, named];
	const signature = coseSign1(key, encodeCbor(embeddedCbor(authentication)), { isDetached });
	const stated = rewriteCbor(response, DEVICE_NAMESPACES, () => named);
	return rewriteCbor(stated, DEVICE_AUTH, () => new Map([["deviceSignature", signature]]));
}

/** One element of a response, as received. */
export function elementIn(response: Uint8Array, namespace: string, index: number): CborItem {
	const step = (item: CborItem, key: string) => field(itemOf(item, "map", key), key, key);
	const [document] = itemsOf(step(decodeCbor(response), "documents"), "documents");
	if (!document) throw new Error("There is no document.");
	const elements = itemsOf(step(step(step(document, "issuerSigned"), "nameSpaces"), namespace), namespace);
	const element = elements[index];
	if (!element) throw new Error("There is no such element.");
	return element;
}

/** The response after one of its elements was changed, issued again with the matching digest. */
export function listedAgain(response: Uint8Array, namespace: string, index: number): Buffer {
	const element = elementIn(response, namespace, index);
	const id = field(itemOf(embeddedOf(element, "An attribute"), "map", "An attribute"), "digestID", "digestID");
	const path = [...SECURITY_OBJECT, "valueDigests", namespace, numberOf(id, "digestID")];
	const digest = createHash("sha256").update(element.raw).digest();
	return issuedAgain(rewriteCbor(response, path, () => digest));
}
