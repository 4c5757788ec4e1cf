import { ipAddress, subscriberOf } from "@/lib/network/ip-address";
import type { ServiceRequest } from "../context/service-request";
import { clientSettings } from "../store/clients";

/** By which a server names the network address of the user for whom it calls. */
const USER_ADDRESS_HEADER = "auth0-forwarded-for";

/**
 * To be called once the client has authenticated: it may name its user's address where it is trusted with that, since
 * limits and devices are by address. A public client never is, because anybody can call in its name.
 */
export function acceptUserAddress(request: ServiceRequest): void {
	const { client, headers } = request;
	if (!client || client.token_endpoint_auth_method === "none") return;
	if (!clientSettings(client).is_token_endpoint_ip_header_trusted) return;
	const ip = ipAddress(headers.get(USER_ADDRESS_HEADER) ?? "");
	if (ip !== null) request.user = { ip, address: subscriberOf(ip) };
}
