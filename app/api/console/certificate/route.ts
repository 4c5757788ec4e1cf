import { z } from "zod";
import { certificateOwners } from "@/app/_certificates/certificate-roles";
import { inspectCertificates } from "@/app/_certificates/inspect-certificates";
import { holdsPrivateKey } from "@/app/_certificates/pem";
import { respondToJson } from "@/app/_forms/json-response";

const body = z.object({ owner: z.enum(certificateOwners), text: z.string() });

/** Larger than any text that a form's field accepts, as JSON. */
const BODY_BYTES_MAX = 128 * 1024;

const noKeys = { title: "Not inspected", message: "A private key doesn't belong here." };

/** Responds with the facts of a pasted certificate, for a form's inspector. Nothing is stored or passed on. */
export function POST(request: Request): Promise<Response> {
	return respondToJson(request, { body, bytesMax: BODY_BYTES_MAX }, async ({ owner, text }) =>
		holdsPrivateKey(text) ? { problem: noKeys } : { value: inspectCertificates(text, owner, new Date()) },
	);
}
