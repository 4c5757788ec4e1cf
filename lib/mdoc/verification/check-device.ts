import { embeddedCbor, encodeCbor, RawCbor } from "../cbor/encode-cbor";
import { curveOfKey } from "../cose/cose-key";
import { agreeOnMacKey, HMAC_256, verifyMac, verifySignature } from "../cose/cose-proof";
import type { MobileDocument } from "../response/device-response";
import type { CheckList } from "./check-list";
import type { VerificationContext } from "./verification";

const OTHERS =
	"it is proof for another request, was made by another phone, or the nonce, the origin or the key is not the request's.";

/** Whether the response comes from the phone that the licence was issued to (ISO/IEC 18013-5, 9.1.3). */
export function checkDevice(document: MobileDocument, context: VerificationContext, checks: CheckList): void {
	if (!checks.isPassed("issuer-signature")) return;
	const { transcript, readerKey } = context;
	const proof = proofOf(document);
	if (!transcript) {
		checks.unchecked(
			"device-proof",
			"Not checked, because the request that the phone made its proof for is not known.",
		);
	} else if (!proof) {
		checks.failed("device-proof", "So the phone has not proved itself.");
	} else if (proof.kind === "signature") {
		checks.judge("device-proof", signatureFaults(proof, deviceAuthentication(document.docType, proof, transcript)));
	} else if (readerKey) {
		const payload = deviceAuthentication(document.docType, proof, transcript);
		const key = agreeOnMacKey(readerKey, proof.deviceKey, transcript);
		checks.judge("device-proof", [
			proof.message.algorithm !== HMAC_256 && "The phone's MAC does not use HMAC 256/256.",
			!key && "The reader's key is not on the curve of the phone's key.",
			key !== null &&
				proof.message.algorithm === HMAC_256 &&
				!verifyMac(proof.message, payload, key) &&
				`The phone's MAC is not valid: ${OTHERS}`,
		]);
	} else {
		checks.unchecked(
			"device-proof",
			"Not checked, because a proof by MAC needs the reader's private key, which is not known.",
		);
	}
	checkDeviceElements(document, checks);
}

/** The parts of the phone's proof; null where one can't be read. */
function proofOf({ deviceSigned, securityObject: { deviceKey } }: MobileDocument) {
	if (!deviceSigned?.auth || !deviceKey) return null;
	return { ...deviceSigned.auth, deviceKey, nameSpaces: deviceSigned.nameSpaces };
}

type Proof = NonNullable<ReturnType<typeof proofOf>>;

function signatureFaults({ deviceKey, message }: Proof, payload: Uint8Array): (string | false)[] {
	const isMatching = curveOfKey(deviceKey)?.algorithm === message.algorithm;
	return [
		!isMatching && "The phone's signature names an algorithm that does not match its key.",
		isMatching && !verifySignature(message, payload, deviceKey) && `The phone's signature is not valid: ${OTHERS}`,
	];
}

/** DeviceAuthenticationBytes (ISO/IEC 18013-5, 9.1.3.4). */
function deviceAuthentication(docType: string, { nameSpaces }: Proof, transcript: Uint8Array): Buffer {
	const authentication = ["DeviceAuthentication", new RawCbor(transcript), docType, new RawCbor(nameSpaces)];
	return encodeCbor(embeddedCbor(authentication));
}

/** The issuer has to authorize what the device signs itself (ISO/IEC 18013-5, 9.1.2.4 and 9.3.1). */
function checkDeviceElements({ deviceSigned, elements, securityObject }: MobileDocument, checks: CheckList): void {
	const deviceElements = deviceSigned?.elements ?? [];
	const { namespaces, elements: allowed } = securityObject.keyAuthorizations;
	const refused = deviceElements.filter(
		({ namespace, name }) => !namespaces.has(namespace) && !allowed.get(namespace)?.has(name),
	);
	const issued = new Set(elements.map(keyOf));
	const isTwice = deviceElements.some((element) => issued.has(keyOf(element)));
	if (refused.length > 0 || isTwice) {
		checks.judge("device-elements", [
			refused.length > 0 && "The phone states attributes of its own, which the issuer did not allow.",
			isTwice && "The phone states an attribute of its own that the issuer also signed.",
		]);
	} else if (deviceElements.length > 0) {
		checks.noted(
			"device-elements",
			"The phone states attributes of its own, which the issuer allows. They are not used here.",
		);
	} else checks.passed("device-elements");
}

function keyOf({ namespace, name }: { namespace: string; name: string }): string {
	return JSON.stringify([namespace, name]);
}
