import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";

/**
 * IPv4 networks that are not part of the public Internet (IANA's registry of special-purpose addresses, multicast, and the
 * reserved rest): this network, private, shared, loopback, link-local, documentation, benchmarks, relays, broadcast.
 */
const IPV4_REFUSED = [
	...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"],
	...["192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16"],
	...["192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
];

/**
 * The only IPv6 addresses that are assigned for the public Internet. Outside of them are loopback, unspecified,
 * IPv4-mapped and -compatible, NAT64, unique-local, link-local, site-local and multicast addresses.
 */
const IPV6_ASSIGNED = ["2000::/3"];

/** Of these: protocol assignments with Teredo and ORCHID, documentation, 6to4, and the blackholes of AS112. */
const IPV6_REFUSED = ["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"];

/** A list of networks in CIDR notation or single addresses. */
export type Networks = Readonly<{ has: (address: string) => boolean }>;

/** @throws Error naming the entry that is neither an address nor a network in CIDR notation */
export function networks(entries: readonly string[]): Networks {
	const ranges = new BlockList();
	for (const entry of entries) {
		const [address = "", prefix, ...rest] = entry.split("/");
		const version = isIP(address);
		const bits = version === 4 ? 32 : 128;
		const length = prefix === undefined ? bits : Number(prefix);
		const isValid = version !== 0 && rest.length === 0 && /^\d{1,3}$/.test(prefix ?? "0") && length <= bits;
		if (!isValid) throw new Error(`${entry} is not an IP address, nor a network such as 10.0.0.0/8`);
		ranges.addSubnet(address, length, familyOf(address));
	}
	return { has: (address) => isIP(address) !== 0 && ranges.check(address, familyOf(address)) };
}

const refused = networks([...IPV4_REFUSED, ...IPV6_REFUSED]);
const assigned = networks(IPV6_ASSIGNED);

/**
 * Whether an address is one of the public Internet. Forms of IPv6 that carry an IPv4 address are not, whichever that is.
 * @param address as a resolver returns it; any other text, a name or a number, is not public
 */
export function isPublicAddress(address: string): boolean {
	if (isIPv4(address)) return !refused.has(address);
	return isIPv6(address) && !address.includes("%") && assigned.has(address) && !refused.has(address);
}

function familyOf(address: string): "ipv4" | "ipv6" {
	return isIPv4(address) ? "ipv4" : "ipv6";
}
