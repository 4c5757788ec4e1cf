import { issuerRoot } from "@/app/_certificates/certificate-roles";
import { respondWithInspection } from "@/app/_certificates/inspect-certificates";

/** Inspects a pasted certificate. */
export function POST(request: Request): Promise<Response> {
	return respondWithInspection(request, issuerRoot);
}
