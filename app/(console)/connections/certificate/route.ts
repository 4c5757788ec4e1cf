import { providerSigner } from "@/app/_certificates/certificate-roles";
import { respondWithInspection } from "@/app/_certificates/inspect-certificates";

/** Inspects pasted certificates of a provider. */
export function POST(request: Request): Promise<Response> {
	return respondWithInspection(request, providerSigner);
}
