import type { CertificateOwner } from "@/app/_certificates/certificate-facts";
import { type CertificateRole, issuerRoot, messageSigner, providerSigner } from "@/app/_certificates/certificate-roles";
import { inspectCertificates } from "@/app/_certificates/inspect-certificates";
import { holdsPrivateKey } from "@/app/_certificates/pem";
import { json, respondFor } from "@/app/_forms/json-response";
import { requireActionPermission } from "@/lib/dashboard/session/session";

const roles: Record<CertificateOwner, CertificateRole> = {
	issuer: issuerRoot,
	application: messageSigner,
	provider: providerSigner,
};

/**
 * Responds with the facts of a pasted certificate, for a form's inspector. Nothing is stored or passed on, and no body is
 * read that is larger than the owner's role allows.
 */
export function POST(request: Request): Promise<Response> {
	return respondFor(requireActionPermission("look"), "template", async () => {
		const owner = new URL(request.url).searchParams.get("of") ?? "";
		if (!isOwner(owner)) return refuse("It is not known whose certificate this is.", 400);
		const length = Number(request.headers.get("content-length") ?? Number.NaN);
		if (!(length <= roles[owner].bytesMax)) return refuse("Too long.", 413);
		const text = await request.text();
		if (holdsPrivateKey(text)) return refuse("A private key has no place here.", 400);
		return json(inspectCertificates(text, roles[owner], new Date()));
	});
}

function isOwner(owner: string): owner is CertificateOwner {
	return Object.hasOwn(roles, owner);
}

function refuse(message: string, status: number): Response {
	return json({ problem: { title: "Not inspected", message } }, status);
}
