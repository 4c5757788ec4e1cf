import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { Refusal } from "../http/refusal";
import { readParameters } from "../http/request-parameters";

/**
 * Reads a form of the service's own pages. Anyone can send one: it has to come from this origin.
 * @throws Refusal
 */
export async function ownPages({ config }: IdentityService, request: ServiceRequest): Promise<void> {
	if (request.headers.get("origin") !== new URL(config.issuer).origin) {
		const message = "The form did not come from this service's own pages. Nothing was changed.";
		throw new Refusal(403, "access_denied", message);
	}
	request.form = await readParameters(request);
}
