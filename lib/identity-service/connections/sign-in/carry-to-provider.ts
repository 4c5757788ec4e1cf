import { HTTP_REDIRECT_BINDING } from "@/lib/contract/client/addon-limits";
import { NAME_FORMAT_DEFAULT } from "@/lib/contract/connection/connection-limits";
import type { Markup } from "@/lib/xml/markup";
import type { IdentityService } from "../../context/identity-service";
import type { ServiceRequest } from "../../context/service-request";
import { messageRefusal } from "../../http/refusal";
import { signingMaterial } from "../../identity-provider/signing-material";
import { sendDocument } from "../../saml/outbound-messages";
import type { SamlConnection } from "../saml-connection";
import { authnRequest } from "./authn-request";

export type ProviderErrand = {
	/** ID of the message, by `newMessageId`. */
	id: string;
	relayState: string;
	asksAgain: boolean;
};

/** @throws Refusal where nobody has said where people sign in */
export function requireSignInAddress({ options }: SamlConnection): string {
	if (options.signInEndpoint) return options.signInEndpoint;
	throw messageRefusal("The connection has no sign-in address: nobody has set where its provider is.");
}

/** Sends the browser to a provider with a request to sign in, by the way that the connection is set to (SAML bindings 2.0). */
export async function carryToProvider(
	service: IdentityService,
	connection: SamlConnection,
	{ id, relayState, asksAgain }: ProviderErrand,
	request: ServiceRequest,
): Promise<Response> {
	const { options, label } = connection;
	const address = requireSignInAddress(connection);
	const { protocolBinding: binding = HTTP_REDIRECT_BINDING, nameIdentifierFormat = NAME_FORMAT_DEFAULT } = options;
	const content = { id, issued: service.now(), destination: address, asksAgain, nameIdentifierFormat };
	const material = options.signSAMLRequest === false ? null : await signingMaterial(service, options);
	const write = (signature: Markup | null) => authnRequest(connection, content, signature);
	const document = { name: "AuthnRequest", write, relayState } as const;
	return sendDocument(request, { label, address, binding, leadsAnywhere: true }, document, material);
}
