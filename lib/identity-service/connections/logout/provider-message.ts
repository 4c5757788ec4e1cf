import { xml } from "@/lib/xml/markup";
import type { IdentityService } from "../../context/identity-service";
import type { ServiceRequest } from "../../context/service-request";
import { signingMaterial } from "../../identity-provider/signing-material";
import { carryMessage, type OutboundMessage } from "../../saml/carry-message";
import { MESSAGE_LIFETIME_SECONDS } from "../../saml/inbound-messages";
import { statusMarkup } from "../../saml/status-markup";
import type { ProviderSession } from "../../sessions/provider-session";
import type { ReachableProvider } from "./reachable-provider";

type Said = Omit<OutboundMessage, "issuer" | "issuedAt" | "notOnOrAfter">;

/** @param id of the request, which the answer names */
export function logoutRequestFor(session: ProviderSession, id: string): Said {
	const { nameId, nameIdFormat, nameQualifier, spNameQualifier, sessionIndex } = session;
	const format = nameIdFormat === null ? null : xml` Format="${nameIdFormat}"`;
	const qualifier = nameQualifier === null ? null : xml` NameQualifier="${nameQualifier}"`;
	const spQualifier = spNameQualifier === null ? null : xml` SPNameQualifier="${spNameQualifier}"`;
	const index = sessionIndex === null ? null : xml`<samlp:SessionIndex>${sessionIndex}</samlp:SessionIndex>`;
	const content = xml`<saml:NameID${format}${qualifier}${spQualifier}>${nameId}</saml:NameID>${index}`;
	return { name: "LogoutRequest", id, inResponseTo: null, content, relayState: null };
}

/** @param status top-level code, and the one below it */
export function logoutResponseFor(
	{ requestId, relayState }: { requestId: string; relayState: string | null },
	id: string,
	status: readonly [string, string?],
): Said {
	return { name: "LogoutResponse", id, inResponseTo: requestId, content: statusMarkup(status), relayState };
}

/** Sends the browser to a provider with a message, by the way that it takes them. */
export async function carryToProvider(
	service: IdentityService,
	request: ServiceRequest,
	{ connection, destination }: ReachableProvider,
	said: Said,
): Promise<Response> {
	const issuedAt = service.now();
	const until = new Date(issuedAt.getTime() + MESSAGE_LIFETIME_SECONDS * 1000);
	const message = {
		...{ ...said, issuer: connection.entityId, issuedAt },
		...(said.name === "LogoutRequest" ? { notOnOrAfter: until } : {}),
	};
	return carryMessage(request, destination, message, await signingMaterial(service, connection.options));
}
