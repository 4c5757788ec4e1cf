import "server-only";
import { requireActionRole, SessionError } from "@/lib/dashboard/session/session";
import type { CertificateRole } from "./certificate-roles";
import { inspectCertificates } from "./inspect-certificates";
import { holdsPrivateKey } from "./pem";

/**
 * What a pasted certificate holds, for a form's inspector. Nothing is stored or passed on, and nothing read that is larger
 * than the role's texts.
 */
export async function answerInspection(request: Request, role: CertificateRole): Promise<Response> {
	try {
		await requireActionRole("viewer");
	} catch (error) {
		if (!(error instanceof SessionError)) throw error;
		return Response.json({ message: error.message }, { status: error.reason === "signed-out" ? 401 : 403 });
	}
	const length = Number(request.headers.get("content-length") ?? Number.NaN);
	if (!(length <= role.bytesMax)) return Response.json({ message: "Too long." }, { status: 413 });
	const text = await request.text();
	if (holdsPrivateKey(text)) return Response.json({ message: "A private key has no place here." }, { status: 400 });
	return Response.json(inspectCertificates(text, role, new Date()));
}
