import { X509Certificate } from "node:crypto";
import { messageRefusal } from "../../http/refusal";
import type { SamlConnection } from "../saml-connection";

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;
const KEY_BITS_MIN = 2048;
/** Beyond it a check takes long, and proves no more. */
const KEY_BITS_MAX = 8192;

/**
 * The certificates of a connection that an answer may be checked with: readable, of an RSA key that is long enough, and
 * within their dates.
 * @returns PEM, at least one
 * @throws Refusal where there is none: what nobody can check is believed by nobody
 */
export function usableCertificates({ options }: Pick<SamlConnection, "options">, now: Date): [string, ...string[]] {
	const blocks = (options.signingCert ?? "").match(BLOCK) ?? [];
	const [first, ...others] = blocks.flatMap((block) => usable(block, now));
	if (first !== undefined) return [first, ...others];
	throw messageRefusal("The connection has no certificate that is valid now, so no answer can be believed.");
}

function usable(block: string, now: Date): string[] {
	const certificate = readable(block);
	if (!certificate) return [];
	const { publicKey, validFrom, validTo } = certificate;
	const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0;
	const isStrong = publicKey.asymmetricKeyType === "rsa" && bits >= KEY_BITS_MIN && bits <= KEY_BITS_MAX;
	const isNow = Date.parse(validFrom) <= now.getTime() && now.getTime() <= Date.parse(validTo);
	return isStrong && isNow ? [certificate.toString()] : [];
}

function readable(block: string): X509Certificate | null {
	try {
		const certificate = new X509Certificate(block);
		// Reads the key, which may be none.
		return certificate.publicKey.type === "public" ? certificate : null;
	} catch {
		return null;
	}
}
