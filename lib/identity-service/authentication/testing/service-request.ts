import type { IdentityService } from "../../identity-service";
import { ServiceRequest } from "../../service-request";

/** A request as the service has it. */
export function asReceived(
	{ secrets }: Pick<IdentityService, "secrets">,
	address: string | URL,
	init: RequestInit = {},
	parameters: Record<string, string> = {},
): ServiceRequest {
	const request = new ServiceRequest(new Request(address, init), secrets);
	request.parameters = parameters;
	return request;
}
