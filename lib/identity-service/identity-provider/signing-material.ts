import { createPrivateKey } from "node:crypto";
import type { SigningMaterial } from "@/lib/xml/sign";
import type { IdentityService } from "../context/identity-service";
import { certifiedSigningKeys } from "../keys/signing-key-certificates";
import { ACCESS_TOKEN_ALGORITHM } from "../keys/signing-keys";

type Algorithms = {
	signatureAlgorithm?: SigningMaterial["signatureAlgorithm"];
	digestAlgorithm?: SigningMaterial["digestAlgorithm"];
};

/** What assertions and messages are signed with: the key that signs tokens, too, and its certificate. */
export async function signingMaterial(
	service: IdentityService,
	{ signatureAlgorithm = "rsa-sha256", digestAlgorithm = "sha256" }: Algorithms,
): Promise<SigningMaterial> {
	const certified = await certifiedSigningKeys(service);
	for (const jwk of service.keys.privateKeySet.keys) {
		const known = certified.find(({ row }) => row.kid === jwk.kid && row.alg === ACCESS_TOKEN_ALGORITHM);
		if (!known) continue;
		const key = createPrivateKey({ key: jwk, format: "jwk" });
		return { key, certificate: known.certificate, signatureAlgorithm, digestAlgorithm };
	}
	throw new Error("The tenant has no RSA key to sign with.");
}

/**
 * Certificates of the keys that sign now, next, and have signed what may be on its way still, in this order: partners take
 * all of them, so that a rotation is no outage.
 */
export async function publishedCertificates(service: IdentityService): Promise<string[]> {
	const certified = (await certifiedSigningKeys(service)).filter(({ row }) => row.alg === ACCESS_TOKEN_ALGORITHM);
	const of = (wanted: string) =>
		certified.filter(({ state }) => state === wanted).map(({ certificate }) => certificate);
	return [...of("active"), ...of("next"), ...of("previous")];
}
