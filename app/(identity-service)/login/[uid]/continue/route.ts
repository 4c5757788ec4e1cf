import { completeLogin } from "@/lib/identity-service/authentication/login/login";
import { answerLoginForm, type LoginFormContext } from "../answer-form";

/** Signs a user in with an e-mail address and a password. */
export async function POST(request: Request, context: LoginFormContext) {
	return answerLoginForm(request, context, async (service, uid, form) => {
		const credentials = { email: form.get("email") ?? "", password: form.get("password") ?? "" };
		const outcome = await completeLogin(service, uid, request.headers, credentials);
		return "returnTo" in outcome ? outcome : { ...outcome, email: credentials.email };
	});
}
