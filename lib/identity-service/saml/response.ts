import { SAML_LIFETIME_SECONDS } from "@/lib/contract/client/addon-limits";
import type { SamlSettings } from "@/lib/contract/client/client-addons";
import { xml } from "@/lib/xml/markup";
import type { IdentityService } from "../context/identity-service";
import { entityId } from "../identity-provider/entity";
import type { FederatedLogin } from "../identity-provider/federated-protocol";
import type { FederatedRequest } from "../identity-provider/federated-request";
import { newMessageId } from "../identity-provider/message-id";
import { requireNameIdentifier } from "../identity-provider/name-identifier";
import { userAttributes } from "../identity-provider/user-attributes";
import { noteParticipant } from "../sessions/participants";
import type { ClientRow } from "../store/clients";
import { type AssertionContent, assertionMarkup } from "./assertion";
import { attributeStatement } from "./attribute-statement";
import { contextClass } from "./authn-context";
import { NO_AUTHN_CONTEXT, SUCCESS, UNSPECIFIED_NAME } from "./names";
import { refusalResponse } from "./refusal-response";
import { signedResponse } from "./signed-response";

/**
 * The response to an application in which somebody has signed in (SAML profiles 2.0 section 4.1.4): one assertion, or
 * that they have not signed in as it was asked for.
 * @throws Refusal where the user has nothing to be named by
 */
export async function samlResponse(
	service: IdentityService,
	request: FederatedRequest,
	{ client, settings }: { client: ClientRow; settings: SamlSettings },
	login: FederatedLogin,
): Promise<string> {
	const { nameIdentifierProbes, nameIdentifierFormat = UNSPECIFIED_NAME, lifetimeInSeconds } = settings;
	const context = contextClass(request.authnContext ?? null, login.methods, settings.authnContextClassRef);
	if (context === null) return refusalResponse(service, request, settings, NO_AUTHN_CONTEXT);
	const attributes = userAttributes(service, login.user, client, settings);
	const nameId = {
		value: requireNameIdentifier(attributes, nameIdentifierProbes),
		format: nameIdentifierFormat,
	};
	const sessionIndex = await noteParticipant(service, {
		...{ accountId: login.user.user_id, sessionUid: login.sessionUid, clientId: client.client_id },
		...{ nameId: nameId.value, nameIdFormat: nameId.format },
	});
	const issued = service.now();
	const content: AssertionContent = {
		id: newMessageId(),
		issuer: settings.issuer ?? entityId(service.config),
		issued,
		until: new Date(issued.getTime() + (lifetimeInSeconds ?? SAML_LIFETIME_SECONDS) * 1000),
		nameId,
		recipient: settings.recipient ?? request.replyTo,
		inResponseTo: request.inResponseTo,
		audience: settings.audience ?? request.requester ?? client.client_id,
		authenticatedAt: login.authenticatedAt,
		sessionIndex,
		contextClass: context,
		attributes: attributeStatement(attributes, settings),
	};
	return signedResponse(service, request, settings, {
		status: xml`<samlp:StatusCode Value="${SUCCESS}"/>`,
		assertion: (signature) => assertionMarkup(content, signature),
	});
}
