import { z } from "zod";
import { holdsPrivateKey } from "@/app/_certificates/pem";
import { respondToJson } from "@/app/_forms/json-response";
import { CERTIFICATE_AUTHORITY_LENGTH_MAX } from "@/lib/contract/limits";
import { beginWalletRequest } from "@/lib/dashboard/presentation/wallet-request";

/** The maximum size of a template. */
const BODY_BYTES_MAX = 256 * 1024;

// PostgreSQL accepts no NUL.
const text = z.string().refine((value) => !value.includes("\u0000"));

const walletRequest = z.object({
	templateId: text.max(255),
	names: z.array(text.min(1)).min(1),
	isRetained: z.boolean(),
	certificateAuthority: text.max(2 * CERTIFICATE_AUTHORITY_LENGTH_MAX).refine((pem) => !holdsPrivateKey(pem)),
});

/** Begins a request to a wallet for a template's attributes. Responds with what the page passes to the browser. */
export function POST(request: Request): Promise<Response> {
	return respondToJson(request, { body: walletRequest, bytesMax: BODY_BYTES_MAX }, (requested) => {
		const { templateId, names, isRetained, certificateAuthority } = requested;
		const begun = { templateId, requested: { names, isRetained }, certificateAuthority: certificateAuthority || null };
		return beginWalletRequest(begun);
	});
}
