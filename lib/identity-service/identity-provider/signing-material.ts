import { createPrivateKey, X509Certificate } from "node:crypto";
import type { SigningMaterial } from "@/lib/xml/sign";
import type { IdentityService } from "../context/identity-service";
import { certificateAsPkcs7 } from "../keys/self-signed-certificate";
import { certifiedSigningKeys } from "../keys/signing-key-certificates";
import { ACCESS_TOKEN_ALGORITHM } from "../keys/signing-keys";
import { PAGE_HEADERS } from "../pages/page";

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

type Format = {
	mediaType: string;
	/** Of the file that a browser keeps; null: it shows the text. */
	fileName: string | null;
	/** @param pem the certificate */
	write: (pem: string) => string | Uint8Array<ArrayBuffer>;
};

const same = (pem: string) => pem;

/** The current certificate by the last part of its address. */
export const certificateFormats = {
	pem: { mediaType: "application/x-pem-file", fileName: "certificate.pem", write: same },
	rawpem: { mediaType: "text/plain; charset=utf-8", fileName: null, write: same },
	cer: {
		mediaType: "application/pkix-cert",
		fileName: "certificate.cer",
		write: (pem) => new Uint8Array(new X509Certificate(pem).raw),
	},
	pb7: { mediaType: "application/x-pkcs7-certificates", fileName: "certificate.p7b", write: certificateAsPkcs7 },
	fingerprint: {
		mediaType: "text/plain; charset=utf-8",
		fileName: null,
		write: (pem) => new X509Certificate(pem).fingerprint,
	},
} as const satisfies Record<string, Format>;

/** The certificate of the key that signs, which partners compare assertions of SAML and WS-Federation with. */
export function answerCertificate(name: keyof typeof certificateFormats) {
	return async (service: IdentityService): Promise<Response> => {
		const [current] = await publishedCertificates(service);
		if (current === undefined) throw new Error("No key signs.");
		const { mediaType, fileName, write }: Format = certificateFormats[name];
		return new Response(write(current), {
			headers: {
				...PAGE_HEADERS,
				"content-type": mediaType,
				...(fileName === null ? {} : { "content-disposition": `attachment; filename="${fileName}"` }),
			},
		});
	};
}
