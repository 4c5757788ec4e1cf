import type { KoaContextWithOIDC } from "oidc-provider";
import { failureRefusal, logFailure } from "../http/failure";
import { oauthBody } from "../http/refusal-bodies";
import type { ProviderProblem } from "./provider-problem";

/** What the page for a sign-in or sign-out that cannot go on says. @param out the library's answer to programs */
export function failurePage(out: { error: string; error_description?: string }, error: unknown): ProviderProblem {
	if (out.error === "server_error") {
		const { code, message, details } = failureRefusal(error);
		return { error: code ?? out.error, description: details.page?.text ?? message, kind: "failed" };
	}
	return { error: out.error, description: out.error_description ?? out.error, kind: kindOf(out, error) };
}

function kindOf(out: { error_description?: string }, error: unknown): ProviderProblem["kind"] {
	if (error instanceof Error && error.name === "SessionNotFound") return "expired";
	return out.error_description === "post_logout_redirect_uri not registered" ? "no-way-back" : "refused";
}

/** Gives the library's own "server error" the words and status of this service. */
export function shapeFailure(ctx: KoaContextWithOIDC, error: unknown): void {
	logFailure(ctx.oidc.route, error);
	const refusal = failureRefusal(error);
	ctx.body = oauthBody(refusal);
	ctx.status = refusal.status;
}
