import type { IdentityService } from "../context/identity-service";
import { ServiceRequest } from "../context/service-request";

/** A request as handlers receive it. */
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
