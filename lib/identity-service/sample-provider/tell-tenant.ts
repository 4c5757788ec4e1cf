import { HTTP_REDIRECT_BINDING } from "@/lib/contract/client/addon-limits";
import { logoutAddress } from "../connections/logout/logout-address";
import type { SamlConnection } from "../connections/saml-connection";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { type LogoutMessage, sendLogoutMessage } from "../saml/outbound-messages";
import { consumeArtifact, insertArtifact } from "../store/oidc-artifacts";
import { sampleMaterial } from "./sample-material";
import { sampleProviderId } from "./sample-provider";

const MODEL = "SampleProviderSignOut";
/** How long the service may take, with all applications that it tells. */
const LIFETIME_SECONDS = 15 * 60;

/** Sends the browser to the service with a signed message about a logout. */
export async function toTenant(
	service: IdentityService,
	request: ServiceRequest,
	{ callback }: SamlConnection,
	message: LogoutMessage,
): Promise<Response> {
	const now = service.now();
	if (message.name === "LogoutRequest") {
		const expiresAt = epochSeconds(now) + LIFETIME_SECONDS;
		await insertArtifact(service.database, { model: MODEL, id: message.id, payload: {}, expiresAt });
	}
	const destination = {
		label: new URL(callback).host,
		address: logoutAddress(service.config),
		binding: HTTP_REDIRECT_BINDING,
	} as const;
	const sender = { issuer: sampleProviderId(service.config), now, expires: true } as const;
	return sendLogoutMessage(request, destination, message, { ...sender, material: await sampleMaterial(service) });
}

/** Whether an answer is to a request that was sent, and the first one. @param id of the request */
export function takeAsked({ database, now }: IdentityService, id: string): Promise<boolean> {
	return consumeArtifact(database, MODEL, id, epochSeconds(now()));
}
