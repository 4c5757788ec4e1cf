import { X509Certificate } from "node:crypto";
import { certificateAsPkcs7 } from "../../certificates/self-signed-certificate";
import { countRequest } from "../../http/rate/count-request";
import { rateHeaders } from "../../http/rate/rate-headers";
import { remoteAddress } from "../../http/rate/remote-address";
import type { IdentityService } from "../../identity-service";
import { PAGE_HEADERS } from "../../pages/page";
import { answerProblem, tooManyRequests } from "../../pages/problem";
import { certifiedSigningKeys } from "../../signing-key-certificates";
import { ACCESS_TOKEN_ALGORITHM } from "../../signing-keys";

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
	return async (service: IdentityService, request: Request): Promise<Response> => {
		const rate = await countRequest(service, `authentication:${name}:${remoteAddress(request, service.config)}`);
		const headers = rateHeaders(rate);
		if (rate && !rate.allowed) return answerProblem(request, { ...tooManyRequests(), headers });
		const keys = await certifiedSigningKeys(service);
		const current = keys.find(({ row, state }) => state === "active" && row.alg === ACCESS_TOKEN_ALGORITHM);
		if (!current) throw new Error("No key signs.");
		const { mediaType, fileName, write }: Format = certificateFormats[name];
		return new Response(write(current.certificate), {
			headers: {
				...PAGE_HEADERS,
				...headers,
				"content-type": mediaType,
				"cache-control": "no-store",
				...(fileName === null ? {} : { "content-disposition": `attachment; filename="${fileName}"` }),
			},
		});
	};
}
