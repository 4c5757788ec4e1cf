import "server-only";
import { X509Certificate } from "node:crypto";
import { certificateBlocks } from "@/app/_certificates/pem";
import { isSoonOver } from "./certificate-roles";

/**
 * The combined state of a connection's certificates. Where one of several can be used now, the others don't matter.
 * `at`: when it expires, or when an early one becomes valid; ISO 8601 UTC.
 */
export type CertificateState =
	| { kind: "none" | "unreadable" | "weak" }
	| { kind: "early" | "expired" | "soon" | "valid"; at: string };

const RSA_BITS_MIN = 2048;

export function certificateState(pem: string, now: Date): CertificateState {
	if (pem.trim() === "") return { kind: "none" };
	const readable = certificateBlocks(pem).flatMap(read);
	const strong = readable.filter(isStrong);
	if (strong.length === 0) return { kind: readable.length === 0 ? "unreadable" : "weak" };
	const usable = strong.filter(({ validFromDate, validToDate }) => validFromDate <= now && now <= validToDate);
	const early = strong.filter(({ validFromDate }) => validFromDate > now);
	if (usable.length > 0) {
		const end = latest(usable);
		return { kind: isSoonOver(end, now) ? "soon" : "valid", at: end.toISOString() };
	}
	if (early.length === 0) return { kind: "expired", at: latest(strong).toISOString() };
	const begin = Math.min(...early.map(({ validFromDate }) => validFromDate.getTime()));
	return { kind: "early", at: new Date(begin).toISOString() };
}

function latest(certificates: readonly X509Certificate[]): Date {
	return new Date(Math.max(...certificates.map(({ validToDate }) => validToDate.getTime())));
}

/** Signatures are checked with RSA alone, and not with short keys. */
function isStrong({ publicKey }: X509Certificate): boolean {
	return publicKey.asymmetricKeyType === "rsa" && (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) >= RSA_BITS_MIN;
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
