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

/** What a phone has signed, named like the fields for checking a response. */
export function sessionFacts(named: Record<string, string>, transcript: Uint8Array): PresentationReport["session"] {
	const all = { ...named, "Session transcript": Buffer.from(transcript).toString("hex") };
	return Object.entries(all).map(([name, text]) => ({ name, text }));
}

/** It opens the encrypted response of its session. */
export const PRIVATE_KEY = "Private key (JWK)";

/** By ISO/IEC 18013-7, annex C. @param key private, of this one session */
export function isoSession(origin: string, encryptionInfo: string, key: KeyObject, transcript: Uint8Array) {
	const jwk = JSON.stringify(key.export({ format: "jwk" }));
	return sessionFacts({ Origin: origin, "Encryption info": encryptionInfo, [PRIVATE_KEY]: jwk }, transcript);
}
