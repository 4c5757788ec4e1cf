import { subscriberOf } from "@/lib/network/ip-address";
import { keyedHash } from "../keys/derived";
import type { ServiceSecrets } from "../keys/service-secrets";

/** Stands for an unknown address. */
export const LOCAL_ADDRESS = "local";

/**
 * Whether an address may be that of all callers: it is not known, or it is the loopback, where a proxy of this machine
 * connects from.
 */
export function isShared(address: string): boolean {
	return address === LOCAL_ADDRESS || address.startsWith("127.") || address === subscriberOf("::1");
}

/** What is stored of the caller that a row came from, to count by. @param address that requests are counted by */
export function callerHash({ current }: Pick<ServiceSecrets, "current">, address: string): string {
	return keyedHash(current, "callers", address);
}
