import { generateKeyPairSync } from "node:crypto";
import { auth0Licence } from "./auth0-licence";
import { issuerCertificates } from "./issuer-certificates";
import { owfLicence } from "./owf-licence";

/** What a page hands to `navigator.credentials.get`. */
export type CredentialRequest = { protocol: string; data: Record<string, unknown> };

export type OutsideWallet = {
	/** Of the issuer, in PEM. */
	root: string;
	/** What the wallet answers to a request that comes from this origin. */
	answer: (asked: CredentialRequest, origin: string) => Promise<Record<string, unknown>>;
};

/**
 * An issuer and a wallet that share no line with the product: `@owf/mdoc` for OpenID4VP; for Annex C, which that does not
 * know yet, `@auth0/mdl`, and `@hpke/core` for its encryption.
 * @param texts and dates (`YYYY-MM-DD`) that the licence holds
 */
export async function outsideWallet(elements: Record<string, string | boolean>): Promise<OutsideWallet> {
	const issuer = await issuerCertificates();
	const phone = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const openid4vp = await owfLicence(elements, issuer, phone);
	const annexC = await auth0Licence(elements, issuer, phone);
	return {
		root: issuer.root,
		answer: ({ protocol, data }, origin) =>
			protocol === "openid4vp-v1-unsigned" ? openid4vp.answer(data, origin) : annexC.answer(data, origin),
	};
}
