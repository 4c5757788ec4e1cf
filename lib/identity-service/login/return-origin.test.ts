import { expect, test } from "vitest";
import { redirectOrigin } from "./login-page";

test.each([
	["https://app.example.com/callback?x=1", "https://app.example.com"],
	["http://localhost:4100/", "http://localhost:4100"],
	["com.example.app:/callback", "com.example.app:"],
	["no address", null],
	[undefined, null],
])("the origin of %s is %s", (address, origin) => {
	expect(redirectOrigin(address)).toBe(origin);
});
