import { issuerRoot } from "@/app/_certificates/certificate-roles";
import { respondWithInspection } from "@/app/_certificates/inspect-certificates";

/** What a pasted certificate holds. */
export function POST(request: Request): Promise<Response> {
	return respondWithInspection(request, issuerRoot);
}
