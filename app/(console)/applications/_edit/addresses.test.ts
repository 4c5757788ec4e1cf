import { describe, expect, test } from "vitest";
import { CLIENT_URL_LENGTH_MAX, CLIENT_URLS_MAX } from "@/lib/contract/client/client-limits";
import { addressFault, addressListFault } from "./addresses";

describe("a redirect address", () => {
	test.each([
		"https://shop.example/callback",
		"https://shop.example:8443/callback?from=a",
		"http://localhost:4000/callback",
		"http://127.0.0.1/",
		"http://[::1]:3000/callback",
		"com.example.app:/callback",
		"com.example.app://callback",
	])("%s is accepted", (address) => {
		expect(addressFault("callbacks", address)).toBeNull();
		expect(addressFault("logoutUrls", address)).toBeNull();
	});

	test.each([
		["https://*.shop.example/callback", /wildcard/],
		["https://shop.example/*", /wildcard/],
		["https://shop.example/#callback", /fragment/],
		["/callback", /absolute/],
		["shop.example/callback", /absolute/],
		["//shop.example/callback", /absolute/],
		["https://me:secret@shop.example/", /user name or password/],
		["http://shop.example/callback", /https/],
		["http://localhost.shop.example/", /https/],
		["HTTP://shop.example/", /https/],
		["myapp:/callback", /period/],
		["javascript:alert(1)", /period/],
		["data:text/html,x", /period/],
		["https://shop.example/a b", /not a web URL|not a URL/],
		["https://", /not a web URL|not a URL/],
		[`https://shop.example/${"a".repeat(CLIENT_URL_LENGTH_MAX)}`, /longer/],
	])("%s is refused with a reason", (address, reason) => {
		expect(addressFault("callbacks", address)).toMatch(reason);
	});
});

describe("an origin", () => {
	test.each(["https://shop.example", "http://localhost:4000"])("%s is accepted", (origin) => {
		expect(addressFault("webOrigins", origin)).toBeNull();
	});

	test.each([
		["https://shop.example/", /more than an origin/],
		["https://shop.example/path", /more than an origin/],
		["https://shop.example?a=b", /more than an origin/],
		["com.example.app:/", /web/],
		["http://shop.example", /https/],
		["https://*.shop.example", /wildcard/],
		["null", /absolute/],
	])("%s is refused with a reason", (origin, reason) => {
		expect(addressFault("webOrigins", origin)).toMatch(reason);
	});
});

test("each bad address is reported with its line number, blank lines counted", () => {
	const text = "https://shop.example/a\n\nhttps://*.example/b\r\n/c";
	expect(addressListFault("callbacks", text, [])).toBe(
		"Line 3 has a wildcard: write each URL out. Line 4 is not absolute: begin with https://.",
	);
});

test("an address that is stored already is not checked again", () => {
	expect(addressListFault("callbacks", "https://*.example/b", ["https://*.example/b"])).toBeNull();
});

test("as many addresses fit as the service accepts, each counted once", () => {
	const some = (count: number) => Array.from({ length: count }, (_, index) => `https://shop.example/${index}`);
	expect(addressListFault("callbacks", some(CLIENT_URLS_MAX).join("\n"), [])).toBeNull();
	expect(addressListFault("callbacks", [...some(CLIENT_URLS_MAX), ...some(2)].join("\n"), [])).toBeNull();
	expect(addressListFault("callbacks", some(CLIENT_URLS_MAX + 1).join("\n"), [])).toBe("101 URLs; at most 100 fit.");
});
