import { X509Certificate } from "node:crypto";
import { clientSettings } from "../../store/client-settings";
import type { ClientRow } from "../../store/clients";
import { invalidField } from "../validation";

/** Keys of fewer bits are no proof any more (NIST SP 800-131A). */
const RSA_BITS_MIN = 2048;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/**
 * What SAML and WS-Federation can't work with.
 * @throws Refusal 400 on the field
 */
export function requireUsableAddons(row: ClientRow): void {
	const { addons } = clientSettings(row);
	if (addons.samlp && addons.wsfed) {
		throw invalidField("addons.wsfed", "Not together with SAML: an application has one of the two");
	}
	if ((addons.samlp || addons.wsfed) && row.security_profile !== null) {
		throw invalidField("addons", "Not together with FAPI 2.0, which forbids other ways to sign in");
	}
	const certificate = addons.samlp?.signingCert;
	if (certificate !== undefined) requireCertificate(certificate);
}

function requireCertificate(text: string): void {
	const refuse = (words: string) => invalidField("addons.samlp.signingCert", words);
	if (PRIVATE_KEY.test(text)) throw refuse("This is a private key: only the certificate belongs here");
	const key = publicKeyOf(text);
	if (!key) throw refuse("Not a certificate in PEM");
	const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
	if (key.asymmetricKeyType !== "rsa" || modulusLength < RSA_BITS_MIN) {
		throw refuse(`The certificate needs an RSA key of at least ${RSA_BITS_MIN} bits`);
	}
}

function publicKeyOf(text: string) {
	try {
		return new X509Certificate(text).publicKey;
	} catch {
		return null;
	}
}
