import { isIP, isIPv4 } from "node:net";

/** Groups of an IPv6 address that are assigned to a subscriber, who chooses the other four. */
const SUBSCRIBER_GROUPS = 4;

/**
 * The canonical form of an address: an IPv4 address that is written as IPv6 (`::ffff:192.0.2.1`, RFC 4291 section 2.5.5.2)
 * as IPv4, any other IPv6 address according to RFC 5952. A zone, brackets and a port, which proxies write, are dropped.
 * @returns null for text that is no address
 */
export function ipAddress(text: string): string | null {
	const [, bracketed, withPort] = /^\s*(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)\s*$/.exec(text) ?? [];
	const address = (bracketed ?? withPort ?? text).trim().split("%", 1)[0] ?? "";
	if (isIPv4(address)) return address;
	if (!isIP(address)) return null;
	const groups = groupsOf(address);
	const [high = 0, low = 0] = groups.slice(6);
	const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
	return isMapped ? [high >> 8, high & 0xff, low >> 8, low & 0xff].join(".") : canonical(address);
}

/**
 * The subscriber whose rate limit a request counts towards: an IPv4 address itself, of an IPv6 address its /64, which is
 * the least that is assigned to one subscriber (RFC 6177).
 */
export function subscriberOf(address: string): string {
	const one = ipAddress(address);
	if (one === null || isIPv4(one)) return one ?? address;
	const prefix = groupsOf(one).slice(0, SUBSCRIBER_GROUPS);
	return `${prefix.map((group) => group.toString(16)).join(":")}::/64`;
}

function canonical(address: string): string {
	return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
	const [head = "", tail] = canonical(address).split("::");
	const numbers = (part: string) => (part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16)));
	const [before, after] = [numbers(head), numbers(tail ?? "")];
	return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
