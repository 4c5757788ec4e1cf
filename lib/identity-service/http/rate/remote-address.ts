import { ipAddress, subscriberOf } from "@/lib/network/ip-address";
import { keyedHash } from "../../secrets/derived";
import type { ServiceSecrets } from "../../secrets/service-secrets";

/** Stands for an unknown address. */
export const LOCAL_ADDRESS = "local";

/**
 * The address that a request comes from, which the HTTP server sets as `X-Forwarded-For`, in place of what the caller
 * wrote there; null where there is none.
 */
export function callerAddress({ headers }: Pick<Request, "headers">): string | null {
	return ipAddress(headers.get("x-forwarded-for")?.split(",").at(-1) ?? "");
}

/** The name that a request without a valid token is counted under: its address, of IPv6 the /64. */
export function remoteAddress(request: Pick<Request, "headers">): string {
	return countedAddress(callerAddress(request));
}

/** @param address of `callerAddress` */
export function countedAddress(address: string | null): string {
	return address === null ? LOCAL_ADDRESS : subscriberOf(address);
}

/**
 * Whether an address may be that of all callers: it is not known, or it is the loopback, where a proxy of this machine
 * connects from.
 */
export function isShared(address: string): boolean {
	return address === LOCAL_ADDRESS || address.startsWith("127.") || address === subscriberOf("::1");
}

/** What is stored of the caller that a row came from, to count by. @param address of `remoteAddress` */
export function callerHash({ current }: Pick<ServiceSecrets, "current">, address: string): string {
	return keyedHash(current, "callers", address);
}
