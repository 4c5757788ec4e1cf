import "server-only";
import { X509Certificate } from "node:crypto";
import { isSoonOver, isStrong } from "./certificate-roles";
import { certificateBlocks } from "./pem";

/**
 * The combined state of a connection's certificates. Where one of several can be used now, the others don't matter.
 * `at`: when it expires, or when an early one becomes valid; ISO 8601 UTC.
 */
export type CertificateState =
	| { kind: "none" | "unreadable" | "weak" }
	| { kind: "early" | "expired" | "soon" | "valid"; at: string };

export function certificateState(pem: string, now: Date): CertificateState {
	if (pem.trim() === "") return { kind: "none" };
	const readable = certificateBlocks(pem).flatMap(read);
	const strong = readable.filter(isStrong);
	const isEarly = ({ validFromDate }: X509Certificate) => validFromDate > now;
	if (strong.length === 0) return { kind: readable.length === 0 ? "unreadable" : "weak" };
	const [early, begun] = [strong.filter(isEarly), strong.filter((one) => !isEarly(one))];
	const end = new Date(Math.max(...begun.map(({ validToDate }) => validToDate.getTime())));
	if (end >= now) return { kind: isSoonOver(end, now) ? "soon" : "valid", at: end.toISOString() };
	if (early.length === 0) return { kind: "expired", at: end.toISOString() };
	const begin = Math.min(...early.map(({ validFromDate }) => validFromDate.getTime()));
	return { kind: "early", at: new Date(begin).toISOString() };
}

function read(block: string): X509Certificate[] {
	try {
		const certificate = new X509Certificate(block);
		// Reading the key throws where it is invalid.
		return certificate.publicKey.type === "public" ? [certificate] : [];
	} catch {
		return [];
	}
}
