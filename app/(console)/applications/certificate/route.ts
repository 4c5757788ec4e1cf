import { answerInspection } from "@/app/certificates/answer-inspection";
import { messageSigner } from "@/app/certificates/certificate-roles";

/** What a pasted certificate holds. */
export function POST(request: Request): Promise<Response> {
	return answerInspection(request, messageSigner);
}
