import { createPrivateKey, X509Certificate } from "node:crypto";
import type { SigningMaterial } from "@/lib/xml/sign";
import type { IdentityService } from "../context/identity-service";
import { certificateAsPkcs7 } from "../keys/self-signed-certificate";
import { ACCESS_TOKEN_ALGORITHM, certifiedSigningKeys } from "../keys/signing-keys";
import { PAGE_HEADERS } from "../pages/page";

/** What assertions and messages are signed with: the key that also signs tokens, and its certificate. */
export async function signingMaterial(
	service: IdentityService,
	{
		signatureAlgorithm = "rsa-sha256",
		digestAlgorithm = "sha256",
	}: Partial<Pick<SigningMaterial, "signatureAlgorithm" | "digestAlgorithm">>,
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
 * Certificates of the keys that sign now, that sign next, and whose signatures may still be in transit, in this order:
 * partners accept all of them, so that a rotation causes no outage.
 */
export async function publishedCertificates(service: IdentityService): Promise<string[]> {
	const certified = (await certifiedSigningKeys(service)).filter(({ row }) => row.alg === ACCESS_TOKEN_ALGORITHM);
	const of = (keyState: string) =>
		certified.filter(({ state }) => state === keyState).map(({ certificate }) => certificate);
	return [...of("active"), ...of("next"), ...of("previous")];
}

const TEXT = "text/plain; charset=utf-8";

/** File name null: a browser shows the text. */
type Format = [mediaType: string, fileName: string | null, write: (pem: string) => string | Uint8Array<ArrayBuffer>];

/** The current certificate by the last part of its address. */
const certificateFormats = {
	pem: ["application/x-pem-file", "certificate.pem", (pem) => pem],
	rawpem: [TEXT, null, (pem) => pem],
	cer: ["application/pkix-cert", "certificate.cer", (pem) => new Uint8Array(new X509Certificate(pem).raw)],
	pb7: ["application/x-pkcs7-certificates", "certificate.p7b", certificateAsPkcs7],
	fingerprint: [TEXT, null, (pem) => new X509Certificate(pem).fingerprint],
} satisfies Record<string, Format>;

/** The certificate of the key that signs, with which partners verify assertions of SAML and WS-Federation. */
export function handleCertificate(name: keyof typeof certificateFormats) {
	return async (service: IdentityService): Promise<Response> => {
		const [current] = await publishedCertificates(service);
		if (current === undefined) throw new Error("There is no signing key.");
		const [mediaType, fileName, write]: Format = certificateFormats[name];
		const headers = new Headers({ ...PAGE_HEADERS, "content-type": mediaType });
		if (fileName !== null) headers.set("content-disposition", `attachment; filename="${fileName}"`);
		return new Response(write(current), { headers });
	};
}
