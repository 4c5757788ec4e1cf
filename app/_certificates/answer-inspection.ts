import "server-only";
import { answerFor, json } from "@/app/_forms/json-answer";
import { requireActionRole } from "@/lib/dashboard/session/session";
import type { CertificateRole } from "./certificate-roles";
import { inspectCertificates } from "./inspect-certificates";
import { holdsPrivateKey } from "./pem";

/**
 * What a pasted certificate holds, for a form's inspector. Nothing is stored or passed on, and nothing read that is larger
 * than the role's texts.
 */
export function answerInspection(request: Request, role: CertificateRole): Promise<Response> {
	return answerFor(requireActionRole("viewer"), "template", async () => {
		const length = Number(request.headers.get("content-length") ?? Number.NaN);
		if (!(length <= role.bytesMax)) return refuse("Too long.", 413);
		const text = await request.text();
		if (holdsPrivateKey(text)) return refuse("A private key has no place here.", 400);
		return json(inspectCertificates(text, role, new Date()));
	});
}

function refuse(message: string, status: number): Response {
	return json({ problem: { title: "Not inspected", message } }, status);
}
