import { webOriginsOf } from "../clients/across-origins";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { OPENER_HEADER, OPENER_KEPT } from "../oidc/web-message";
import { findInteraction } from "./login";

type LoginHandler = (service: IdentityService, request: ServiceRequest) => Promise<Response>;

/**
 * Keeps the page of a login, and its forms, in reach of the window that opened it where the application needs that.
 * What is refused is not looked up, and its window is cut off, but for who is to try again in a moment.
 */
export function keepingOpener(handle: LoginHandler): LoginHandler {
	return async (service, request) => {
		const response = await handle(service, request);
		const goesOn = response.status < 400 || response.headers.has("retry-after");
		if (goesOn && (await isOfScripts(service, request))) {
			response.headers.set(OPENER_HEADER, OPENER_KEPT);
		}
		return response;
	};
}

async function isOfScripts(service: IdentityService, request: ServiceRequest): Promise<boolean> {
	const { provider } = service.oidc();
	const interaction = await findInteraction(service, request);
	const client = interaction && (await provider.Client.find(String(interaction.details.params.client_id)));
	return client ? webOriginsOf(client).length > 0 : false;
}
