import { answerInspection } from "@/app/_certificates/answer-inspection";
import { messageSigner } from "@/app/_certificates/certificate-roles";

/** What a pasted certificate holds. */
export function POST(request: Request): Promise<Response> {
	return answerInspection(request, messageSigner);
}
