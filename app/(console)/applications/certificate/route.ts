import { messageSigner } from "@/app/_certificates/certificate-roles";
import { answerInspection } from "@/app/_certificates/inspect-certificates";

/** What a pasted certificate holds. */
export function POST(request: Request): Promise<Response> {
	return answerInspection(request, messageSigner);
}
