import type { SamlConnection } from "../connections/saml-connection";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { ownPages } from "../login/own-form";
import { requireSampleConnection } from "./sample-connection";

type Handler = (service: IdentityService, request: ServiceRequest, connection: SamlConnection) => Promise<Response>;

/** Every address of the sample provider: it isn't there while its connection is off, and looks at nothing that is sent. */
/** Of the forms on its pages. */
export async function sampleForm(service: IdentityService, request: ServiceRequest): Promise<void> {
	await requireSampleConnection(service);
	await ownPages(service, request);
}

export function ofSampleProvider(handle: Handler) {
	return async (service: IdentityService, request: ServiceRequest): Promise<Response> =>
		handle(service, request, await requireSampleConnection(service));
}
