import type { KeyObject, X509Certificate } from "node:crypto";
import type { TrustedRoot, Verification } from "@/lib/mdoc/verification/verification";
import type { Download, PresentationReport } from "../presentation-report";

/** The root that the chain ends at, as PEM. */
export function rootDownload({ chain }: Verification, roots: readonly TrustedRoot[]): Download[] {
	const end = chain.find(({ role }) => role === "root");
	const root = roots.find(({ certificate }) => certificate.fingerprint256 === end?.fingerprint)?.certificate;
	return root ? [rootFile(root)] : [];
}

export function rootFile(root: X509Certificate): Download {
	return fileOf("Root", "issuer-root.pem", "application/x-pem-file", Buffer.from(root.toString()));
}

/** A request in CBOR or JSON. */
export function requestDownload(request: Uint8Array | object): Download {
	if (request instanceof Uint8Array) return fileOf("Request", "device-request.cbor", "application/cbor", request);
	const text = JSON.stringify(request, null, 2);
	return fileOf("Request", "openid4vp-request.json", "application/json", Buffer.from(text));
}

export function fileOf(label: string, fileName: string, mediaType: string, bytes: Uint8Array): Download {
	return { label, fileName, mediaType, base64: Buffer.from(bytes).toString("base64") };
}

type SessionFacts = PresentationReport["session"];

/** What a phone has signed over by ISO/IEC 18013-7, annex C, named as the fields for checking a response. */
export function isoSession(session: {
	origin: string;
	encryptionInfo: string;
	/** Of this one session. */
	privateKey: KeyObject;
	transcript: Uint8Array;
}): SessionFacts {
	return [
		{ name: "Origin", text: session.origin },
		{ name: "Encryption info", text: session.encryptionInfo },
		{ name: "Private key (JWK)", text: JSON.stringify(session.privateKey.export({ format: "jwk" })) },
		transcriptFact(session.transcript),
	];
}

/** By OpenID4VP 1.0 in a browser. */
export function openid4vpSession(session: { origin: string; nonce: string; transcript: Uint8Array }): SessionFacts {
	return [
		{ name: "Origin", text: session.origin },
		{ name: "Nonce", text: session.nonce },
		transcriptFact(session.transcript),
	];
}

export function transcriptFact(transcript: Uint8Array): SessionFacts[number] {
	return { name: "Session transcript", text: Buffer.from(transcript).toString("hex") };
}
