import { describe, expect, it } from "vitest";
import { isPublicAddress, networks } from "./public-address.ts";

/** Each with its first and last address, and the public ones next to it, where there are any. */
const IPV4: [what: string, first: string, last: string, outside: string[]][] = [
	["unspecified and this network", "0.0.0.0", "0.255.255.255", ["1.0.0.0"]],
	["private, of 8 bits", "10.0.0.0", "10.255.255.255", ["9.255.255.255", "11.0.0.0"]],
	["shared by customers of a provider", "100.64.0.0", "100.127.255.255", ["100.63.255.255", "100.128.0.0"]],
	["loopback", "127.0.0.0", "127.255.255.255", ["126.255.255.255", "128.0.0.0"]],
	["link-local, with metadata of clouds", "169.254.0.0", "169.254.255.255", ["169.253.255.255", "169.255.0.0"]],
	["private, of 12 bits", "172.16.0.0", "172.31.255.255", ["172.15.255.255", "172.32.0.0"]],
	["protocol assignments", "192.0.0.0", "192.0.0.255", ["191.255.255.255", "192.0.1.0"]],
	["documentation 1", "192.0.2.0", "192.0.2.255", ["192.0.1.255", "192.0.3.0"]],
	["6to4 relays", "192.88.99.0", "192.88.99.255", ["192.88.98.255", "192.88.100.0"]],
	["private, of 16 bits", "192.168.0.0", "192.168.255.255", ["192.167.255.255", "192.169.0.0"]],
	["benchmarks", "198.18.0.0", "198.19.255.255", ["198.17.255.255", "198.20.0.0"]],
	["documentation 2", "198.51.100.0", "198.51.100.255", ["198.51.99.255", "198.51.101.0"]],
	["documentation 3", "203.0.113.0", "203.0.113.255", ["203.0.112.255", "203.0.114.0"]],
	["multicast", "224.0.0.0", "239.255.255.255", ["223.255.255.255"]],
	["reserved, and broadcast", "240.0.0.0", "255.255.255.255", []],
];

describe("an IPv4 address", () => {
	it.each(IPV4)("that is %s is not public, those next to it are", (_, first, last, outside) => {
		expect([first, last].filter(isPublicAddress)).toEqual([]);
		expect(outside.filter(isPublicAddress)).toEqual(outside);
	});
});

describe("an IPv6 address", () => {
	it.each([
		["unspecified", "::"],
		["loopback", "::1"],
		["IPv4-compatible", "::7f00:1"],
		["IPv4-mapped", "::ffff:127.0.0.1"],
		["IPv4-mapped, in hexadecimal", "::ffff:7f00:1"],
		["IPv4-mapped, of a public address", "::ffff:8.8.8.8"],
		["IPv4-translated", "::ffff:0:7f00:1"],
		["NAT64", "64:ff9b::7f00:1"],
		["NAT64 of a local network", "64:ff9b:1::a00:1"],
		["discard-only", "100::1"],
		["Teredo", "2001::7f00:1"],
		["ORCHID", "2001:20::1"],
		["documentation", "2001:db8::1"],
		["6to4", "2002:7f00:1::1"],
		["documentation, the second", "3fff::1"],
		["segment routing", "5f00::1"],
		["unique-local", "fc00::1"],
		["unique-local, assigned by oneself", "fd12:3456:789a::1"],
		["link-local", "fe80::1"],
		["link-local with a zone", "fe80::1%eth0"],
		["public with a zone", "2600::1%eth0"],
		["site-local", "fec0::1"],
		["multicast", "ff02::1"],
	])("that is %s is not public", (_, address) => {
		expect(isPublicAddress(address)).toBe(false);
	});

	it("of a network of the Internet is public, however it is written", () => {
		const addresses = ["2606:4700:4700::1111", "2001:4860:4860:0:0:0:0:8888", "2A00:1450::1", "2003::1"];
		expect(addresses.filter(isPublicAddress)).toEqual(addresses);
	});
});

it("a name, a number and a part of an address are not public", () => {
	const texts = ["", "localhost", "example.com", "2130706433", "0x7f000001", "127.1", "0177.0.0.1", "[2600::1]"];
	expect(texts.filter(isPublicAddress)).toEqual([]);
});

describe("a list of networks", () => {
	it("has the addresses in its networks, and single ones", () => {
		const list = networks(["10.1.0.0/16", "127.0.0.1", "fd00::/8", "::1"]);
		expect(["10.1.2.3", "127.0.0.1", "fd00::1", "::1"].filter(list.has)).toHaveLength(4);
		expect(["10.2.0.0", "127.0.0.2", "fe80::1", "::2", "localhost", ""].filter(list.has)).toEqual([]);
	});

	it.each(["localhost", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/8/8", "10.0.0.0/-1", "fd00::/129", "10.0.0.0/8x"])(
		"refuses %j",
		(entry) => {
			expect(() => networks([entry])).toThrow(entry);
		},
	);

	it("that is empty has none", () => {
		expect(networks([]).has("127.0.0.1")).toBe(false);
	});
});
