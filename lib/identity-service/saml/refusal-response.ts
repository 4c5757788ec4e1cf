import type { SamlSettings } from "@/lib/contract/client/client-addons";
import { xml } from "@/lib/xml/markup";
import type { IdentityService } from "../context/identity-service";
import type { FederatedRequest } from "../identity-provider/federated-request";
import { RESPONDER } from "./names";
import { signedResponse } from "./signed-response";

/**
 * A response that says why nobody is signed in.
 * @param status second-level code (SAML core 2.0 section 3.2.2.2)
 */
export function refusalResponse(
	service: IdentityService,
	request: FederatedRequest,
	settings: SamlSettings,
	status: string,
): Promise<string> {
	return signedResponse(service, request, settings, {
		status: xml`<samlp:StatusCode Value="${RESPONDER}"><samlp:StatusCode Value="${status}"/></samlp:StatusCode>`,
		assertion: null,
	});
}
