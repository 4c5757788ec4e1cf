import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ipAddress, subscriberOf } from "./ip-address.ts";

describe("an address", () => {
	it.each([
		["192.0.2.1", "192.0.2.1"],
		["::ffff:1.2.3.4", "1.2.3.4"],
		["::FFFF:102:304", "1.2.3.4"],
		["0:0:0:0:0:ffff:c000:0201", "192.0.2.1"],
		["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
		["::1", "::1"],
		["::", "::"],
		// Compatible, not mapped: an address of its own.
		["::1.2.3.4", "::102:304"],
		["fe80::1%eth0", "fe80::1"],
		["192.0.2.1:50123", "192.0.2.1"],
		["[2001:db8::1]:443", "2001:db8::1"],
		["[2001:db8::1]", "2001:db8::1"],
		[" 192.0.2.1 ", "192.0.2.1"],
	])("%j is %s", (text, address) => {
		expect(ipAddress(text)).toBe(address);
	});

	it.each([
		"",
		"unknown",
		"_hidden",
		"localhost",
		"1.2.3",
		"1.2.3.4.5",
		"1.2.3.256",
		"2001:db8::1::2",
		"[1.2.3.4",
		"1:2",
	])("%j is none", (text) => {
		expect(ipAddress(text)).toBeNull();
	});

	it("has one spelling", () => {
		fc.assert(
			fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
				const address = ipAddress(text);
				expect(address).not.toBeNull();
				expect(ipAddress(address ?? "")).toBe(address);
			}),
		);
	});
});

describe("for rate limits", () => {
	it.each([
		["::ffff:1.2.3.4", "::ffff:1.2.3.5"],
		["1.2.3.4", "1.2.3.5"],
		["2001:db8:0:1::1", "2001:db8:0:2::1"],
		["::1", "1.2.3.4"],
	])("%s and %s are two", (one, other) => {
		expect(subscriberOf(one)).not.toBe(subscriberOf(other));
	});

	it.each([
		["::ffff:1.2.3.4", "1.2.3.4"],
		["2001:db8:0:1::1", "2001:DB8:0:1:ffff:ffff:ffff:ffff"],
		["2001:db8::1", "2001:db8::ffff:1.2.3.4"],
	])("%s and %s are one", (one, other) => {
		expect(subscriberOf(one)).toBe(subscriberOf(other));
	});
});
