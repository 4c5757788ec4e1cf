import { HTTP_REDIRECT_BINDING } from "@/lib/contract/client/addon-limits";
import { logoutAddress } from "../connections/logout/logout-address";
import type { SamlConnection } from "../connections/saml-connection";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { newMessageId } from "../identity-provider/message-id";
import { carryMessage, type OutboundMessage } from "../saml/carry-message";
import { MESSAGE_LIFETIME_SECONDS } from "../saml/inbound-messages";
import { consumeArtifact, insertArtifact } from "../store/oidc-artifacts";
import { sampleMaterial } from "./sample-material";
import { sampleProviderId } from "./sample-provider-addresses";

const MODEL = "SampleProviderSignOut";
/** How long the service may take, with all applications that it tells. */
const LIFETIME_SECONDS = 15 * 60;

type Said = Pick<OutboundMessage, "name" | "inResponseTo" | "content" | "relayState">;

/** Sends the browser to the service with a signed message about a logout. */
export async function toTenant(
	service: IdentityService,
	request: ServiceRequest,
	{ callback }: SamlConnection,
	said: Said,
): Promise<Response> {
	const [id, issuedAt] = [newMessageId(), service.now()];
	const isRequest = said.name === "LogoutRequest";
	if (isRequest) {
		const expiresAt = epochSeconds(issuedAt) + LIFETIME_SECONDS;
		await insertArtifact(service.database, { model: MODEL, id, payload: {}, expiresAt });
	}
	const destination = {
		label: new URL(callback).host,
		address: logoutAddress(service.config),
		binding: HTTP_REDIRECT_BINDING,
	} as const;
	const until = new Date(issuedAt.getTime() + MESSAGE_LIFETIME_SECONDS * 1000);
	const issuer = sampleProviderId(service.config);
	const message = { ...said, id, issuer, issuedAt, ...(isRequest ? { notOnOrAfter: until } : {}) };
	return carryMessage(request, destination, message, await sampleMaterial(service));
}

/** Whether an answer is to a request that was sent, and the first one. @param id of the request */
export function takeAsked({ database, now }: IdentityService, id: string): Promise<boolean> {
	return consumeArtifact(database, MODEL, id, epochSeconds(now()));
}
