import type { X509Certificate } from "node:crypto";
import type { TrustedRoot, Verification } from "@/lib/mdoc/verification/verification";
import type { Download } from "../presentation-report";

/** The response's bytes as a file. */
export function responseDownload(response: Uint8Array): Download {
	return fileOf("Response", "device-response.cbor", "application/cbor", response);
}

/** The root that the chain ends at, as PEM. */
export function rootDownload({ chain }: Verification, roots: readonly TrustedRoot[]): Download[] {
	const end = chain.find(({ role }) => role === "root");
	const root = roots.find(({ certificate }) => certificate.fingerprint256 === end?.fingerprint)?.certificate;
	return root ? [rootFile(root)] : [];
}

export function rootFile(root: X509Certificate): Download {
	return fileOf("Root", "issuer-root.pem", "application/x-pem-file", Buffer.from(root.toString()));
}

/** A request as it goes over the wire: CBOR, or JSON. */
export function requestDownload(request: Uint8Array | object): Download {
	if (request instanceof Uint8Array) return fileOf("Request", "device-request.cbor", "application/cbor", request);
	const text = JSON.stringify(request, null, 2);
	return fileOf("Request", "openid4vp-request.json", "application/json", Buffer.from(text));
}

function fileOf(label: string, fileName: string, mediaType: string, bytes: Uint8Array): Download {
	return { label, fileName, mediaType, base64: Buffer.from(bytes).toString("base64") };
}
