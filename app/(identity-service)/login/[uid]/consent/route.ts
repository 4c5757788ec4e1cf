import { decideConsent } from "@/lib/identity-service/authentication/login/consent-decision";
import { answerLoginForm, type LoginFormContext } from "../answer-form";

/** Takes a user's answer to what another company's application asks for. */
export async function POST(request: Request, context: LoginFormContext) {
	return answerLoginForm(request, context, (service, uid, form) =>
		decideConsent(service, uid, request.headers, form.get("decision") === "allow"),
	);
}
