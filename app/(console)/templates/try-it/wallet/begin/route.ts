import { z } from "zod";
import { holdsPrivateKey } from "@/app/_certificates/pem";
import { respondToJson } from "@/app/_forms/json-response";
import { CERTIFICATE_AUTHORITY_LENGTH_MAX } from "@/lib/contract/limits";
import { beginWalletRequest } from "@/lib/dashboard/presentation/wallet-request";

/** As large as a template may be. */
const BODY_BYTES_MAX = 256 * 1024;

// A database on PostgreSQL takes no NUL.
const text = z.string().refine((value) => !value.includes("\u0000"));

const question = z.object({
	templateId: text.max(255),
	names: z.array(text.min(1)).min(1),
	isRetained: z.boolean(),
	certificateAuthority: text.max(2 * CERTIFICATE_AUTHORITY_LENGTH_MAX).refine((pem) => !holdsPrivateKey(pem)),
});

/** Begins to ask a wallet for what a template asks for: what the page hands to the browser. */
export function POST(request: Request): Promise<Response> {
	return respondToJson(request, { body: question, bytesMax: BODY_BYTES_MAX }, async (requested) => {
		const { templateId, names, isRetained, certificateAuthority } = requested;
		const begun = { templateId, requested: { names, isRetained }, certificateAuthority: certificateAuthority || null };
		return { value: await beginWalletRequest(begun) };
	});
}
