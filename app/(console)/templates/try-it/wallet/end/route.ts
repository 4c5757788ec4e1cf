import { z } from "zod";
import { respondToJson } from "@/app/_forms/json-response";
import { endWalletRequest } from "@/lib/dashboard/presentation/wallet-request";
import { attributeLabel } from "@/lib/dashboard/templates/attribute-catalogue";

/** A response of 200 KB in base64, with the rest of the body. */
const BODY_BYTES_MAX = 400 * 1024;

const walletResponse = z.object({
	id: z.string().max(100),
	templateId: z.string().max(255),
	protocol: z.string().max(100),
	data: z.unknown(),
	isClockStrict: z.boolean().default(false),
});

/** Checks a wallet's response. The result is only in this response and not stored. */
export function POST(request: Request): Promise<Response> {
	return respondToJson(request, { body: walletResponse, bytesMax: BODY_BYTES_MAX }, (sent) =>
		endWalletRequest(sent, attributeLabel),
	);
}
