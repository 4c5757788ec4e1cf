import type { IdentityService } from "../context/identity-service";
import type { Origin } from "../context/new-log-entry";
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

/** Where a request comes from, for what reads no more of it. */
export function requestFrom(address: string): Origin {
	return { user: { ip: address, address }, headers: new Headers() };
}
