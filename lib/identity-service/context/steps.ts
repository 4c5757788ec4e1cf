import { type Reading, readParameters } from "../http/request-parameters";
import type { IdentityService } from "./identity-service";
import type { ServiceRequest } from "./service-request";

/** A step of a request before it is handled: sets in the request what it has found out. @throws Refusal */
export type Step = (service: IdentityService, request: ServiceRequest) => void | Promise<void>;

export type Handler = (service: IdentityService, request: ServiceRequest) => Response | Promise<Response>;

/** The step that reads the parameters of a POST; a GET has none but its query. */
export function readForm(reading?: Reading): Step {
	return async (_, request) => {
		if (request.method === "POST") request.form = await readParameters(request, reading);
	};
}

/** The parameters that a step before has read. */
export function formOf({ form }: Pick<ServiceRequest, "form">): URLSearchParams {
	if (!form) throw new Error("The form was not read.");
	return form;
}
