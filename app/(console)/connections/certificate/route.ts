import { answerInspection } from "@/app/_certificates/answer-inspection";
import { providerSigner } from "@/app/_certificates/certificate-roles";

/** What pasted certificates of a provider hold. */
export function POST(request: Request): Promise<Response> {
	return answerInspection(request, providerSigner);
}
