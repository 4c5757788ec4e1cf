import { X509Certificate } from "node:crypto";
import type { IdentityService } from "../context/identity-service";
import { certificateAsPkcs7 } from "../keys/self-signed-certificate";
import { PAGE_HEADERS } from "../pages/page";
import { publishedCertificates } from "./signing-material";

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
