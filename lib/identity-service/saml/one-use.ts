import type { IdentityService } from "../context/identity-service";
import { messageRefusal } from "../http/refusal";
import { insertArtifact } from "../store/oidc-artifacts";
import { CLOCK_SKEW_SECONDS, MESSAGE_LIFETIME_SECONDS, type MessageHeader } from "./inbound-messages";

const MODEL = "SamlRequest";

/**
 * Takes a request once: the same one again is somebody else's, or a page that was opened again.
 * @throws Refusal for an ID that this application has used while its request could still be taken
 */
export async function requireFirstUse(
	{ database, now }: IdentityService,
	clientId: string,
	{ id }: Pick<MessageHeader, "id">,
): Promise<void> {
	const expiresAt = Math.ceil(now().getTime() / 1000) + MESSAGE_LIFETIME_SECONDS + CLOCK_SKEW_SECONDS;
	const artifact = { model: MODEL, id: JSON.stringify([clientId, id]), payload: {}, expiresAt };
	if (await insertArtifact(database, artifact)) return;
	throw messageRefusal("The request was used already. Go back to the application and begin again.");
}
