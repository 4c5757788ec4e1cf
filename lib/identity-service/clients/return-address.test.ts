import { describe, expect, it } from "vitest";
import { isReturnAddress } from "./addresses";

const REGISTERED = ["https://app.example/signed-out", "https://app.example/bye/", "https://app.example:8443"];

describe("an address to return to after signing out", () => {
	it.each([
		...["https://app.example/signed-out", "https://app.example/signed-out/", "https://app.example/bye/"],
		...["https://app.example/bye", "https://app.example:8443", "https://app.example:8443/"],
	])("is accepted as it is registered, with or without its last slash: %s", (requested) => {
		expect(isReturnAddress(REGISTERED, requested)).toBe(true);
	});

	it.each([
		...[
			"https://app.example/signed-out/more",
			"https://app.example/signed",
			"https://app.example/",
			"https://app.example",
		],
		...["https://app.example/signed-out//", "https://app.example//signed-out", "https://app.example/bye//"],
		...["https://app.example/Signed-out", "https://APP.example/signed-out", "HTTPS://app.example/signed-out"],
		...["http://app.example/signed-out", "https://app.example:443/signed-out", "https://app.example:8444/"],
		...["https://me@app.example/signed-out", "https://app.example@evil.example/signed-out", "//app.example/signed-out"],
		...["https://app.example/signed-out?", "https://app.example/signed-out?/", "https://app.example/signed-out#/"],
		...[
			"https://app.example/bye?next=/",
			"https://app.example/bye/?",
			"https://app.example\\bye",
			"https://app.example/bye%2f",
		],
		...[
			"https://app.example.evil.example/bye/",
			"https://evil.example/?https://app.example/bye",
			" https://app.example/bye",
			"",
		],
	])("is refused where anything else differs: %j", (requested) => {
		expect(isReturnAddress(REGISTERED, requested)).toBe(false);
	});

	it("must match in the slash at the end of a query", () => {
		expect(isReturnAddress(["https://app.example/?to=/"], "https://app.example/?to=")).toBe(false);
	});
});
