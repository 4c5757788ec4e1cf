import { describe, expect, it } from "vitest";
import { readTrustedProxies, settleCallerAddress } from "./caller-address.ts";

type Message = Parameters<typeof settleCallerAddress>[0];

/** The header that is left in a request on a connection from an address. */
function settled(connected: string, forwarded: string | undefined, trusted: string): string | undefined {
	const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
	const message = { headers, socket: { remoteAddress: connected } } as unknown as Message;
	settleCallerAddress(message, readTrustedProxies(trusted));
	return message.headers["x-forwarded-for"] as string | undefined;
}

describe("the address of a caller", () => {
	it.each([
		["is the connection's", "192.0.2.1", undefined, "", "192.0.2.1"],
		["of a mapped connection is IPv4", "::ffff:1.2.3.4", undefined, "", "1.2.3.4"],
		["is not what the header names without a trusted proxy", "::ffff:1.2.3.4", "9.9.9.9", "off", "1.2.3.4"],
		["is not what the header of another caller names", "192.0.2.1", "9.9.9.9", "10.0.0.1", "192.0.2.1"],
		["is what a trusted proxy names", "10.0.0.1", "192.0.2.1", "10.0.0.1", "192.0.2.1"],
		[
			"is what a trusted proxy of a mapped connection names",
			"::ffff:10.0.0.1",
			"::ffff:192.0.2.1",
			"10.0.0.1",
			"192.0.2.1",
		],
		["is what a proxy of a trusted range names", "10.1.2.3", "2001:DB8::1", "192.0.2.0/24, 10.0.0.0/8", "2001:db8::1"],
		["is what a proxy of a trusted IPv6 range names", "2001:db8::5", "192.0.2.1", "2001:db8::/32 ::1", "192.0.2.1"],
		["is the last that a proxy names, not what it received", "10.0.0.1", "9.9.9.9, 192.0.2.1", "10.0.0.1", "192.0.2.1"],
		["is found through a chain of proxies", "10.0.0.1", "9.9.9.9, 192.0.2.1, 10.0.0.2", "10.0.0.0/24", "192.0.2.1"],
		["is the first proxy's where all are trusted", "10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.0/24", "10.0.0.3"],
		["is the proxy's where it sends no header", "10.0.0.1", undefined, "10.0.0.1", "10.0.0.1"],
		["is the proxy's where it names no address", "10.0.0.1", "9.9.9.9, unknown", "10.0.0.1", "10.0.0.1"],
		["is what any proxy names with on", "192.0.2.7", "9.9.9.9, 192.0.2.1", "on", "192.0.2.1"],
		["is the connection's with on where no address is named", "192.0.2.7", "unknown", "on", "192.0.2.7"],
		["is not named where the connection is closed", "", "9.9.9.9", "", undefined],
		["may come with a port", "10.0.0.1", "192.0.2.1:50123", "10.0.0.1", "192.0.2.1"],
	])("%s", (_, connected, forwarded, trusted, address) => {
		expect(settled(connected, forwarded, trusted)).toBe(address);
	});
});

describe("TRUST_PROXY", () => {
	it.each(["yes", "10.0.0.1/33", "10.0.0.0/", "10.0.0.0/8/8", "::/129", "10.0.0.1;10.0.0.2", "proxy.internal"])(
		"%s is refused with one sentence",
		(text) => {
			const sentence = `TRUST_PROXY must be off, on, or IP addresses and CIDR ranges separated by commas, not "${text}".`;
			expect(() => readTrustedProxies(text)).toThrow(sentence);
		},
	);
});
