import { loginWithCode } from "@/lib/identity-service/authentication/login/login-with-code";
import { answerLoginForm, type LoginFormContext } from "../answer-form";

/** Sends a code, or signs a user in with one. */
export async function POST(request: Request, context: LoginFormContext) {
	return answerLoginForm(request, context, async (service, uid, form) => {
		const email = form.get("destination") ?? "";
		const code = form.get("code") ?? "";
		const outcome = await loginWithCode(service, uid, request.headers, { destination: email, code });
		if (outcome === "sent") return { problem: null, email, codeSent: true, way: "code" };
		return "returnTo" in outcome ? outcome : { ...outcome, email, codeSent: code !== "", way: "code" };
	});
}
