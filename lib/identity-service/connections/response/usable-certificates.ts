import { messageRefusal } from "../../http/refusal";
import { certificateBlocks, isUsableToVerify, readCertificate } from "../../keys/certificates";
import type { SamlConnection } from "../saml-connection";

/**
 * The certificates of a connection that a response may be verified with: readable, of an RSA key that is long enough, and
 * within their dates.
 * @returns PEM, at least one
 * @throws Refusal where there is none: what nobody can check is believed by nobody
 */
export function usableCertificates({ options }: Pick<SamlConnection, "options">, now: Date): [string, ...string[]] {
	const certificates = certificateBlocks(options.signingCert ?? "").map(readCertificate);
	const usable = certificates.filter((each) => each !== null).filter((each) => isUsableToVerify(each, now));
	const [first, ...others] = usable.map(String);
	if (first !== undefined) return [first, ...others];
	throw messageRefusal("The connection has no certificate that is valid now, so no answer can be believed.");
}
