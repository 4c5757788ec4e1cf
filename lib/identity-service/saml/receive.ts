import type { SamlSettings } from "@/lib/contract/client/client-addons";
import { absoluteUris } from "../clients/absolute-uris";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import type { ClientRow } from "../store/clients";
import { type CheckedMessage, checkedMessage } from "./checked-message";
import { requireOwnIssuer } from "./issuer";
import { requireFirstUse } from "./one-use";
import { transported } from "./transport";

/** `relayState` goes back as it came. */
export type ReceivedMessage = CheckedMessage & { relayState: string | null; isSigned: boolean };
export type Received<Kind extends CheckedMessage["kind"]> = ReceivedMessage & { kind: Kind };

/**
 * Receives what a browser brings from an application, by HTTP-Redirect or HTTP-POST.
 * @returns "none" for an address without a message
 * @throws Refusal
 */
export async function receiveMessage(
	service: IdentityService,
	request: ServiceRequest,
	{ client, settings }: { client: ClientRow; settings: SamlSettings },
): Promise<ReceivedMessage | { kind: "none"; relayState: string | null }> {
	const carried = await transported(request);
	const { relayState } = carried;
	if (carried.parameter === null) return { kind: "none", relayState };
	const { signingCert } = settings;
	const message = checkedMessage(carried, {
		...{ address: addressOf(service, request), now: service.now() },
		certificates: signingCert === undefined ? null : [signingCert],
		callbacks: absoluteUris(service, client.redirect_uris),
	});
	requireOwnIssuer(client, message.issuer);
	// Last, so that what is refused leaves nothing behind. Responses are good for one request, which is used up.
	if (message.kind !== "LogoutResponse") await requireFirstUse(service, client.client_id, message);
	return { ...message, relayState, isSigned: signingCert !== undefined };
}

/** As the application knows it: without what a proxy in front makes of it. */
function addressOf({ config }: IdentityService, request: ServiceRequest): string {
	return new URL(request.url.pathname.replace(/\/$/, ""), config.issuer).href;
}
