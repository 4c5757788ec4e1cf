import type { IdentityService } from "../../context/identity-service";
import { messageRefusal } from "../../http/refusal";
import { insertArtifact } from "../../store/oidc-artifacts";
import type { SamlConnection } from "../saml-connection";
import { ANSWER_CLOCK_SKEW_SECONDS, ANSWER_LIFETIME_SECONDS } from "./answer-limits";
import type { CheckedAnswer } from "./checked-answer";

const MODEL = "SamlAssertion";

/**
 * Takes an assertion once, whatever response it comes in (SAML profiles 2.0 section 4.1.4.5): the same one again is
 * somebody else's, or a page that was opened again.
 * @throws Refusal for an ID that this connection has taken while its assertion could still be taken
 */
export async function requireFirstAnswer(
	{ database, now }: Pick<IdentityService, "database" | "now">,
	{ name }: Pick<SamlConnection, "name">,
	{ assertionId }: Pick<CheckedAnswer, "assertionId">,
): Promise<void> {
	const expiresAt = Math.ceil(now().getTime() / 1000) + ANSWER_LIFETIME_SECONDS + ANSWER_CLOCK_SKEW_SECONDS;
	// By name: a connection that is deleted and made anew has the same callback.
	const artifact = { model: MODEL, id: JSON.stringify([name, assertionId]), payload: {}, expiresAt };
	if (await insertArtifact(database, artifact)) return;
	throw messageRefusal("The identity provider's answer was used already. Sign in again.");
}
