import { generateKeyPairSync } from "node:crypto";
import { auth0Licence } from "./auth0-licence";
import { issuerCertificates } from "./issuer-certificates";
import { owfLicence } from "./owf-licence";

/** What a page passes to `navigator.credentials.get`. */
export type CredentialRequest = { protocol: string; data: Record<string, unknown> };

export type OutsideWallet = {
	/** The issuer's, in PEM. */
	root: string;
	/** The wallet's response to a request from this origin. */
	respond: (request: CredentialRequest, origin: string) => Promise<Record<string, unknown>>;
};

/**
 * An issuer and a wallet that share no code with the product: `@owf/mdoc` for OpenID4VP; for Annex C, which that does not
 * support yet, `@auth0/mdl`, and `@hpke/core` for its encryption.
 * @param elements texts and dates (`YYYY-MM-DD`) of the licence
 */
export async function outsideWallet(elements: Record<string, string | boolean>): Promise<OutsideWallet> {
	const issuer = await issuerCertificates();
	const phone = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const openid4vp = await owfLicence(elements, issuer, phone);
	const annexC = await auth0Licence(elements, issuer, phone);
	return {
		root: issuer.root,
		respond: ({ protocol, data }, origin) =>
			protocol === "openid4vp-v1-unsigned" ? openid4vp.respond(data, origin) : annexC.respond(data, origin),
	};
}
