import type { SamlConnection } from "../connections/saml-connection";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { selfPostingAnswer } from "../pages/self-posting-page";
import { formFields } from "../saml/outbound-messages";
import { noPassiveResponse, signInResponse } from "./messages";
import { noteTold, type SampleSession } from "./session";

/** What is answered; `inResponseTo` null: nobody asked. */
type Asked = { connection: SamlConnection; inResponseTo: string | null; relayState: string | null };

/** Leads on to the service with who is signed in; null: nobody, and nobody was to be asked. */
export async function answerSignIn(
	service: IdentityService,
	request: ServiceRequest,
	asked: Asked,
	session: SampleSession | null,
): Promise<Response> {
	const response = session ? await signInResponse(service, asked, session) : await noPassiveResponse(service, asked);
	if (session) await noteTold(service, session);
	return selfPostingAnswer(request, new URL(service.config.issuer).host, {
		target: asked.connection.callback,
		fields: formFields("SAMLResponse", response, asked.relayState),
		// From there to an application, wherever that is.
		leadsAnywhere: true,
	});
}
