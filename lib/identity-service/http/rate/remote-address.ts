import { ipAddress, subscriberOf } from "@/lib/network/ip-address";

/** The one name of callers whose address nobody knows. */
export const LOCAL_ADDRESS = "local";

/**
 * The address that a request comes from, which the server in front leaves in `X-Forwarded-For`, whatever the caller wrote
 * there. It is shown to people; null where there is none.
 */
export function callerAddress({ headers }: Pick<Request, "headers">): string | null {
	return ipAddress(headers.get("x-forwarded-for")?.split(",").at(-1) ?? "");
}

/** The name that a request without a valid token is counted under: its address, of IPv6 the /64. */
export function remoteAddress(request: Pick<Request, "headers">): string {
	const address = callerAddress(request);
	return address === null ? LOCAL_ADDRESS : subscriberOf(address);
}
