import type { KeyObject } from "node:crypto";
import { compactDecrypt, decodeProtectedHeader, errors } from "jose";
import { PasteFault } from "./paste-fault";

/** What OpenID4VP 1.0 (8.3), its drafts and JARM encrypt with, for a key on P-256. */
const KEY_ALGORITHMS = ["ECDH-ES", "ECDH-ES+A128KW", "ECDH-ES+A192KW", "ECDH-ES+A256KW"];
const CONTENT_ALGORITHMS = ["A128GCM", "A192GCM", "A256GCM", "A128CBC-HS256", "A192CBC-HS384", "A256CBC-HS512"];
/** Others of RFC 7518: what is none of these is not repeated. */
const OTHER_ALGORITHMS = [
	...["RSA1_5", "RSA-OAEP", "RSA-OAEP-256", "RSA-OAEP-384", "RSA-OAEP-512", "A128KW", "A192KW", "A256KW", "dir"],
	...["A128GCMKW", "A192GCMKW", "A256GCMKW", "PBES2-HS256+A128KW", "PBES2-HS384+A192KW", "PBES2-HS512+A256KW"],
];
const CURVE = "P-256";

/**
 * The text in a JWE in its compact form (RFC 7516).
 * @param privateKey on P-256
 * @throws PasteFault
 */
export async function decryptJwe(jwe: string, privateKey: KeyObject): Promise<string> {
	const { alg, enc, epk } = headerOf(jwe);
	refuseUnknown(alg, KEY_ALGORITHMS);
	refuseUnknown(enc, CONTENT_ALGORITHMS);
	const { crv } = Object(epk);
	if (typeof crv === "string" && crv !== CURVE) {
		throw new PasteFault("privateKey", `The response is encrypted to a key on another curve than ${CURVE}.`);
	}
	try {
		const { plaintext } = await compactDecrypt(jwe, privateKey);
		return new TextDecoder().decode(plaintext);
	} catch (error) {
		throw error instanceof errors.JWEDecryptionFailed
			? new PasteFault(
					"privateKey",
					"The response can't be decrypted: it was encrypted to another key, or was changed.",
				)
			: new PasteFault("response", "The response looks like a JWE, and is none that can be opened (RFC 7516).");
	}
}

function headerOf(jwe: string) {
	try {
		return decodeProtectedHeader(jwe);
	} catch {
		throw new PasteFault("response", "The response has five parts like a JWE, and its header can't be read.");
	}
}

function refuseUnknown(algorithm: unknown, known: readonly string[]): void {
	if (known.some((name) => name === algorithm)) return;
	const other = OTHER_ALGORITHMS.find((name) => name === algorithm) ?? "an algorithm that is not known here";
	throw new PasteFault(
		"response",
		`The response is encrypted with ${other}. What is opened is encrypted with ${listed(known)}.`,
	);
}

function listed(names: readonly string[]): string {
	return new Intl.ListFormat("en", { type: "disjunction" }).format(names);
}
